import fc from "fast-check";

/** The wallet that sends money: the payer's proven one, an unproven one of theirs, a room-mate's, a stranger's, or an exchange's. */
export type Sender = "own" | "unproven" | "mate" | "stranger" | "exchange";

/** One step of a history. Its numbers choose among existing things. */
export type Step =
  | { kind: "pay"; payment: number; share: number; by: Sender }
  | { kind: "batch"; shares: number[]; by: Sender; firstIndex: number }
  | { kind: "topUp"; payment: number; share: number; isByWallet: boolean; by: Sender }
  | { kind: "stranger"; payment: number; share: number }
  | { kind: "order"; payment: number; share: number; isTwice: boolean }
  | { kind: "dust" }
  | { kind: "spend"; units: bigint }
  | { kind: "begin"; payment: number; share: number; isOfDispute: boolean }
  | { kind: "name"; payment: number }
  | { kind: "sendBack"; log: number }
  | { kind: "giveBack"; refund: number; share: number }
  | { kind: "cancel"; refund: number }
  | { kind: "attach"; payment: number }
  | { kind: "file"; payment: number; share: number }
  | { kind: "decide"; dispute: number; share: number }
  | { kind: "place"; isHere: boolean }
  | { kind: "poison"; payment: number }
  | { kind: "authorize"; payment: number }
  | { kind: "relayer"; change: "otherKey" | "noKey" | "forget" }
  | { kind: "away"; hours: number }
  | ScheduledStep
  | { kind: "confirm" }
  | { kind: "reorganise"; depth: number; isAgain: boolean; shift: number; drop: number };

/** A tenant's acts with scheduled payments. */
export type ScheduledStep =
  | { kind: "sign"; minutes: number; isAgain: boolean }
  | { kind: "wait"; minutes: number }
  | { kind: "carry"; scheduled: number }
  | { kind: "cancelOnChain"; scheduled: number }
  | { kind: "emptyWallet"; isEmpty: boolean }
  | { kind: "endAutopay"; scheduled: number; how: "skip" | "pause" | "stop" }
  | { kind: "cancelPayment"; scheduled: number };

/** A step with its conditions. */
export interface Turn {
  step: Step;
  /** True when the reading process is first killed in the middle of the step. */
  isKilled: boolean;
  /** True when no process works after the step, so that the next one finds more at once. */
  isAway: boolean;
}

/** The setup of a history. */
export interface Setting {
  /** In cents, all different. */
  amounts: number[];
  /** True when the lease accepts partial payments. */
  acceptsParts: boolean;
  /** True when the merchant is paid at an exchange, and has no other wallet. */
  isAtExchange: boolean;
  /** True when two processes send scheduled payments at once, and one of them also before the newest blocks are read. */
  isSentByTwo: boolean;
}

const payment = fc.nat({ max: 2 });
/** Hundredths of the asked amount. */
const share = fc.constantFrom(40, 60, 99, 100, 100, 100, 130);
/** Includes a payer who mistakes units for cents. */
const anyShare = fc.oneof({ weight: 15, arbitrary: share }, { weight: 1, arbitrary: fc.constant(4_000_000_000) });
const by = fc.constantFrom<Sender>("own", "own", "unproven", "mate", "stranger", "exchange");

const oneOf = (many: number) => fc.nat({ max: many - 1 }).map((turn) => turn === 0);
const relayerChange = fc.constantFrom("otherKey" as const, "noKey" as const, "forget" as const);
const kind = <Kind extends Step["kind"]>(word: Kind) => fc.constant(word);
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind("pay"), payment, share: anyShare, by }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind("batch"),
      shares: fc.array(share, { minLength: 2, maxLength: 3 }),
      by,
      firstIndex: fc.nat({ max: 6 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: kind("topUp"), payment, share, isByWallet: fc.boolean(), by }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("stranger"), payment, share }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("order"), payment, share, isTwice: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("dust") }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("spend"), units: fc.bigInt({ min: 1n, max: 3_000_000n }) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("begin"), payment, share: fc.constantFrom(30, 50, 100), isOfDispute: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("name"), payment }) },
  { weight: 5, arbitrary: fc.record({ kind: kind("giveBack"), refund: fc.nat({ max: 3 }), share }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("sendBack"), log: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("cancel"), refund: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("attach"), payment }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("file"), payment, share: fc.constantFrom(50, 100) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("decide"), dispute: fc.nat({ max: 1 }), share: fc.constantFrom(0, 50, 100, 100) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("place"), isHere: fc.constantFrom(true, true, false) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("poison"), payment }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("authorize"), payment }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("relayer"), change: relayerChange }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("away"), hours: fc.constantFrom(0, 1, 3) }) },
  { weight: 5, arbitrary: fc.record({ kind: kind("confirm") }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind("reorganise"),
      depth: fc.integer({ min: 1, max: 6 }),
      isAgain: fc.boolean(),
      shift: fc.constantFrom(-2, -2, 0, 2, 3),
      drop: fc.nat({ max: 5 }),
    }),
  },
);

/** Sequences that are common in practice, and that chance would seldom produce. */
const scenes: fc.Arbitrary<Step[]> = fc
  .record({ payment, by, refund: fc.nat({ max: 3 }), half: fc.constantFrom(50, 100), shift: fc.constantFrom(-2, 2), change: relayerChange })
  .chain(({ payment: of, by: sender, refund, half, shift, change }) => {
    const paid: Step[] = [{ kind: "pay", payment: of, share: 100, by: sender }, { kind: "confirm" }];
    const refunded: Step[] = [
      { kind: "begin", payment: of, share: half, isOfDispute: false },
      { kind: "giveBack", refund, share: 100 },
    ];
    const disputed: Step[] = [
      { kind: "file", payment: of, share: half },
      { kind: "decide", dispute: 0, share: 100 },
    ];
    const inParts: Step[] = [
      { kind: "pay", payment: of, share: 60, by: "own" },
      { kind: "topUp", payment: of, share: 100, isByWallet: false, by: sender },
      { kind: "confirm" },
    ];
    const moved: Step[] = [
      { kind: "batch", shares: [100, half, 100], by: sender, firstIndex: 2 },
      { kind: "reorganise", depth: 1, isAgain: true, shift, drop: refund },
    ];
    return fc.constantFrom<Step[]>(
      paid,
      refunded,
      disputed,
      [...paid, ...refunded, { kind: "confirm" }, ...disputed],
      [...paid, ...disputed, ...refunded],
      [...inParts, ...refunded],
      moved,
      [
        { kind: "authorize", payment: of },
        { kind: "relayer", change },
      ],
    );
  });

const scheduled = fc.nat({ max: 2 });
const minutes = fc.constantFrom(1, 2, 5, 31, 70);
const ending = fc.constantFrom("skip" as const, "pause" as const, "stop" as const);
const scheduledSteps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind("sign"), minutes: fc.constantFrom(0, 1, 5, 40), isAgain: oneOf(3) }) },
  { weight: 6, arbitrary: fc.record({ kind: kind("wait"), minutes }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("carry"), scheduled }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("cancelOnChain"), scheduled }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("emptyWallet"), isEmpty: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("endAutopay"), scheduled, how: ending }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("cancelPayment"), scheduled }) },
);

/** Sequences that are common after a scheduled payment is signed. */
const scheduledScenes: fc.Arbitrary<Step[]> = fc
  .record({ soon: fc.constantFrom(0, 1, 5), later: minutes, hours: fc.constantFrom(1, 3), change: relayerChange, how: ending })
  .chain(({ soon, later, hours, change, how }) => {
    const signed: Step[] = [{ kind: "sign", minutes: soon, isAgain: false }];
    const due: Step[] = [...signed, { kind: "wait", minutes: Math.max(1, soon) }];
    const emptied: Step[] = [...due, { kind: "emptyWallet", isEmpty: true }, { kind: "wait", minutes: 2 }];
    const carried: Step[] = [...signed, { kind: "relayer", change }, { kind: "away", hours: 0 }, { kind: "carry", scheduled: 0 }];
    return fc.constantFrom<Step[]>(
      [...due, { kind: "wait", minutes: 1 }, { kind: "wait", minutes: 2 }],
      [...due, { kind: "relayer", change }, { kind: "wait", minutes: later }],
      [...due, { kind: "reorganise", depth: 3, isAgain: false, shift: 0, drop: 5 }, { kind: "wait", minutes: later }],
      [...emptied, { kind: "wait", minutes: 2 }, { kind: "cancelPayment", scheduled: 0 }, { kind: "wait", minutes: later }],
      [...emptied, { kind: "endAutopay", scheduled: 0, how }],
      [...emptied, { kind: "emptyWallet", isEmpty: false }, { kind: "wait", minutes: 31 }],
      [...carried, { kind: "away", hours }, { kind: "confirm" }],
      [...signed, { kind: "cancelOnChain", scheduled: 0 }, { kind: "away", hours }, { kind: "confirm" }],
    );
  });

/** The turns of a history: single steps mixed with common sequences. */
function turnsOf(step: fc.Arbitrary<Step>, scene: fc.Arbitrary<Step[]>): fc.Arbitrary<Turn[]> {
  return fc
    .array(fc.oneof({ weight: 5, arbitrary: fc.tuple(step) }, { weight: 1, arbitrary: scene }), { minLength: 4, maxLength: 9 })
    .chain((parts) =>
      fc.tuple(...parts.flat().map((one) => fc.record({ step: fc.constant<Step>(one), isKilled: oneOf(10), isAway: oneOf(4) }))),
    );
}

/** The setting of a history, and its turns. A third of the histories have scheduled payments, which take longest. */
export const lived: fc.Arbitrary<[Setting, Turn[]]> = fc.tuple(
  fc.record({
    amounts: fc.uniqueArray(fc.integer({ min: 100, max: 900 }), { minLength: 3, maxLength: 3 }),
    acceptsParts: fc.boolean(),
    isAtExchange: oneOf(8),
    isSentByTwo: fc.boolean(),
  }),
  fc.oneof(
    { weight: 2, arbitrary: turnsOf(steps, scenes) },
    { weight: 1, arbitrary: turnsOf(fc.oneof(steps, scheduledSteps), fc.oneof(scheduledScenes, scheduledScenes, scenes)) },
  ),
);

/** Hundredths of a sum of cents or base units, rounded down. */
export function hundredthsOf<Sum extends number | bigint>(whole: Sum, hundredths: number): Sum;
export function hundredthsOf(whole: number | bigint, hundredths: number): number | bigint {
  const part = (BigInt(whole) * BigInt(hundredths)) / 100n;
  return typeof whole === "bigint" ? part : Number(part);
}

import { journalEntries } from "@hearth/db/schema/journal-entries";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { transfers } from "@hearth/db/schema/transfers";
import { credited, posting, uncredited } from "@hearth/db/postings";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { createRandom, type Random } from "@hearth/db/testing/random";
import { makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { dayIn } from "@hearth/domain/rent/calendar";
import { oneOffKinds } from "@hearth/domain/rent/charge-kinds";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { allocateWaiting } from "./allocate-leases.ts";
import { leaseRules } from "./check-leases.ts";

const first = Number(process.env["LEASE_HISTORY_SEED"] ?? 1);
const histories = Number(process.env["LEASE_HISTORIES"] ?? 300);
const steps = 12;

let harness: Harness;
let merchant: { id: string; ownerUserId: string };
let landlord: ReturnType<Harness["caller"]>["rent"];

beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-22T12:00:00Z")), env: { RATE_LIMITS: "off" } });
  ({ merchant } = await makeMerchant(harness.db));
  landlord = harness.caller(await harness.signIn(merchant.ownerUserId)).rent;
});
afterAll(() => harness.close());

/** A lease as anybody would keep it on paper: what is charged, and what came. */
interface Paper {
  leaseId: string;
  charges: { id: string; cents: number; isVoided: boolean; on: string }[];
  credits: { id: string; cents: number; on: string }[];
  payments: { transfer: Awaited<ReturnType<typeof makeTransfer>>; paymentId: string; cents: number; state: "in" | "back" | "gone" }[];
  /** Payments in parts, of which the last is missing while they are short. */
  parted: { paymentId: string; parts: Awaited<ReturnType<typeof makeTransfer>>[]; isComplete: boolean }[];
  /** Payments that were paid without a lease, and whether they are given to this one. */
  given: { paymentId: string; cents: number; on: string; isHere: boolean }[];
  tenantId: string;
  otherLeaseId: string;
  refunded: { paymentId: string; transfer: Awaited<ReturnType<typeof makeTransfer>>; units: bigint } | null;
}

const dayOf = (random: Random) =>
  `2026-${String(random.between(1, 11)).padStart(2, "0")}-${String(random.between(1, 22)).padStart(2, "0")}`;

const acts: ((paper: Paper, random: Random) => Promise<void>)[] = [
  async (paper, random) => {
    const [cents, dueOn] = [random.between(1, 50) * 50, dayOf(random)];
    const kind = oneOffKinds[random.between(0, oneOffKinds.length - 1)] ?? "fee";
    const charge = { leaseId: paper.leaseId, kind, description: "Something", amount: wireAmount(cents), dueOn };
    paper.charges.push({ id: (await landlord.addCharge(charge))._id, cents, isVoided: false, on: dueOn });
  },
  async (paper, random) => {
    const [cents, on] = [random.between(1, 60) * 50, dayOf(random)];
    const kind = random.chance(0.5) ? ("outside" as const) : ("credit" as const);
    const { _id } = await landlord.addCredit({ leaseId: paper.leaseId, kind, amount: wireAmount(cents), on, note: "Noted" });
    paper.credits.push({ id: _id, cents, on });
  },
  async (paper, random) => {
    const charge = paper.charges.filter(({ isVoided }) => !isVoided)[random.between(0, 3)];
    if (!charge) return;
    await landlord.voidCharge({ chargeId: charge.id, reason: "Wrong" });
    charge.isVoided = true;
  },
  async (paper, random) => {
    const credit = paper.credits.filter(({ cents }) => cents > 0)[random.between(0, 3)];
    if (!credit) return;
    await landlord.reverseCredit({ creditId: credit.id, reason: "Bounced" });
    credit.cents = 0;
  },
  // A payment that completes, sometimes with a part of a cent too much, for charges that its payer chose.
  async (paper, random) => {
    const cents = random.between(100, 4_000);
    const { id: paymentId } = await makePayment(harness.db, { merchantId: merchant.id, amountCents: cents });
    const chosen = paper.charges.filter(() => random.chance(0.2)).map(({ id }) => parsePublicId("charge", id) ?? "");
    const leaseId = parsePublicId("lease", paper.leaseId) ?? "";
    await harness.db.insert(leaseCredits).values({ leaseId, kind: "payment", paymentId, chosen, createdBy: merchant.ownerUserId });
    const usdcUnits = centsToUsdcUnits(cents) + BigInt(random.between(0, 1) * 9_999);
    const transfer = await makeTransfer(harness.db, { merchantId: merchant.id, usdcUnits, blockTime: harness.clock.now() });
    await harness.db.insert(journalEntries).values(credited(transfer, paymentId, harness.clock.now()));
    paper.payments.push({ transfer, paymentId, cents, state: "in" });
  },
  // Its block leaves the chain, or it goes back to its payer.
  async (paper, random) => {
    const payment = paper.payments.find(({ state }) => state === "in");
    if (!payment) return;
    const { transfer, paymentId, cents } = payment;
    const now = harness.clock.now();
    if (random.chance(0.5)) {
      await harness.db.insert(journalEntries).values(uncredited(transfer, paymentId, now));
      payment.state = "gone";
      payment.cents = 0;
      return;
    }
    const part = random.between(1, cents);
    const { chainId, blockNumber, toAddress: walletAddress } = transfer;
    const subject = {
      kind: "returned" as const,
      chainId,
      merchantId: merchant.id,
      walletAddress,
      transferId: transfer.id,
      blockNumber,
      at: now,
    };
    const units = centsToUsdcUnits(part);
    const lines = [
      { account: "sent" as const, units: -units },
      { account: "returned" as const, paymentId, units },
    ];
    await harness.db.insert(journalEntries).values(posting(subject, lines));
    payment.state = "back";
    // What is left is cut to whole cents, so a part of a cent too much can keep one more.
    payment.cents = Number((transfer.usdcUnits - units) / centsToUsdcUnits(1));
  },
];

/** A later moment of the history, at a day of its own. */
const momentOf = (random: Random) => new Date(`${dayOf(random)}T15:00:00Z`);

acts.push(
  // Two parts of two days: the first counts while the payment is short, the second completes it.
  async (paper, random) => {
    const { id: paymentId } = await makePayment(harness.db, { merchantId: merchant.id, amountCents: 4_000 });
    const leaseId = parsePublicId("lease", paper.leaseId) ?? "";
    await harness.db.insert(leaseCredits).values({ leaseId, kind: "payment", paymentId, createdBy: merchant.ownerUserId });
    const cents = random.between(1, 3_999);
    const common = { merchantId: merchant.id, paymentId, verdict: "short" as const, boundBy: "calldata" as const, deepAt: null };
    const first = await makeTransfer(harness.db, { ...common, usdcUnits: centsToUsdcUnits(cents) + 4_000n, blockTime: momentOf(random) });
    await harness.db.update(transfers).set({ deepAt: harness.clock.now() }).where(eq(transfers.id, first.id));
    paper.parted.push({ paymentId, parts: [first], isComplete: false });
    if (random.chance(0.3)) return;
    const rest = centsToUsdcUnits(4_000) - first.usdcUnits;
    const second = await makeTransfer(harness.db, { ...common, usdcUnits: rest, blockTime: momentOf(random) });
    const parts = [first, second];
    for (const part of parts) await harness.db.update(transfers).set({ verdict: "part" }).where(eq(transfers.id, part.id));
    await harness.db.insert(journalEntries).values(parts.flatMap((part) => credited(part, paymentId, harness.clock.now())));
    paper.parted.pop();
    paper.parted.push({ paymentId, parts, isComplete: true });
  },
  // The blocks of parts leave the chain: what completed is short again, or all of it is gone.
  async (paper, random) => {
    const payment = paper.parted.find(({ parts }) => parts.length > 0);
    if (!payment) return;
    const now = harness.clock.now();
    if (payment.isComplete)
      for (const part of payment.parts) await harness.db.insert(journalEntries).values(uncredited(part, payment.paymentId, now));
    const gone = random.chance(0.5) ? payment.parts.splice(0) : payment.parts.splice(-1);
    for (const part of gone) await harness.db.update(transfers).set({ reorgedAt: now }).where(eq(transfers.id, part.id));
    payment.isComplete = false;
    if (payment.parts.length > 1) throw new Error("A part is missing");
  },
  // A payment that named no lease is given to this one, moved to the payer's other lease, or taken away.
  async (paper, random) => {
    const chosen = paper.given[0];
    if (!chosen || random.chance(0.3)) {
      const cents = random.between(100, 4_000);
      const createdAt = momentOf(random);
      const payment = await makePayment(harness.db, {
        merchantId: merchant.id,
        consumerId: paper.tenantId,
        amountCents: cents,
        status: "completed",
        createdAt,
      });
      await landlord.setPaymentLease({ paymentId: publicId("payment", payment.id), leaseId: paper.leaseId });
      paper.given.unshift({
        paymentId: publicId("payment", payment.id),
        cents,
        on: dayIn(payment.completedAt ?? createdAt, "America/Chicago"),
        isHere: true,
      });
      return;
    }
    const leaseId = chosen.isHere ? (random.chance(0.5) ? paper.otherLeaseId : null) : paper.leaseId;
    await landlord.setPaymentLease({ paymentId: chosen.paymentId, leaseId }).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.includes("already")) throw error;
    });
    chosen.isHere = leaseId === paper.leaseId;
  },
  // A refund counts, and then its block leaves the chain.
  async (paper) => {
    const now = harness.clock.now();
    if (paper.refunded) {
      const { paymentId, transfer, units } = paper.refunded;
      const { chainId, blockNumber, toAddress: walletAddress } = transfer;
      const subject = {
        kind: "unreturned" as const,
        chainId,
        merchantId: merchant.id,
        walletAddress,
        transferId: transfer.id,
        blockNumber,
        at: now,
      };
      await harness.db.insert(journalEntries).values(
        posting(subject, [
          { account: "sent", units },
          { account: "returned", paymentId, units: -units },
        ]),
      );
      paper.refunded = null;
      return;
    }
    const payment = paper.payments.find(({ state }) => state === "in");
    if (!payment) return;
    const transfer = await makeTransfer(harness.db, { merchantId: merchant.id, blockTime: new Date(now.getTime() + 86_400_000) });
    const { chainId, blockNumber, toAddress: walletAddress } = transfer;
    const units = centsToUsdcUnits(50);
    const subject = {
      kind: "returned" as const,
      chainId,
      merchantId: merchant.id,
      walletAddress,
      transferId: transfer.id,
      blockNumber,
      at: now,
    };
    await harness.db.insert(journalEntries).values(
      posting(subject, [
        { account: "sent", units: -units },
        { account: "returned", paymentId: payment.paymentId, units },
      ]),
    );
    paper.refunded = { paymentId: payment.paymentId, transfer, units };
  },
);

/** What is there of the payments in parts, cut to whole cents for each payment. */
function partedCents({ parted }: Paper): number {
  const units = parted.map(({ parts }) => parts.reduce((total, { usdcUnits }) => total + usdcUnits, 0n));
  return sum(units.map((each) => Number(each / centsToUsdcUnits(1))));
}

const sum = (numbers: number[]) => numbers.reduce((total, cents) => total + cents, 0);

/** What the product says of a lease is what the paper says. */
async function compare(paper: Paper, label: string): Promise<void> {
  const charged = sum(paper.charges.filter(({ isVoided }) => !isVoided).map(({ cents }) => cents));
  const came =
    sum(paper.credits.map(({ cents }) => cents)) +
    sum(paper.payments.map(({ cents }) => cents)) +
    partedCents(paper) +
    sum(paper.given.map(({ cents, isHere }) => (isHere ? cents : 0))) -
    Math.min(50, paper.payments.find(({ paymentId }) => paymentId === paper.refunded?.paymentId)?.cents ?? 0);
  const { owed, credit, charges } = await landlord.lease({ leaseId: paper.leaseId });
  expect({ owed, credit }, label).toEqual({
    owed: wireAmount(Math.max(0, charged - came)),
    credit: wireAmount(Math.max(0, came - charged)),
  });
  expect(sum(charges.map(({ open }) => Math.round(open * 100))), label).toBe(Math.max(0, charged - came));
  const { items } = await landlord.ledger({ leaseId: paper.leaseId, limit: 500 });
  expect(items[0]?.balance ?? 0, label).toBe(wireAmount(charged - came));
  const uuids = [paper.leaseId, paper.otherLeaseId].map((id) => parsePublicId("lease", id) ?? "");
  for (const rule of leaseRules) expect(await rule.check(harness.db, uuids), label).toEqual([]);
}

async function live(seed: number): Promise<void> {
  const random = createRandom("lease history", seed);
  const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: merchant.ownerUserId, nextPeriod: "2190-01-01" });
  const tenantId = (await makeUser(harness.db)).id;
  const other = await makeLease(harness.db, { merchantId: merchant.id, createdBy: merchant.ownerUserId, nextPeriod: "2190-01-01" });
  for (const { id: leaseId } of [lease, other]) await makeLeaseTenant(harness.db, { leaseId, userId: tenantId });
  const paper: Paper = {
    leaseId: publicId("lease", lease.id),
    otherLeaseId: publicId("lease", other.id),
    tenantId,
    charges: [],
    credits: [],
    payments: [],
    parted: [],
    given: [],
    refunded: null,
  };
  for (let step = 0; step < steps; step++) {
    await acts[random.between(0, acts.length - 1)]?.(paper, random);
    if (random.chance(0.5)) await allocateWaiting(harness.deps);
  }
  await allocateWaiting(harness.deps);
  await compare(paper, `history ${seed}`);
}

it(
  `says after ${histories} random histories from ${first} on what somebody with a sheet of paper would`,
  async () => {
    for (let seed = first; seed < first + histories; seed++) await live(seed);
  },
  histories * 2_000,
);

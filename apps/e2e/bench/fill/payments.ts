import { localToken } from "@hearth/db/testing/payment-history";
import { humanCode } from "@hearth/domain/ids";
import type { CopiedRow } from "./copy-rows.ts";
import type { People } from "./people.ts";
import { chance, digitsOf, idOf, instant, kinds, landlordOf, type Shape } from "./shape.ts";

/** The course of one payment, from which all its rows follow. */
export interface Story {
  number: number;
  id: string;
  payer: People["payers"][number];
  landlord: People["landlords"][number];
  cents: number;
  createdAt: number;
  status: "completed" | "failed" | "cancelled";
  /** The counted transfer's id, if it is completed. */
  transferId: string | null;
  txHash: string;
  reference: string;
  binding: string;
  code: string;
  paidAt: number;
  isGivenBack: boolean;
  dispute: "open" | "denied" | "chargedBack" | null;
}

/** Times from a checkout to its transfer, from there to its completion, and to a final block. */
const waits = { paidMs: 20_000, completedMs: 4_000, finalMs: 900_000, endedMs: 600_000 };

/**
 * Cumulative limits per thousand payments for completed and failed ones; numbers of partly refunded ones without a dispute, and of disputed
 * ones.
 */
const perThousand = { completed: 940, failed: 970, givenBackFreely: 5, disputed: 9 } as const;
/** Minimum number of disputes, so that a list of fifty is full even with few payments. */
const fewestDisputes = 60;
/** Numbers of approved and open disputes out of nine. The ratio is constant, so that a page of them always costs the same. */
const ofNine = { chargedBack: 5, open: 2 } as const;
/** Refunded amount of a payment. */
export const givenBackCents = 10_000;

/** Yields every payment from a number on, oldest first. Each payer pays once a month, always the same rent. */
export function* stories(shape: Shape, people: People, from = 0): Generator<Story> {
  for (let number = from; number < shape.payments; number++) yield storyOf(shape, people, number);
}

function storyOf(shape: Shape, people: People, number: number): Story {
  const payerNumber = number % shape.payers;
  const payer = people.payers[payerNumber];
  const landlord = people.landlords[landlordOf(shape, payerNumber)];
  if (payer === undefined || landlord === undefined) throw new Error("Nobody has this number");
  const createdAt = Math.floor(shape.newest - (shape.payments - number) * shape.stepMs);
  const digits = digitsOf(`payment ${number}`);
  const fate = chance(number, 1_000);
  const status = fate < perThousand.completed ? "completed" : fate < perThousand.failed ? "failed" : "cancelled";
  const dispute = disputeOf(fate, shape);
  return {
    number,
    id: idOf(kinds.payment, createdAt, number),
    payer,
    landlord,
    cents: 90_000 + 100 * chance(payerNumber, 1_600),
    createdAt,
    status,
    transferId: status === "completed" ? idOf(kinds.transfer, createdAt + waits.paidMs, number) : null,
    txHash: `0x${digits.slice(32, 96)}`,
    reference: digits.slice(0, 64),
    binding: `0x${digits.slice(64)}`,
    code: humanCode(Buffer.from(digits.slice(0, 16), "hex")),
    paidAt: createdAt + waits.paidMs,
    isGivenBack: fate < perThousand.givenBackFreely || dispute === "chargedBack",
    dispute,
  };
}

function disputeOf(fate: number, { payments }: Shape): Story["dispute"] {
  const disputed = Math.max(perThousand.disputed, Math.ceil((1_000 * fewestDisputes) / payments));
  const place = (fate - perThousand.givenBackFreely) / disputed;
  if (place < 0 || place >= 1) return null;
  return place < ofNine.chargedBack / 9 ? "chargedBack" : place < (ofNine.chargedBack + ofNine.open) / 9 ? "open" : "denied";
}

export function paymentRow(story: Story): CopiedRow {
  const { landlord, status, createdAt } = story;
  const endsAt = instant(createdAt + waits.endedMs);
  const endedAt = status === "completed" ? null : endsAt;
  const completedAt = status === "completed" ? instant(story.paidAt + waits.completedMs) : null;
  return {
    id: story.id,
    consumer_id: story.payer.id,
    merchant_id: landlord.id,
    payee_id: landlord.payeeId,
    payee_address: landlord.address,
    amount_cents: story.cents,
    chain_id: localToken.chainId,
    token_address: localToken.tokenAddress,
    description: "Rent",
    apt_number: "12B",
    notes: status === "failed" ? "Checkout expired" : null,
    status,
    reference: story.reference,
    binding: story.binding,
    code: story.code,
    transfer_id: story.transferId,
    created_at: instant(createdAt),
    expires_at: endsAt,
    ended_at: endedAt,
    completed_at: completedAt,
    updated_at: endedAt ?? completedAt,
  };
}

/** Yields a payment's events, in order. */
export function* eventRows(story: Story, block: number): Generator<CopiedRow> {
  const { id, payer, status, createdAt, paidAt } = story;
  const event = (type: string, at: number, data = "{}", actor: string | null = null): CopiedRow => {
    return { payment_id: id, type, actor_id: actor, data, at: instant(at) };
  };
  yield event("created", createdAt, "{}", payer.id);
  if (status === "failed") yield event("expired", createdAt + waits.endedMs);
  if (status === "cancelled") yield event("cancelled", createdAt + waits.endedMs, "{}", payer.id);
  if (story.transferId === null) return;
  const facts = `"transferId":"${story.transferId}","txHash":"${story.txHash}","blockNumber":"${block}","usdcUnits":"${story.cents}0000"`;
  yield event("seen", paidAt, `{${facts}}`);
  yield event("completed", paidAt + waits.completedMs, `{"oddity":"none",${facts}}`);
  yield event("final", paidAt + waits.finalMs, `{${facts}}`);
}

/** Returns the refund of a partly refunded payment, and the transfer that carried it. */
export function refundOf({ number, createdAt, payer, landlord, id, dispute }: Story) {
  const at = createdAt + 5 * 86_400_000;
  const transferId = idOf(kinds.giveBack, at, number);
  const refundId = idOf(kinds.refund, at, number);
  const digits = digitsOf(`refund ${number}`);
  const binding = `0x${digits.slice(64)}`;
  const row: CopiedRow = {
    id: refundId,
    payment_id: id,
    merchant_id: landlord.id,
    dispute_id: dispute === null ? null : disputeId(number, createdAt),
    usdc_units: `${givenBackCents}0000`,
    chain_id: localToken.chainId,
    token_address: localToken.tokenAddress,
    to_address: payer.address,
    binding,
    status: "completed",
    created_by: landlord.ownerId,
    created_at: instant(at),
    transfer_id: transferId,
    completed_at: instant(at + waits.paidMs),
  };
  return { row, refundId, transferId, binding, txHash: `0x${digits.slice(0, 64)}`, at: at + waits.paidMs };
}

function disputeId(number: number, createdAt: number): string {
  return idOf(kinds.dispute, createdAt + 2 * 86_400_000, number);
}

/** Returns the dispute about a payment, and its events. */
export function disputeRows({ number, id, cents, createdAt, payer, landlord, dispute }: Story): { row: CopiedRow; events: CopiedRow[] } {
  const at = createdAt + 2 * 86_400_000;
  const [filed, closed] = [instant(at), dispute === "open" ? null : instant(at + 86_400_000)];
  const own = disputeId(number, createdAt);
  const result = dispute === "open" ? null : dispute;
  const row: CopiedRow = {
    id: own,
    code: humanCode(Buffer.from(digitsOf(`dispute ${number}`).slice(0, 16), "hex")),
    payment_id: id,
    merchant_id: landlord.id,
    amount_cents: cents,
    reason: "The heating did not work",
    description: "It was cold for a week.",
    status: dispute === "open" ? "open" : "closed",
    result,
    result_reason: result && "Decided after a look",
    chargeback_cents: result === null ? null : result === "chargedBack" ? givenBackCents : 0,
    resolved_at: closed,
    resolved_by: closed && landlord.ownerId,
    // The job that marks settled disputes has already run for an old refund.
    settled_at: result === "chargedBack" ? closed : null,
    created_at: filed,
    updated_at: closed ?? filed,
  };
  const events: CopiedRow[] = [{ dispute_id: own, type: "filed", actor_id: payer.id, at: filed }];
  if (closed !== null) events.push({ dispute_id: own, type: "closed", actor_id: landlord.ownerId, at: closed });
  return { row, events };
}

/** Number of payments per thousand with an unrelated transfer beside them. */
const strangersPerThousand = 1;

/** True if a stranger's transfer reached the same landlord at the time of this payment. */
export function hasStranger({ number }: Story): boolean {
  return chance(number + 7, 1_000) < strangersPerThousand;
}

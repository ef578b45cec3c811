import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { dayIn } from "@hearth/domain/rent/calendar";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import {
  findCredit,
  findLastAllocation,
  insertCredit,
  insertLines,
  isTakenBack,
  type LeaseCreditRow,
  replaceReleased,
  sumReleasedSince,
} from "../rows/lease-money.repo.ts";
import { type LeaseRow, lockOwnLease } from "../rows/lease-rows.repo.ts";

/** An approved dispute about a payment of a lease. */
export interface DecidedDispute {
  id: string;
  code: string;
  /** What went back towards it, in cents. */
  givenCents: number;
  /** The credit that the lease got for it; null while there is none. */
  disputeCreditId: string | null;
  /** Who approved it. */
  decidedBy: string | null;
  /** The credit that the payment is in its lease's ledger. */
  paymentCreditId: string;
  leaseId: string;
}

/** A lease, held before money of a disputed payment goes back, and the newest allocation by then. */
export interface HeldForDispute {
  lease: LeaseRow;
  dispute: DecidedDispute;
  lastAllocation: number;
}

/** Holds the lease of a disputed payment, before the journal says what went back. */
export async function holdForDispute(tx: Transaction, dispute: DecidedDispute): Promise<HeldForDispute> {
  const lease = await lockOwnLease(tx, null, dispute.leaseId);
  if (lease === null) throw new Error("The lease of a payment is not kept");
  return { lease, dispute, lastAllocation: await findLastAllocation(tx) };
}

/**
 * Brings the lease's credit for a dispute to what went back towards it, after the journal says so. What the refund took from charges that the payment had
 * paid is credited to the same charges, so that the bill is not owed again; what it took from unused money is not. When the money is on its way again
 * the credit goes back by as much. Nothing is credited again once the landlord has taken the credit back. Answers the credit if it made one.
 */
export async function alignDisputeCredit(tx: Transaction, held: HeldForDispute, givenCents: number, now: Date): Promise<string | null> {
  const { dispute, lastAllocation } = held;
  const more = givenCents - dispute.givenCents;
  if (more < 0) {
    await takeBack(tx, held, -more, now);
    return null;
  }
  const released = more === 0 ? 0 : await sumReleasedSince(tx, dispute.paymentCreditId, lastAllocation);
  const cents = Math.min(more, released);
  if (cents <= 0 || (dispute.disputeCreditId !== null && (await isTakenBack(tx, dispute.disputeCreditId)))) return null;
  const existing = dispute.disputeCreditId === null ? null : await findCredit(tx, dispute.disputeCreditId);
  const credit = existing ?? (await makeCredit(tx, dispute, now));
  await insertLines(tx, [{ ...lineOf(held, credit, now), kind: "credit", cents: -cents }]);
  await replaceReleased(tx, { from: dispute.paymentCreditId, since: lastAllocation, to: credit.id, cents, at: now });
  await audit(tx, "rent.credited", { held, credit, cents, now });
  return existing === null ? credit.id : null;
}

/** The credit counts from the day on which the payment arrived, so that no bill is late that it keeps paid. */
async function makeCredit(tx: Transaction, dispute: DecidedDispute, now: Date): Promise<LeaseCreditRow> {
  const payment = await findCredit(tx, dispute.paymentCreditId);
  if (payment === null) throw new Error("The payment's credit is not kept");
  const { leaseId, arrivedAt } = payment;
  return insertCredit(tx, { leaseId, kind: "credit", arrivedAt, createdBy: dispute.decidedBy ?? payment.createdBy, createdAt: now });
}

async function takeBack(tx: Transaction, held: HeldForDispute, cents: number, now: Date): Promise<void> {
  const { disputeCreditId } = held.dispute;
  const credit = disputeCreditId === null ? null : await findCredit(tx, disputeCreditId);
  const least = Math.min(cents, credit?.receivedCents ?? 0);
  if (credit === null || least === 0) return;
  await insertLines(tx, [{ ...lineOf(held, credit, now), kind: "reversal", cents: least }]);
  await audit(tx, "rent.creditReversed", { held, credit, cents: least, now });
}

function lineOf({ lease, dispute }: HeldForDispute, credit: LeaseCreditRow, now: Date) {
  const note = `Dispute ${dispute.code} was approved`;
  return { leaseId: lease.id, creditId: credit.id, effectiveOn: dayIn(now, lease.timeZone), postedAt: now, note };
}

async function audit(
  tx: Transaction,
  action: "rent.credited" | "rent.creditReversed",
  { held, credit, cents, now }: { held: HeldForDispute; credit: LeaseCreditRow; cents: number; now: Date },
): Promise<void> {
  const data = { lease: publicId("lease", held.lease.id), kind: "credit", cents, dispute: held.dispute.code };
  await insertAuditEntry(tx, null, { at: now, actorId: null, action, subject: publicId("leaseCredit", credit.id), data });
}

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
import { allocateLeases } from "./allocate-leases.ts";

/** An approved dispute about a payment of a lease. */
export interface DecidedDispute {
  id: string;
  code: string;
  /** Cents refunded for it. */
  givenCents: number;
  /** The lease's credit for it. Null while there is none. */
  disputeCreditId: string | null;
  /** The account that approved it. */
  decidedBy: string | null;
  /** The payment's credit in its lease's ledger. */
  paymentCreditId: string;
  leaseId: string;
}

/** A lease, locked before money of a disputed payment is refunded, and the newest allocation at that time. */
export interface HeldForDispute {
  lease: LeaseRow;
  dispute: DecidedDispute;
  lastAllocation: number;
}

/**
 * Locks the lease of a disputed payment. Called before the journal records the refund. Money that still waits for the job is allocated first: the bill that it
 * pays would otherwise be owed again, because the refund would count as taken from unused money.
 */
export async function lockLeaseForDispute(tx: Transaction, dispute: DecidedDispute, now: Date): Promise<HeldForDispute> {
  const lease = await lockOwnLease(tx, null, dispute.leaseId);
  if (lease === null) throw new Error("The lease of a payment is not kept");
  await allocateLeases(tx, [lease.id], now);
  return { lease, dispute, lastAllocation: await findLastAllocation(tx) };
}

/**
 * Adjusts the lease's credit for a dispute to the amount refunded. Called after the journal records the refund. The part of the refund that was taken from
 * charges is credited to the same charges, so the bill is not owed again. The part taken from unused money is not credited. When the refund's block is
 * reorganised away, the credit is reduced by as much. Once the landlord has taken the credit back, nothing is credited again. Returns the credit if it made
 * one.
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

/** The credit counts from the day on which the payment arrived, so that a bill which it pays is not late. */
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

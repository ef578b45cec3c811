import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import { allocate } from "@hearth/domain/rent/allocation";
import { dayIn } from "@hearth/domain/rent/calendar";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import { listNamedRefunds, type NamedRefundRow, nameDepositCredit, sumAllocated, takeFromCharge } from "../rows/deposits.repo.ts";
import { findCredit, insertAllocations, insertCredit, insertLines, isTakenBack, listOpen, listUnused } from "../rows/lease-money.repo.ts";
import { type LeaseRow, lockOwnLease } from "../rows/lease-rows.repo.ts";

/** The change of a refund's refunded amount in base units, and the time of the block that changes it. */
export interface ChangedRefund {
  refundId: string;
  beforeUnits: bigint;
  afterUnits: bigint;
  at: Date;
}

/** A refund that names a charge, with the change that it made there before the journal recorded it. */
interface NamedChange {
  refund: NamedRefundRow;
  lease: LeaseRow;
  /** Positive: cents taken from the charge. Negative: cents to be put back. */
  cents: number;
  at: Date;
}

/**
 * Takes refunded money from the charges that refunds name. Called before the journal records the refund. A refund of a deposit takes it from the deposit alone.
 * A refund of another charge takes the payment's unused money first. The posting takes the remainder from the charge due last. Locks the lease. One statement
 * where no refund names a charge, else some six for each that does.
 */
export async function takeFromNamed(tx: Transaction, changes: readonly ChangedRefund[], now: Date): Promise<NamedChange[]> {
  if (changes.length === 0) return [];
  const named = await listNamedRefunds(
    tx,
    changes.map(({ refundId }) => refundId),
  );
  const done: NamedChange[] = [];
  for (const refund of named) {
    const change = changes.find(({ refundId }) => refundId === refund.id);
    const lease = await lockOwnLease(tx, null, refund.leaseId);
    if (change === undefined || lease === null) throw new Error("The lease of a refund is not kept");
    const more = usdcUnitsToWholeCents(change.afterUnits) - usdcUnitsToWholeCents(change.beforeUnits);
    const cents = more > 0 ? await take(tx, refund, more, { at: now, counts: change.at }) : more;
    done.push({ refund, lease, cents, at: change.at });
  }
  return done;
}

/** Takes a refund's money from its charge. Returns the cents taken. */
async function take(tx: Transaction, refund: NamedRefundRow, more: number, when: { at: Date; counts: Date }): Promise<number> {
  const { chargeId, paymentCreditId: creditId } = refund;
  const credit = await findCredit(tx, creditId);
  const unused = refund.isDeposit || credit === null ? 0 : credit.receivedCents - credit.usedCents;
  const cents = Math.min(Math.max(0, more - unused), await sumAllocated(tx, creditId, chargeId));
  if (cents > 0) await takeFromCharge(tx, { chargeId, creditId, cents, ...when });
  return cents;
}

/**
 * Ends the hold on refunded deposits. Called after the journal records the refund. A credit replaces the money, so that the deposit is not owed again. When the
 * refund's block is reorganised away, the credit is reduced by as much, and the payment pays the deposit as before.
 */
export async function endDeposits(tx: Transaction, changes: readonly NamedChange[], now: Date): Promise<void> {
  for (const change of changes) {
    if (!change.refund.isDeposit || change.refund.isVoided || change.cents === 0) continue;
    await (change.cents > 0 ? credit(tx, change, now) : uncredit(tx, change, now));
  }
}

async function credit(tx: Transaction, change: NamedChange, now: Date): Promise<void> {
  const { refund, lease, cents, at } = change;
  if (refund.leaseCreditId !== null && (await isTakenBack(tx, refund.leaseCreditId))) return;
  const id = refund.leaseCreditId ?? (await insertDepositCredit(tx, { ...refund, leaseId: lease.id, at, now }));
  if (refund.leaseCreditId === null) await nameDepositCredit(tx, refund.id, id);
  await insertLines(tx, [{ ...lineOf(change, now), kind: "credit", creditId: id, cents: -cents }]);
  await insertAllocations(tx, [{ creditId: id, chargeId: refund.chargeId, cents, at: now, arrivedAt: at }]);
  await audit(tx, change, "rent.depositGivenBack", { creditId: id, cents, now });
}

async function uncredit(tx: Transaction, change: NamedChange, now: Date): Promise<void> {
  const { refund, lease, at } = change;
  const existing = refund.leaseCreditId === null ? null : await findCredit(tx, refund.leaseCreditId);
  const cents = Math.min(-change.cents, existing?.receivedCents ?? 0);
  if (existing === null || cents === 0) return;
  await insertLines(tx, [{ ...lineOf(change, now), kind: "reversal", creditId: existing.id, cents }]);
  const unused = (await listUnused(tx, [lease.id])).filter(({ id }) => id === refund.paymentCreditId);
  const open = (await listOpen(tx, [lease.id]))
    .filter(({ id }) => id === refund.chargeId)
    .map((charge) => ({ ...charge, openCents: cents }));
  const again = allocate(unused, open);
  await insertAllocations(
    tx,
    again.map((row) => ({ ...row, at: now, countsAt: at })),
  );
  await audit(tx, change, "rent.creditReversed", { creditId: existing.id, cents, now });
}

/** Inserts the credit that replaces a deposit's money. It counts from the moment of the refund. */
export async function insertDepositCredit(
  tx: Transaction,
  { leaseId, chargeId, createdBy, at, now }: { leaseId: string; chargeId: string; createdBy: string; at: Date; now: Date },
): Promise<string> {
  const values = { leaseId, kind: "credit" as const, depositChargeId: chargeId, arrivedAt: at, createdBy, createdAt: now };
  return (await insertCredit(tx, values)).id;
}

function lineOf({ lease, at }: NamedChange, now: Date) {
  return { leaseId: lease.id, effectiveOn: dayIn(at, lease.timeZone), postedAt: now, note: "Deposit returned" };
}

async function audit(
  tx: Transaction,
  { refund, lease }: NamedChange,
  action: "rent.depositGivenBack" | "rent.creditReversed",
  { creditId, cents, now }: { creditId: string; cents: number; now: Date },
): Promise<void> {
  const data = {
    lease: publicId("lease", lease.id),
    cents,
    refund: publicId("refund", refund.id),
    charge: publicId("charge", refund.chargeId),
  };
  await insertAuditEntry(tx, null, { at: now, actorId: null, action, subject: publicId("leaseCredit", creditId), data });
}

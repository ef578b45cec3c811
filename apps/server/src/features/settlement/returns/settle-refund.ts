import { sameAddress } from "@hearth/chain/addresses";
import type { ExpectedTransfer } from "@hearth/chain/judge-transfer";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { type Origin, returned } from "@hearth/db/postings";
import { publicId } from "@hearth/domain/ids";
import { formatUsdc, usdcUnitsToWholeCents } from "@hearth/domain/money";
import type { RefundProblem } from "@hearth/domain/refunds/problems";
import { clearAlarm, raiseAlarm, wasAcknowledged } from "../../alarms/alarms.repo.ts";
import { insertPostings, sumHeld, sumPayment, sumReturnedByTransfer } from "../../ledger/journal.repo.ts";
import { notifyFollowers } from "../../ledger/payment-events.repo.ts";
import { lockPayment } from "../../ledger/payments.repo.ts";
import {
  findDecidedOfLease,
  findGivenCents,
  findRefund,
  listGivenBack,
  listGivenBackOf,
  listSendingBackBegun,
  lockRefund,
  markOutgrown,
  markRefundCompleted,
  markRefundReopened,
  markSuperseded,
  nameDisputeCredit,
  originOf,
  type RefundRow,
} from "../../ledger/refunds.repo.ts";
import { alignDisputeCredit, type HeldForDispute, lockLeaseForDispute } from "../../rent/charges/dispute-credit.ts";
import { type ChangedRefund, endDeposits, takeFromNamed } from "../../rent/charges/named-refunds.ts";
import { findTransfer, lockTransfer, type TransferRow, updateTransfer } from "../../ledger/transfers.repo.ts";
import { auditRefund } from "./audit-refund.ts";
import { notifyRefund } from "./refund-notices.ts";

/** Builds the transfer that a refund expects, for the judge. A short transfer counts too, and needs the depth of the whole amount. */
export function expectedOfRefund(
  refund: RefundRow,
  transfer: Pick<TransferRow, "usdcUnits" | "binding" | "fromAddress">,
): ExpectedTransfer {
  const { usdcUnits: due } = refund;
  return {
    chainId: refund.chainId,
    usdcAddress: refund.tokenAddress,
    payeeAddress: refund.toAddress,
    usdcUnits: transfer.usdcUnits < due ? transfer.usdcUnits : due,
    notBefore: transfer.binding === null ? refund.createdAt : null,
    binding: refund.binding,
    payerAddresses: transfer.binding === null ? [transfer.fromAddress] : [],
    amountCents: usdcUnitsToWholeCents(due),
  };
}

/**
 * Returns the problem of a transfer with a refund's binding, judged alone; null when it is exactly right.
 *
 * @param isOwn the money left a wallet where the merchant is or was paid, or one proven for refunds.
 */
export function problemOf(
  observed: Pick<ObservedTransfer, "to" | "usdcUnits">,
  refund: Pick<RefundRow, "toAddress" | "usdcUnits">,
  isOwn: boolean,
): RefundProblem | null {
  if (!isOwn) return "foreignWallet";
  if (!sameAddress(observed.to, refund.toAddress)) return "wrongAddress";
  if (observed.usdcUnits < refund.usdcUnits) return "short";
  return observed.usdcUnits > refund.usdcUnits ? "over" : null;
}

/** A returned transfer, with its problem relative to the refund's other transfers. */
interface Classified {
  transfer: TransferRow;
  problem: RefundProblem | null;
}

/**
 * Classifies a refund's transfers, in chain order. The first that is enough completes the refund. Smaller ones before it are short, and all
 * later ones are duplicates.
 */
function classifyTogether(returns: readonly TransferRow[], due: bigint): { completing: TransferRow | null; classified: Classified[] } {
  const place = returns.findIndex(({ usdcUnits }) => usdcUnits >= due);
  const classified = returns.map((transfer, index): Classified => {
    if (place !== -1 && index > place) return { transfer, problem: "duplicate" };
    if (index !== place) return { transfer, problem: "short" };
    return { transfer, problem: transfer.usdcUnits > due ? "over" : null };
  });
  return { completing: returns[place] ?? null, classified };
}

/** Maps each transfer to the base units that returned received money. The received units are allotted in chain order. */
function allotReturns(receivedUnits: bigint, returns: readonly TransferRow[]): Map<string, bigint> {
  let remainingUnits = receivedUnits;
  return new Map(
    returns.map(({ id, usdcUnits }) => {
      const units = usdcUnits < remainingUnits ? usdcUnits : remainingUnits;
      remainingUnits -= units;
      return [id, units];
    }),
  );
}

/** Locks a refund, after locking the payment or transfer that it returns. */
export async function lockRefundWithOrigin(tx: Transaction, refundId: string): Promise<RefundRow | null> {
  const refund = await findRefund(tx, refundId);
  if (!refund) return null;
  const origin = originOf(refund);
  await ("paymentId" in origin ? lockPayment(tx, origin.paymentId) : lockTransfer(tx, origin.sourceTransferId));
  return lockRefund(tx, refundId);
}

/**
 * Recomputes which transfer completes a refund and the problems of the others. No other code completes or reopens a refund. Run it whenever
 * one of its transfers is added or removed.
 */
export async function settleRefund(tx: Transaction, refundId: string, now: Date): Promise<void> {
  const refund = await lockRefundWithOrigin(tx, refundId);
  if (!refund) return;
  const { completing, classified } = classifyTogether(await listGivenBack(tx, refundId), refund.usdcUnits);
  for (const { transfer, problem } of classified)
    if (transfer.refundProblem !== problem) await updateTransfer(tx, transfer.id, { refundProblem: problem });
  if (refund.transferId !== (completing?.id ?? null)) await changeCounted(tx, refund, completing, now);
  const origin = originOf(refund);
  const { leftUnits, returnedUnits } = await alignReturns(tx, origin, now);
  const superseded =
    "paymentId" in origin
      ? await markSuperseded(tx, origin.paymentId, now)
      : returnedUnits > 0n
        ? await markOutgrown(tx, origin.sourceTransferId, leftUnits, now)
        : null;
  if (superseded !== null) await auditRefund(tx, superseded, { what: "cancelled", at: now });
  await notifyPageFollowers(tx, refund);
}

/** Wakes the clients that follow the payment concerned: the refunded one, or the one that a returned transfer was meant for. */
export async function notifyPageFollowers(tx: Transaction, refund: RefundRow): Promise<void> {
  const origin = originOf(refund);
  const paymentId = "paymentId" in origin ? origin.paymentId : (await requireTransfer(tx, origin.sourceTransferId)).paymentId;
  if (paymentId !== null) await notifyFollowers(tx, paymentId);
}

async function changeCounted(tx: Transaction, refund: RefundRow, completing: TransferRow | null, now: Date): Promise<void> {
  if (refund.transferId !== null) {
    const counted = await findTransfer(tx, refund.transferId);
    await markRefundReopened(tx, refund, now);
    await auditRefund(tx, refund, { what: "reopened", at: now, data: { txHash: counted?.txHash ?? null } });
  }
  if (completing === null) return;
  await markRefundCompleted(tx, refund.id, completing.id, now);
  const { txHash, usdcUnits } = completing;
  const isOver = usdcUnits > refund.usdcUnits;
  await auditRefund(tx, refund, { what: "completed", at: now, data: { txHash, ...(isOver && { problem: "over" }) } });
  await notifyRefund(tx, refund, { kind: "refundArrived", transfer: completing, now });
}

/** Adds a short or duplicate refund transfer to the audit log. */
export async function auditGivenBack(tx: Transaction, refund: RefundRow, transfer: TransferRow, now: Date): Promise<void> {
  const { refundProblem: problem, usdcUnits, txHash } = transfer;
  if (problem !== "short" && problem !== "duplicate") return;
  await auditRefund(tx, refund, { what: "oddTransfer", at: now, data: { problem, usdc: formatUsdc(usdcUnits), txHash } });
}

/** Base units returned of a payment or transfer according to the journal, and what is left of it. */
export interface Alignment {
  returnedUnits: bigint;
  leftUnits: bigint;
}

/**
 * Updates the journal's returns of a payment, or of a transfer without one. The transfers of its refunds count in chain order until the
 * received money is used up. Money sent beyond that raises an alarm. Requires the payment's lock or the cursor's lock.
 */
export async function alignReturns(tx: Transaction, origin: Origin, now: Date): Promise<Alignment> {
  const returns = await listGivenBackOf(tx, origin);
  const currentAllotments = await sumReturnedByTransfer(tx, origin);
  const receivedUnits =
    "paymentId" in origin ? (await sumPayment(tx, origin.paymentId)).creditedUnits : await sumHeld(tx, origin.sourceTransferId);
  const targetAllotments = allotReturns(receivedUnits, returns);
  const concerned = new Map(returns.map((transfer) => [transfer.id, transfer]));
  for (const id of currentAllotments.keys()) if (!concerned.has(id)) concerned.set(id, await requireTransfer(tx, id));
  const changes = [...concerned.values()].map((transfer) => ({
    transfer,
    units: (targetAllotments.get(transfer.id) ?? 0n) - (currentAllotments.get(transfer.id) ?? 0n),
  }));
  const named =
    "paymentId" in origin
      ? await takeFromNamed(tx, changedRefunds(changes, { target: targetAllotments, current: currentAllotments }), now)
      : [];
  const dispute =
    "paymentId" in origin && changes.some(({ units }) => units !== 0n) ? await findDecidedOfLease(tx, origin.paymentId) : null;
  const lockedLease = dispute && (await lockLeaseForDispute(tx, dispute, now));
  // Negative changes come first and make room for the positive ones.
  for (const { transfer, units } of changes.toSorted((left, right) => Number(left.units - right.units))) {
    await insertPostings(tx, returned(transfer, origin, units, now));
  }
  if (lockedLease !== null) await creditDispute(tx, lockedLease, now);
  await endDeposits(tx, named, now);
  const returnedUnits = [...targetAllotments.values()].reduce((sum, units) => sum + units, 0n);
  const leftUnits = receivedUnits - returnedUnits;
  if ("sourceTransferId" in origin) {
    const last = returns.findLast(({ id }) => (targetAllotments.get(id) ?? 0n) > 0n);
    await updateTransfer(tx, origin.sourceTransferId, { sentBackBy: leftUnits === 0n ? (last?.id ?? null) : null });
  }
  const sentUnits = returns.reduce((sum, { usdcUnits }) => sum + usdcUnits, 0n);
  if (returns.length > 0) await flagBeyond(tx, origin, sentUnits - returnedUnits, now);
  return { returnedUnits, leftUnits };
}

/** Sums each refund's returned units before and after the changes, with the block time of its last changed transfer. */
function changedRefunds(
  changes: readonly { transfer: TransferRow; units: bigint }[],
  { target, current }: { target: ReadonlyMap<string, bigint>; current: ReadonlyMap<string, bigint> },
): ChangedRefund[] {
  const ofRefunds = Map.groupBy(changes, ({ transfer }) => transfer.refundId);
  return [...ofRefunds].flatMap(([refundId, refundTransfers]) => {
    const changed = refundTransfers.filter(({ units }) => units !== 0n).map(({ transfer }) => transfer.blockTime);
    if (refundId === null || changed.length === 0) return [];
    const sum = (units: ReadonlyMap<string, bigint>) =>
      refundTransfers.reduce((total, { transfer }) => total + (units.get(transfer.id) ?? 0n), 0n);
    const at = changed.reduce((latest, time) => (time > latest ? time : latest));
    return [{ refundId, beforeUnits: sum(current), afterUnits: sum(target), at }];
  });
}

/** Credits the lease with what was returned for an approved dispute, so that its charge is not owed again. */
async function creditDispute(tx: Transaction, held: HeldForDispute, now: Date): Promise<void> {
  const creditId = await alignDisputeCredit(tx, held, await findGivenCents(tx, held.dispute.id), now);
  if (creditId !== null) await nameDisputeCredit(tx, held.dispute.id, creditId);
}

/**
 * Updates the journal's returns of transfers whose return was ever begun. Call it when a transfer appears or disappears, or is attached to
 * or detached from a payment.
 */
export async function alignReturnsOf(tx: Transaction, transferIds: readonly string[], now: Date): Promise<void> {
  for (const sourceTransferId of await listSendingBackBegun(tx, transferIds)) await alignReturns(tx, { sourceTransferId }, now);
}

async function flagBeyond(tx: Transaction, origin: Origin, beyond: bigint, now: Date): Promise<void> {
  const about =
    "paymentId" in origin
      ? { paymentId: publicId("payment", origin.paymentId) }
      : { transferId: publicId("transfer", origin.sourceTransferId) };
  const key = `refunded-beyond-${Object.values(about).join("")}`;
  if (beyond === 0n) return clearAlarm(tx, key, now);
  const what =
    "paymentId" in origin ? "for a payment than had come in for it" : "of a transfer than had come in with it and no payment has";
  const message = `${formatUsdc(beyond)} USDC more were sent back ${what}.`;
  // Runs again with every chain update. After an acknowledgement, only a different amount raises the alarm again.
  if (!(await wasAcknowledged(tx, { key, message }))) await raiseAlarm(tx, { key, message, data: about, now });
}

async function requireTransfer(tx: Transaction, id: string): Promise<TransferRow> {
  const transfer = await findTransfer(tx, id);
  if (!transfer) throw new Error("A transfer of the journal has no row");
  return transfer;
}

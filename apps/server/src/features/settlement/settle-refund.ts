import type { ExpectedTransfer } from "@hearth/chain/judge-transfer";
import type { Transaction } from "@hearth/db/client";
import { returned } from "@hearth/db/postings";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, formatUsdc } from "@hearth/domain/money";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import { clearAlarm, raiseAlarm } from "../alarms/alarms.repo.ts";
import { insertPostings, sumPayment, sumReturnedByTransfer } from "../ledger/journal.repo.ts";
import { notifyFollowers } from "../ledger/payment-events.repo.ts";
import {
  listGivenBack,
  listGivenBackOfPayment,
  lockRefund,
  markSuperseded,
  markRefundCompleted,
  markRefundReopened,
  type RefundRow,
} from "../ledger/refunds.repo.ts";
import { findTransfer, type TransferRow, updateTransfer } from "../ledger/transfers.repo.ts";
import { allotReturns, classifyTogether } from "./classify-refund-transfer.ts";

/** What a refund waits for, as the judge wants it; what came too short counts too, and so has to be as deep as what pays all of it. */
export function expectedOfRefund(
  refund: RefundRow,
  transfer: Pick<TransferRow, "usdcUnits" | "binding" | "fromAddress">,
): ExpectedTransfer {
  const due = centsToUsdcUnits(refund.amountCents);
  return {
    chainId: refund.chainId,
    usdcAddress: refund.tokenAddress,
    payeeAddress: refund.toAddress,
    usdcUnits: transfer.usdcUnits < due ? transfer.usdcUnits : due,
    notBefore: transfer.binding === null ? refund.createdAt : null,
    binding: refund.binding,
    payerAddresses: transfer.binding === null ? [transfer.fromAddress] : [],
    amountCents: refund.amountCents,
  };
}

/**
 * Decides anew what the transfers that went back for a refund mean together: which one completes it, and what is odd about the others. The one
 * place where a refund becomes completed, and is taken back. Runs after any of them came or went, with its payment locked.
 */
export async function settleRefund(tx: Transaction, refundId: string, now: Date): Promise<void> {
  const refund = await lockRefund(tx, refundId);
  if (!refund) return;
  const { completing, classified } = classifyTogether(await listGivenBack(tx, refundId), refund.amountCents);
  for (const { transfer, problem } of classified)
    if (transfer.refundProblem !== problem) await updateTransfer(tx, transfer.id, { refundProblem: problem });
  if (refund.transferId !== (completing?.id ?? null)) await changeCounted(tx, refund, completing, now);
  await alignReturns(tx, refund.paymentId, now);
  const superseded = await markSuperseded(tx, refund.paymentId, now);
  if (superseded !== null) await audit(tx, "refund.cancelled", superseded, {}, now);
  await notifyFollowers(tx, refund.paymentId);
}

async function changeCounted(tx: Transaction, refund: RefundRow, completing: TransferRow | null, now: Date): Promise<void> {
  if (refund.transferId !== null) {
    const counted = await findTransfer(tx, refund.transferId);
    await markRefundReopened(tx, refund, now);
    await audit(tx, "refund.reopened", refund.id, { txHash: counted?.txHash ?? null }, now);
  }
  if (completing === null) return;
  await markRefundCompleted(tx, refund.id, completing.id, now);
  const { txHash, usdcUnits } = completing;
  const isOver = usdcUnits > centsToUsdcUnits(refund.amountCents);
  await audit(tx, "refund.completed", refund.id, { txHash, ...(isOver && { problem: "over" }) }, now);
}

/** Says in the audit log what was odd about a transfer that went back. */
export async function auditGivenBack(tx: Transaction, transfer: TransferRow, now: Date): Promise<void> {
  const { refundId, refundProblem: problem, usdcUnits, txHash } = transfer;
  if (refundId === null || (problem !== "short" && problem !== "duplicate")) return;
  await audit(tx, "refund.oddTransfer", refundId, { problem, usdc: formatUsdc(usdcUnits), txHash }, now);
}

/**
 * Brings the journal to what went back of a payment: each transfer of its refunds counts in the chain's order, until what came in for the
 * payment is used up; beyond that it is money sent for nothing here, and somebody is told. Runs with the payment locked.
 */
export async function alignReturns(tx: Transaction, paymentId: string, now: Date): Promise<void> {
  const given = await listGivenBackOfPayment(tx, paymentId);
  const standing = await sumReturnedByTransfer(tx, paymentId);
  const { creditedUnits } = await sumPayment(tx, paymentId);
  const wanted = allotReturns(creditedUnits, given);
  const concerned = new Map(given.map((transfer) => [transfer.id, transfer]));
  for (const id of standing.keys()) if (!concerned.has(id)) concerned.set(id, await requireTransfer(tx, id));
  const changes = [...concerned.values()].map((transfer) => ({
    transfer,
    units: (wanted.get(transfer.id) ?? 0n) - (standing.get(transfer.id) ?? 0n),
  }));
  // What is taken back first makes room for what comes.
  for (const { transfer, units } of changes.toSorted((left, right) => Number(left.units - right.units))) {
    await insertPostings(tx, returned(transfer, paymentId, units, now));
  }
  const beyond = given.reduce((sum, { id, usdcUnits }) => sum + usdcUnits - (wanted.get(id) ?? 0n), 0n);
  if (given.length > 0) await flagBeyond(tx, paymentId, beyond, now);
}

async function flagBeyond(tx: Transaction, paymentId: string, beyond: bigint, now: Date): Promise<void> {
  const id = publicId("payment", paymentId);
  const key = `refunded-beyond-${id}`;
  if (beyond === 0n) return clearAlarm(tx, key, now);
  const message = `${formatUsdc(beyond)} USDC more were sent back for a payment than had come in for it.`;
  await raiseAlarm(tx, { key, message, data: { paymentId: id }, now });
}

async function requireTransfer(tx: Transaction, id: string): Promise<TransferRow> {
  const transfer = await findTransfer(tx, id);
  if (!transfer) throw new Error("A transfer of the journal is not kept");
  return transfer;
}

async function audit(
  tx: Transaction,
  action: "refund.completed" | "refund.reopened" | "refund.cancelled" | "refund.oddTransfer",
  refundId: string,
  data: Record<string, string | null>,
  now: Date,
): Promise<void> {
  await insertAuditEntry(tx, null, { at: now, actorId: null, action, subject: publicId("refund", refundId), data });
}

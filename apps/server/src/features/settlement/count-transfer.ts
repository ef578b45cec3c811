import { judgeTransfer } from "@hearth/chain/judge-transfer";
import type { ChainView } from "@hearth/chain/judge-transfer";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { credited } from "@hearth/db/postings";
import type { PaymentOddity } from "@hearth/domain/payments/status";
import type { Deps } from "../../deps.ts";
import { lockCursor } from "../ledger/chain-cursor.repo.ts";
import { insertPostings } from "../ledger/journal.repo.ts";
import { insertPaymentEvent } from "../ledger/payment-events.repo.ts";
import { lockPayment, markCompleted, type PaymentRow } from "../ledger/payments.repo.ts";
import { findTransfer, lockTransferByLog, type TransferRow, updateTransfer } from "../ledger/transfers.repo.ts";
import { expectedOf } from "./match-payment.ts";
import { alignReturns, alignReturnsOf, auditGivenBack, expectedOfRefund, holdRefund, settleRefund } from "./settle-refund.ts";
import { transferData } from "./transfer-events.ts";

/**
 * Counts a matched transfer for its payment when it is deep enough: the one place where a payment becomes completed. The chain was asked
 * before; under the lock everything of ours is read and judged again. Answers whether it counted now.
 */
export async function countTransfer(deps: Deps, candidate: TransferRow, view: ChainView): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const locked = await lockCounted(tx, candidate, view);
    if (!locked) return false;
    const { transfer } = locked;
    if (!transfer.paymentId || transfer.verdict !== "matched") return false;
    const payment = await lockPayment(tx, transfer.paymentId);
    if (!payment || payment.status === "completed") return false;
    const judgement = judgeTransfer(observedOf(transfer), expectedFor(transfer, payment), locked.view, deps.network);
    if (judgement.kind !== "settled") return false;
    return complete(tx, payment, transfer, judgement.over, deps.clock.now());
  });
}

/**
 * Counts a transfer for a refund as money that went back, when it is deep enough, by the same judge. Answers whether it counted
 * now.
 */
export async function countRefundTransfer(deps: Deps, candidate: TransferRow, view: ChainView): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const locked = await lockCounted(tx, candidate, view);
    if (!locked) return false;
    const { transfer } = locked;
    if (transfer.refundId === null || transfer.givenBackAt !== null || transfer.senderMerchantId === null) return false;
    if (transfer.refundProblem === "foreignWallet" || transfer.refundProblem === "wrongAddress") return false;
    const refund = await holdRefund(tx, transfer.refundId);
    if (!refund) return false;
    const judgement = judgeTransfer(observedOf(transfer), expectedOfRefund(refund, transfer), locked.view, deps.network);
    if (judgement.kind !== "settled") return false;
    const now = deps.clock.now();
    await updateTransfer(tx, transfer.id, { givenBackAt: now });
    await settleRefund(tx, refund.id, now);
    const settled = await findTransfer(tx, transfer.id);
    if (settled) await auditGivenBack(tx, refund, settled, now);
    return true;
  });
}

/** The living row of a transfer under the cursor's lock, with the view cut to what was read; null while nothing may be counted. */
async function lockCounted(tx: Transaction, candidate: TransferRow, view: ChainView) {
  const cursor = await lockCursor(tx, candidate.chainId);
  if (!cursor || cursor.completionsStoppedAt !== null) return null;
  const transfer = await lockTransferByLog(tx, candidate);
  if (!transfer || transfer.reorgedAt !== null) return null;
  // The chain may have been cut back since the view was read.
  const head = cursor.blockNumber < view.head ? cursor.blockNumber : view.head;
  return { transfer, view: { ...view, head } };
}

async function complete(tx: Transaction, payment: PaymentRow, transfer: TransferRow, over: boolean, now: Date): Promise<boolean> {
  const oddity = oddityOf(payment, transfer, over);
  const completed = await markCompleted(tx, payment.id, { transferId: transfer.id, oddity, now });
  if (!completed) return false;
  await insertPostings(tx, credited(transfer, payment.id, now));
  await alignReturns(tx, { paymentId: payment.id }, now);
  await alignReturnsOf(tx, transfer, now);
  await insertPaymentEvent(tx, { paymentId: payment.id, type: "completed", data: { oddity, ...transferData(transfer) }, at: now });
  return true;
}

/** What a payment waits for from this transfer; where a person or the onramp's order said whose it is, its time says nothing any more. */
function expectedFor(transfer: TransferRow, payment: PaymentRow) {
  const { boundBy, fromAddress } = transfer;
  if (boundBy === "admin" || boundBy === "onramp") return { ...expectedOf(payment, [fromAddress]), notBefore: null };
  return expectedOf(payment, boundBy === "wallet" ? [fromAddress] : []);
}

/** Over when more came than was asked for; late when the money moved after its checkout had ended, whenever it was matched. */
function oddityOf(payment: PaymentRow, transfer: TransferRow, over: boolean): PaymentOddity {
  if (over) return "over";
  return transfer.blockTime > endOf(payment) ? "late" : "none";
}

/** When a checkout ended: by its time, or when its payer gave it up. Blocks tell whole seconds. */
function endOf({ status, expiresAt, endedAt }: PaymentRow): Date {
  const isGivenUp = status === "cancelled" && endedAt !== null && endedAt < expiresAt;
  return isGivenUp ? new Date(Math.floor(endedAt.getTime() / 1_000) * 1_000 - 1) : expiresAt;
}

/** A kept transfer as the judge wants it; where a person said which payment it is for, the reference it carries says nothing any more. */
export function observedOf(transfer: TransferRow): ObservedTransfer {
  const binding = transfer.boundBy === "admin" ? null : transfer.binding;
  const by = transfer.boundBy === "calldata" ? "calldata" : "authorization";
  return {
    chainId: transfer.chainId,
    txHash: transfer.txHash,
    logIndex: transfer.logIndex,
    blockNumber: transfer.blockNumber,
    blockHash: transfer.blockHash,
    blockTime: transfer.blockTime,
    token: transfer.tokenAddress,
    from: transfer.fromAddress,
    to: transfer.toAddress,
    usdcUnits: transfer.usdcUnits,
    binding: binding ? { hash: binding, by } : null,
  };
}

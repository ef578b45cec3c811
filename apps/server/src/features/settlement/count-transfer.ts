import { judgeTransfer } from "@hearth/chain/judge-transfer";
import type { ChainView } from "@hearth/chain/judge-transfer";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import type { PaymentOddity } from "@hearth/domain/payments/status";
import type { Deps } from "../../deps.ts";
import { lockCursor } from "../ledger/chain-cursor.repo.ts";
import { insertPaymentEvent } from "../ledger/payment-events.repo.ts";
import { lockPayment, markCompleted, type PaymentRow } from "../ledger/payments.repo.ts";
import { lockTransferByLog, type TransferRow } from "../ledger/transfers.repo.ts";
import { expectedOf, transferData } from "./record-transfer.ts";

/**
 * Counts a matched transfer for its payment when it is deep enough: the one place where a payment becomes completed. The chain was asked
 * before; under the lock everything of ours is read and judged again. Answers whether it counted now.
 */
export async function countTransfer(deps: Deps, candidate: TransferRow, view: ChainView): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx, candidate.chainId);
    if (!cursor || cursor.completionsStoppedAt !== null) return false;
    const transfer = await lockTransferByLog(tx, candidate);
    if (!transfer?.paymentId || transfer.verdict !== "matched" || transfer.orphanedAt !== null) return false;
    const payment = await lockPayment(tx, transfer.paymentId);
    if (!payment || payment.status === "completed") return false;
    const payer = isPayerSaid(transfer) ? [transfer.fromAddress] : [];
    // The chain may have been cut back since the view was read.
    const head = cursor.blockNumber < view.head ? cursor.blockNumber : view.head;
    const judgement = judgeTransfer(observedOf(transfer), expectedOf(payment, payer), { ...view, head }, deps.network);
    if (judgement.kind !== "settled") return false;
    return complete(tx, payment, transfer, judgement.over, deps.clock.now());
  });
}

async function complete(tx: Transaction, payment: PaymentRow, transfer: TransferRow, over: boolean, now: Date): Promise<boolean> {
  const oddity = oddityOf(payment, transfer, over);
  const completed = await markCompleted(tx, payment.id, { transferId: transfer.id, oddity, now });
  if (!completed) return false;
  await insertPaymentEvent(tx, { paymentId: payment.id, type: "completed", data: { oddity, ...transferData(transfer) }, at: now });
  return true;
}

/** Whether something else than the transfer itself says whose money it is: a proven wallet, a person, or the onramp's order. */
function isPayerSaid({ boundBy }: TransferRow): boolean {
  return boundBy === "wallet" || boundBy === "admin" || boundBy === "onramp";
}

/** Over when more came than was asked for; late when the payment had ended before, or the money moved after its time. */
function oddityOf(payment: PaymentRow, transfer: TransferRow, over: boolean): PaymentOddity {
  if (over) return "over";
  return payment.status !== "pending" || transfer.blockTime > payment.expiresAt ? "late" : "none";
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

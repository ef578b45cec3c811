import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import { lockCursor } from "../ledger/chain-cursor.repo.ts";
import { findUnmatchedBound, updateTransfer } from "../ledger/transfers.repo.ts";
import { assignToCharge } from "../rent/bills/bills.service.ts";
import { observedOf } from "../settlement/counting/count-transfer.ts";
import { matchTransfer } from "../settlement/recording/match-payment.ts";
import { type ChequeRow, lockCheque, updateCheque } from "./cheques.repo.ts";
import type { Judgement } from "./judge-cheque.ts";
import { openPayment } from "./open-payment.ts";

/**
 * Credits a cheque that its payer submitted themselves to its bill: the transfer carries the cheque's nonce, and reached the landlord before there was a payment of
 * it. Opens that payment, and lets the transfer pay it as any other by its reference. False where no such transfer was read yet, or the bill is being paid
 * in another way. Under the lock that all matching is done under.
 */
export async function creditSubmitted(
  deps: Deps,
  tx: Transaction,
  cheque: ChequeRow,
  { lease, chargeId }: Judgement & { chargeId: string },
): Promise<boolean> {
  const now = deps.clock.now();
  await lockCursor(tx, deps.network.chainId);
  const { chainId, fromAddress: from, binding } = cheque;
  const transfer = await findUnmatchedBound(tx, { chainId, from, binding });
  if (transfer === null) return false;
  const paymentId = await openPayment(deps, tx, cheque, lease);
  const held = paymentId === null ? null : await lockCheque(tx, cheque.id);
  if (paymentId === null || held?.status !== "ready") return false;
  await assignToCharge(tx, { leaseId: held.leaseId, chargeId, paymentId, payerId: held.payerId }, now);
  await updateTransfer(tx, transfer.id, await matchTransfer(tx, deps.network, observedOf(transfer)));
  await updateCheque(tx, held.id, { status: "sent", paymentId, trouble: null, nextLookAt: now, nextCheckAt: null }, now);
  return true;
}

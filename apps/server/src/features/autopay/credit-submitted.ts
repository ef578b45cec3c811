import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import { lockCursor } from "../ledger/chain-cursor.repo.ts";
import { findUnmatchedBound, updateTransfer } from "../ledger/transfers.repo.ts";
import { assignToCharge } from "../rent/bills/bills.service.ts";
import { observedOf } from "../settlement/counting/count-transfer.ts";
import { matchTransfer } from "../settlement/recording/match-payment.ts";
import { type ChequeRow, lockCheque, updateCheque } from "./cheques.repo.ts";
import type { Judgement } from "./judge-cheque.ts";
import { voidCheque } from "./end-cheque.ts";
import { findArrived } from "./find-fate.ts";
import { openPayment } from "./open-payment.ts";

/**
 * Credits a cheque that was carried past the relayer to its bill: the transfer carries the cheque's nonce, and reached the landlord before there was a payment
 * of it, or while that waited for its next try. Opens that payment, and lets the transfer pay it as any other by its reference; where its bill is gone it is for
 * the lease. One that a person has given to another payment ends with that; one that goes back or was set aside pays nothing, and is void. False where the
 * bill is being paid in another way. Under the lock that all matching is done under.
 */
export async function creditSubmitted(deps: Deps, tx: Transaction, cheque: ChequeRow, { lease, chargeId }: Judgement): Promise<boolean> {
  const now = deps.clock.now();
  await lockCursor(tx, deps.network.chainId);
  const { chainId, fromAddress: from, binding } = cheque;
  const transfer = await findUnmatchedBound(tx, { chainId, from, binding });
  if (transfer === null) return endDecided(tx, cheque, lease, now);
  const paymentId = await openPayment(deps, tx, cheque, lease);
  const held = paymentId === null ? null : await lockCheque(tx, cheque.id);
  if (paymentId === null || held?.status !== "ready") return false;
  const credit = { leaseId: held.leaseId, paymentId, payerId: held.payerId };
  await assignToCharge(tx, { ...credit, chargeId }, now);
  await updateTransfer(tx, transfer.id, await matchTransfer(tx, deps.network, observedOf(transfer)));
  await updateCheque(tx, held.id, { status: "sent", paymentId, trouble: null, nextLookAt: now, nextCheckAt: null }, now);
  return true;
}

/** Ends a cheque whose money a person has decided about, or the ledger has matched to its payment already. */
async function endDecided(tx: Transaction, cheque: ChequeRow, lease: Judgement["lease"], now: Date): Promise<boolean> {
  const transfer = await findArrived(tx, cheque);
  const held = transfer === null ? null : await lockCheque(tx, cheque.id);
  if (transfer === null || held?.status !== "ready") return false;
  const { paymentId } = transfer;
  if (paymentId === null) await voidCheque(tx, held, { lease, reason: "cancelled" }, now);
  else await updateCheque(tx, held.id, { status: "sent", paymentId, trouble: null, nextLookAt: now, nextCheckAt: null }, now);
  return true;
}

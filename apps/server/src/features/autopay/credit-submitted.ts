import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import { lockCursor } from "../ledger/chain-cursor.repo.ts";
import { findUnmatchedBound, updateTransfer } from "../ledger/transfers.repo.ts";
import { assignToCharge } from "../rent/bills/bills.service.ts";
import { observedOf } from "../settlement/counting/count-transfer.ts";
import { matchTransfer } from "../settlement/recording/match-payment.ts";
import { type ScheduledPaymentRow, lockScheduledPayment, updateScheduledPayment } from "./scheduled-payments.repo.ts";
import type { Judgement } from "./judge-scheduled-payment.ts";
import { voidScheduledPayment } from "./end-scheduled-payment.ts";
import { findArrived } from "./find-fate.ts";
import { openPayment } from "./open-payment.ts";

/**
 * Credits a scheduled payment that was mined without the relayer. Its transfer has the nonce, and arrived before the payment existed or
 * between two tries. Opens the payment and matches the transfer by reference; without its bill it is credited to the lease. If a person
 * attached the transfer to another payment, that payment is followed. If the transfer is being returned or set aside, the scheduled payment
 * is void. Returns false while the bill is being paid in another way. Takes the lock of all matching.
 */
export async function creditSubmitted(
  deps: Deps,
  tx: Transaction,
  scheduledPayment: ScheduledPaymentRow,
  { lease, chargeId }: Judgement,
): Promise<boolean> {
  const now = deps.clock.now();
  await lockCursor(tx, deps.network.chainId);
  const { chainId, fromAddress: from, binding } = scheduledPayment;
  const transfer = await findUnmatchedBound(tx, { chainId, from, binding });
  if (transfer === null) return endDecided(tx, scheduledPayment, lease, now);
  const paymentId = await openPayment(deps, tx, scheduledPayment, lease);
  const current = paymentId === null ? null : await lockScheduledPayment(tx, scheduledPayment.id);
  if (paymentId === null || current?.status !== "ready") return false;
  const credit = { leaseId: current.leaseId, paymentId, payerId: current.payerId };
  await assignToCharge(tx, { ...credit, chargeId }, now);
  await updateTransfer(tx, transfer.id, await matchTransfer(tx, deps.network, observedOf(transfer)));
  await updateScheduledPayment(tx, current.id, { status: "sent", paymentId, trouble: null, nextLookAt: now, nextCheckAt: null }, now);
  return true;
}

/** Ends a scheduled payment whose transfer was decided by a person or already matched. */
async function endDecided(tx: Transaction, scheduledPayment: ScheduledPaymentRow, lease: Judgement["lease"], now: Date): Promise<boolean> {
  const transfer = await findArrived(tx, scheduledPayment);
  const current = transfer === null ? null : await lockScheduledPayment(tx, scheduledPayment.id);
  if (transfer === null || current?.status !== "ready") return false;
  const { paymentId } = transfer;
  if (paymentId === null) await voidScheduledPayment(tx, current, { lease, reason: "cancelled" }, now);
  else await updateScheduledPayment(tx, current.id, { status: "sent", paymentId, trouble: null, nextLookAt: now, nextCheckAt: null }, now);
  return true;
}

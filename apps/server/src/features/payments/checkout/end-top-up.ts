import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { isCheckoutExpired } from "@hearth/domain/time";
import type { Deps } from "../../../deps.ts";
import { nothing, once } from "../../../idempotency/once.ts";
import { hasReadPast } from "../../ledger/chain-cursor.repo.ts";
import { hasMoneyForOrderOf } from "../../ledger/onramp-orders.repo.ts";
import { insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { lockPayment, type PaymentRow } from "../../ledger/payments.repo.ts";
import { dropQueuedRelay, isBeingRelayed } from "../../ledger/relays.repo.ts";
import { findOpenTopUp, markTopUpsEnded, type TopUpRow } from "../../ledger/top-ups.repo.ts";
import { hasMatchedTransfer } from "../../ledger/transfers.repo.ts";

/**
 * Cancels the open top-up of a payer's own payment; does nothing without one. Money that was sent for it still counts.
 *
 * @throws HearthError NOT_FOUND, or PAYMENT_ON_CHAIN while its money is on the way.
 */
export async function giveUpTopUp(deps: Deps, wish: { paymentId: string; consumerId: string; key: string | null }): Promise<void> {
  const { paymentId, consumerId, key } = wish;
  const now = deps.clock.now();
  const request = { scope: consumerId, key, procedure: "payments.giveUpTopUp", input: { paymentId }, answer: nothing, now };
  await deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const payment = await lockPayment(tx, paymentId);
      if (payment?.consumerId !== consumerId) throw new HearthError("NOT_FOUND");
      const open = await findOpenTopUp(tx, paymentId);
      if (!open) return null;
      if ((await hasMatchedTransfer(tx, paymentId)) || (await isBeingRelayed(tx, paymentId, now)))
        throw new HearthError("PAYMENT_ON_CHAIN");
      await endTopUp(tx, paymentId, "cancelled", now);
      return null;
    }),
  );
}

/** Ends a payment's open top-up if it has expired, after locking and re-reading it. Returns false if it continues or there is none. */
export async function expireTopUp(deps: Deps, paymentId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const payment = await lockPayment(tx, paymentId);
    const open = payment && (await findOpenTopUp(tx, paymentId));
    if (!payment || !open || !isCheckoutExpired(open.expiresAt, now) || !(await isTopUpOver(tx, payment, open, now))) return false;
    await endTopUp(tx, paymentId, "expired", now);
    return true;
  });
}

/** Returns true when the blocks up to the top-up's end are read and no money for it is on the way. */
export async function isTopUpOver(tx: Transaction, payment: PaymentRow, topUp: TopUpRow, now: Date): Promise<boolean> {
  if (!(await hasReadPast(tx, payment.chainId, topUp.expiresAt)) || (await hasMoneyForOrderOf(tx, { payment, topUp }))) return false;
  return !(await hasMatchedTransfer(tx, payment.id)) && !(await isBeingRelayed(tx, payment.id, now));
}

/** Ends a payment's open top-up and its queued authorization; does nothing without one. Requires the payment's lock. */
export async function endTopUp(tx: Transaction, paymentId: string, why: "cancelled" | "expired", now: Date): Promise<void> {
  const [ended] = await markTopUpsEnded(tx, [paymentId], now);
  if (!ended) return;
  await dropQueuedRelay(tx, { paymentId, topUpId: ended.id }, why, now);
  await insertPaymentEvent(tx, { paymentId, type: "topUpEnded", at: now });
}

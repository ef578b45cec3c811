import { deriveBinding } from "@hearth/chain/binding";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { shortMoney } from "@hearth/domain/payments/short";
import { checkoutExpiresAt, isCheckoutExpired } from "@hearth/domain/time";
import { randomBytes } from "node:crypto";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import { insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { lockPayment, type PaymentRow } from "../../ledger/payments.repo.ts";
import { isBeingRelayed } from "../../ledger/relays.repo.ts";
import { findOpenTopUp, insertTopUp, type TopUpRow } from "../../ledger/top-ups.repo.ts";
import { hasMatchedTransfer, sumTooLittle } from "../../ledger/transfers.repo.ts";
import { holdPayableMerchants } from "../../businesses/merchants.service.ts";
import { requirePaymentOnCard } from "../../businesses/payee-cards.ts";
import { type Checkout, checkoutUrl, openedCheckoutView } from "./create-checkout.ts";
import { endTopUp, isTopUpOver } from "./end-top-up.ts";

/** `scope` is the owner of the idempotency key, `actorId` the account if there is one. */
export interface TopUpRequest {
  payment: Pick<PaymentRow, "id" | "merchantId">;
  procedure: "payments.topUp" | "payments.topUpAtCheckout";
  scope: string;
  actorId: string | null;
  key: string | null;
}

/**
 * Opens another checkout for the missing amount of a payment. Returns the open one if it is for that amount or its money is on the way.
 * @throws HearthError CONFLICT when nothing is missing or nothing has arrived, MERCHANT_UNAVAILABLE, PAYEE_NOT_ON_CARD,
 * PAYEE_CARD_WAITS.
 */
export async function topUpPayment(deps: Deps, { payment, procedure, scope, actorId, key }: TopUpRequest): Promise<Checkout> {
  const now = deps.clock.now();
  const request = { scope, key, procedure, input: { paymentId: payment.id }, answer: openedCheckoutView, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const merchant = (await holdPayableMerchants(tx, [payment.merchantId])).get(payment.merchantId);
      const locked = await lockPayment(tx, payment.id);
      if (!locked) throw new HearthError("NOT_FOUND");
      const missingCents = await missingOf(tx, locked);
      if (merchant === undefined) throw new HearthError("MERCHANT_UNAVAILABLE");
      await requirePaymentOnCard(deps, merchant, locked);
      const topUp = (await findUsable(tx, locked, missingCents, now)) ?? (await openTopUp(tx, locked, { missingCents, actorId, now }));
      return { paymentId: publicId("payment", locked.id), checkoutURL: checkoutUrl(deps, topUp) };
    }),
  );
}

async function missingOf(tx: Transaction, payment: PaymentRow): Promise<number> {
  if (payment.status === "completed" || (await hasMatchedTransfer(tx, payment.id))) {
    throw new HearthError("CONFLICT", { message: "All of this payment has arrived" });
  }
  const short = shortMoney(payment.amountCents, await sumTooLittle(tx, payment.id));
  if (!short) throw new HearthError("CONFLICT", { message: "Nothing of this payment has arrived yet" });
  return short.missingCents;
}

/** Returns the open top-up if it is for the missing amount or its money is on the way. Ends any other one. */
async function findUsable(tx: Transaction, payment: PaymentRow, missingCents: number, now: Date): Promise<TopUpRow | null> {
  const open = await findOpenTopUp(tx, payment.id);
  if (!open) return null;
  if (isCheckoutExpired(open.expiresAt, now) ? !(await isTopUpOver(tx, payment, open, now)) : open.amountCents === missingCents)
    return open;
  if (await isBeingRelayed(tx, payment.id, now)) return open;
  await endTopUp(tx, payment.id, "cancelled", now);
  return null;
}

async function openTopUp(
  tx: Transaction,
  payment: PaymentRow,
  { missingCents, actorId, now }: { missingCents: number; actorId: string | null; now: Date },
): Promise<TopUpRow> {
  const reference = randomBytes(32).toString("hex");
  const opened = await insertTopUp(tx, {
    paymentId: payment.id,
    amountCents: missingCents,
    reference,
    binding: deriveBinding(`0x${reference}`, payment.chainId),
    createdAt: now,
    expiresAt: checkoutExpiresAt(now),
  });
  if (!opened) throw new HearthError("CONFLICT");
  await insertPaymentEvent(tx, { paymentId: payment.id, type: "topUpOpened", actorId, at: now });
  return opened;
}

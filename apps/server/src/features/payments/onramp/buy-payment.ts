import { randomBytes } from "node:crypto";
import { HearthError } from "@hearth/domain/errors";
import { centsToDecimal } from "@hearth/domain/money";
import { ProviderRefused, ProviderUnavailable } from "@hearth/exchange/provider";
import type { Deps } from "../../../deps.ts";
import { insertOnrampOrder, updateOpenOrder } from "../../ledger/onramp-orders.repo.ts";
import { currentCheckout, type CheckoutRow } from "../../ledger/top-ups.repo.ts";
import { lockOpenForPaying } from "../relay/authorize-payment.ts";

/** Delay of the first check. Nobody has typed a card number by then. */
const firstCheckMs = 5_000;

/**
 * Starts a payment by card or bank: an onramp session that delivers the checkout's exact amount to the payee. The order's unique user
 * reference later binds the money to this payment. @throws HearthError CHECKOUT_ENDED, MERCHANT_UNAVAILABLE, ONRAMP_OFF,
 * ONRAMP_UNAVAILABLE, RATE_LIMITED.
 */
export async function startOnrampPayment(deps: Deps, checkout: CheckoutRow, clientIp: string): Promise<{ onrampUrl: string }> {
  const { onramp } = deps;
  const { payment, topUp } = checkout;
  if (onramp === null) throw new HearthError("ONRAMP_OFF");
  const now = deps.clock.now();
  const order = await deps.db.transaction(async (tx) => {
    await lockOpenForPaying(deps, tx, checkout);
    await deps.sharedLimits.take("onramp", payment.id, tx);
    return insertOnrampOrder(tx, {
      paymentId: payment.id,
      topUpId: topUp?.id ?? null,
      userRef: `hearth-${randomBytes(16).toString("hex")}`,
      createdAt: now,
      nextLookAt: new Date(now.getTime() + firstCheckMs),
    });
  });
  try {
    const { url } = await onramp.createSession({
      destination: payment.payeeAddress,
      usdcAmount: centsToDecimal(currentCheckout(checkout).amountCents),
      userRef: order.userRef,
      clientIp,
      redirectUrl: `${deps.env.publicOrigin}/onramp-return`,
    });
    return { onrampUrl: url };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
    deps.log.warn({ err: error }, "The onramp did not create a session");
    await updateOpenOrder(deps.db, order.id, { state: "noSession", nextLookAt: null });
    throw new HearthError("ONRAMP_UNAVAILABLE", { cause: error });
  }
}

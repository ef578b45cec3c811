import { HearthError } from "@hearth/domain/errors";
import type { PayBillInput } from "@hearth/domain/requests/inputs";
import type { Deps } from "../../../deps.ts";
import { findStoredAnswer, once } from "../../../idempotency/once.ts";
import type { Actor } from "../../../trpc/context.ts";
import { findBilledMerchant, lockPayableMerchant } from "../../businesses/merchants.service.ts";
import { requirePayeeOnCard } from "../../businesses/payee-cards.ts";
import { bindPayment } from "../../requests/bind-payment.ts";
import { findRequestToPay } from "../../requests/requests.service.ts";
import { withChain } from "../../settlement/reading/with-chain.ts";
import { asCheckout, cardedOf, type Checkout, isSamePayee, openedCheckoutView, openPayment, payable } from "./create-checkout.ts";

/**
 * Opens a checkout for a payment request, independent of the payer's enrollment. While it is open, another call returns the open one.
 *
 * @throws HearthError FORBIDDEN for accounts other than consumers. NOT_FOUND. CONFLICT when it is paid, withdrawn or being paid. Also
 * throws the errors of opening a checkout.
 */
export async function payBill(deps: Deps, actor: Actor, input: PayBillInput, key: string | null): Promise<Checkout> {
  if (actor.role !== "user") throw new HearthError("FORBIDDEN", { message: "Please sign in with the account that pays" });
  const { idempotencyKey = key, ...bill } = input;
  const now = deps.clock.now();
  const procedure = "payments.payBill";
  const asking = { scope: actor.userId, key: idempotencyKey, procedure, input: bill, answer: openedCheckoutView, now };
  const earlier = await findStoredAnswer(deps.db, asking);
  if (earlier) return earlier.answer;
  const request = await findRequestToPay(deps, bill.reference);
  const payableMerchant = payable(await findBilledMerchant(deps.db, request.merchantId), {});
  await requirePayeeOnCard(deps, cardedOf(payableMerchant));
  if (await withChain(() => deps.chain.isBlacklisted(payableMerchant.payee.address))) throw new HearthError("PAYEE_BLACKLISTED");
  return deps.db.transaction((tx) =>
    once(tx, asking, async () => {
      // The chain call took time, and the merchant may have been suspended or have changed the wallet since.
      if (!(await lockPayableMerchant(tx, request.merchantId))) throw new HearthError("MERCHANT_UNAVAILABLE");
      const merchant = payable(await findBilledMerchant(tx, request.merchantId), {});
      if (!isSamePayee(merchant, payableMerchant)) throw new HearthError("CONFLICT");
      const order = { amount: request.amountCents, description: request.description, paymentType: "one-time" as const };
      const payment = await openPayment(deps, tx, actor, merchant, order);
      const { id: paymentId, isNew } = payment;
      await bindPayment(tx, { requestId: request.id, paymentId, payerId: actor.userId, isNew }, now);
      return asCheckout(deps, payment);
    }),
  );
}

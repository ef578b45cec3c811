import { parseAddress, sameAddress } from "@hearth/chain/addresses";
import { deriveBinding } from "@hearth/chain/binding";
import { randomBytes } from "node:crypto";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { humanCode, publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import type { CreateCheckoutInput } from "@hearth/domain/payments/inputs";
import { checkoutExpiresAt, isCheckoutExpired } from "@hearth/domain/time";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { findStoredAnswer, once } from "../../../idempotency/once.ts";
import type { Actor } from "../../../trpc/context.ts";
import { countOpenCheckouts, insertPayment, lockOpenPayment, type PaymentRow } from "../../ledger/payments.repo.ts";
import { type EnrolledMerchant, findEnrolledMerchant, holdEnrolledMerchant } from "../../businesses/merchants.service.ts";
import { type Carded, requirePayeeOnCard } from "../../businesses/payee-cards.ts";
import { assignPayment, findLeaseToPay, nameBillsToPay } from "../../rent/bills/assign-payment.ts";
import { requireNoRequest } from "../../requests/bind-payment.ts";
import { withChain } from "../../settlement/reading/with-chain.ts";
import { endExpired } from "./end-payment.ts";

/** An opened checkout with its address. */
export const openedCheckoutView = z.strictObject({ paymentId: z.string(), checkoutURL: z.string() });
export type Checkout = z.infer<typeof openedCheckoutView>;

/** The columns of an opened checkout's row that the answer needs. */
type Opened = Pick<PaymentRow, "id" | "reference"> & { isNew: boolean };
type OrderInput = Pick<CreateCheckoutInput, "amount" | "description" | "paymentType" | "aptNumber">;
export type Payable = EnrolledMerchant & { payee: NonNullable<EnrolledMerchant["payee"]> };

/**
 * Opens a checkout for the payer's enrolled merchant, paid to that merchant's stored wallet. While one is open, the same amount returns the
 * open one. A tenant pays for a lease: the named one, or the only one. Without a description, the payment is named after the bills that it
 * pays.
 *
 * @throws HearthError NOT_FOUND for a lease that is not the payer's. PAYEE_NOT_ON_CARD, PAYEE_CARD_WAITS. CONFLICT when an open checkout of the amount is for another lease.
 * TOO_MANY_CHECKOUTS at the limit of open ones, RATE_LIMITED at the hourly limit.
 */
export async function createCheckout(deps: Deps, actor: Actor, input: CreateCheckoutInput, key: string | null): Promise<Checkout> {
  const { idempotencyKey = key, ...asGiven } = input;
  const request = {
    scope: actor.userId,
    key: idempotencyKey,
    procedure: "payments.createCheckout",
    input: asGiven,
    answer: openedCheckoutView,
    now: deps.clock.now(),
  };
  const earlier = await findStoredAnswer(deps.db, request);
  if (earlier) return earlier.answer;
  const payableMerchant = payable(await findEnrolledMerchant(deps.db, actor.userId), input);
  await requirePayeeOnCard(deps, cardedOf(payableMerchant));
  if (await withChain(() => deps.chain.isBlacklisted(payableMerchant.payee.address))) throw new HearthError("PAYEE_BLACKLISTED");
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      // The chain call took time, and the merchant may have been suspended or have changed the wallet since. Both queries share one round
      // trip.
      const { amount: amountCents, leaseId, chargeIds } = input;
      const payer = { payerId: actor.userId, merchantId: payableMerchant.merchantId, leaseId };
      const [lockedMerchant, lease] = await Promise.all([
        holdEnrolledMerchant(tx, actor.userId),
        findLeaseToPay(tx, payer, deps.clock.now()),
      ]);
      const merchant = payable(lockedMerchant, input);
      if (!isSamePayee(merchant, payableMerchant)) throw new HearthError("CONFLICT");
      const isNamedByPayer = Boolean(input.description) || lease === null;
      const description = isNamedByPayer ? input.description : await nameBillsToPay(tx, { lease, amountCents, chargeIds });
      const payment = await openPayment(deps, tx, actor, merchant, { ...input, description: description ?? undefined });
      if (!payment.isNew) await requireNoRequest(tx, payment.id);
      if (lease !== null) {
        const isNamed = leaseId !== undefined;
        const toAssign = { lease, isNamed, payerId: actor.userId, paymentId: payment.id, amountCents, chargeIds };
        await assignPayment(tx, toAssign, deps.clock.now());
      }
      return asCheckout(deps, payment);
    }),
  );
}

/** Returns a merchant that may be paid and is the one the client expects. @throws HearthError with the reason otherwise. */
export function payable(
  merchant: EnrolledMerchant | null,
  claimedToBe: Pick<CreateCheckoutInput, "merchantWalletAddress" | "merchantName">,
): Payable {
  if (!merchant) throw new HearthError("ENROLLMENT_REQUIRED");
  if (merchant.status !== "active") throw new HearthError("MERCHANT_UNAVAILABLE");
  const { payee } = merchant;
  if (!payee) throw new HearthError("MERCHANT_WALLET_MISSING");
  const { merchantWalletAddress: claimed, merchantName } = claimedToBe;
  if (claimed !== undefined) {
    const address = parseAddress(claimed);
    if (!address || !sameAddress(address, payee.address)) throw new HearthError("PAYEE_MISMATCH");
  }
  if (merchantName !== undefined && merchantName !== merchant.name) throw new HearthError("PAYEE_MISMATCH");
  return { ...merchant, payee };
}

/** Returns a merchant as its payee card is checked. */
export function cardedOf({ merchantId, name, payee, cards }: Payable): Carded {
  return { merchantId, name, payee: { ...payee, cards } };
}

/** True where a merchant is still paid at the wallet that was checked. */
export function isSamePayee({ payee }: Payable, { payee: checked }: Payable): boolean {
  return payee.id === checked.id && payee.address === checked.address;
}

/**
 * Opens a payment, or returns the open one of that amount. @throws HearthError TOO_MANY_CHECKOUTS, RATE_LIMITED, and CONFLICT when open
 * ones keep ending concurrently.
 */
export async function openPayment(deps: Deps, tx: Transaction, actor: Actor, merchant: Payable, input: OrderInput): Promise<Opened> {
  const key = { consumerId: actor.userId, merchantId: merchant.merchantId, amountCents: input.amount };
  for (let attempt = 0; attempt < 3; attempt++) {
    // Insert first: usually none is open, and the unique index reports it otherwise.
    const created = await insertPayment(tx, newPayment(deps, actor, merchant, input));
    if (created) {
      await checkCount(deps, tx, actor);
      return { ...created, isNew: true };
    }
    const open = await lockOpenPayment(tx, key);
    if (open && !(await isOver(deps, tx, open))) return { ...open, isNew: false };
  }
  throw new HearthError("CONFLICT");
}

/** Rejects a checkout above the limits. Concurrent calls may exceed the limit by a few. */
async function checkCount(deps: Deps, tx: Transaction, { userId }: Actor): Promise<void> {
  if (!deps.env.hasRateLimits) return;
  deps.rateLimits.take("checkout", userId);
  const open = await countOpenCheckouts(tx, userId, deps.clock.now());
  if (open > limits.openCheckoutsPerPayer) throw new HearthError("TOO_MANY_CHECKOUTS");
}

/** Ends an open payment whose time is up. Returns false if it stays open, because it has time left or is being paid. */
async function isOver(deps: Deps, tx: Transaction, open: PaymentRow): Promise<boolean> {
  return isCheckoutExpired(open.expiresAt, deps.clock.now()) && (await endExpired(tx, open, deps.clock.now()));
}

function newPayment(deps: Deps, actor: Actor, merchant: Payable, input: OrderInput) {
  const now = deps.clock.now();
  const reference = randomBytes(32).toString("hex");
  return {
    consumerId: actor.userId,
    merchantId: merchant.merchantId,
    payeeId: merchant.payee.id,
    payeeAddress: merchant.payee.address,
    amountCents: input.amount,
    chainId: deps.network.chainId,
    tokenAddress: deps.network.usdc.address,
    paymentType: input.paymentType,
    description: input.description || `Payment to ${merchant.name}`,
    aptNumber: input.aptNumber || merchant.aptNumber,
    reference,
    binding: deriveBinding(`0x${reference}`, deps.network.chainId),
    code: humanCode(randomBytes(8)),
    createdAt: now,
    updatedAt: now,
    expiresAt: checkoutExpiresAt(now),
  };
}

/** Returns the checkout's address. Knowing it grants access to this checkout. */
export function checkoutUrl(deps: Deps, { reference }: { reference: string }): string {
  return `${deps.env.publicOrigin}/checkout/${reference}`;
}

/** Builds the answer for an opened payment. */
export function asCheckout(deps: Deps, payment: Pick<Opened, "id" | "reference">): Checkout {
  return { paymentId: publicId("payment", payment.id), checkoutURL: checkoutUrl(deps, payment) };
}

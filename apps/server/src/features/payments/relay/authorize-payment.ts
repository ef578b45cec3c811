import { mostTogether } from "@hearth/chain/authorization-batch";
import type { AuthorizationRefusal } from "@hearth/chain/authorization-refusal";
import type { SignedTransferAuthorization } from "@hearth/chain/usdc";
import { parseAddress } from "@hearth/chain/addresses";
import { type ErrorCode, HearthError } from "@hearth/domain/errors";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type { AuthorizePaymentInput } from "@hearth/domain/payments/inputs";
import { isCheckoutExpired } from "@hearth/domain/time";
import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../../deps.ts";
import { findStoredAnswer, nothing, once } from "../../../idempotency/once.ts";
import { insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { lockPayment, type PaymentRow } from "../../ledger/payments.repo.ts";
import { hasLivingRelay, insertRelay } from "../../ledger/relays.repo.ts";
import { currentCheckout, type CheckoutRow, findCheckoutByReference, findTopUp } from "../../ledger/top-ups.repo.ts";
import { hasMatchedTransfer } from "../../ledger/transfers.repo.ts";
import { checkoutStatus } from "../rows/checkout-status.ts";
import { holdPayableMerchants } from "../../businesses/merchants.service.ts";
import { requirePaymentOnCard } from "../../payees/payee-cards.ts";
import { withChain } from "../../settlement/reading/with-chain.ts";
import { isInTime } from "./queue-place.ts";

/** A signature is valid a little longer than the checkout, so that one made in the last second can still be mined. */
export const authorizationGraceSeconds = 120;

/** The validity window that the payer signs, in Unix seconds. The token excludes both ends. */
export function authorizationWindow(payment: Pick<PaymentRow, "expiresAt">): { validAfter: number; validBefore: number } {
  return { validAfter: 0, validBefore: Math.floor(payment.expiresAt.getTime() / 1_000) + authorizationGraceSeconds };
}

/** The error of each reason for which the token refuses an authorization. */
export const authorizationErrors: Record<AuthorizationRefusal, ErrorCode> = {
  balance: "INSUFFICIENT_FUNDS",
  blacklisted: "PAYER_BLACKLISTED",
  paused: "TOKEN_PAUSED",
  used: "AUTHORIZATION_USED",
  expired: "AUTHORIZATION_EXPIRED",
  notYetValid: "AUTHORIZATION_INVALID",
  signature: "AUTHORIZATION_INVALID",
  unknown: "AUTHORIZATION_INVALID",
};

/**
 * Queues a payer's signed authorization for the relayer, after the token has accepted it in a simulation. Payee, amount and nonce are the
 * server's own; the signature only identifies the payer. Does not wait for the chain.
 *
 * @throws HearthError RATE_LIMITED above the payer's relay limit; RELAY_BUSY when the queue is too long for the signature's deadline;
 * otherwise the token's reason.
 */
export async function authorizePayment(deps: Deps, input: AuthorizePaymentInput, key: string | null): Promise<void> {
  const { relayerAddress } = deps.env;
  if (relayerAddress === null) throw new HearthError("RELAY_UNAVAILABLE");
  const checkout = await findCheckoutByReference(deps.db, input.reference);
  if (!checkout) throw new HearthError("NOT_FOUND");
  const { payment, topUp } = checkout;
  const ofCheckout = { paymentId: payment.id, topUpId: topUp?.id ?? null };
  const { idempotencyKey = key, ...asGiven } = input;
  const request = {
    scope: input.reference,
    key: idempotencyKey,
    procedure: "payments.authorize",
    input: asGiven,
    answer: nothing,
    now: deps.clock.now(),
  };
  if (await findStoredAnswer(deps.db, request)) return;
  requireOpen(deps, checkout);
  const authorization = authorizationOf(checkout, input);
  const [simulation, isContract] = await withChain(() =>
    Promise.all([deps.chain.simulateAuthorization(authorization), deps.chain.hasCode(authorization.from)]),
  );
  // The authorization was mined a moment ago. A payer who signs again already has a payment on its way.
  if (!simulation.ok && simulation.reason === "used" && (await hasLivingRelay(deps.db, ofCheckout))) return;
  if (!simulation.ok) throw new HearthError(authorizationErrors[simulation.reason]);
  await deps.db.transaction((tx) =>
    once(tx, request, async () => {
      await lockOpenForPaying(deps, tx, checkout);
      if (await hasMatchedTransfer(tx, payment.id)) return null;
      const now = deps.clock.now();
      const relay = await insertRelay(tx, {
        ...authorization,
        chainId: payment.chainId,
        relayerAddress,
        mostTogether: isContract ? mostTogether.contracts : mostTogether.keys,
        fromAddress: authorization.from,
        toAddress: authorization.to,
        validAfter: input.validAfter,
        validBefore: input.validBefore,
        ...ofCheckout,
        createdAt: now,
        updatedAt: now,
      });
      if (relay === null) return null;
      if (!(await isInTime(tx, relay, now))) throw new HearthError("RELAY_BUSY");
      await deps.sharedLimits.take("relay", payment.consumerId, tx);
      await insertPaymentEvent(tx, { paymentId: payment.id, type: "authorizationReceived", at: now });
      return null;
    }),
  );
}

/**
 * Locks a payment and its merchant until the transaction ends, before money is accepted at a checkout.
 *
 * @throws HearthError CHECKOUT_ENDED for an ended or expired checkout, MERCHANT_UNAVAILABLE while the merchant may not be paid,
 * PAYEE_NOT_ON_CARD, PAYEE_CARD_WAITS.
 */
export async function lockOpenForPaying(deps: Deps, tx: Transaction, { payment: { id, merchantId }, topUp: known }: CheckoutRow) {
  const merchant = (await holdPayableMerchants(tx, [merchantId])).get(merchantId);
  const payment = await lockPayment(tx, id);
  if (!payment) throw new HearthError("NOT_FOUND");
  requireOpen(deps, { payment, topUp: known && (await findTopUp(tx, known.id)) });
  if (merchant === undefined) throw new HearthError("MERCHANT_UNAVAILABLE");
  await requirePaymentOnCard(deps, merchant, payment);
}

function requireOpen(deps: Deps, checkout: CheckoutRow): void {
  if (checkoutStatus(checkout) !== "pending" || isCheckoutExpired(currentCheckout(checkout).expiresAt, deps.clock.now()))
    throw new HearthError("CHECKOUT_ENDED");
}

function authorizationOf(checkout: CheckoutRow, input: AuthorizePaymentInput): SignedTransferAuthorization {
  const from = parseAddress(input.from);
  const current = currentCheckout(checkout);
  const window = authorizationWindow(current);
  if (!from || input.validAfter !== window.validAfter || input.validBefore !== window.validBefore) {
    throw new HearthError("AUTHORIZATION_INVALID");
  }
  return {
    from,
    to: checkout.payment.payeeAddress,
    usdcUnits: centsToUsdcUnits(current.amountCents),
    validAfter: BigInt(window.validAfter),
    validBefore: BigInt(window.validBefore),
    nonce: current.binding,
    signature: `0x${input.signature.slice(2)}`,
  };
}

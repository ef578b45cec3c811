import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import { parseWireAmount } from "@hearth/domain/money";
import type { recordSuccessInput } from "@hearth/domain/payments/inputs";
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { listGivenRefunds } from "../ledger/given-refunds.repo.ts";
import { markOrdersDue } from "../ledger/onramp-orders.repo.ts";
import { insertPaymentEvent, listPaymentEvents } from "../ledger/payment-events.repo.ts";
import { findOwnPayment, lockPayment, type PaymentRow } from "../ledger/payments.repo.ts";
import { type CheckoutRow, findCheckoutByReference, findOpenTopUp } from "../ledger/top-ups.repo.ts";
import { readToHead } from "../settlement/watch-chain.ts";
import { withChain } from "../settlement/with-chain.ts";
import { checkoutUrl } from "./checkout/create-checkout.ts";
import { cancelPayment, expirePayment } from "./checkout/end-payment.ts";
import { expireTopUp, giveUpTopUp } from "./checkout/end-top-up.ts";
import { topUpPayment } from "./checkout/top-up-payment.ts";
import { loadProgress } from "./checkout/payment-progress.view.ts";
import { viewGivenRefund } from "./rows/given-refunds.view.ts";
import { getListedPayment, listOwnPayments } from "./rows/listed-payments.repo.ts";
import { toPaymentView } from "./rows/payments.view.ts";

/** A payer's own payment by its public id; an unknown id and somebody else's payment are equally absent. */
export async function getOwnPayment(deps: Deps, actor: Pick<Actor, "userId">, paymentId: string): Promise<PaymentRow> {
  const id = parsePublicId("payment", paymentId);
  const payment = id && (await findOwnPayment(deps.db, id, actor.userId));
  if (!payment) throw new HearthError("NOT_FOUND", { message: "Payment not found" });
  return payment;
}

/** The checkout at an address: a payment's own, or a top-up's. */
export async function getCheckout(deps: Deps, reference: string): Promise<CheckoutRow> {
  const checkout = await findCheckoutByReference(deps.db, reference);
  if (!checkout) throw new HearthError("NOT_FOUND", { message: "This checkout does not exist" });
  return checkout;
}

/** Where a payer's own payment is paid now: at its open top-up, or else at its own checkout. */
export async function getOwnCheckout(deps: Deps, actor: Actor, paymentId: string): Promise<CheckoutRow> {
  const payment = await getOwnPayment(deps, actor, paymentId);
  return { payment, topUp: await findOpenTopUp(deps.db, payment.id) };
}

/**
 * Everything about one payment: itself, its progress, what was given back without a dispute, and the address of its checkout and of its top-up's
 * while somebody can still pay there.
 */
export async function loadPayment(deps: Deps, payment: PaymentRow) {
  const topUp = await findOpenTopUp(deps.db, payment.id);
  const [listed, progress, refunds] = await Promise.all([
    getListedPayment(deps.db, payment.id),
    loadProgress(deps, { payment, topUp }),
    listGivenRefunds(deps.db, payment.id),
  ]);
  if (!listed) throw new HearthError("NOT_FOUND");
  const checkoutURL = payment.status === "pending" ? checkoutUrl(deps, payment) : null;
  const topUpURL = topUp && checkoutUrl(deps, topUp);
  const times = { expiresAt: payment.expiresAt.toISOString(), serverTime: deps.clock.now().toISOString() };
  return { ...toPaymentView(deps, listed), ...times, checkoutURL, topUpURL, ...progress, refunds: refunds.map(viewGivenRefund) };
}

/** Cancels a payer's own payment by its public id. */
export async function cancelOwnPayment(deps: Deps, actor: Actor, input: { paymentId: string; key: string | null }) {
  const payment = await getOwnPayment(deps, actor, input.paymentId);
  await cancelPayment(deps, { paymentId: payment.id, consumerId: actor.userId, key: input.key });
  return loadPayment(deps, await getOwnPayment(deps, actor, input.paymentId));
}

/** Opens a checkout for what is missing of a payer's own payment. */
export async function topUpOwnPayment(deps: Deps, actor: Actor, input: { paymentId: string; key: string | null }) {
  const payment = await getOwnPayment(deps, actor, input.paymentId);
  return topUpPayment(deps, { payment, procedure: "payments.topUp", scope: actor.userId, actorId: actor.userId, key: input.key });
}

/** The same for whoever holds the address of one of the payment's checkouts. */
export async function topUpAtCheckout(deps: Deps, { reference, key }: { reference: string; key: string | null }) {
  const { payment } = await getCheckout(deps, reference);
  return topUpPayment(deps, { payment, procedure: "payments.topUpAtCheckout", scope: reference, actorId: null, key });
}

/** Gives up the open top-up of a payer's own payment by the payment's public id. */
export async function giveUpOwnTopUp(deps: Deps, actor: Actor, input: { paymentId: string; key: string | null }) {
  const payment = await getOwnPayment(deps, actor, input.paymentId);
  await giveUpTopUp(deps, { paymentId: payment.id, consumerId: actor.userId, key: input.key });
  return loadPayment(deps, await getOwnPayment(deps, actor, input.paymentId));
}

/**
 * Asks the chain now, up to its head, and then says where the payment stands; an expired one that is unpaid fails here at the latest. The
 * onramp is asked soon, where somebody went there for the payment.
 */
export async function recheckPayment(deps: Deps, actor: Actor, paymentId: string) {
  const payment = await getOwnPayment(deps, actor, paymentId);
  await markOrdersDue(deps.db, { paymentId: payment.id }, deps.clock.now());
  await withChain(() => readToHead(deps));
  await expirePayment(deps, payment.id);
  await expireTopUp(deps, payment.id);
  return loadPayment(deps, await getOwnPayment(deps, actor, paymentId));
}

/** Says in the payment's life that its payer opened its own checkout; only the first time. */
export async function openCheckout(deps: Deps, reference: string): Promise<void> {
  const { payment, topUp } = await getCheckout(deps, reference);
  if (payment.status !== "pending" || topUp !== null) return;
  await deps.db.transaction(async (tx) => {
    await lockPayment(tx, payment.id);
    const events = await listPaymentEvents(tx, payment.id);
    if (events.some((event) => event.type === "checkoutOpened")) return;
    await insertPaymentEvent(tx, { paymentId: payment.id, type: "checkoutOpened", at: deps.clock.now() });
  });
}

/**
 * The documented hint that a payment was made: makes the server look at the chain now, and notes the hint with the payment when it is clear
 * which one is meant. It proves nothing and completes nothing.
 */
export async function recordSuccess(deps: Deps, actor: Actor, input: z.infer<typeof recordSuccessInput>) {
  const payment = await findHinted(deps, actor, input);
  if (payment) await noteHint(deps, actor, payment, input.transactionHash);
  await readToHead(deps).catch((error: unknown) => deps.log.warn({ err: error }, "A hint could not be followed at once"));
  return { message: "Thank you. The payment completes as soon as the network confirms it." };
}

/** A payment's life is not a place to write endlessly: each hash is noted once, and only so many of them. */
const mostHints = 5;

async function noteHint(deps: Deps, actor: Actor, payment: PaymentRow, txHash: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockPayment(tx, payment.id);
    const hints = (await listPaymentEvents(tx, payment.id)).filter((event) => event.type === "hinted");
    if (hints.length >= mostHints || hints.some((event) => event.data.txHash === txHash)) return;
    await insertPaymentEvent(tx, { paymentId: payment.id, type: "hinted", actorId: actor.userId, data: { txHash }, at: deps.clock.now() });
  });
}

async function findHinted(deps: Deps, actor: Actor, input: z.infer<typeof recordSuccessInput>): Promise<PaymentRow | null> {
  if (input.paymentId !== undefined) return getOwnPayment(deps, actor, input.paymentId);
  const cents = input.amount === undefined ? null : parseWireAmount(input.amount);
  const open = await listOwnPayments(deps.db, { consumerId: actor.userId, status: "pending", limit: 20 });
  const [only, ...others] = open.filter((row) => cents === null || row.payment.amountCents === cents);
  return only && others.length === 0 ? only.payment : null;
}

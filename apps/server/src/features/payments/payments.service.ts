import { awaitedStatus } from "@hearth/domain/payments/status";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { parseWireAmount } from "@hearth/domain/money";
import type { recordSuccessInput } from "@hearth/domain/payments/inputs";
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { markOrdersDue } from "../ledger/onramp-orders.repo.ts";
import { insertPaymentEvent, listPaymentEvents } from "../ledger/payment-events.repo.ts";
import { findOwnPayment, findOwnStatus, lockPayment, type PaymentRow } from "../ledger/payments.repo.ts";
import { type CheckoutRow, findCheckoutByReference, findOpenTopUp } from "../ledger/top-ups.repo.ts";
import { readToHead } from "../settlement/reading/read-to-head.ts";
import { withChain } from "../settlement/reading/with-chain.ts";
import { checkoutUrl } from "./checkout/create-checkout.ts";
import { cancelPayment, expirePayment } from "./checkout/end-payment.ts";
import { expireTopUp, giveUpTopUp } from "./checkout/end-top-up.ts";
import { topUpPayment } from "./checkout/top-up-payment.ts";
import { type CheckoutView, viewCheckout } from "./checkout/checkout.view.ts";
import { viewProgress } from "./checkout/payment-progress.view.ts";
import { viewGivenRefund } from "./rows/given-refunds.view.ts";
import { listOwnPayments } from "./rows/listed-payments.repo.ts";
import { findCheckoutDetail, findPaymentDetail } from "./rows/payment-detail.repo.ts";
import { toPaymentView } from "./rows/payments.view.ts";

/** A payer's own payment by its public id; an unknown id and somebody else's payment are equally absent. */
export async function getOwnPayment(deps: Deps, actor: Pick<Actor, "userId">, paymentId: string): Promise<PaymentRow> {
  return present(await findOwnPayment(deps.db, readPaymentId(paymentId), actor.userId));
}

function readPaymentId(paymentId: string): string {
  return present(parsePublicId("payment", paymentId));
}

function present<Found>(found: Found | null): Found {
  if (found === null) throw new HearthError("NOT_FOUND", { message: "Payment not found" });
  return found;
}

/** Where a payer's own payment stands, and the transaction that completed it. */
export async function readStatus(deps: Deps, actor: Actor, paymentId: string) {
  const { status, hasArrived, transactionHash } = present(await findOwnStatus(deps.db, readPaymentId(paymentId), actor.userId));
  return { status: awaitedStatus(status, hasArrived), transactionHash };
}

/** The checkout at an address: a payment's own, or a top-up's. */
export async function getCheckout(deps: Deps, reference: string): Promise<CheckoutRow> {
  return existing(await findCheckoutByReference(deps.db, reference));
}

function existing<Found>(checkout: Found | null): Found {
  if (checkout === null) throw new HearthError("NOT_FOUND", { message: "This checkout does not exist" });
  return checkout;
}

/** The page of the checkout at an address, from our own records; the chain is never asked here. */
export async function loadCheckout(deps: Deps, reference: string): Promise<CheckoutView> {
  return viewCheckout(deps, existing(await findCheckoutDetail(deps.db, reference)));
}

/** Where a payer's own payment is paid now: at its open top-up, or else at its own checkout. */
export async function getOwnCheckout(deps: Deps, actor: Actor, paymentId: string): Promise<CheckoutRow> {
  const payment = await getOwnPayment(deps, actor, paymentId);
  return { payment, topUp: await findOpenTopUp(deps.db, payment.id) };
}

/**
 * Everything about a payer's own payment: itself, its progress, what was given back without a dispute, and the address of its checkout and of its
 * top-up's while somebody can still pay there.
 */
export async function loadPayment(deps: Deps, actor: Pick<Actor, "userId">, paymentId: string) {
  const row = present(await findPaymentDetail(deps.db, readPaymentId(paymentId), actor.userId));
  const { payment, topUp } = row;
  return {
    ...toPaymentView(deps, row),
    expiresAt: payment.expiresAt.toISOString(),
    serverTime: deps.clock.now().toISOString(),
    checkoutURL: payment.status === "pending" ? checkoutUrl(deps, payment) : null,
    topUpURL: topUp && checkoutUrl(deps, topUp),
    ...viewProgress(deps, row),
    businessClosed: row.merchantClosedAt !== null,
    leaseId: row.leaseId === null ? null : publicId("lease", row.leaseId),
    refunds: row.refunds.map(viewGivenRefund),
  };
}

/** Cancels a payer's own payment by its public id. */
export async function cancelOwnPayment(deps: Deps, actor: Actor, input: { paymentId: string; key: string | null }) {
  const payment = await getOwnPayment(deps, actor, input.paymentId);
  await cancelPayment(deps, { paymentId: payment.id, consumerId: actor.userId, key: input.key });
  return loadPayment(deps, actor, input.paymentId);
}

/** Opens a checkout for what is missing of a payer's own payment. */
export async function topUpOwnPayment(deps: Deps, actor: Actor, input: { paymentId: string; key: string | null }) {
  const payment = await getOwnPayment(deps, actor, input.paymentId);
  return topUpPayment(deps, { payment, procedure: "payments.topUp", scope: actor.userId, actorId: actor.userId, key: input.key });
}

/** Opens a checkout for what is missing of a payment, for whoever holds the address of one of its checkouts. */
export async function topUpAtCheckout(deps: Deps, { reference, key }: { reference: string; key: string | null }) {
  const { payment } = await getCheckout(deps, reference);
  return topUpPayment(deps, { payment, procedure: "payments.topUpAtCheckout", scope: reference, actorId: null, key });
}

/** Gives up the open top-up of a payer's own payment by the payment's public id. */
export async function giveUpOwnTopUp(deps: Deps, actor: Actor, input: { paymentId: string; key: string | null }) {
  const payment = await getOwnPayment(deps, actor, input.paymentId);
  await giveUpTopUp(deps, { paymentId: payment.id, consumerId: actor.userId, key: input.key });
  return loadPayment(deps, actor, input.paymentId);
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
  return loadPayment(deps, actor, paymentId);
}

/** Says in the payment's timeline that its payer opened its own checkout; only the first time. */
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

/** A payment's timeline is not a place to write endlessly: each hash is noted once, and only so many of them. */
const mostHints = 5;

async function noteHint(deps: Deps, actor: Actor, payment: Pick<PaymentRow, "id">, txHash: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockPayment(tx, payment.id);
    const hints = (await listPaymentEvents(tx, payment.id)).filter((event) => event.type === "hinted");
    if (hints.length >= mostHints || hints.some((event) => event.data.txHash === txHash)) return;
    await insertPaymentEvent(tx, { paymentId: payment.id, type: "hinted", actorId: actor.userId, data: { txHash }, at: deps.clock.now() });
  });
}

async function findHinted(deps: Deps, actor: Actor, input: z.infer<typeof recordSuccessInput>): Promise<Pick<PaymentRow, "id"> | null> {
  if (input.paymentId !== undefined) return getOwnPayment(deps, actor, input.paymentId);
  const cents = input.amount === undefined ? null : parseWireAmount(input.amount);
  const open = await listOwnPayments(deps.db, { consumerId: actor.userId, status: "pending", limit: 20 });
  const [only, ...others] = open.filter((row) => cents === null || row.payment.amountCents === cents);
  return only && others.length === 0 ? only.payment : null;
}

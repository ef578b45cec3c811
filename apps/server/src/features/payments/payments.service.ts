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
import { payeeWordsOf, requirePaymentOnCard } from "../businesses/payee-cards.ts";
import { checkoutStatus } from "./rows/checkout-status.ts";
import { viewProgress } from "./checkout/payment-progress.view.ts";
import { viewBillLines } from "./rows/bill-lines.view.ts";
import { viewGivenRefund } from "./rows/given-refunds.view.ts";
import { listOwnPayments } from "./rows/listed-payments.repo.ts";
import { findCheckoutDetail, findPaymentDetail } from "./rows/payment-detail.repo.ts";
import { toPaymentView } from "./rows/payments.view.ts";

/** Returns the payer's own payment by public id. Throws NOT_FOUND for an unknown id and for somebody else's payment alike. */
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

/** Returns the status of the payer's own payment and the transaction that completed it. */
export async function readStatus(deps: Deps, actor: Actor, paymentId: string) {
  const { status, hasArrived, transactionHash } = present(await findOwnStatus(deps.db, readPaymentId(paymentId), actor.userId));
  return { status: awaitedStatus(status, hasArrived), transactionHash };
}

/** Returns the checkout at an address: a payment's own, or a top-up's. */
export async function getCheckout(deps: Deps, reference: string): Promise<CheckoutRow> {
  return existing(await findCheckoutByReference(deps.db, reference));
}

function existing<Found>(checkout: Found | null): Found {
  if (checkout === null) throw new HearthError("NOT_FOUND", { message: "This checkout does not exist" });
  return checkout;
}

/**
 * Loads the checkout page from the database alone; no chain calls. @throws HearthError NOT_FOUND. While it can be paid, PAYEE_NOT_ON_CARD and
 * PAYEE_CARD_WAITS.
 */
export async function loadCheckout(deps: Deps, reference: string): Promise<CheckoutView> {
  const row = existing(await findCheckoutDetail(deps.db, reference));
  const { payment, merchantName: name, carded: payee } = row;
  if (checkoutStatus(row) === "pending") await requirePaymentOnCard(deps, { merchantId: payment.merchantId, name, payee }, payment);
  return viewCheckout(deps, row);
}

/** Returns the checkout at which the payer's own payment is paid now: the open top-up, or else its own. */
export async function getOwnCheckout(deps: Deps, actor: Actor, paymentId: string): Promise<CheckoutRow> {
  const payment = await getOwnPayment(deps, actor, paymentId);
  return { payment, topUp: await findOpenTopUp(deps.db, payment.id) };
}

/**
 * Loads everything about a payer's own payment: the payment, its progress and refunds without a dispute. Includes the addresses of its
 * checkout and top-up while they can be paid.
 */
export async function loadPayment(deps: Deps, actor: Pick<Actor, "userId">, paymentId: string) {
  const row = present(await findPaymentDetail(deps.db, readPaymentId(paymentId), actor.userId));
  const { payment, topUp } = row;
  const payee = { id: payment.payeeId, address: payment.payeeAddress, cards: row.cards };
  return {
    ...toPaymentView(deps, row),
    payeeWords: await payeeWordsOf(deps, { merchantId: payment.merchantId, payee }),
    expiresAt: payment.expiresAt.toISOString(),
    serverTime: deps.clock.now().toISOString(),
    checkoutURL: payment.status === "pending" ? checkoutUrl(deps, payment) : null,
    topUpURL: topUp && checkoutUrl(deps, topUp),
    ...viewProgress(deps, row),
    businessClosed: row.merchantClosedAt !== null,
    leaseId: row.leaseCredit && publicId("lease", row.leaseCredit.leaseId),
    bill: viewBillLines(row),
    refunds: row.refunds.map(viewGivenRefund),
  };
}

/** Cancels the payer's own payment by public id. */
export async function cancelOwnPayment(deps: Deps, actor: Actor, input: { paymentId: string; key: string | null }) {
  const payment = await getOwnPayment(deps, actor, input.paymentId);
  await cancelPayment(deps, { paymentId: payment.id, consumerId: actor.userId, key: input.key });
  return loadPayment(deps, actor, input.paymentId);
}

/** Opens a top-up of the payer's own payment. */
export async function topUpOwnPayment(deps: Deps, actor: Actor, input: { paymentId: string; key: string | null }) {
  const payment = await getOwnPayment(deps, actor, input.paymentId);
  return topUpPayment(deps, { payment, procedure: "payments.topUp", scope: actor.userId, actorId: actor.userId, key: input.key });
}

/** Opens a top-up for anybody who has the address of one of the payment's checkouts. */
export async function topUpAtCheckout(deps: Deps, { reference, key }: { reference: string; key: string | null }) {
  const { payment } = await getCheckout(deps, reference);
  return topUpPayment(deps, { payment, procedure: "payments.topUpAtCheckout", scope: reference, actorId: null, key });
}

/** Cancels the open top-up of the payer's own payment, by the payment's public id. */
export async function giveUpOwnTopUp(deps: Deps, actor: Actor, input: { paymentId: string; key: string | null }) {
  const payment = await getOwnPayment(deps, actor, input.paymentId);
  await giveUpTopUp(deps, { paymentId: payment.id, consumerId: actor.userId, key: input.key });
  return loadPayment(deps, actor, input.paymentId);
}

/**
 * Reads the chain up to its head and returns the payment. Expires it if it is unpaid and over. Onramp orders of the payment become due now.
 */
export async function recheckPayment(deps: Deps, actor: Actor, paymentId: string) {
  const payment = await getOwnPayment(deps, actor, paymentId);
  await markOrdersDue(deps.db, { paymentId: payment.id }, deps.clock.now());
  await withChain(() => readToHead(deps));
  await expirePayment(deps, payment.id);
  await expireTopUp(deps, payment.id);
  return loadPayment(deps, actor, paymentId);
}

/** Records in the timeline that the payer opened the checkout, the first time only. */
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
 * Handles the documented hint that a payment was made: reads the chain now, and records the hint if it identifies one payment. A hint
 * proves and completes nothing.
 */
export async function recordSuccess(deps: Deps, actor: Actor, input: z.infer<typeof recordSuccessInput>) {
  const payment = await findHinted(deps, actor, input);
  if (payment) await noteHint(deps, actor, payment, input.transactionHash);
  await readToHead(deps).catch((error: unknown) => deps.log.warn({ err: error }, "The chain could not be read for a payment hint"));
  return { message: "Thank you. The payment completes as soon as the network confirms it." };
}

/** Limits a timeline's growth: at most five hints, each hash once. */
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

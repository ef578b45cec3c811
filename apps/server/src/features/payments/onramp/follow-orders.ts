import { sameAddress } from "@hearth/chain/addresses";
import { judgeTransfer } from "@hearth/chain/judge-transfer";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type { Transaction } from "@hearth/db/client";
import { type OnrampTransaction, ProviderRefused, ProviderUnavailable } from "@hearth/exchange/provider";
import type { Deps } from "../../../deps.ts";
import { lockCursor } from "../../ledger/chain-cursor.repo.ts";
import { claimDueOrders, lockUnmatchedOfTransaction, type OnrampOrderRow, updateOpenOrder } from "../../ledger/onramp-orders.repo.ts";
import { notifyPayments } from "../../ledger/payment-events.repo.ts";
import { lockPayment } from "../../ledger/payments.repo.ts";
import { askedAt, type CheckoutRow, findTopUp } from "../../ledger/top-ups.repo.ts";
import { hasMatchedTransfer, listTransfersOfPayment, type TransferRow, updateTransfer } from "../../ledger/transfers.repo.ts";
import { observedOf } from "../../settlement/counting/count-transfer.ts";
import { expectedOf } from "../../settlement/recording/match-payment.ts";
import { alignAndTell } from "../../settlement/recording/transfer-events.ts";

const atOnce = 10;
/** Longer than asking the provider takes; a process that dies meanwhile leaves the order to the next one. */
const claimMs = 30_000;
const minute = 60_000;
const day = 24 * 60 * minute;
/**
 * An order that nobody paid within a day is given up; one that was paid has two weeks, since a bank may take its time, and so has one that the
 * provider could not be asked about.
 */
const lastLookMs = { unpaid: day, paid: 14 * day };

/** Asks the onramp about every order that is due, and binds the money that the chain shows. Answers whether there may be more. */
export async function followOrders(deps: Deps): Promise<boolean> {
  if (deps.onramp === null) return false;
  const now = deps.clock.now();
  const orders = await claimDueOrders(deps.db, now, new Date(now.getTime() + claimMs), atOnce);
  // Asked all at once, so that a slow provider holds up one answer's time and not ten.
  const claims = await Promise.all(orders.map(async (order) => ({ order, claim: await askAbout(deps, order) })));
  for (const { order, claim } of claims) await followOrder(deps, order, claim);
  return orders.length === atOnce;
}

/** What the provider said of an order: a purchase, that there is none, or nothing at all. */
type Claim = OnrampTransaction | "none" | "unheard";

/** Looks at one order; the provider has said which transaction to look for, and the chain says whether there is money in it. */
async function followOrder(deps: Deps, order: OnrampOrderRow, claim: Claim): Promise<void> {
  const txHash = (typeof claim === "string" ? null : claim.txHash) ?? order.txHash;
  const state = stateOf(order, claim);
  const isBound = txHash !== null && (await bindOrder(deps, order, txHash));
  if (isBound) return;
  await deps.db.transaction(async (tx) => {
    await updateOpenOrder(tx, order.id, { state, txHash, nextLookAt: nextLook(order, state, deps.clock.now()) });
    if (state !== order.state) await notifyPayments(tx, [order.paymentId]);
  });
}

/** What was known of a purchase stays known while the provider is silent. */
function stateOf({ state }: OnrampOrderRow, claim: Claim): OnrampOrderRow["state"] {
  if (claim === "unheard") return state === "pending" ? "unheard" : state;
  if (claim === "none") return state === "unheard" ? "pending" : state;
  return claim.state === "pending" ? "inProgress" : claim.state;
}

/** The newest purchase of an order that did not fail, or else the newest. */
async function askAbout(deps: Deps, order: OnrampOrderRow): Promise<Claim> {
  try {
    const transactions = (await deps.onramp?.transactions(order.userRef)) ?? [];
    return transactions.find(({ state }) => state !== "failed") ?? transactions[0] ?? "none";
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
    deps.log.warn({ err: error, userRef: order.userRef }, "The onramp could not be asked");
    return "unheard";
  }
}

/** Often at first, later less; a failed one once a minute too, because the person may try again in the same window. */
function nextLook(order: OnrampOrderRow, state: OnrampOrderRow["state"], now: Date): Date | null {
  const age = now.getTime() - order.createdAt.getTime();
  const isPaid = state === "inProgress" || state === "succeeded" || state === "unheard";
  if (age > lastLookMs[isPaid ? "paid" : "unpaid"]) return null;
  if (age > day) return new Date(now.getTime() + 60 * minute);
  return new Date(now.getTime() + (age < 15 * minute && state !== "failed" ? 3_000 : minute));
}

/**
 * Says that a transfer of the transaction is the payment's: exactly one that names no other payment, reached its payee with the exact amount of the
 * order's checkout;
 * the purchase was made for this order, so the block's clock has no say. The next look at the chain counts it. Money that was this order's before its block was replaced is so
 * again.
 */
async function bindOrder(deps: Deps, order: OnrampOrderRow, txHash: `0x${string}`): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await lockCursor(tx, deps.network.chainId);
    const payment = await lockPayment(tx, order.paymentId);
    if (!payment) return false;
    const bind = () => updateOpenOrder(tx, order.id, { state: "succeeded", txHash, nextLookAt: null, boundAt: deps.clock.now() });
    const checkout = { payment, topUp: await findTopUp(tx, order.topUpId) };
    if (await isOrdersOwn(tx, order, txHash)) {
      await bind();
      return true;
    }
    if (payment.status === "completed" || (await hasMatchedTransfer(tx, payment.id))) return false;
    const { chainId, payeeAddress: toAddress } = payment;
    const usdcUnits = centsToUsdcUnits(askedAt(checkout).amountCents);
    const [transfer, ...others] = await lockUnmatchedOfTransaction(tx, { chainId, txHash, toAddress, usdcUnits });
    if (!transfer || others.length > 0 || !fits(deps, transfer, checkout)) return false;
    const { topUpId } = order;
    const verdict = topUpId === null ? ("matched" as const) : ("short" as const);
    const bound = await updateTransfer(tx, transfer.id, { paymentId: payment.id, topUpId, verdict, boundBy: "onramp" });
    await bind();
    await alignAndTell(tx, bound, deps.clock.now());
    return true;
  });
}

/** Whether the order's checkout has living money that the onramp bound to it, in this transaction. */
async function isOrdersOwn(tx: Transaction, { paymentId, topUpId }: OnrampOrderRow, txHash: string): Promise<boolean> {
  const transfers = await listTransfersOfPayment(tx, paymentId);
  const isLiving = (transfer: TransferRow) =>
    transfer.boundBy === "onramp" && transfer.topUpId === topUpId && transfer.verdict !== "duplicate" && transfer.reorgedAt === null;
  return transfers.some((transfer) => isLiving(transfer) && transfer.txHash.toLowerCase() === txHash.toLowerCase());
}

function fits(deps: Deps, transfer: TransferRow, checkout: CheckoutRow): boolean {
  const view = { head: transfer.blockNumber, safe: null, canonicalHash: transfer.blockHash };
  const usdcUnits = centsToUsdcUnits(askedAt(checkout).amountCents);
  const expected = { ...expectedOf(checkout, [transfer.fromAddress]), usdcUnits, notBefore: null };
  const judgement = judgeTransfer(observedOf(transfer), expected, view, deps.network);
  return judgement.kind !== "mismatch" && sameAddress(transfer.toAddress, checkout.payment.payeeAddress);
}

import { judgeTransfer } from "@hearth/chain/judge-transfer";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { assignDeliveries } from "@hearth/domain/payments/deliveries";
import { verdictFor } from "@hearth/domain/payments/short";
import { type OnrampTransaction, ProviderRefused, ProviderUnavailable } from "@hearth/exchange/provider";
import type { Deps } from "../../../deps.ts";
import { workThroughClaimed } from "../../../jobs/work-list.ts";
import { lockCursor } from "../../ledger/chain-cursor.repo.ts";
import {
  claimDueOrders,
  hasUnclaimedDelivery,
  listOrdersDeliveredBy,
  lockOrder,
  lockUnmatchedOfTransaction,
  scheduleBoundCheck,
  type OnrampOrderRow,
  updateOpenOrder,
} from "../../ledger/onramp-orders.repo.ts";
import { notifyPayments } from "../../ledger/payment-events.repo.ts";
import { lockPayment } from "../../ledger/payments.repo.ts";
import { currentCheckout, type CheckoutRow, findTopUp } from "../../ledger/top-ups.repo.ts";
import { hasMatchedTransfer, type TransferRow, updateTransfer } from "../../ledger/transfers.repo.ts";
import { observedOf } from "../../settlement/counting/count-transfer.ts";
import { expectedOf } from "../../settlement/recording/match-payment.ts";
import { alignAndRecord } from "../../settlement/recording/transfer-events.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/**
 * Unpaid orders are given up after a day. Paid ones have two weeks, because a bank may take its time; so do orders about which the provider
 * could not be asked.
 */
const lastCheckMs = { unpaid: day, paid: 14 * day };

/**
 * Checks ten due orders with the onramp concurrently, and binds the money that the chain shows. Returns true if there may be more. One
 * statement when none is due.
 */
export async function followOrders(deps: Deps): Promise<boolean> {
  if (deps.onramp === null) return false;
  return workThroughClaimed(deps, {
    list: "follow-order",
    pageSize: 10,
    atOnce: 10,
    claimMs: 30_000,
    claim: ({ now, until, limit }) => claimDueOrders(deps.db, now, until, limit),
    itemOf: ({ id, userRef }) => ({ id, name: userRef }),
    work: async (order) => followOrder(deps, order, await loadPurchases(deps, order)),
  });
}

/** The provider's purchases of an order, newest first with failed ones last. Null when the provider could not be asked. */
type Purchases = OnrampTransaction[] | null;

/** Checks one order: the provider names the transactions, and the chain decides about their money. */
async function followOrder(deps: Deps, order: OnrampOrderRow, purchases: Purchases): Promise<void> {
  const hashes = hashesOf(order, purchases);
  const unbound: `0x${string}`[] = [];
  for (const txHash of hashes) if (!(await bindDelivery(deps, order, txHash))) unbound.push(txHash);
  if (hashes.length > 0 && unbound.length === 0) return scheduleBoundCheck(deps.db, order.id, null);
  const state = stateOf(order, purchases);
  const nextLookAt = nextCheckAt(order, state, deps.clock.now());
  await scheduleBoundCheck(deps.db, order.id, nextLookAt);
  await deps.db.transaction(async (tx) => {
    await updateOpenOrder(tx, order.id, { state, txHash: unbound[0] ?? order.txHash, nextLookAt });
    if (state !== order.state) await notifyPayments(tx, [order.paymentId]);
  });
}

/** Lists an order's transactions: those that the provider names now, or else the one it named before. */
function hashesOf(order: OnrampOrderRow, purchases: Purchases): `0x${string}`[] {
  const all = purchases ?? [];
  const succeeding = all.filter(({ state }) => state !== "failed");
  const named = (succeeding.length > 0 ? succeeding : all).flatMap(({ txHash }) => txHash ?? []);
  return named.length === 0 && order.txHash !== null ? [order.txHash] : [...new Set(named)];
}

/** Returns the state of the newest purchase that did not fail. A known state stays while the provider does not answer. */
function stateOf({ state }: OnrampOrderRow, purchases: Purchases): OnrampOrderRow["state"] {
  if (purchases === null) return state === "pending" ? "unheard" : state;
  const [purchase] = purchases;
  if (!purchase) return state === "unheard" ? "pending" : state;
  return purchase.state === "pending" ? "inProgress" : purchase.state;
}

async function loadPurchases(deps: Deps, order: OnrampOrderRow): Promise<Purchases> {
  try {
    const transactions = (await deps.onramp?.transactions(order.userRef)) ?? [];
    return transactions.toSorted((left, right) => Number(left.state === "failed") - Number(right.state === "failed"));
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
    deps.log.warn({ err: error, userRef: order.userRef }, "The onramp did not report an order's purchases");
    return null;
  }
}

/** Frequent at first, then less. A failed order is checked every minute, because the person may try again in the same window. */
function nextCheckAt(order: OnrampOrderRow, state: OnrampOrderRow["state"], now: Date): Date | null {
  const age = now.getTime() - order.createdAt.getTime();
  const isPaid = state === "inProgress" || state === "succeeded" || state === "unheard";
  if (age > lastCheckMs[isPaid ? "paid" : "unpaid"]) return null;
  if (age > day) return new Date(now.getTime() + 60 * minute);
  return new Date(now.getTime() + (age < 15 * minute && state !== "failed" ? 3_000 : minute));
}

/**
 * Binds the money of an order's transaction to the order's payment, whatever the amount. Too little makes the payment short, too much marks
 * it over, and money next to other money is a duplicate. Neither block time nor payment status decides, because the purchase was made for
 * this order. Money of another amount waits until its block is recorded in full, to tell it from other orders' money. Money bound before
 * its block was replaced is bound again. The next settlement counts it. Returns true if the money is bound.
 */
async function bindDelivery(deps: Deps, { id, paymentId }: OnrampOrderRow, txHash: `0x${string}`): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx, deps.network.chainId);
    const payment = await lockPayment(tx, paymentId);
    const order = await lockOrder(tx, id);
    if (!cursor || !payment || !order) return false;
    if (order.boundAt !== null && order.txHash?.toLowerCase() === txHash.toLowerCase()) return true;
    const now = deps.clock.now();
    const bind = () => updateOpenOrder(tx, order.id, { state: "succeeded", txHash, boundAt: now });
    if (await hasUnclaimedDelivery(tx, order, txHash)) {
      await bind();
      return true;
    }
    const checkout = { payment, topUp: await findTopUp(tx, order.topUpId) };
    const usdcUnits = centsToUsdcUnits(currentCheckout(checkout).amountCents);
    const where = { chainId: payment.chainId, txHash, toAddress: payment.payeeAddress };
    const others = (await listOrdersDeliveredBy(tx, where)).filter((other) => other.id !== id);
    const orders = [{ id, usdcUnits }, ...others.map((other) => ({ id: other.id, usdcUnits: centsToUsdcUnits(other.amountCents) }))];
    const unmatched = (await lockUnmatchedOfTransaction(tx, where)).filter((transfer) => fits(deps, transfer, checkout));
    const transfer = assignDeliveries(orders, unmatched).get(id);
    if (!transfer || (transfer.usdcUnits !== usdcUnits && cursor.keptNumber < transfer.blockNumber)) return false;
    const isPaid = payment.transferId !== null || (await hasMatchedTransfer(tx, payment.id));
    const verdict = verdictFor(payment.amountCents, transfer.usdcUnits, isPaid);
    const match = { paymentId: payment.id, topUpId: order.topUpId, verdict, boundBy: "onramp" as const, setAsideAt: null };
    await bind();
    await alignAndRecord(tx, await updateTransfer(tx, transfer.id, match), now);
    return true;
  });
}

function fits(deps: Deps, transfer: TransferRow, checkout: CheckoutRow): boolean {
  const view = { head: transfer.blockNumber, safe: null, canonicalHash: transfer.blockHash };
  const expected = { ...expectedOf(checkout, [transfer.fromAddress]), usdcUnits: transfer.usdcUnits, notBefore: null };
  return judgeTransfer(observedOf(transfer), expected, view, deps.network).kind !== "mismatch";
}

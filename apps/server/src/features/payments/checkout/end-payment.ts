import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { checkoutExpired } from "@hearth/domain/payments/status";
import { isCheckoutExpired } from "@hearth/domain/time";
import type { Deps } from "../../../deps.ts";
import { nothing, once } from "../../../idempotency/once.ts";
import { hasReadPast } from "../../ledger/chain-cursor.repo.ts";
import { hasMoneyForOrderOf } from "../../ledger/onramp-orders.repo.ts";
import { insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { type AfterExpired, listExpired, lockPayment, markEnded, type PaymentRow } from "../../ledger/payments.repo.ts";
import { dropQueuedRelay, isBeingRelayed } from "../../ledger/relays.repo.ts";
import { listExpiredTopUps } from "../../ledger/top-ups.repo.ts";
import { hasMatchedTransfer } from "../../ledger/transfers.repo.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { endTopUp, expireTopUp } from "./end-top-up.ts";

/** A transfer that a reorganisation has just dropped usually comes back; so long a checkout waits for it. */
const reorgGraceMs = 600_000;

/**
 * Cancels a payer's own pending payment. One that has already ended stays as it is (a second click, or Try Again on a failed one);
 * one that is paid or being paid is refused. Money that arrives afterwards still completes it, marked late.
 */
export async function cancelPayment(deps: Deps, request: { paymentId: string; consumerId: string; key: string | null }): Promise<void> {
  const { paymentId, consumerId, key } = request;
  await deps.db.transaction((tx) =>
    once(
      tx,
      { scope: consumerId, key, procedure: "payments.cancel", input: { paymentId }, answer: nothing, now: deps.clock.now() },
      async () => {
        const payment = await lockPayment(tx, paymentId);
        if (payment?.consumerId !== consumerId) throw new HearthError("NOT_FOUND");
        if (payment.status === "completed") throw new HearthError("PAYMENT_NOT_PENDING", { message: "This payment is already completed" });
        if (payment.status !== "pending") return null;
        const now = deps.clock.now();
        if ((await hasMatchedTransfer(tx, paymentId)) || (await isBeingRelayed(tx, paymentId, now)))
          throw new HearthError("PAYMENT_ON_CHAIN");
        await dropQueuedRelay(tx, { paymentId, topUpId: null }, "cancelled", now);
        await endTopUp(tx, paymentId, "cancelled", now);
        await markEnded(tx, paymentId, { status: "cancelled", notes: null, now });
        await insertPaymentEvent(tx, { paymentId, type: "cancelled", actorId: consumerId, at: now });
        return null;
      },
    ),
  );
}

/** Ends one payment whose checkout is over, reading it again under lock; false when it was ended, prolonged or paid meanwhile, or the chain is not read so far. */
export async function expirePayment(deps: Deps, paymentId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const now = deps.clock.now();
    if (payment?.status !== "pending" || !isCheckoutExpired(payment.expiresAt, now)) return false;
    return endExpired(tx, payment, now);
  });
}

/** As many checkouts as one sweep looks at. */
const expiryBatch = 100;

/** What a sweep of checkouts that are over came to. */
export interface Swept {
  ended: number;
  /** Where the next sweep goes on; null where it begins with the oldest again. */
  next: AfterExpired | null;
}

/**
 * Looks at the pending payments whose checkout is over, so many of them from the one after `after`, and fails those whose money is not on the way, each
 * read again under lock. The others stay where they are, so the next sweep begins behind them and they hold up nobody.
 */
export async function expirePayments(deps: Deps, after: AfterExpired | null = null, limit = expiryBatch): Promise<Swept> {
  const next = () => listExpired(deps.db, deps.clock.now(), { after, limit });
  return sweep(deps, { list: "expire-payment", limit, next, end: (id) => expirePayment(deps, id) });
}

/** As `expirePayments`, for the open top-ups that are over. */
export async function expireTopUps(deps: Deps, after: AfterExpired | null = null, limit = expiryBatch): Promise<Swept> {
  const next = () => listExpiredTopUps(deps.db, deps.clock.now(), { after, limit });
  return sweep(deps, { list: "expire-top-up", limit, next, end: (id) => expireTopUp(deps, id) });
}

interface Sweep {
  list: "expire-payment" | "expire-top-up";
  limit: number;
  next(): Promise<AfterExpired[]>;
  end(paymentId: string): Promise<boolean>;
}

async function sweep(deps: Deps, { list, limit, next, end }: Sweep): Promise<Swept> {
  let swept: Swept = { ended: 0, next: null };
  await workThrough(deps, {
    list,
    pageSize: limit,
    pages: 1,
    isComplete: false,
    next: async () => {
      const over = await next();
      swept = { ...swept, next: over.length === limit ? (over.at(-1) ?? null) : null };
      return over;
    },
    itemOf: ({ id }) => ({ id, name: publicId("payment", id) }),
    work: async ({ id }) => {
      if (await end(id)) swept.ended++;
      return "done";
    },
  });
  return swept;
}

/**
 * Fails a locked pending payment with the note 'Checkout expired', unless its money is on the way, or may be: until the blocks up to its end
 * have been read nobody knows that it was not paid in time.
 */
export async function endExpired(tx: Transaction, payment: PaymentRow, now: Date): Promise<boolean> {
  const paymentId = payment.id;
  if (!(await hasReadPast(tx, payment.chainId, payment.expiresAt)) || (await hasMoneyForOrderOf(tx, { payment, topUp: null })))
    return false;
  const reorgedSince = new Date(now.getTime() - reorgGraceMs);
  if ((await hasMatchedTransfer(tx, paymentId, reorgedSince)) || (await isBeingRelayed(tx, paymentId, now))) return false;
  await dropQueuedRelay(tx, { paymentId, topUpId: null }, "expired", now);
  const ended = await markEnded(tx, paymentId, { status: "failed", notes: checkoutExpired, now });
  if (ended) await insertPaymentEvent(tx, { paymentId, type: "expired", at: now });
  return ended !== null;
}

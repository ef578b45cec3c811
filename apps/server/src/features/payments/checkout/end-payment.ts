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

/** A transfer dropped by a reorganisation usually comes back. A checkout waits this long for it. */
const reorgGraceMs = 600_000;

/**
 * Cancels the payer's own pending payment. A payment that already ended stays as it is: a second click, or Try Again on a failed one. A
 * paid payment, or one being paid, is refused. Money that arrives later still completes it, marked late.
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

/**
 * Expires one payment after locking and re-reading it. Returns false when it was ended, prolonged or paid meanwhile, or when the chain has
 * not been read far enough.
 */
export async function expirePayment(deps: Deps, paymentId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const now = deps.clock.now();
    if (payment?.status !== "pending" || !isCheckoutExpired(payment.expiresAt, now)) return false;
    return endExpired(tx, payment, now);
  });
}

/** Checkouts per sweep. */
const expiryBatch = 100;

/** Result of a sweep over expired checkouts. */
export interface Swept {
  ended: number;
  /** Position at which the next sweep continues; null to begin with the oldest again. */
  next: AfterExpired | null;
}

/**
 * Expires a batch of pending payments after `after`, except those whose money is on the way. Each is re-read under its lock. The next sweep
 * continues behind the batch, so payments that stay open do not block others.
 */
export async function expirePayments(deps: Deps, after: AfterExpired | null = null, limit = expiryBatch): Promise<Swept> {
  const next = () => listExpired(deps.db, deps.clock.now(), { after, limit });
  return sweep(deps, { list: "expire-payment", limit, next, end: (id) => expirePayment(deps, id) });
}

/** Does the same for open top-ups. */
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
 * Fails a locked pending payment with the note 'Checkout expired', unless its money is or may be on the way. Until the blocks up to its end
 * are read, nobody knows that it was not paid in time.
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

import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { groundFor } from "@hearth/domain/refunds/destination";
import type { Deps } from "../../../deps.ts";
import { notifyFollowers } from "../../ledger/payment-events.repo.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { lockPayment } from "../../ledger/payments.repo.ts";
import {
  findDestination,
  listSources,
  listUngrounded,
  lockOpenRefund,
  markMisdirected,
  setGround,
} from "../../ledger/refund-sources.repo.ts";
import { auditRefund } from "./audit-refund.ts";

/**
 * Cancels the payment's open refund when its wallet may no longer receive it, because other transfers pay the payment now. A wallet named
 * by the payer stays: it signed, and they confirmed it. Requires the payment's lock.
 */
export async function reviewOpenRefund(tx: Transaction, paymentId: string, now: Date): Promise<void> {
  const refund = await lockOpenRefund(tx, paymentId);
  if (refund === null || refund.ground === "named") return;
  const named = (await findDestination(tx, paymentId))?.address ?? null;
  const ground = groundFor({ sources: await listSources(tx, paymentId), named }, refund.toAddress);
  if (ground !== null) {
    if (ground !== refund.ground) await setGround(tx, refund.id, ground);
    return;
  }
  await markMisdirected(tx, refund.id, now);
  await notifyFollowers(tx, paymentId);
  await auditRefund(tx, refund, { what: "cancelled", at: now, data: { reason: "its wallet may not be the payer's" } });
}

/** Payments per statement. */
const batch = 100;

/** Reviews open refunds that were begun before the ground of a wallet was stored. Returns their number. */
export async function reviewOpenRefunds(deps: Deps): Promise<number> {
  const { worked } = await workThrough(deps, {
    list: "review-refund",
    pageSize: batch,
    next: (limit) => listUngrounded(deps.db, deps.clock.now(), limit),
    itemOf: (paymentId) => ({ id: paymentId, name: publicId("payment", paymentId) }),
    work: async (paymentId) => {
      await deps.db.transaction(async (tx) => {
        await lockPayment(tx, paymentId);
        await reviewOpenRefund(tx, paymentId, deps.clock.now());
      });
      return "done";
    },
  });
  return worked;
}

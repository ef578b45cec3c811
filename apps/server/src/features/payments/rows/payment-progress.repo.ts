import { hasMoneyForOrder, hasMoneyForTopUpsOrder } from "@hearth/db/arrived-money";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { leasePlace } from "@hearth/db/lease-place";
import { joinedRowsWithin, rowsWithin, rowWithin } from "@hearth/db/rows-within";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { payments } from "@hearth/db/schema/payments";
import { topUps } from "@hearth/db/schema/top-ups";
import { transfers } from "@hearth/db/schema/transfers";
import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

/** One answer shows so many transfers that do not count; anybody who has seen the reference on the chain can send more. */
const mostOthers = 20;

const { txHash, verdict, usdcUnits, fromAddress, blockNumber, seenAt } = transfers;
const shown = { txHash, verdict, usdcUnits, fromAddress, blockNumber, seenAt };
const returning = alias(transfers, "returning");

const isBeside = sql`${transfers.paymentId} = ${payments.id} and ${verdict} in ('short', 'duplicate') and ${transfers.reorgedAt} is null`;

const kept = {
  place: leasePlace,
  /** The newest block that was read of its chain. */
  head: chainCursors.blockNumber,
  /** The living transfers that pay it, in the chain's order: one alone, or the parts that are enough together. */
  paying: rowsWithin(
    shown,
    sql`from ${transfers} where ${transfers.paymentId} = ${payments.id} and ${verdict} in ('matched', 'part') and ${transfers.reorgedAt} is null
      order by ${blockNumber}, ${transfers.logIndex}`,
  ),
  /** Living money that was meant for it and does not count, with the transfer with which it went back to its sender; the oldest. */
  others: joinedRowsWithin(
    shown,
    { sentBackBy: { txHash: returning.txHash, blockTime: returning.blockTime } },
    sql`from ${transfers} left join ${transfers} "returning" on ${returning.id} = ${transfers.sentBackBy}
      where ${isBeside} order by ${seenAt}, ${transfers.id} limit ${sql.raw(String(mostOthers))}`,
  ),
  /** How much of such money there is. */
  othersCount: sql<number>`(select count(*)::int from ${transfers} where ${isBeside})`,
  /** The onramp order that it was paid by, or else the newest that could be begun. */
  purchase: rowWithin(
    { state: onrampOrders.state, createdAt: onrampOrders.createdAt },
    sql`from ${onrampOrders} where ${onrampOrders.paymentId} = ${payments.id} and ${onrampOrders.state} <> 'noSession'
      order by ${onrampOrders.boundAt} nulls last, ${onrampOrders.id} desc`,
  ),
  /** Its timeline, oldest first. */
  events: rowsWithin(
    { type: paymentEvents.type, at: paymentEvents.at, data: paymentEvents.data },
    sql`from ${paymentEvents} where ${paymentEvents.paymentId} = ${payments.id} order by ${paymentEvents.id}`,
  ),
};

/**
 * How far a payment has come, at a top-up's checkout where one is joined and else at its own; for queries that read `payments`, and join `top_ups`
 * and the payment's `chain_cursors`.
 */
export const progress = {
  ...kept,
  /** Whether money has reached the payee that may be an onramp order's of the checkout. */
  hasMoneyForOrder: sql<boolean>`(case when ${topUps.id} is null then ${hasMoneyForOrder} else ${hasMoneyForTopUpsOrder} end)`,
};

/** How far a payment has come at its own checkout. */
export async function findProgress(db: DatabaseOrTransaction, paymentId: string) {
  const [row] = await db
    .select({ payment: payments, ...kept, hasMoneyForOrder })
    .from(payments)
    .leftJoin(chainCursors, eq(chainCursors.chainId, payments.chainId))
    .where(eq(payments.id, paymentId));
  return row ?? null;
}

/** A payment's progress as the database has it. */
export type ProgressRow = NonNullable<Awaited<ReturnType<typeof findProgress>>>;
/** A transfer of it. */
export type ProgressTransfer = ProgressRow["paying"][number];

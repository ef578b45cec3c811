import { hasMoneyForOrder, hasMoneyForTopUpOrder } from "@hearth/db/arrived-money";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { leaseUnitName } from "@hearth/db/lease-place";
import { joinedRowsWithin, rowsWithin, rowWithin } from "@hearth/db/rows-within";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { payments } from "@hearth/db/schema/payments";
import { topUps } from "@hearth/db/schema/top-ups";
import { transfers } from "@hearth/db/schema/transfers";
import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

/** Transfers shown that do not count. Anybody who has seen the reference on the chain can send more. */
const mostOthers = 20;

const { txHash, verdict, usdcUnits, fromAddress, blockNumber, seenAt } = transfers;
const transferColumns = { txHash, verdict, usdcUnits, fromAddress, blockNumber, seenAt };
const returning = alias(transfers, "returning");

const isBeside = sql`${transfers.paymentId} = ${payments.id} and ${verdict} in ('short', 'duplicate') and ${transfers.reorgedAt} is null`;

const kept = {
  place: leaseUnitName,
  /** The newest read block of the payment's chain. */
  head: chainCursors.blockNumber,
  /** Living transfers that pay it, in chain order: one alone, or the parts. */
  paying: rowsWithin(
    transferColumns,
    sql`from ${transfers} where ${transfers.paymentId} = ${payments.id} and ${verdict} in ('matched', 'part') and ${transfers.reorgedAt} is null
      order by ${blockNumber}, ${transfers.logIndex}`,
  ),
  /** The oldest living transfers meant for it that do not count, each with the transfer that returned it. */
  others: joinedRowsWithin(
    transferColumns,
    { sentBackBy: { txHash: returning.txHash, blockTime: returning.blockTime } },
    sql`from ${transfers} left join ${transfers} "returning" on ${returning.id} = ${transfers.sentBackBy}
      where ${isBeside} order by ${seenAt}, ${transfers.id} limit ${sql.raw(String(mostOthers))}`,
  ),
  /** Total of such transfers. */
  othersCount: sql<number>`(select count(*)::int from ${transfers} where ${isBeside})`,
  /** The onramp order that paid it, or else the newest one with a session. */
  purchase: rowWithin(
    { state: onrampOrders.state, createdAt: onrampOrders.createdAt },
    sql`from ${onrampOrders} where ${onrampOrders.paymentId} = ${payments.id} and ${onrampOrders.state} <> 'noSession'
      order by ${onrampOrders.boundAt} nulls last, ${onrampOrders.id} desc`,
  ),
  /** Timeline, oldest first. */
  events: rowsWithin(
    { type: paymentEvents.type, at: paymentEvents.at, data: paymentEvents.data },
    sql`from ${paymentEvents} where ${paymentEvents.paymentId} = ${payments.id} order by ${paymentEvents.id}`,
  ),
};

/**
 * A payment's progress, at a joined top-up or else at its own checkout. For queries over `payments` that join `top_ups` and the payment's
 * `chain_cursors`.
 */
export const progress = {
  ...kept,
  /** True when money that may be an onramp order's has reached the payee. */
  hasMoneyForOrder: sql<boolean>`(case when ${topUps.id} is null then ${hasMoneyForOrder} else ${hasMoneyForTopUpOrder} end)`,
};

/** Loads a payment's progress at its own checkout. */
export async function findProgress(db: DatabaseOrTransaction, paymentId: string) {
  const [row] = await db
    .select({ payment: payments, ...kept, hasMoneyForOrder })
    .from(payments)
    .leftJoin(chainCursors, eq(chainCursors.chainId, payments.chainId))
    .where(eq(payments.id, paymentId));
  return row ?? null;
}

export type ProgressRow = NonNullable<Awaited<ReturnType<typeof findProgress>>>;
export type ProgressTransfer = ProgressRow["paying"][number];

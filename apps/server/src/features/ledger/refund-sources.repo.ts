import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { payments } from "@hearth/db/schema/payments";
import { refundDestinations } from "@hearth/db/schema/refund-destinations";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { wallets } from "@hearth/db/schema/wallets";
import { transferBindings } from "@hearth/domain/payments/status";
import type { RefundGround, RefundSource } from "@hearth/domain/refunds/destination";
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { isNotSetAside } from "../../jobs/set-aside.repo.ts";

export type RefundDestinationRow = typeof refundDestinations.$inferSelect;

/** Returns the payment's request for a refund wallet and the wallet named; null when there is neither. */
export async function findDestination(db: DatabaseOrTransaction, paymentId: string): Promise<RefundDestinationRow | null> {
  const [row] = await db.select().from(refundDestinations).where(eq(refundDestinations.paymentId, paymentId));
  return row ?? null;
}

/** Two sources decide: the first is the possible destination, a second one means that it is not the only sender. */
const decidingSources = 2;

/**
 * Lists the wallets whose money counts for a payment, proven ones first, then by share. At most two, because strangers can send any number
 * of parts.
 */
export async function listSources(db: DatabaseOrTransaction, paymentId: string): Promise<RefundSource[]> {
  const rows = await db.execute<{
    address: `0x${string}`;
    units: string;
    bindings: string | null;
    wasProven: boolean;
    isExchange: boolean;
  }>(sql`
    select source.address, source.units::text as units, source.bindings,
      exists (
        select from ${wallets} w join ${payments} p on p.consumer_id = w.user_id
        where p.id = ${paymentId} and lower(w.address) = source.sender and w.proven_at is not null
      ) as "wasProven",
      exists (
        select from ${wallets} w where lower(w.address) = source.sender and w.unlinked_at is null and w.kind = 'exchange'
      ) as "isExchange"
    from (
      select lower(t.from_address) as sender, min(t.from_address) as address, sum(t.usdc_units) as units,
        string_agg(distinct t.bound_by, ',') as bindings
      from ${transfers} t
      where t.payment_id = ${paymentId} and t.verdict in ('matched', 'part') and t.counted_at is not null and t.orphaned_at is null
      group by 1
    ) source
    order by "wasProven" desc, source.units desc, source.sender
    limit ${decidingSources}`);
  return rows.map(({ units, bindings, ...source }) => ({
    ...source,
    usdcUnits: BigInt(units),
    boundBy: transferBindings.filter((binding) => (bindings ?? "").split(",").includes(binding)),
  }));
}

/** Locks the open refund of a completed payment until the transaction ends. */
export async function lockOpenRefund(tx: Transaction, paymentId: string) {
  const [row] = await tx
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, "open"), eq(payments.status, "completed")))
    .for("update", { of: refunds });
  return row?.refund ?? null;
}

/** Lists payments whose open refund has no stored ground for its wallet, oldest first. */
export async function listUngrounded(db: DatabaseOrTransaction, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.status, "open"),
        isNull(refunds.ground),
        isNotNull(refunds.paymentId),
        eq(payments.status, "completed"),
        isNotSetAside("review-refund", payments.id, now),
      ),
    )
    .orderBy(asc(refunds.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Stores the ground on which an open refund's wallet may receive it. */
export async function setGround(tx: Transaction, refundId: string, ground: RefundGround): Promise<void> {
  await tx.update(refunds).set({ ground }).where(eq(refunds.id, refundId));
}

/** Cancels an open refund. */
export async function markMisdirected(tx: Transaction, refundId: string, now: Date): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: "cancelled", cancelledAt: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, "open")));
}

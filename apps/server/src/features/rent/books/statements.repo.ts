import type { DatabaseOrTransaction } from "@hearth/db/client";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { and, eq, lt, sql } from "drizzle-orm";
import type { LeaseCreditRow } from "../rows/lease-money.repo.ts";
import type { LedgerLineRow } from "../rows/lease-lists.repo.ts";

/** A line of a statement: one of a ledger, with what kind of credit it is about and which transaction brought it. */
export interface StatementLineRow extends LedgerLineRow {
  creditKind: LeaseCreditRow["kind"] | null;
  txHash: string | null;
}

/** A lease's lines of these days, the oldest first, each with what stands after it; at most so many. */
export async function listStatementLines(
  db: DatabaseOrTransaction,
  { leaseId, from, to, limit }: { leaseId: string; from: string; to: string; limit: number },
) {
  return db.execute<StatementLineRow>(sql`
    with lines as (
      select e.*, (sum(e.cents) over (order by e.effective_on, e.id))::float8 as balance
      from ${leaseEntries} e where e.lease_id = ${leaseId} and e.effective_on <= ${to}::date
    )
    select l.id::float8 as id, l.kind, l.effective_on::text as "effectiveOn", l.posted_at::text as "postedAt", l.cents, l.balance as "balanceCents", l.note,
      l.charge_id as "chargeId", c.kind as "chargeKind", c.description, c.formula, c.voided_at is not null as "isVoided", c.cents - c.paid_cents as "openCents",
      c.due_on::text as "dueOn", l.credit_id as "creditId", k.kind as "creditKind", k.payment_id as "paymentId", k.received_cents as "receivedCents",
      case when p.id is not null then u.first_name || ' ' || u.last_name end as payer, t.tx_hash as "txHash"
    from lines l left join charges c on c.id = l.charge_id left join lease_credits k on k.id = l.credit_id
    left join ${payments} p on p.id = k.payment_id left join users u on u.id = p.consumer_id left join lateral (
      select own.tx_hash from ${transfers} own join leases at on at.id = l.lease_id
      where l.kind = 'payment' and own.payment_id = p.id and own.orphaned_at is null and (own.id = p.transfer_id or own.verdict in ('part', 'short'))
        and (own.block_time at time zone at.time_zone)::date = l.effective_on
      order by own.block_number desc, own.log_index desc limit 1
    ) t on true
    where l.effective_on >= ${from}::date order by l.effective_on, l.id limit ${limit}`);
}

/** What stood on a lease before a day, in cents. */
export async function sumLinesBefore(db: DatabaseOrTransaction, leaseId: string, day: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${leaseEntries.cents}), 0)::float8` })
    .from(leaseEntries)
    .where(and(eq(leaseEntries.leaseId, leaseId), lt(leaseEntries.effectiveOn, day)));
  return row?.cents ?? 0;
}

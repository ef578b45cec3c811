import type { DatabaseOrTransaction } from "@hearth/db/client";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { sql } from "drizzle-orm";
import type { LeaseCreditRow } from "../rows/lease-money.repo.ts";
import type { LedgerLineRow } from "../rows/lease-lists.repo.ts";
import { bookedOn, closingOf } from "./book-days.repo.ts";

/** A ledger line on a statement, with the kind of its credit and the transaction that brought it. */
export interface StatementLineRow extends LedgerLineRow {
  /** The day on which the landlord's books count it. It lies after the statement's days for a line that came after its month was closed. */
  bookedOn: string;
  creditKind: LeaseCreditRow["kind"] | null;
  txHash: string | null;
}

interface StatementDays {
  leaseId: string;
  merchantId: string;
  from: string;
  to: string;
  /** Only lines written before this moment, for a tenant who has moved out. Null for all. */
  until: Date | null;
}

const writtenBefore = (until: Date | null) => (until === null ? sql`true` : sql`e.posted_at < ${until.toISOString()}::timestamptz`);

/**
 * A lease's lines that the books count on these days, in order, each with the balance after it. Behind them come late lines for these days that count in a
 * later month. At most `limit` lines. Reads the lease's own lines up to the last day.
 */
export async function listStatementLines(
  db: DatabaseOrTransaction,
  { leaseId, merchantId, from, to, until, limit }: StatementDays & { limit: number },
) {
  return db.execute<StatementLineRow>(sql`
    with ${closingOf(merchantId)}, booked as (
      select e.*, ${bookedOn} as booked_on from ${leaseEntries} e cross join closing g where e.lease_id = ${leaseId} and e.effective_on <= ${to}::date and ${writtenBefore(until)}
    ), lines as (
      select b.*, (sum(b.cents) over (order by b.booked_on, b.id))::float8 as balance from booked b
    )
    select l.id::float8 as id, l.kind, l.booked_on::text as "bookedOn", l.effective_on::text as "effectiveOn", l.posted_at::text as "postedAt", l.cents,
      l.balance as "balanceCents", l.note,
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
    where l.booked_on between ${from}::date and ${to}::date or l.effective_on >= ${from}::date
    order by l.booked_on, l.id limit ${limit}`);
}

/** Sum of a lease's lines that the books count before a day, in cents. */
export async function sumLinesBefore(db: DatabaseOrTransaction, { leaseId, merchantId, from, until }: StatementDays): Promise<number> {
  const [row] = await db.execute<{ cents: number }>(sql`
    with ${closingOf(merchantId)} select coalesce(sum(e.cents), 0)::float8 as cents from ${leaseEntries} e cross join closing g
    where e.lease_id = ${leaseId} and ${writtenBefore(until)} and e.effective_on < ${from}::date and ${bookedOn} < ${from}::date`);
  return row?.cents ?? 0;
}

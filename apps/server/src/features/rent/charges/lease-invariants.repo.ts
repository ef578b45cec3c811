import type { DatabaseOrTransaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { closedLines } from "@hearth/db/schema/closed-lines";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { leases } from "@hearth/db/schema/leases";
import { monthCloses } from "@hearth/db/schema/month-closes";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import type { ChangedLines } from "@hearth/db/schema/unchecked-changes";
import { units } from "@hearth/db/schema/units";
import { wholeCentsOfUnits } from "@hearth/db/usdc";
import { type SQL, sql } from "drizzle-orm";

function among(ids: string[]): SQL {
  return sql`any(${sql.param(ids)}::uuid[])`;
}

/**
 * The leases among these whose charges, payments or balances differ from the sums of their lines and allocations. Reads the given charges and credits, or all
 * of each lease, and the open ones of each.
 */
export async function listBrokenLeases(db: DatabaseOrTransaction, leaseIds: string[], lines?: ChangedLines) {
  const charge = lines === undefined ? sql`c.lease_id = ${among(leaseIds)}` : sql`c.id = ${among(lines.charges)}`;
  const credit = lines === undefined ? sql`c.lease_id = ${among(leaseIds)}` : sql`c.id = ${among(lines.credits)}`;
  return db.execute<{ id: string; problem: string }>(sql`
    with charged as (
      select c.lease_id, c.id, c.cents, c.paid_cents, c.voided_at,
        (select coalesce(sum(e.cents), 0) from ${leaseEntries} e where e.charge_id = c.id) as posted,
        (select coalesce(sum(a.cents), 0) from ${leaseAllocations} a where a.charge_id = c.id) as allocated
      from ${charges} c where ${charge}
    ), credited as (
      select c.lease_id, c.id, c.payment_id, c.used_cents, c.received_cents + c.beyond_cents as received_cents,
        (select coalesce(-sum(e.cents), 0) from ${leaseEntries} e where e.credit_id = c.id) as posted,
        (select coalesce(sum(a.cents), 0) from ${leaseAllocations} a where a.credit_id = c.id) as allocated,
        (select coalesce(sum(e.cents), 0) from ${leaseEntries} e where e.credit_id = c.id and e.lease_id <> c.lease_id) as elsewhere,
        (select ${wholeCentsOfUnits(sql`greatest(coalesce(sum(m.units) filter (where not m.is_out), 0) - coalesce(sum(m.units) filter (where m.is_out), 0), 0)`)}
          from lease_payment_moves(c.payment_id, c.counts_short) m where c.taken_away_at is null) as came,
        exists (
          select from lease_payment_days(c.payment_id, c.counts_short, l.time_zone) d
          where c.taken_away_at is null and d.cents <> (
            select coalesce(sum(case when d.is_out then e.cents else -e.cents end), 0) from ${leaseEntries} e
            where e.credit_id = c.id and e.lease_id = c.lease_id and e.effective_on = d.day
              and d.is_out = (e.kind = 'refund' or (e.kind = 'reversal' and e.cents < 0)))
        ) as is_of_another_day,
        not c.counts_short and l.part_payments and c.taken_away_at is null
          and exists (select from ${transfers} t where t.payment_id = c.payment_id and t.deep_at is not null) as is_short_left_out
      from ${leaseCredits} c join leases l on l.id = c.lease_id where ${credit}
    ), strange as (
      select a.credit_id, a.charge_id, c.lease_id from ${leaseCredits} c join ${leaseAllocations} a on a.credit_id = c.id
      join ${charges} ch on ch.id = a.charge_id where ${credit} and ch.lease_id <> c.lease_id
      group by 1, 2, 3 having sum(a.cents) <> 0
    ), early as (
      select c.lease_id, c.id from ${leaseCredits} c join (
        select a.credit_id, a.arrived_at, sum(a.cents) as cents from ${leaseAllocations} a where a.arrived_at is not null group by 1, 2
      ) u on u.credit_id = c.id
      where ${credit} and c.payment_id is not null
        and u.cents > coalesce((select l.cents from lease_credit_arrivals(c.id) l where l.arrived_at = u.arrived_at), 0)
    )
    select lease_id as id, 'charge ' || id || ' is not what its lines add up to' as problem from charged
      where posted <> case when voided_at is null then cents else 0 end
    union all
    select lease_id, 'of charge ' || id || ' another sum is paid than is allocated' from charged where paid_cents <> allocated
    union all
    select lease_id, 'credit ' || id || ' is not what its lines add up to' from credited where received_cents <> posted
    union all
    select lease_id, 'of credit ' || id || ' another sum is used than is allocated' from credited where used_cents <> allocated
    union all
    select lease_id, 'credit ' || id || ' is not what is deep enough of its payment' from credited
      where payment_id is not null and received_cents <> came
    union all
    select lease_id, 'credit ' || id || ' has lines of other days than its money' from credited
      where payment_id is not null and is_of_another_day
    union all
    select lease_id, 'credit ' || id || ' leaves out money that arrived for a short payment' from credited where is_short_left_out
    union all
    select lease_id, 'credit ' || id || ' has lines in another lease' from credited where elsewhere <> 0
    union all
    select c.lease_id, 'credit ' || c.id || ' of a deposit pays something else than the deposit' from ${leaseCredits} c
      where ${credit} and c.deposit_charge_id is not null and c.received_cents <> coalesce((
        select sum(a.cents) from ${leaseAllocations} a where a.credit_id = c.id and a.charge_id = c.deposit_charge_id), 0)
    union all
    select c.lease_id, 'credit ' || c.id || ' is more than its refund gave back of the deposit' from ${leaseCredits} c join ${refunds} r on r.lease_credit_id = c.id
      where ${credit} and c.received_cents > (
        select ${wholeCentsOfUnits(sql`coalesce(sum(j.units), 0)`)} from ${journalEntries} j where j.payment_id = r.payment_id and j.refund_id = r.id and j.account = 'returned')
    union all
    select distinct lease_id, 'of credit ' || id || ' more is allocated of a moment than arrived then' from early
    union all
    select lease_id, 'credit ' || credit_id || ' pays a charge of another lease' from strange
    union all
    select l.id, 'the money on its row is not what its charges and credits add up to' from leases l
      join lease_standings(${sql.param(leaseIds)}::uuid[]) s on s.lease_id = l.id
      where (l.open_cents, l.open_deposit_cents, l.unused_cents, l.held_cents, l.open_due_on, l.owed_since, l.past_due_cents, l.past_due_until,
          l.past_due_next_cents)
        is distinct from
        (s.open_cents, s.open_deposit_cents, s.unused_cents, s.held_cents, s.open_due_on, s.owed_since, s.past_due_cents, s.past_due_until,
          s.past_due_next_cents)
    union all
    select l.id, 'the next lease on its row is not the next one of its unit' from leases l
      where l.id = ${among(leaseIds)} and l.next_starts_on is distinct from (
        select min(n.starts_on) from leases n where n.unit_id = l.unit_id and n.undone_at is null and n.starts_on > l.starts_on)
    union all
    select l.id, 'the last payment or the last day of a deposit on its row is not what its lines and allocations say' from leases l
      join lease_activity(${sql.param(leaseIds)}::uuid[]) a on a.lease_id = l.id
      where (l.last_paid_on, l.last_paid_cents, l.deposits_moved_on) is distinct from (a.last_paid_on, a.last_paid_cents, a.deposits_moved_on)
    union all
    select n.lease_id, 'the names or the last day by which it is listed are not those of its property, unit, tenants and term'
      from lease_naming(${sql.param(leaseIds)}::uuid[]) n join leases l on l.id = n.lease_id left join lease_names k on k.lease_id = n.lease_id
      where (k.merchant_id, k.tenant_key, k.unit_key, k.words, k.ends_on) is distinct from (n.merchant_id, n.tenant_key, n.unit_key, n.words, l.ends_on)
    union all
    select l.id, 'the words by which its unit is found are not its names and address' from leases l join ${units} un on un.id = l.unit_id
      join properties pr on pr.id = un.property_id
      where l.id = ${among(leaseIds)} and (un.merchant_id, un.words) is distinct from (pr.merchant_id, unit_words(pr.name, un.name, pr.address))
    union all
    select l.id, 'the property on its row is not that of its unit' from leases l join ${units} un on un.id = l.unit_id
      where l.id = ${among(leaseIds)} and l.property_id is distinct from un.property_id
    union all
    select distinct l.id, 'a line of it has another merchant' from leases l join ${leaseEntries} e on e.lease_id = l.id
      where ${lines === undefined ? sql`l.id = ${among(leaseIds)}` : sql`(e.charge_id = ${among(lines.charges)} or e.credit_id = ${among(lines.credits)})`}
        and e.merchant_id is distinct from l.merchant_id`);
}

/** The leases among these that have unused money beside an open charge, although they are not marked as waiting to be allocated. */
export async function listUnallocated(db: DatabaseOrTransaction, leaseIds: string[]): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select l.id from leases l where l.id = any(${sql.param(leaseIds)}::uuid[]) and not l.needs_allocation
      and exists (select 1 from ${leaseCredits} c where c.lease_id = l.id and c.used_cents < c.received_cents)
      and exists (select 1 from ${charges} c where c.lease_id = l.id and c.paid_cents < c.cents and c.voided_at is null)`);
  return rows.map(({ id }) => id);
}

/**
 * The leases among these that closed months count wrongly. Finds lines that no month will count, and marks of another merchant's or an open month. Also finds
 * figures of the newest close of a property that differ from its lines, or do not begin with the end of the month before. Reads the lines of the given charges
 * and credits, or all of the leases, and the marked lines of the newest closed month at their properties.
 */
export async function listBrokenCloses(db: DatabaseOrTransaction, leaseIds: string[], lines?: ChangedLines) {
  const line =
    lines === undefined
      ? sql`true`
      : sql`e.id in (
          select id from ${leaseEntries} where charge_id = ${among(lines.charges)} union all select id from ${leaseEntries} where credit_id = ${among(lines.credits)})`;
  return db.execute<{ id: string; problem: string }>(sql`
    with own as (
      select l.id, l.merchant_id, un.property_id, g.open_from, g.last_seen, g.first
      from ${leases} l join ${units} un on un.id = l.unit_id cross join lateral (
        select min(c.period) as first, (max(c.period) + interval '1 month')::date as open_from, max(c.closed_at) - interval '24 hours' as last_seen
        from ${monthCloses} c where c.merchant_id = l.merchant_id and c.reopened_at is null
      ) g where l.id = ${among(leaseIds)}
    ), marks as (
      select o.id, o.open_from, o.last_seen, o.first, e.id as line, e.effective_on, e.posted_at, x.close_id,
        c.merchant_id is distinct from o.merchant_id or c.reopened_at is not null or e.effective_on >= c.period + interval '1 month' as is_strange
      from own o join ${leaseEntries} e on e.lease_id = o.id
      left join ${closedLines} x on x.entry_id = e.id left join ${monthCloses} c on c.id = x.close_id
      where ${line} and (x.entry_id is not null or e.effective_on < o.open_from)
    ), newest as (
      select distinct on (o.merchant_id, o.property_id) o.id, o.merchant_id, o.property_id, o.first, c.id as close_id, c.period, c.figures
      from own o join ${monthCloses} c on c.merchant_id = o.merchant_id and c.reopened_at is null and c.period + interval '1 month' = o.open_from
    ), said as (
      select n.*, f.*, (
        select (b->>'afterCents')::numeric from ${monthCloses} p cross join lateral jsonb_array_elements(p.figures) b
        where p.merchant_id = n.merchant_id and p.reopened_at is null and p.period + interval '1 month' = n.period and b->>'propertyId' = n.property_id::text
      ) as stood
      from newest n cross join lateral (
        select coalesce(sum((f->>'beforeCents')::numeric), 0) as before, coalesce(sum((f->>'chargedCents')::numeric), 0) as charged,
          coalesce(sum((f->>'paidCents')::numeric), 0) as paid, coalesce(sum((f->>'creditedCents')::numeric), 0) as credited,
          coalesce(sum((f->>'writtenOffCents')::numeric), 0) as written_off, coalesce(sum((f->>'afterCents')::numeric), 0) as after
        from jsonb_array_elements(n.figures) f where f->>'propertyId' = n.property_id::text
      ) f
    ), counted as (
      select n.close_id, n.property_id, coalesce(sum(e.cents) filter (where e.charge_id is not null), 0) as charged,
        coalesce(-sum(e.cents) filter (where k.kind in ('payment', 'outside')), 0) as paid,
        coalesce(-sum(e.cents) filter (where k.kind = 'credit'), 0) as credited,
        coalesce(-sum(e.cents) filter (where k.deposit_charge_id is not null), 0) as ended,
        coalesce(-sum(e.cents) filter (where k.kind = 'writeOff'), 0) as written_off
      from newest n join ${closedLines} x on x.close_id = n.close_id join ${leaseEntries} e on e.id = x.entry_id
      join ${leases} l on l.id = e.lease_id join ${units} un on un.id = l.unit_id and un.property_id = n.property_id
      left join ${leaseCredits} k on k.id = e.credit_id
      where e.effective_on >= n.period or n.period > n.first group by 1, 2
    )
    select id, 'line ' || line || ' is about a closed month, was there when it was closed, and no close counts it' as problem from marks
      where close_id is null and effective_on >= first and posted_at < last_seen
    union all
    select id, 'line ' || line || ' is counted by a close that is not its month''s or a later one''s' from marks where close_id is not null and is_strange
    union all
    select s.id, 'the lines that close ' || s.close_id || ' counts do not add up to its figures' from said s
      left join counted c on c.close_id = s.close_id and c.property_id = s.property_id
      -- A version before counted what ended of deposits as credited.
      cross join lateral (select case when s.charged = c.charged then 0 else coalesce(c.ended, 0) end as ended) d
      where (s.charged, s.paid, s.credited, s.written_off) is distinct from
          (coalesce(c.charged, 0) - d.ended, coalesce(c.paid, 0), coalesce(c.credited, 0) - d.ended, coalesce(c.written_off, 0))
        or s.before + s.charged - s.paid - s.credited - s.written_off <> s.after
    union all
    select id, 'close ' || close_id || ' does not begin with what the month before it ended with' from said where period > first and before <> coalesce(stood, 0)`);
}

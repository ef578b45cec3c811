import type { DatabaseOrTransaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { transfers } from "@hearth/db/schema/transfers";
import { wholeCentsOfUnits } from "@hearth/db/usdc";
import { sql } from "drizzle-orm";

/** Of these leases what is charged, paid or kept otherwise than its lines and allocations add up to. */
export async function listBrokenLeases(db: DatabaseOrTransaction, leaseIds: string[]) {
  const among = sql`any(${sql.param(leaseIds)}::uuid[])`;
  return db.execute<{ id: string; problem: string }>(sql`
    with charged as (
      select c.lease_id, c.id, c.cents, c.paid_cents, c.voided_at,
        (select coalesce(sum(e.cents), 0) from ${leaseEntries} e where e.charge_id = c.id) as posted,
        (select coalesce(sum(a.cents), 0) from ${leaseAllocations} a where a.charge_id = c.id) as allocated
      from ${charges} c where c.lease_id = ${among}
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
      from ${leaseCredits} c join leases l on l.id = c.lease_id where c.lease_id = ${among}
    ), strange as (
      select a.credit_id, a.charge_id, c.lease_id from ${leaseCredits} c join ${leaseAllocations} a on a.credit_id = c.id
      join ${charges} ch on ch.id = a.charge_id where c.lease_id = ${among} and ch.lease_id <> c.lease_id
      group by 1, 2, 3 having sum(a.cents) <> 0
    ), early as (
      select c.lease_id, c.id from ${leaseCredits} c join (
        select a.credit_id, a.arrived_at, sum(a.cents) as cents from ${leaseAllocations} a where a.arrived_at is not null group by 1, 2
      ) u on u.credit_id = c.id
      where c.lease_id = ${among} and c.payment_id is not null
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
    select distinct lease_id, 'of credit ' || id || ' more is allocated of a moment than arrived then' from early
    union all
    select lease_id, 'credit ' || credit_id || ' pays a charge of another lease' from strange`);
}

/** Of these leases those where something is unused beside something open, though nothing waits to be allocated. */
export async function listUnallocated(db: DatabaseOrTransaction, leaseIds: string[]): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select l.id from leases l where l.id = any(${sql.param(leaseIds)}::uuid[]) and not l.needs_allocation
      and exists (select 1 from ${leaseCredits} c where c.lease_id = l.id and c.used_cents < c.received_cents)
      and exists (select 1 from ${charges} c where c.lease_id = l.id and c.paid_cents < c.cents and c.voided_at is null)`);
  return rows.map(({ id }) => id);
}

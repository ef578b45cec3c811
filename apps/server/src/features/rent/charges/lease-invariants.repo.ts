import type { DatabaseOrTransaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
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
      select c.lease_id, c.id, c.payment_id, c.received_cents, c.used_cents,
        (select coalesce(-sum(e.cents), 0) from ${leaseEntries} e where e.credit_id = c.id) as posted,
        (select coalesce(sum(a.cents), 0) from ${leaseAllocations} a where a.credit_id = c.id) as allocated,
        (select coalesce(${wholeCentsOfUnits(sql`-sum(j.units)`)}, 0) from ${journalEntries} j
          where j.payment_id = c.payment_id and j.account in ('payment', 'returned')) as came
      from ${leaseCredits} c where c.lease_id = ${among}
    ), strange as (
      select a.credit_id, a.charge_id, c.lease_id from ${leaseCredits} c join ${leaseAllocations} a on a.credit_id = c.id
      join ${charges} ch on ch.id = a.charge_id where c.lease_id = ${among} and ch.lease_id <> c.lease_id
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
    select lease_id, 'credit ' || id || ' is not what the journal says came for its payment' from credited
      where payment_id is not null and received_cents <> came
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

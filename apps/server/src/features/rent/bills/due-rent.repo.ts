import type { DatabaseOrTransaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { leases } from "@hearth/db/schema/leases";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { tenantNamesAt } from "@hearth/db/tenants-at";
import { type SQL, sql } from "drizzle-orm";

/** A lease with open charges that were due by today in its time zone. */
interface DueLease {
  [column: string]: unknown;
  id: string;
  property: string;
  unit: string;
  tenants: string[];
  dueCents: number;
  dueOn: string;
  daysLate: number;
  hasAutopay: boolean;
}

/** CTEs: the merchant's leases that have begun, and the open amount of their charges due by today. Reads the charges of leases with such an amount only. */
function openDue(merchantId: string, now: Date): SQL {
  return sql`own as (
      select l.id, l.unit_id, l.ends_on, l.open_due_on, (${now.toISOString()}::timestamptz at time zone l.time_zone)::date as today
      from ${leases} l where l.merchant_id = ${merchantId} and l.undone_at is null
        and l.starts_on <= (${now.toISOString()}::timestamptz at time zone l.time_zone)::date
    ), due as (
      select o.id as lease_id, c.cents, o.open_due_on as due_on from own o cross join lateral (
        select sum(c.cents - c.paid_cents)::float8 as cents from ${charges} c
        where c.lease_id = o.id and c.paid_cents < c.cents and c.voided_at is null and c.due_on <= o.today
      ) c where o.open_due_on <= o.today
    )`;
}

/** Counts a merchant's leases that run or still owe, and those with charges overdue or due today. Sums what these owe, in cents. */
export async function sumUpDue(db: DatabaseOrTransaction, merchantId: string, now: Date) {
  const [row] = await db.execute<{ leases: number; owing: number; cents: number }>(sql`
    with ${openDue(merchantId, now)}
    select count(*)::integer as leases, count(d.cents)::integer as owing, coalesce(sum(d.cents), 0)::float8 as cents
    from own o left join due d on d.lease_id = o.id where d.cents is not null or o.ends_on is null or o.ends_on >= o.today`);
  return row ?? { leases: 0, owing: 0, cents: 0 };
}

/** The leases that have owed longest. */
export async function listDue(db: DatabaseOrTransaction, merchantId: string, now: Date, limit: number): Promise<DueLease[]> {
  return db.execute<DueLease>(sql`
    with ${openDue(merchantId, now)}
    select o.id, pr.name as property, un.name as unit, ${tenantNamesAt(sql`o.id`, now)} as tenants,
      d.cents as "dueCents", d.due_on::text as "dueOn", (o.today - d.due_on)::integer as "daysLate",
      exists (select from ${scheduledPayments} q where q.lease_id = o.id and q.status in ('ready', 'sent')) as "hasAutopay"
    from due d join own o on o.id = d.lease_id join ${units} un on un.id = o.unit_id join ${properties} pr on pr.id = un.property_id
    order by d.due_on, o.id limit ${limit}`);
}

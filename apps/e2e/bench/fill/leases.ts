import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import type { Database } from "@hearth/db/client";
import type { Sql } from "postgres";

/** Numbers of leases, of landlords of equal size besides one with a tenth of all leases, and of past months. */
export interface LeaseShape {
  leases: number;
  landlords: number;
  months: number;
}

/** The large landlord, and the first month that is not charged yet. */
export interface FilledLeases {
  merchantId: string;
  ownerId: string;
  leaseId: string;
  nextPeriod: string;
}

/**
 * Fills in leases with their past months. Each is charged and paid every month, except every hundredth, which owes the last one. All are
 * due to be charged for the month of `nextPeriod`. Writes the columns that triggers maintain, because a trigger for each month would
 * dominate the time.
 */
export async function fillLeases(db: Database, sql: Sql, { leases, landlords, months }: LeaseShape, now: Date): Promise<FilledLeases> {
  const nextPeriod = `${now.toISOString().slice(0, 7)}-01`;
  const tenant = await makeUser(db);
  const made = [];
  for (let number = 0; number <= landlords; number++) made.push((await makeMerchant(db)).merchant);
  const [large, ...others] = made;
  if (large === undefined) throw new Error("There is no landlord");
  const ids = [large, ...others].map(({ id }) => id);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table fill on commit drop as
      select n, uuidv7() as id, uuidv7() as unit_id, (${ids}::uuid[])[case when n % 10 = 0 then 1 else 2 + n % ${others.length} end] as merchant_id
      from generate_series(1, ${leases}::integer) n`;
    await tx`insert into properties (merchant_id, name) select merchant_id, 'House ' || h from unnest(${ids}::uuid[]) merchant_id, generate_series(1, 5) h`;
    await tx`
      insert into units (id, property_id, name) select f.unit_id, p.id, 'Unit ' || f.n
      from fill f join properties p on p.merchant_id = f.merchant_id and p.name = 'House ' || 1 + f.n / 10 % 5`;
    await tx`
      insert into leases (id, merchant_id, unit_id, starts_on, time_zone, proration, next_period, next_charge_at)
      select id, merchant_id, unit_id, ${nextPeriod}::date - make_interval(months => ${months}::integer), 'America/Chicago', 'days', ${nextPeriod}::date,
        ${nextPeriod}::timestamptz - interval '15 days' from fill`;
    await tx`
      insert into lease_terms (lease_id, from_period, rent_cents, due_day, grace_days, created_by)
      select id, ${nextPeriod}::date - make_interval(months => ${months}::integer), 145000, 1, 3, ${large.ownerUserId} from fill`;
    await tx`
      insert into lease_tenants (lease_id, name, email, user_id, joined_at)
      select id, 'Tenant ' || n, 'tenant.' || n || '@example.com', ${tenant.id}, now() from fill`;
    await tx`
      create temporary table bill on commit drop as
      select f.id as lease_id, uuidv7() as charge_id, uuidv7() as credit_id, (${nextPeriod}::date - make_interval(months => m))::date as due_on,
        not (m = 1 and f.n % 100 = 0) as is_paid from fill f, generate_series(1, ${months}::integer) m`;
    await tx`
      insert into charges (id, lease_id, kind, period, description, cents, paid_cents, due_on, due_at, fee_from_on)
      select charge_id, lease_id, 'rent', due_on, 'Rent', 145000, case when is_paid then 145000 else 0 end, due_on, due_on, due_on + 4 from bill`;
    await tx`
      insert into lease_credits (id, lease_id, kind, received_cents, used_cents, arrived_at, created_by)
      select credit_id, lease_id, 'outside', 145000, 145000, due_on, ${large.ownerUserId} from bill where is_paid`;
    await tx`
      insert into lease_entries (lease_id, kind, charge_id, cents, effective_on, posted_at)
      select lease_id, 'charge', charge_id, 145000, due_on, due_on - 15 from bill order by due_on`;
    await tx`
      insert into lease_entries (lease_id, kind, credit_id, cents, effective_on, posted_at)
      select lease_id, 'outside', credit_id, -145000, due_on, due_on from bill where is_paid order by due_on`;
    await tx`insert into lease_allocations (credit_id, charge_id, cents, at) select credit_id, charge_id, 145000, due_on from bill where is_paid`;
    await tx`select keep_lease_standings((select array_agg(id) from fill)), keep_lease_activity((select array_agg(id) from fill)),
        keep_lease_names((select array_agg(id) from fill)), count_past_due((select array_agg(id) from fill), now())`;
  });
  await sql`vacuum analyze`;
  const [lease] = await sql<{ id: string }[]>`select id from leases where merchant_id = ${large.id} order by id limit 1`;
  return { merchantId: large.id, ownerId: large.ownerUserId, leaseId: lease?.id ?? "", nextPeriod };
}

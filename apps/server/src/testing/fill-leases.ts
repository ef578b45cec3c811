import type { Database } from "@hearth/db/client";
import { sql } from "drizzle-orm";
import type postgres from "postgres";

/** Inserts leases that began in January, each charged for the month. The number of statements does not grow with `leases`. */
export async function fillLeases(
  raw: postgres.Sql,
  { merchantId, ownerId, leases, properties }: { merchantId: string; ownerId: string; leases: number; properties: number },
): Promise<void> {
  await raw.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into properties (merchant_id, name) select ${merchantId}, 'House ' || p from generate_series(1, ${properties}::integer) p`;
    await tx`
      create temporary table filling on commit drop as select n, uuidv7() as id, uuidv7() as unit_id, uuidv7() as charge_id from generate_series(1, ${leases}::integer) n`;
    await tx`
      insert into units (id, property_id, name) select f.unit_id, p.id, 'Unit ' || f.n
      from filling f join properties p on p.merchant_id = ${merchantId} and p.name = 'House ' || 1 + f.n % ${properties}::integer`;
    await tx`
      insert into leases (id, merchant_id, unit_id, starts_on, time_zone, proration, next_period, next_charge_at)
      select id, ${merchantId}, unit_id, '2026-01-01', 'America/Chicago', 'days', '2030-01-01', '2029-12-15' from filling`;
    await tx`
      insert into lease_terms (lease_id, from_period, rent_cents, due_day, grace_days, created_by)
      select id, '2026-01-01', 145000, 1, 3, ${ownerId} from filling`;
    await tx`insert into lease_tenants (lease_id, name, email) select id, 'Tenant Number' || n, 'tenant.' || n || '@example.com' from filling`;
    await tx`
      insert into charges (id, lease_id, kind, period, description, cents, due_on, due_at, fee_from_on)
      select charge_id, id, 'rent', '2026-10-01', 'Rent', 145000, '2026-10-01', '2026-10-01', '2026-10-05' from filling`;
    await tx`
      insert into lease_entries (lease_id, kind, charge_id, cents, effective_on, posted_at)
      select id, 'charge', charge_id, 145000, '2026-10-01', '2026-09-16' from filling`;
    await tx`select keep_lease_standings((select array_agg(id) from filling)), keep_lease_activity((select array_agg(id) from filling)),
        keep_lease_names((select array_agg(id) from filling)), count_past_due((select array_agg(id) from filling), now())`;
  });
}

/** Gives each of a hundred other landlords than this one 100 leases. */
export async function fillOtherLandlords(raw: postgres.Sql, landlordId: string): Promise<void> {
  const [other] = await raw<
    { id: string; owner: string }[]
  >`select id, owner_user_id as owner from merchants where id <> ${landlordId} order by id limit 1`;
  await fillLeases(raw, { merchantId: other?.id ?? "", ownerId: other?.owner ?? "", leases: 10_000, properties: 100 });
  await raw.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update properties p set merchant_id = o.merchant_id from (
        select x.id, m.id as merchant_id from (select id, row_number() over (order by id) as n from properties where merchant_id <> ${landlordId}) x
        join (select id, row_number() over (order by id) as n from merchants where id <> ${landlordId}) m on m.n = x.n
      ) o where o.id = p.id`;
    await tx`update units un set merchant_id = p.merchant_id from properties p where p.id = un.property_id`;
    await tx`update leases l set merchant_id = p.merchant_id from properties p where p.id = l.property_id`;
    await tx`update lease_entries e set merchant_id = l.merchant_id from leases l where l.id = e.lease_id`;
    await tx`update lease_names n set merchant_id = l.merchant_id from leases l where l.id = n.lease_id`;
  });
}

/** Pays the charges of all leases but 100. */
export async function payMost(raw: postgres.Sql): Promise<void> {
  await raw.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update charges set paid_cents = cents where lease_id not in (select id from leases order by id limit 100)`;
    await tx`select keep_lease_standings((select array_agg(id) from leases)), keep_lease_activity((select array_agg(id) from leases))`;
  });
}

/**
 * Has 300 leases of a landlord end a month ago, each with a deposit to return, and 300 in a month. They are the last in most orders of its leases.
 * The first four units of each property have no lease then.
 */
export async function endSome(raw: postgres.Sql, merchantId: string): Promise<void> {
  await raw`
    update leases l set ends_on = current_date + case when n > 300 then -30 else 30 end, held_cents = case when n > 300 then 50000 else 0 end
    from (select id, row_number() over (order by id desc) as n from leases where merchant_id = ${merchantId}) x where x.id = l.id and n <= 600`;
  await raw`
    update units un set name = 'Unit 0' || un.name from (
      select unit_id, row_number() over (partition by property_id order by id) as n from leases where merchant_id = ${merchantId} and ends_on < current_date
    ) x where x.unit_id = un.id and n <= 4`;
}

/** Gives every tenant an account, and every account a wallet. */
export async function giveAccounts(raw: postgres.Sql): Promise<void> {
  await raw.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update lease_tenants t set user_id = u.id, joined_at = now() from (select id, row_number() over (order by id) as n from lease_tenants) x
      join (select id, row_number() over (order by id) as n from users where role = 'user') u on u.n = x.n where x.id = t.id`;
    await tx`
      insert into wallets (user_id, kind, address) select id, 'external', '0x' || lpad(to_hex(row_number() over (order by id)), 40, '0')
      from users where role = 'user' on conflict do nothing`;
  });
}

/**
 * Opens the charges of some leases of a landlord, due on the day before today, and counts what is past due for a moment of that day. Returns a moment of this
 * morning, when nothing has been counted again yet.
 */
export async function oweSinceYesterday(
  db: Database,
  { merchantId, leases, now }: { merchantId: string; leases: number; now: Date },
): Promise<Date> {
  const midnight = sql`date_trunc('day', ${now.toISOString()}::timestamptz at time zone 'America/Chicago')`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      update charges set paid_cents = 0, due_on = ${midnight}::date - 1
      where lease_id in (select id from leases where merchant_id = ${merchantId} order by id limit ${leases})`);
    await tx.execute(sql`
      select keep_lease_standings(ids), count_past_due(ids, (${midnight} - interval '1 day') at time zone 'America/Chicago')
      from (select array_agg(id) as ids from leases where merchant_id = ${merchantId}) l`);
  });
  await db.execute(sql`vacuum analyze leases, charges`);
  const [row] = await db.execute<{ at: string }>(
    sql`select to_json((${midnight} + interval '1 hour') at time zone 'America/Chicago') #>> '{}' as at`,
  );
  return new Date(row?.at ?? "");
}

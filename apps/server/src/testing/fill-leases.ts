import type postgres from "postgres";

/** Inserts leases that began in January, each charged for the month. The number of statements does not grow with `leases`. */
export async function fillLeases(
  sql: postgres.Sql,
  { merchantId, ownerId, leases, properties }: { merchantId: string; ownerId: string; leases: number; properties: number },
): Promise<void> {
  await sql.begin(async (tx) => {
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

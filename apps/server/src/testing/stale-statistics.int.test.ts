import { type CountingDatabase, openCountingDatabase } from "@hearth/db/testing/counting-database";
import { makeMerchant } from "@hearth/db/testing/factories";
import { keysOf } from "@hearth/domain/keys-of";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillLeases } from "./fill-leases.ts";
import { type Harness, startHarness } from "./harness.ts";
import { ManualClock } from "./manual-clock.ts";

const leases = 500;
/** The most rows that a step of a statement's plan, or a write, may handle for each lease. Reading every other lease for each lease takes 500. */
const mostRowsPerLease = 50;

let harness: Harness;
let counting: CountingDatabase;
let landlord: ReturnType<Harness["caller"]>;
/** A connection whose triggers planned their statements when there was one lease. */
let early: postgres.Sql;

/** A landlord with 500 leases, while PostgreSQL's statistics are of a day when another landlord had the only lease. The tests' server never analyzes by itself. */
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-10-20T12:00:00Z")) });
  const { databaseUrl } = harness.deps.env;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const [first, large] = [await makeMerchant(harness.db), await makeMerchant(harness.db)];
  await fillLeases(sql, { merchantId: first.merchant.id, ownerId: first.owner.id, leases: 1, properties: 1 });
  await payDeposits(sql, first.owner.id);
  await sql`analyze`;
  early = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  for (const name of keysOf(lines)) await countChargesRead(name);
  await fillLeases(sql, { merchantId: large.merchant.id, ownerId: large.owner.id, leases, properties: 10 });
  await payDeposits(sql, large.owner.id);
  await sendPayments(sql, large.owner.id, large.payee);
  await sql.end();
  landlord = harness.caller(await harness.signIn(large.owner.id));
  counting = openCountingDatabase(databaseUrl);
  Object.assign(harness.deps, { db: counting.db });
});
afterAll(async () => {
  await Promise.all([counting.close(), early.end()]);
  await harness.close();
});

/** Charges and pays a deposit on each lease that has none. */
async function payDeposits(sql: postgres.Sql, ownerId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table paying on commit drop as select id as lease_id, uuidv7() as charge_id, uuidv7() as credit_id from leases l
      where not exists (select from charges c where c.lease_id = l.id and c.kind = 'deposit')`;
    await tx`
      insert into charges (id, lease_id, kind, description, cents, paid_cents, due_on, due_at)
      select charge_id, lease_id, 'deposit', 'Deposit', 50000, 50000, '2026-10-02', '2026-10-02' from paying`;
    await tx`
      insert into lease_credits (id, lease_id, kind, received_cents, used_cents, arrived_at, created_by)
      select credit_id, lease_id, 'outside', 50000, 50000, '2026-10-03', ${ownerId} from paying`;
    await tx`insert into lease_allocations (credit_id, charge_id, cents, at) select credit_id, charge_id, 50000, '2026-10-03' from paying`;
    await tx`
      insert into lease_entries (lease_id, kind, charge_id, credit_id, cents, effective_on, posted_at)
      select lease_id, 'charge', charge_id, null, 50000, date '2026-10-02', timestamptz '2026-10-02' from paying
      union all select lease_id, 'outside', null, credit_id, -50000, date '2026-10-03', timestamptz '2026-10-03' from paying`;
    await tx`select keep_lease_standings((select array_agg(lease_id) from paying)), keep_lease_activity((select array_agg(lease_id) from paying))`;
  });
}

/** Sends a payment for each lease of the payee's merchant. It has a transfer, and waits for its confirmations. */
async function sendPayments(
  sql: postgres.Sql,
  ownerId: string,
  payee: { id: string; merchantId: string; address: string } | null,
): Promise<void> {
  if (payee === null) throw new Error("The merchant has no payee");
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table sending on commit drop as
      select row_number() over () as n, l.id as lease_id, uuidv7() as payment_id, repeat(md5(l.id::text), 2) as hex from leases l where l.merchant_id = ${payee.merchantId}`;
    await tx`
      insert into payments (id, consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, reference, binding, code, expires_at)
      select payment_id, ${ownerId}, ${payee.merchantId}, ${payee.id}, ${payee.address}, 1000 + n, 1, '0x', 'Rent', hex, '0x' || hex, hex, '2026-10-21' from sending`;
    await tx`
      insert into transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, token_address, from_address, to_address, usdc_units, merchant_id, payment_id, verdict, seen_at)
      select 1, '0x' || hex, 0, 1, '0x', '2026-10-20', '0x', '0x', ${payee.address}, 1, ${payee.merchantId}, payment_id, 'matched', '2026-10-20' from sending`;
    await tx`
      insert into lease_credits (lease_id, kind, payment_id, created_by) select lease_id, 'payment', payment_id, ${ownerId} from sending`;
  });
}

/** Reads over all leases of a business, by what somebody does. */
const reads: Record<string, () => Promise<unknown>> = {
  "a page of tenants": () => landlord.rent.tenants({}),
  "a page of settled tenants": () => landlord.rent.tenants({ state: "settled" }),
  "a page of tenants by unit": () => landlord.rent.tenants({ sort: "unit" }),
  "a page of tenants by last payment": () => landlord.rent.tenants({ sort: "lastPaid" }),
  "the leases that end soon": () => landlord.rent.tenants({ state: "endsSoon" }),
  "the sums of all tenants": () => landlord.rent.tenantSums({}),
  "the units of all properties": () => landlord.rent.properties({ limit: 100 }),
  "a search among properties": () => landlord.rent.properties({ search: "number77", limit: 100 }),
  "the building": () => landlord.rent.building({}),
  "the desk": () => landlord.merchant.desk(),
  "the collected months": () => landlord.merchant.collectedMonths(),
  "a search for a tenant": () => landlord.rent.tenants({ search: "number77" }),
  "a search for an amount": () => landlord.rent.tenants({ search: "1450.00" }),
  "a search for a transaction": () => landlord.rent.tenants({ search: `0x${"a".repeat(64)}` }),
  "a page of the rent roll": () => landlord.rent.roll({ period: "2026-10" }),
  "the file of the rent roll": () => landlord.rent.rollFile({ period: "2026-10", format: "csv" }),
  "the totals of a month": () => landlord.rent.rollSums({ period: "2026-10" }),
  "the totals of a year": () => landlord.rent.rollSums({ period: "2026" }),
  "the accounting file of a month": () => landlord.rent.accountingFile({ period: "2026-10" }),
  "the accounting file of a year": () => landlord.rent.accountingFile({ period: "2026" }),
};

/** Lines of a lease's ledger: a further charge, and the reversal of a check that paid a deposit. */
const lines = {
  "a charge": (sql: postgres.Sql) =>
    sql`select lease_id, 'charge' as kind, id as charge_id, null::uuid as credit_id, 100 as cents from charges where kind = 'rent' order by id desc limit 1`,
  "a check that bounced": (sql: postgres.Sql) => sql`
    select lease_id, 'reversal' as kind, null::uuid as charge_id, id as credit_id, received_cents as cents from lease_credits where used_cents > 0 order by id desc limit 1`,
};

/** Counts the rows of charges that writing a line reads, its triggers included. Writes nothing. */
async function countChargesRead(name: keyof typeof lines): Promise<number> {
  const [line] = await lines[name](early);
  const count = async () =>
    (
      await early<{ rows: number }[]>`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'charges'`
    )[0]?.rows ?? 0;
  await early`begin`;
  const before = await count();
  await early`
    insert into lease_entries (lease_id, kind, charge_id, credit_id, cents, effective_on, posted_at)
    select lease_id, kind, charge_id, credit_id, cents, '2026-10-03', now()
    from jsonb_to_record(${early.json(line ?? {})}) as l(lease_id uuid, kind text, charge_id uuid, credit_id uuid, cents integer)`;
  const read = (await count()) - before;
  await early`rollback`;
  return read;
}

describe(`among ${leases} leases, when the planner expects one`, () => {
  it.each(keysOf(lines))("the line of %s: the rows read grow with the leases, not with their square", async (name) => {
    expect(await countChargesRead(name)).toBeLessThan(leases * mostRowsPerLease);
  });

  it.each(Object.keys(reads))("%s: the rows read grow with the leases, not with their square", async (name) => {
    counting.statements.length = 0;
    await reads[name]?.();
    const sent = counting.statements.filter(({ query }) => /^\s*(select|with)/i.test(query));
    expect(sent.length).toBeGreaterThan(0);
    for (const statement of sent) {
      const heavy = (await counting.steps(statement)).filter(({ rows }) => rows > leases * mostRowsPerLease);
      expect(heavy, statement.query.replace(/\s+/g, " ").slice(0, 300)).toEqual([]);
    }
  });
});

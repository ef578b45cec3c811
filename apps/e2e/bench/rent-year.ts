import { createDeps } from "@hearth/server/deps";
import { readEnv } from "@hearth/server/env";
import { allocateWaiting } from "@hearth/server/features/rent/charges/allocate-leases";
import { chargeLateFees } from "@hearth/server/features/rent/charges/charge-late-fees";
import { leaseRules } from "@hearth/server/features/rent/charges/check-leases";
import { makeCharges } from "@hearth/server/features/rent/charges/make-charges";
import { createLogger } from "@hearth/server/logger";
import { ManualClock } from "@hearth/server/testing/manual-clock";
import { measureTurns } from "@hearth/server/testing/turn-meter";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { fillLeases } from "./fill/leases.ts";
import { startBenchDatabase } from "./measure/bench-database.ts";
import { table } from "./report/tables.ts";

/**
 * Measures the rent's jobs over a year with random failures. Of a hundred leases, one pays late each month and one pays half late. In each
 * run some leases cannot be written, and the next run must process them. Checks at the end that charges, payments and late fees are right
 * to the cent. A turn is a stretch in which the process answers nobody else. `npm run bench -- rent-year --leases 50000 --landlords 99 --failing 0.001`
 */
const { values } = parseArgs({
  options: {
    leases: { type: "string", default: "50000" },
    landlords: { type: "string", default: "99" },
    /** The share of leases that fail in each run of a job. */
    failing: { type: "string", default: "0.001" },
    months: { type: "string", default: "12" },
  },
});
const [leases, landlords, failing] = [Number(values.leases), Number(values.landlords), Number(values.failing)];
const months = Number(values.months);
const rentCents = 145_000;
const feeCents = 5_000;
const piece = 1_000;

const database = await startBenchDatabase();
const clock = new ManualClock(new Date("2027-01-01T15:00:00Z"));
const deps = await createDeps(readEnv({ DATABASE_URL: database.url, RATE_LIMITS: "off" }), createLogger("silent"), clock);
const sql = postgres(database.url, { max: 1, onnotice: () => {} });
const jobs = { "rent charged": makeCharges, "money put to charges": allocateWaiting, "late fees decided": chargeLateFees };
const taken = new Map<string, { ms: number; worked: number; slowest: number; longestTurnMs: number }>();

/** Sets the clock to ten in the morning in Chicago on a day of a month, with the chain read up to then. */
async function goTo(month: number, day: number): Promise<void> {
  clock.set(new Date(Date.UTC(2027, month, day, 16)));
  const read = clock.now().toISOString();
  await sql`
    insert into chain_cursors (chain_id, block_number, block_hash, block_time, kept_number, kept_time, finalized_number, reconciled_number, updated_at)
    values (${deps.network.chainId}, 1, ${`0x${"1".repeat(64)}`}, ${read}, 1, ${read}, 1, 1, ${read})
    on conflict (chain_id) do update set block_time = excluded.block_time, kept_time = excluded.kept_time, updated_at = excluded.updated_at`;
}

/** Runs a job while some leases cannot be written, and again once they can. */
async function run(name: keyof typeof jobs, salt: string): Promise<void> {
  const fails = failing > 0 && name !== "late fees decided";
  if (fails)
    await sql.unsafe(`create trigger refuse before insert or update on charges for each row
      when (abs(hashtextextended(new.lease_id::text || '${salt}', 0)) % 1000000 < ${Math.round(failing * 1_000_000)}) execute function refuse()`);
  await timed(name);
  if (!fails) return;
  await sql`drop trigger refuse on charges`;
  clock.advance({ minutes: 11 });
  await timed(name);
}

async function timed(name: keyof typeof jobs): Promise<void> {
  const startedMs = performance.now();
  const endOfTurns = measureTurns();
  const worked = await jobs[name](deps);
  const { longestMs } = endOfTurns();
  const ms = performance.now() - startedMs;
  const before = taken.get(name) ?? { ms: 0, worked: 0, slowest: 0, longestTurnMs: 0 };
  taken.set(name, {
    ms: before.ms + ms,
    worked: before.worked + worked,
    slowest: Math.max(before.slowest, ms),
    longestTurnMs: Math.max(before.longestTurnMs, longestMs),
  });
}

/** Records money of some leases. Writes the lines like the product, and the product's triggers add them up. */
async function pay(month: number, what: "in time" | "the rest"): Promise<void> {
  const cents = what === "in time" ? [rentCents, rentCents / 2, 0] : [0, rentCents - rentCents / 2, rentCents];
  const at = clock.now().toISOString();
  await sql`
    with paid as (
      select uuidv7() as id, lease_id, (${cents}::integer[])[case turn when 0 then 3 when 1 then 2 else 1 end] as cents
      from (select lease_id, (n + ${month}) % 100 as turn from payer) t
    ), credits as (
      insert into lease_credits (id, lease_id, kind, arrived_at, created_by, created_at)
      select p.id, p.lease_id, 'outside', ${at}, m.owner_user_id, ${at} from paid p join leases l on l.id = p.lease_id join merchants m on m.id = l.merchant_id
      where p.cents > 0 returning id
    )
    insert into lease_entries (lease_id, kind, credit_id, cents, effective_on, posted_at)
    select p.lease_id, 'outside', p.id, -p.cents, ${at}::date, ${at} from paid p join credits c on c.id = p.id`;
}

try {
  await fillLeases(deps.db, sql, { leases, landlords, months: 0 }, clock.now());
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update lease_terms set late_fee_kind = 'fixed', late_fee_amount = ${feeCents}, late_fee_repeats = 'once'`;
    await tx`update leases set created_at = '2026-12-01', next_charge_at = '2026-12-17'`;
    await tx`update payees set created_at = '2026-12-01'`;
  });
  await sql`create table payer as select id as lease_id, row_number() over (order by id)::integer as n from leases`;
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`;
  for (let month = 0; month < months; month++) {
    // In a real month autovacuum has read the tables many times.
    await sql`analyze`;
    await goTo(month, -14);
    await run("rent charged", `charge ${month}`);
    await goTo(month, 1);
    await pay(month, "in time");
    await run("money put to charges", `allocate ${month}`);
    await goTo(month, 6);
    await run("late fees decided", "");
    await goTo(month, 20);
    await pay(month, "the rest");
    await run("money put to charges", `allocate late ${month}`);
    process.stderr.write(`${month + 1} of ${months} months\n`);
  }
  const found: string[] = [];
  const ids = (await sql<{ id: string }[]>`select id from leases order by id`).map(({ id }) => id);
  for (let start = 0; start < ids.length; start += piece)
    for (const rule of leaseRules) found.push(...(await rule.check(deps.db, ids.slice(start, start + piece))));
  const violations = await sql<{ what: string }[]>`
    with totals as (
      select p.lease_id, p.n, count(c.id) filter (where c.kind = 'rent') as rents, count(c.id) filter (where c.kind = 'lateFee') as fees,
        coalesce(sum(c.cents) filter (where c.kind = 'rent'), 0) as charged, coalesce(sum(c.paid_cents) filter (where c.kind = 'rent'), 0) as paid,
        (select count(*) from generate_series(0, ${months - 1}::integer) m where (p.n + m) % 100 in (0, 1)) as late
      from payer p left join charges c on c.lease_id = p.lease_id and c.voided_at is null and c.due_on < '2028-01-01' group by 1, 2
    )
    select lease_id || ': ' || rents || ' months, ' || charged || ' charged, ' || paid || ' paid, ' || fees || ' late fees instead of ' || late as what from totals
    where rents <> ${months} or charged <> ${months * rentCents} or paid <> ${months * rentCents} or fees <> late limit 5`;
  const [left] = await sql<{ aside: number }[]>`select count(*)::integer as aside from set_aside`;
  found.push(...violations.map(({ what }) => what));
  if (left?.aside !== 0) found.push(`${left?.aside} leases are set aside`);
  const rows = [...taken].map(([name, { ms, worked, slowest, longestTurnMs }]) => [
    name,
    `${(ms / 1_000).toFixed(1)} s`,
    `${(slowest / 1_000).toFixed(1)} s`,
    `${worked}`,
    `${((1_000 * ms) / worked).toFixed(0)} µs`,
    `${longestTurnMs.toFixed(0)} ms`,
  ]);
  process.stdout.write(
    `${table([`${leases} leases, ${months} months, ${failing} fail`, "took", "slowest run", "leases", "each", "longest turn, CPU"], rows)}\n`,
  );
  if (found.length > 0) {
    process.stderr.write(`Wrong results:\n${found.slice(0, 10).join("\n")}\n`);
    process.exitCode = 1;
  }
} finally {
  await sql.end();
  await deps.close();
  await database.stop();
}

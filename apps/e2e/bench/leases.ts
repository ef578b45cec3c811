import { reminderRules } from "@hearth/db/schema/reminder-rules";
import { publicId } from "@hearth/domain/ids";
import { createDeps } from "@hearth/server/deps";
import { readEnv } from "@hearth/server/env";
import { openSession, resolveActor } from "@hearth/server/features/auth/sessions/sessions.service";
import { leaseRules } from "@hearth/server/features/rent/charges/check-leases";
import { makeCharges } from "@hearth/server/features/rent/charges/make-charges";
import { remindByRule } from "@hearth/server/features/rent/reminders/remind-by-rule";
import { createLogger } from "@hearth/server/logger";
import { createCaller } from "@hearth/server/router";
import { ManualClock } from "@hearth/server/testing/manual-clock";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { fillLeases } from "./fill/leases.ts";
import { startBenchDatabase } from "./measure/bench-database.ts";
import { table } from "./report/tables.ts";

/**
 * Measures the rent's jobs over all leases, and the waits of a landlord with a tenth of them. Fails if the nightly charges take a minute.
 * `npm run bench -- leases --leases 50000 --months 12`
 */
const { values } = parseArgs({ options: { leases: { type: "string", default: "50000" }, months: { type: "string", default: "12" } } });
const [leases, months] = [Number(values.leases), Number(values.months)];
const nightlyLimitMs = 60_000;
const rounds = 5;

const database = await startBenchDatabase();
// Ten in the morning in New York, on the due day of the month.
const clock = new ManualClock(new Date("2027-01-01T15:00:00Z"));
const deps = await createDeps(readEnv({ DATABASE_URL: database.url, RATE_LIMITS: "off" }), createLogger("error"), clock);
const sql = postgres(database.url, { max: 1, onnotice: () => {} });
try {
  const filled = await fillLeases(deps.db, sql, { leases, landlords: 99, months }, clock.now());
  const rows: string[][] = [];
  const timed = async <Answer>(name: string, work: () => Promise<Answer>): Promise<{ ms: number; answer: Answer }> => {
    const startedMs = performance.now();
    const answer = await work();
    const ms = performance.now() - startedMs;
    rows.push([name, ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`]);
    return { ms, answer };
  };
  const { ms: nightlyMs, answer: charged } = await timed("a month's charges of all leases", () => makeCharges(deps));
  await timed("the same again, when nothing is due", () => makeCharges(deps));
  await sql`insert into reminder_rules (merchant_id, on_due_day, sent_for, updated_at) select id, true, '2026-12-31', now() from merchants`;
  const { answer: reminded } = await timed("reminders of all leases on their due day", () => remindByRule(deps));
  await deps.db.delete(reminderRules);

  const token = await openSession(deps.db, { userId: filled.ownerId, kind: "auth", now: clock.now(), origin: null });
  const actor = await resolveActor(deps, token);
  if (actor === null) throw new Error("The landlord is not signed in");
  const { rent, merchant } = createCaller({
    deps,
    actor,
    requestId: "bench",
    ip: "127.0.0.1",
    userAgent: null,
    timeZone: "UTC",
    idempotencyKey: null,
    uploads: [],
  });
  const period = filled.nextPeriod.slice(0, 7);
  const reads: [string, () => Promise<unknown>][] = [
    ["a page of tenants", () => rent.tenants({})],
    ["a page of tenants by unit", () => rent.tenants({ sort: "unit" })],
    ["a page of tenants by last payment", () => rent.tenants({ sort: "lastPaid" })],
    ["a page of tenants, searched", () => rent.tenants({ search: "4B" })],
    ["the sums of all tenants", () => rent.tenantSums({})],
    ["a page of properties", () => rent.properties({})],
    ["the building", () => rent.building({})],
    ["the desk", () => merchant.desk()],
    ["a page of the rent roll", () => rent.roll({ period })],
    ["what the rent roll adds up to", () => rent.rollSums({ period })],
    ["the month before, to be closed", () => rent.month({ period: "2026-12" })],
    ["a page of a ledger", () => rent.ledger({ leaseId: publicId("lease", filled.leaseId) })],
  ];
  for (const [name, read] of reads) {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const startedMs = performance.now();
      await read();
      taken.push(performance.now() - startedMs);
    }
    rows.push([
      `${name} of a landlord with ${leases / 10} leases`,
      `${(taken.toSorted((left, right) => left - right)[2] ?? 0).toFixed(0)} ms`,
    ]);
  }
  await timed("closing that month", () => rent.closeMonth({ period: "2026-12" }));
  process.stdout.write(`${table([`${leases} leases, ${months} months`, "took"], rows)}\n${charged} charged, ${reminded} reminded\n`);
  const broken = (await Promise.all(leaseRules.map((rule) => rule.check(deps.db, [filled.leaseId])))).flat();
  if (charged !== leases || reminded !== leases || broken.length > 0 || nightlyMs > nightlyLimitMs) {
    process.stderr.write("Some leases were not charged or reminded correctly, or the nightly charges took too long\n");
    process.exitCode = 1;
  }
} finally {
  await sql.end();
  await deps.close();
  await database.stop();
}

import { connectDatabase } from "@hearth/db/client";
import { checkChanges, checkWholeState } from "@hearth/server/features/settlement/checking/check-state";
import { ledgerRules } from "@hearth/server/features/settlement/checking/check-invariants";
import { parseArgs } from "node:util";
import { fillDatabase } from "./fill/fill-database.ts";
import { shapeOf } from "./fill/shape.ts";
import { startBenchDatabase } from "./measure/bench-database.ts";
import { table } from "./report/tables.ts";

/**
 * Measures the check of the state with a given number of payments: of the changes since the last good point, and of everything, with the
 * longest statement of each. `npm run bench -- state --payments 5000000 --changed 10000`
 */
const { values } = parseArgs({
  options: {
    payments: { type: "string", default: "1000000" },
    /** Number of changed payments, with their transfers: ten minutes' worth of a thousand a minute. */
    changed: { type: "string", default: "10000" },
    /** Checks only the changes. */
    brief: { type: "boolean", default: false },
  },
});
const changesLimitMs = 5_000;
const statementLimitMs = 2_000;
const [payments, changed] = [Number(values.payments), Number(values.changed)];
const number = (count: number) => count.toLocaleString("en-US");

const database = await startBenchDatabase();
const connection = connectDatabase(database.url);
const { db, sql } = connection;
try {
  const { seconds } = await fillDatabase(database.url, shapeOf(payments, new Date(), 60_000_000));
  process.stderr.write(`filled in ${(seconds.rows + seconds.indexes).toFixed(0)} s\n`);
  await sql`create extension if not exists pg_stat_statements`;
  await sql`insert into unchecked_changes (payment_id) select id from payments order by created_at desc limit ${changed}`;
  await sql`
    insert into unchecked_changes (transfer_id) select t.id from transfers t join unchecked_changes c on c.payment_id = t.payment_id`;
  const [changeCount] = await sql<{ count: number }[]>`select count(*)::int as count from unchecked_changes`;
  const changesCheck = await timed(() => checkChanges(db, ledgerRules));
  const rows = [[`${number(changeCount?.count ?? 0)} changes`, ...cellsOf(changesCheck)]];
  const wholeCheck = values.brief ? null : await timed(() => checkWholeState(db, ledgerRules));
  if (wholeCheck) rows.push(["everything", ...cellsOf(wholeCheck)]);
  const [size] = await sql<{ gb: number }[]>`select pg_database_size(current_database())::float8 / 1e9 as gb`;
  const heading = `${number(payments)} payments, ${size?.gb.toFixed(1)} GB`;
  process.stdout.write(`${table([heading, "took", "longest statement"], rows)}\n`);
  const broken = [...changesCheck.broken, ...(wholeCheck?.broken ?? [])];
  process.stdout.write(broken.length === 0 ? "The state is consistent.\n" : `${broken.slice(0, 5).join("\n")}\n`);
  const isSlow = changesCheck.ms > changesLimitMs || Math.max(changesCheck.longestMs, wholeCheck?.longestMs ?? 0) > statementLimitMs;
  if (broken.length > 0 || isSlow) process.exitCode = 1;
} finally {
  await connection.close();
  await database.stop();
}

interface Timed {
  broken: string[];
  ms: number;
  longestMs: number;
}

async function timed(check: () => Promise<string[]>): Promise<Timed> {
  await sql`select pg_stat_statements_reset()`;
  const startedMs = performance.now();
  const broken = await check();
  const ms = performance.now() - startedMs;
  const [longest] = await sql<{ ms: number }[]>`
    select coalesce(max(max_exec_time), 0) as ms from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`;
  return { broken, ms, longestMs: longest?.ms ?? Number.NaN };
}

function cellsOf({ ms, longestMs }: Timed): string[] {
  return [`${(ms / 1_000).toFixed(1)} s`, `${longestMs.toFixed(0)} ms`];
}

import postgres, { type Sql } from "postgres";
import { setTimeout as sleep } from "node:timers/promises";
import type { Call } from "./load.ts";

const calls = 40;
const idleMs = 2_000;

type Counts = Map<string, { calls: number; ms: number }>;

/** Database cost of a call. */
export interface Cost {
  statements: number;
  databaseMs: number;
}

/** Counts a database's statements by pg_stat_statements. Measures background statements once and subtracts them. */
export async function openStatementCounter(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql`create extension if not exists pg_stat_statements`;
  const before = await read(sql);
  await sleep(idleMs);
  const idle = difference(before, await read(sql));
  return {
    /** Makes some forty calls, one after the other. */
    async costOf(url: string, inTurn: Call[]): Promise<Cost> {
      await makeCalls(url, inTurn, inTurn.length); // so that every connection has prepared its statements
      const first = await read(sql);
      const startedMs = performance.now();
      await makeCalls(url, inTurn, calls);
      const idleShare = (performance.now() - startedMs) / idleMs;
      const made = difference(first, await read(sql));
      const cost = { statements: 0, databaseMs: 0 };
      for (const [id, { calls: all, ms }] of made) {
        const callsInLoad = all - (idle.get(id)?.calls ?? 0) * idleShare;
        const each = Math.round(callsInLoad / calls);
        if (each === 0) continue;
        cost.statements += each;
        cost.databaseMs += ms / calls;
      }
      return cost;
    },
    close: () => sql.end(),
  };
}

async function read(sql: Sql): Promise<Counts> {
  const rows = await sql<{ id: string; calls: number; ms: number }[]>`
    select queryid::text as id, sum(calls)::int as calls, sum(total_exec_time) as ms from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database()) group by queryid`;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

function difference(before: Counts, after: Counts): Counts {
  return new Map(
    [...after].map(([id, { calls: count, ms }]) => [
      id,
      { calls: count - (before.get(id)?.calls ?? 0), ms: ms - (before.get(id)?.ms ?? 0) },
    ]),
  );
}

async function makeCalls(url: string, inTurn: Call[], times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    const call = inTurn[turn % inTurn.length];
    if (call === undefined) throw new Error("There is no call to make");
    await makeCall(url, call);
  }
}

/** Makes a call once and returns its answer. @throws for anything but 2xx. */
export async function makeCall(url: string, { method, path, token, body }: Call): Promise<unknown> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body()) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  return answer.json();
}

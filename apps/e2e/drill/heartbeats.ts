import { createServer } from "node:http";
import { migrateDatabase } from "@hearth/db/migrate";
import { createEmptyDatabase } from "@hearth/db/testing/test-database";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { startBackground } from "@hearth/server/background";
import { createDeps } from "@hearth/server/deps";
import { readEnv } from "@hearth/server/env";
import { jobs, loops } from "@hearth/server/jobs/declared";
import { createLogger } from "@hearth/server/logger";
import { serverEnv } from "@hearth/server/testing/server-fixture";
import { eventually, startServerProcess } from "@hearth/server/testing/server-process";
import { startSimulator } from "@hearth/simulator/simulator";
import postgres from "postgres";
import { must, step } from "./steps.ts";

/** Stops every loop and job once and expects its alarm, and no other alarm meanwhile. */
const all = Object.keys({ ...loops, ...jobs });
const alarmOf = (name: string) => `${name in loops ? "loop" : "job"}-${name}`;
/** Half of them are stopped together. The other half shows that running ones have no alarm. */
const halves = [0, 1].map((half) => all.filter((_name, place) => place % 2 === half));
/** Allows for a check every half minute, and for jobs that take most of a minute. */
const limitMs = 240_000;

/**
 * Tests that a web process notices what a worker fails to do. Stops the worker's loops and jobs, half of them at a time, and ages their
 * heartbeats beyond their limits. Finally stops the worker itself, and the web process calls the webhook. Needs no rights and takes some
 * five minutes.
 */
export async function drillHeartbeats(cleanUps: (() => Promise<unknown>)[]): Promise<void> {
  const calledFor: string[] = [];
  const pager = createServer((request, response) => {
    request.on("data", (part: Buffer) => calledFor.push(String(JSON.parse(part.toString()).data.key)));
    request.on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => pager.listen(0, "127.0.0.1", resolve));
  cleanUps.push(async () => pager.close());
  const address = pager.address();
  const cluster = await startEmbeddedPostgres({ persistent: false });
  cleanUps.push(cluster.stop);
  const simulator = await startSimulator({ blockTimeSeconds: 1 });
  cleanUps.push(simulator.stop);
  const database = await createEmptyDatabase(cluster.url);
  await migrateDatabase(database.url);
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  cleanUps.push(() => sql.end());
  const env = {
    ...serverEnv(database.url, simulator),
    ALARM_WEBHOOK_URL: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    ALARM_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, "drill").toString("base64")}`,
  };
  const web = await startServerProcess({ ...env, ROLE: "web" });
  cleanUps.push(() => web.kill());
  const deps = await createDeps(readEnv({ NETWORK: "local", ...env }), createLogger("fatal"));
  cleanUps.push(deps.close);

  const living = async () =>
    (await sql<{ key: string }[]>`select key from alarms where cleared_at is null order by key collate "C"`).map(({ key }) => key);
  const age = (names: readonly string[]) =>
    sql`update job_heartbeats set last_success_at = now() - (due_seconds + 60) * interval '1 second' where name in ${sql(names)}`;
  const succeededSince = (moment: Date) => sql<{ name: string }[]>`select name from job_heartbeats where last_success_at >= ${moment}`;

  let worker = await startBackground(deps);
  cleanUps.push(() => worker.stop());
  /** Replaces the worker by one without the stopped loops and jobs, within the minute that a worker may be away. */
  const replaceWorker = async (stopped: readonly string[] = []) => {
    await worker.stop();
    if (stopped.length > 0) await age(stopped);
    worker = await startBackground(deps, new Set(stopped));
  };
  await step("all of the worker's loops and jobs have succeeded, including the scheduled ones", async () => {
    await worker.stop();
    await age(all);
    const startedAt = new Date();
    worker = await startBackground(deps);
    await eventually(
      () => succeededSince(startedAt),
      (rows) => rows.length === all.length + 1,
      limitMs,
    );
  });
  for (const half of halves) {
    const expected = half.map(alarmOf).toSorted();
    await step(
      "half of them are stopped, and each raises its alarm",
      async () => {
        await replaceWorker(half);
        const raised = await eventually(living, (keys) => keys.length >= expected.length, limitMs);
        must(raised.join() === expected.join(), `The alarms are ${raised.join()}`);
      },
      () => expected.join(", "),
    );
    await step("they run again, and their alarms clear", async () => {
      await replaceWorker();
      await eventually(living, (keys) => keys.length === 0, limitMs);
    });
  }
  await step("the worker is gone, and the web process calls the webhook", async () => {
    await worker.stop();
    calledFor.length = 0;
    await eventually(living, (keys) => keys.includes("worker-gone"), limitMs);
    await eventually(
      async () => calledFor,
      (keys) => keys.includes("worker-gone"),
      limitMs,
    );
    const keys = await living();
    must(keys.join() === "worker-gone", `The alarms are ${keys.join()}`);
  });
  await web.stop();
}

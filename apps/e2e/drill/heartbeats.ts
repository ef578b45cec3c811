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

/** Every loop and job is stopped once, and its alarm is seen; no other alarm is raised meanwhile. */
const all = Object.keys({ ...loops, ...jobs });
const alarmOf = (name: string) => `${name in loops ? "loop" : "job"}-${name}`;
/** As many are stopped together. Those of the other half show that what runs has no alarm. */
const halves = [0, 1].map((half) => all.filter((_name, place) => place % 2 === half));
/** A look each half minute, and jobs that take most of a minute. */
const limitMs = 240_000;

/**
 * A web process notices what a worker does not do. The worker's loops and jobs are stopped, half of them at a time, and their heartbeats are made as old as
 * those of a real installation would be. At last the worker itself is gone, and the web process tells the webhook. Needs no rights and takes some five minutes.
 */
export async function drillHeartbeats(cleanUps: (() => Promise<unknown>)[]): Promise<void> {
  const heard: string[] = [];
  const pager = createServer((request, response) => {
    request.on("data", (part: Buffer) => heard.push(String(JSON.parse(part.toString()).data.key)));
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
  /** In place of the worker that runs another one that does all but what is stopped, within the minute that a worker may be away. */
  const replaceWorker = async (stopped: readonly string[] = []) => {
    await worker.stop();
    if (stopped.length > 0) await age(stopped);
    worker = await startBackground(deps, new Set(stopped));
  };
  await step("the worker's loops and jobs have all succeeded, those that wait for their hour too", async () => {
    await worker.stop();
    await age(all);
    const begun = new Date();
    worker = await startBackground(deps);
    await eventually(
      () => succeededSince(begun),
      (rows) => rows.length === all.length + 1,
      limitMs,
    );
  });
  for (const half of halves) {
    const expected = half.map(alarmOf).toSorted();
    await step(
      "half of them are stopped, and each has its alarm",
      async () => {
        await replaceWorker(half);
        const raised = await eventually(living, (keys) => keys.length >= expected.length, limitMs);
        must(raised.join() === expected.join(), `The alarms are ${raised.join()}`);
      },
      () => expected.join(", "),
    );
    await step("they run again, and their alarms end", async () => {
      await replaceWorker();
      await eventually(living, (keys) => keys.length === 0, limitMs);
    });
  }
  await step("the worker is gone, and the web process tells the webhook", async () => {
    await worker.stop();
    heard.length = 0;
    await eventually(living, (keys) => keys.includes("worker-gone"), limitMs);
    await eventually(
      async () => heard,
      (keys) => keys.includes("worker-gone"),
      limitMs,
    );
    const keys = await living();
    must(keys.join() === "worker-gone", `The alarms are ${keys.join()}`);
  });
  await web.stop();
}

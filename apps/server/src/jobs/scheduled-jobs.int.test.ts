import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Harness, startHarness } from "../testing/harness.ts";
import { startScheduledJobs } from "./scheduled-jobs.ts";

let harness: Harness;
let boss: PgBoss;
beforeAll(async () => {
  harness = await startHarness();
  boss = new PgBoss({ connectionString: harness.deps.env.databaseUrl, supervise: false, schedule: false });
  await boss.start();
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await harness.close();
});

it("a run whose process died is given up when it is not heard of, also in a queue that an earlier version made", async () => {
  const name = "forget-rows";
  await boss.createQueue(name, { policy: "singleton", expireInSeconds: 300 });
  const jobs = await startScheduledJobs(harness.deps);
  try {
    await vi.waitFor(async () => expect(await boss.getQueue(name)).toMatchObject({ heartbeatSeconds: 20, expireInSeconds: 300 }));
    const dead = await fetchOne(name);
    const next = (await boss.send(name, {})) ?? "";
    const stateOf = async (id: string) => (await boss.findJobs(name, { id }))[0]?.state;
    // Nobody says that it lives; the half minute is over that a living process would have said so in.
    await harness.db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '30 seconds' where id = ${dead}`);
    await harness.db.execute(sql`update pgboss.queue set monitor_on = null where name = ${name}`);
    expect(await stateOf(next)).toBe("created");
    await boss.supervise(name);
    await vi.waitFor(async () => expect(await stateOf(next)).toBe("completed"), { timeout: 60_000, interval: 200 });
  } finally {
    await jobs.stop(1_000);
  }
});

it("ends the schedule and the queue of a job that this version has not", async () => {
  const name = "forget-tries";
  await boss.createQueue(name, { policy: "singleton" });
  await boss.schedule(name, "0 0 1 1 *");
  const jobs = await startScheduledJobs(harness.deps);
  await jobs.stop(1_000);
  const names = (await boss.getSchedules()).map((schedule) => schedule.name);
  expect(names).toContain("forget-rows");
  expect(names).not.toContain(name);
  expect(await boss.getQueue(name)).toBeNull();
});

/** Takes a run as a process does that dies with it, before a worker that lives takes it. */
async function fetchOne(name: string): Promise<string> {
  for (;;) {
    const id = await boss.send(name, {});
    const [taken] = await boss.fetch(name);
    if (taken) return taken.id;
    await vi.waitFor(async () => expect((await boss.findJobs(name, { id: id ?? "" }))[0]?.state).toBe("completed"), { timeout: 60_000 });
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { jobHeartbeats } from "@hearth/db/schema/job-heartbeats";
import { eq, sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Deps } from "../deps.ts";
import { type Harness, startHarness } from "../testing/harness.ts";
import type { JobName } from "./declared.ts";
import { type Heartbeats, startHeartbeats } from "./heartbeats.ts";
import { startScheduledJobs } from "./scheduled-jobs.ts";

let harness: Harness;
let boss: PgBoss;
let heartbeats: Heartbeats;
beforeAll(async () => {
  harness = await startHarness({ onLog: () => {} });
  boss = new PgBoss({ connectionString: harness.deps.env.databaseUrl, supervise: false, schedule: false });
  await boss.start();
  // With the options of an earlier version.
  await boss.createQueue(name, { policy: "singleton", expireInSeconds: 300 });
  heartbeats = await startHeartbeats(harness.deps);
});
beforeEach(() => boss.deleteAllJobs(name));
afterAll(async () => {
  await heartbeats.stop();
  await boss.stop({ graceful: false });
  await harness.close();
});

const name = "forget-rows" satisfies JobName;

/** Runs the schedule with a test's function in place of a job, while `work` runs. */
async function withJob(
  run: (deps: Deps) => Promise<unknown>,
  work: (jobs: Awaited<ReturnType<typeof startScheduledJobs>>) => Promise<void>,
  limitMs?: number,
): Promise<void> {
  const jobs = await startScheduledJobs(harness.deps, { heartbeats, instead: { [name]: run }, ...(limitMs !== undefined && { limitMs }) });
  try {
    await boss.unschedule(name); // so that no run comes by the clock
    await work(jobs);
  } finally {
    await jobs.stop(1_000);
  }
}

const slow = { timeout: 60_000, interval: 100 };

it("a run stops at its deadline, and the next continues there, never two at once", async () => {
  let [running, most, done] = [0, 0, 0];
  const all = 3;
  const run = async (deps: Deps) => {
    running += 1;
    most = Math.max(most, running);
    // One item for each run, as in a list that stops between two items.
    if (done < all) {
      await once(deps.ending.signal);
      done += 1;
    }
    running -= 1;
  };
  await withJob(
    run,
    async () => {
      await Promise.all([boss.send(name, {}), boss.send(name, {})]);
      await vi.waitFor(() => expect(done).toBe(all), slow);
    },
    200,
  );
  expect(most).toBe(1);
});

it("a run that ignores its deadline delays the next one", async () => {
  let [running, most, ended] = [0, 0, 0];
  let letGo: () => void = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await held;
    running -= 1;
    ended += 1;
  };
  await withJob(
    run,
    async () => {
      await boss.send(name, {});
      await vi.waitFor(() => expect(running).toBe(1), slow);
      await boss.send(name, {});
      await sleep(3_000);
      expect({ running, most }).toEqual({ running: 1, most: 1 });
      letGo();
      await vi.waitFor(() => expect(ended).toBeGreaterThan(1), slow);
    },
    200,
  );
  expect(most).toBe(1);
});

it("at shutdown every run is aborted, and has ended before the connections are closed", async () => {
  const runs: string[] = [];
  const run = async (deps: Deps) => {
    runs.push("begun");
    await once(deps.ending.signal);
    await deps.db.execute(sql`select 1`);
    runs.push("ended");
  };
  await withJob(run, async (jobs) => {
    await boss.send(name, {});
    await vi.waitFor(() => expect(runs).toEqual(["begun"]), slow);
    await jobs.stop(1_000);
    expect(runs).toEqual(["begun", "ended"]);
  });
});

it("a job that is overdue when a worker starts runs at once", async () => {
  await heartbeats.write(); // heartbeats of earlier tests, which would be newer
  const longAgo = new Date(harness.clock.now().getTime() - 86_400_000);
  await harness.db.update(jobHeartbeats).set({ lastSuccessAt: longAgo }).where(eq(jobHeartbeats.name, name));
  let runs = 0;
  await withJob(
    async () => void (runs += 1),
    async () => {
      await vi.waitFor(() => expect(runs).toBe(1), slow);
    },
  );
});

it("removes the schedule of a job that no longer exists", async () => {
  await boss.createQueue("former-job");
  await boss.schedule("former-job", "* * * * *");
  await withJob(
    async () => {},
    async () => {
      expect((await boss.getSchedules()).map((schedule) => schedule.name)).not.toContain("former-job");
      expect(await boss.getQueue("former-job")).toBeNull();
    },
  );
});

// The last test, because the library remembers for a minute which runs it has seen at work.
it("a run whose process died expires without heartbeats, also in a queue of an earlier version", async () => {
  await withJob(
    async () => {},
    async () => {
      await vi.waitFor(async () => expect(await boss.getQueue(name)).toMatchObject({ heartbeatSeconds: 20, expireInSeconds: 86_400 }));
      const dead = await fetchOne();
      const next = (await boss.send(name, {})) ?? "";
      const stateOf = async (id: string) => (await boss.findJobs(name, { id }))[0]?.state;
      // No heartbeat, and the half minute in which a live process would have sent one has passed.
      await harness.db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '30 seconds' where id = ${dead}`);
      await harness.db.execute(sql`update pgboss.queue set monitor_on = null where name = ${name}`);
      expect(await stateOf(next)).toBe("created");
      await boss.supervise(name);
      await vi.waitFor(async () => expect(await stateOf(next)).toBe("completed"), slow);
    },
  );
});

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Takes a run like a process that then dies, before a live worker takes it. */
async function fetchOne(): Promise<string> {
  for (;;) {
    const id = await boss.send(name, {});
    const [taken] = await boss.fetch(name);
    if (taken) return taken.id;
    await vi.waitFor(async () => expect((await boss.findJobs(name, { id: id ?? "" }))[0]?.state).toBe("completed"), slow);
  }
}

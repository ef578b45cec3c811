import { auditLog } from "@hearth/db/schema/audit-log";
import { makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
let boss: PgBoss;
let call: ReturnType<Harness["caller"]>;
beforeAll(async () => {
  harness = await startHarness();
  call = harness.caller(await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin"));
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await harness.close();
});

const failed = async () => (await call.admin.dashboard()).attention.filter(({ kind }) => kind === "failedJobs");
const gauge = async () => (await harness.app.inject({ url: "/metrics" })).body.match(/^hearth_failed_jobs.*$/gm) ?? [];
const retry = async () => call.operations.retryJob({ jobId: (await failed())[0]?.jobId ?? "" });

it("a failed job is listed until it succeeds, and an administrator can retry it at once", async () => {
  expect(await failed()).toEqual([]);
  boss = new PgBoss({ connectionString: harness.deps.env.databaseUrl, max: 2 });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.createQueue("sweep-uploads", { policy: "singleton", retryLimit: 0 });
  let isBroken = true;
  await boss.work("sweep-uploads", { pollingIntervalSeconds: 0.5 }, async () => {
    if (isBroken) throw new Error("The disk is full");
  });
  await boss.send("sweep-uploads");
  await vi.waitFor(async () => expect(await failed()).toHaveLength(1), { timeout: 120_000, interval: 250 });
  expect(await failed()).toMatchObject([
    {
      id: "job-sweep-uploads",
      severity: "medium",
      message: "The job sweep-uploads failed once and has not worked since",
      since: expect.any(String),
      jobId: expect.any(String),
    },
  ]);
  // Not "job": Prometheus uses that label for its own scrape target.
  expect(await gauge()).toEqual(['hearth_failed_jobs{name="sweep-uploads"} 1']);

  expect((await retry()).message).toContain("runs again");
  await vi.waitFor(async () => expect(await failed()).toHaveLength(1), { timeout: 120_000, interval: 250 });
  isBroken = false;
  await retry();
  const completed = async () => (await boss.findJobs("sweep-uploads")).filter(({ state }) => state === "completed");
  await vi.waitFor(async () => expect(await completed()).toHaveLength(1), { timeout: 120_000, interval: 250 });
  expect([await failed(), await gauge()]).toEqual([[], []]);
  expect(await harness.db.$count(auditLog, eq(auditLog.action, "job.retried"))).toBe(2);
});

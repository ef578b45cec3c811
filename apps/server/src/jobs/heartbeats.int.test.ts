import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { alarmWebhooks } from "@hearth/db/schema/alarm-webhooks";
import { mails } from "@hearth/db/schema/mails";
import { jobHeartbeats } from "@hearth/db/schema/job-heartbeats";
import { makeUser } from "@hearth/db/testing/factories";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { clearAlarm, listLivingAlarms, raiseAlarm } from "../features/alarms/alarms.repo.ts";
import { type MailFixture, openMailFixture } from "../testing/mail-fixture.ts";
import { jobs, loops } from "./declared.ts";
import { type Heartbeats, startHeartbeats } from "./heartbeats.ts";
import { listHeartbeats } from "./heartbeats.repo.ts";
import { startLoop } from "./loop.ts";
import { checkHeartbeats } from "./watch-heartbeats.ts";

const heard: string[] = [];
const pager = createServer((request, response) => {
  request.on("data", (part: Buffer) => heard.push(JSON.parse(part.toString()).data.key));
  request.on("end", () => response.writeHead(200).end());
});
const lines: { msg: string; name?: string }[] = [];
let mail: MailFixture;
let worker: Heartbeats;
const workers: Heartbeats[] = [];
const all = Object.keys({ ...loops, ...jobs });
const dues = new Map(Object.entries({ ...loops, ...jobs }).map(([name, { dueSeconds }]) => [name, dueSeconds]));

beforeAll(async () => {
  await new Promise<void>((resolve) => pager.listen(0, "127.0.0.1", resolve));
  const address = pager.address();
  const webhook = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const env = { ALARM_WEBHOOK_URL: webhook, ALARM_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, "a").toString("base64")}` };
  mail = await openMailFixture({ env, onLog: (line) => lines.push(JSON.parse(line)) });
  await makeUser(mail.harness.db, { role: "admin", email: "ada@hearth.test" });
});
afterAll(async () => {
  await mail.close();
  pager.close();
});
beforeEach(async () => {
  lines.length = 0;
  await mail.harness.db.delete(jobHeartbeats);
});
afterEach(async () => {
  for (const started of workers.splice(0)) await started.stop();
});

const livingKeys = async () => (await listLivingAlarms(mail.harness.db)).map(({ key }) => key).toSorted();
const check = () => checkHeartbeats(mail.harness.deps);
const failures = () => lines.filter(({ msg }) => msg === "A loop or job failed and is retried");

/** A worker whose loops and jobs have all just succeeded, and that has run for three minutes. */
async function startWorker(): Promise<void> {
  worker = await startHeartbeats(mail.harness.deps);
  workers.push(worker);
  await pass({ minutes: 3 }, all);
}

/** Advances the clock while the worker runs and some of its loops and jobs succeed. */
async function pass(time: { minutes: number }, succeeding: readonly string[]): Promise<void> {
  for (let minute = 0; minute < time.minutes; minute++) {
    mail.harness.clock.advance({ minutes: 1 });
    for (const name of succeeding) worker.succeeded(name);
    await worker.write();
  }
}
const allBut = (name: string) => all.filter((other) => other !== name);

describe("a missing success raises an alarm", () => {
  it.each(all)("%s raises its own alarm and no other, and the alarm ends at the next success", async (name) => {
    await startWorker();
    await check();
    expect(await livingKeys()).toEqual([]);
    await pass({ minutes: (dues.get(name) ?? 0) / 60 + 1 }, allBut(name));
    await check();
    await check();
    expect(await livingKeys()).toEqual([`${name in loops ? "loop" : "job"}-${name}`]);
    await pass({ minutes: 1 }, all);
    await check();
    expect(await livingKeys()).toEqual([]);
  });
});

it("another process detects that no worker runs, raises one alarm for it, and sends the email and webhook itself", async () => {
  await startWorker();
  await mail.harness.db.delete(mails);
  await mail.harness.db.delete(alarmWebhooks);
  heard.length = 0;
  const before = mail.mailbox.list("ada@hearth.test").length;
  mail.harness.clock.advance({ hours: 5 });
  await check();
  expect(await livingKeys()).toEqual(["worker-gone"]);
  expect(
    mail.mailbox
      .list("ada@hearth.test")
      .slice(0, -before || undefined)
      .map(({ text }) => text.includes("No worker has run")),
  ).toEqual([true]);
  expect(heard).toEqual(["worker-gone"]);
  // Another worker starts. Its loops and jobs have two minutes to succeed.
  await worker.write();
  await check();
  expect(await livingKeys()).toEqual([]);
  await pass({ minutes: 1 }, []);
  await check();
  expect(await livingKeys()).toEqual([]);
  await pass({ minutes: 3 }, allBut("allocate-rent"));
  await check();
  expect(await livingKeys()).toEqual(["loop-allocate-rent"]);
  await pass({ minutes: 1 }, all);
  await check();
});

it("an installation on which no worker ever ran raises no alarm", async () => {
  mail.harness.clock.advance({ hours: 5 });
  await check();
  expect(await livingKeys()).toEqual([]);
});

it("a job raises an alarm after three failures, before it is overdue, and none after two", async () => {
  await startWorker();
  for (const expected of [[], [], ["job-sweep-uploads"]]) {
    worker.failed("sweep-uploads", new Error("the store is away"));
    await worker.write();
    await check();
    expect(await livingKeys()).toEqual(expected);
  }
  const [alarm] = await listLivingAlarms(mail.harness.db);
  expect(alarm?.data).toEqual({ error: "Error: the store is away" });
  worker.succeeded("sweep-uploads");
  await worker.write();
  await check();
  expect(await livingKeys()).toEqual([]);
});

it("loops that wait for an unavailable chain raise no alarm beside the chain's own", async () => {
  await startWorker();
  const { db, clock } = mail.harness;
  await raiseAlarm(db, { key: "chain-unavailable", message: "away", now: clock.now() });
  for (let minute = 0; minute < 4; minute++) {
    worker.failed("relay-authorizations", new ChainUnavailable("away"));
    await pass({ minutes: 1 }, allBut("relay-authorizations"));
  }
  await check();
  expect(await livingKeys()).toEqual(["chain-unavailable"]);
  await clearAlarm(db, "chain-unavailable", clock.now());
  await check();
  expect(await livingKeys()).toEqual(["loop-relay-authorizations"]);
  await pass({ minutes: 1 }, all);
  await check();
});

it("each new error is logged once, and again after a success", async () => {
  await startWorker();
  const fail = (message: string) => worker.failed("watch-chain", new Error(message));
  for (let run = 0; run < 50; run++) fail(`block ${run} of 0x${run}ab is short`);
  fail("another error");
  fail("another error");
  expect(failures()).toHaveLength(2);
  worker.succeeded("watch-chain");
  fail("another error");
  expect(failures()).toHaveLength(3);
  for (let run = 0; run < 100; run++) fail(String.fromCodePoint(97 + (run % 26), 97 + run));
  expect(failures().length).toBeLessThan(25);
});

it("any number of a loop's steps is written by two statements every ten seconds", async () => {
  await startWorker();
  let steps = 0;
  const host = { isOurs: () => true, heartbeats: worker };
  const loop = startLoop(mail.harness.deps, {
    name: "allocate-rent",
    everyMs: 1,
    host,
    step: async () => {
      steps += 1;
      if (steps % 2 === 0) throw new Error("every second step fails");
    },
  });
  await vi.waitFor(() => expect(steps).toBeGreaterThan(4), { timeout: 60_000 });
  await loop.stop();
  await worker.write();
  const rows = await listHeartbeats(mail.harness.db);
  const now = mail.harness.clock.now();
  expect(rows.find(({ name }) => name === "allocate-rent")).toMatchObject({ lastSuccessAt: now, lastFailureAt: now });
});

it("stopping a loop aborts the running step, and waits for its end", async () => {
  await startWorker();
  const names: string[] = [];
  const host = { isOurs: () => true, heartbeats: worker };
  const loop = startLoop(mail.harness.deps, {
    name: "allocate-rent",
    everyMs: 1,
    host,
    step: async ({ ending }) => {
      names.push("begun");
      while (!ending.signal.aborted) await sleep(5);
      names.push("ended");
    },
  });
  await vi.waitFor(() => expect(names).toEqual(["begun"]), { timeout: 60_000 });
  await loop.stop();
  expect(names).toEqual(["begun", "ended"]);
});

it("heartbeats that could not be written while the database was away are written later", async () => {
  await startWorker();
  const { db, clock } = mail.harness;
  worker.failed("record-deferred", new Error("first"));
  await db.execute("alter table job_heartbeats rename to hidden");
  await expect(worker.write()).rejects.toThrow();
  worker.failed("record-deferred", new Error("second"));
  await db.execute("alter table hidden rename to job_heartbeats");
  await worker.write();
  const row = (await listHeartbeats(db)).find(({ name }) => name === "record-deferred");
  expect(row).toMatchObject({ failures: 2, lastError: "Error: second", lastFailureAt: clock.now() });
});

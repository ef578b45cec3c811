import { createServer, type IncomingHttpHeaders } from "node:http";
import { alarmWebhooks } from "@hearth/db/schema/alarm-webhooks";
import { mails } from "@hearth/db/schema/mails";
import { users } from "@hearth/db/schema/users";
import { makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startHarness } from "../../testing/harness.ts";
import { type MailFixture, openMailFixture } from "../../testing/mail-fixture.ts";
import { clearAlarm, raiseAlarm, notifyUnsentAlarms } from "./alarms.repo.ts";
import { sendAlarmWebhooks } from "./send-alarm-webhooks.ts";

const secret = `whsec_${Buffer.alloc(32, "alarm").toString("base64")}`;
const heard: { headers: IncomingHttpHeaders; body: string }[] = [];
let status = 200;
const pager = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    heard.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
});

let fixture: MailFixture;
const sendAll = async () => {
  for (let before = -1; heard.length > before;) {
    before = heard.length;
    await sendAlarmWebhooks(fixture.harness.deps);
  }
};
beforeAll(async () => {
  await new Promise<void>((resolve) => pager.listen(0, "127.0.0.1", resolve));
  const address = pager.address();
  const port = typeof address === "object" ? address?.port : 0;
  fixture = await openMailFixture({ env: { ALARM_WEBHOOK_URL: `http://127.0.0.1:${port}/alarms`, ALARM_WEBHOOK_SECRET: secret } });
});
afterAll(async () => {
  await fixture.close();
  pager.close();
});
beforeEach(async () => {
  status = 200;
  await sendAll();
  heard.length = 0;
});

const told = () => heard.map(({ body }) => JSON.parse(body)).map(({ type, data }) => `${type} ${data.key}`);
let number = 0;
async function raised(now = fixture.harness.clock.now()): Promise<string> {
  const key = `relayer-gas-${++number}`;
  await raiseAlarm(fixture.harness.db, { key, message: "The relayer is short of gas", data: { address: "0x1" }, now });
  return key;
}
async function asAdmin() {
  const { harness } = fixture;
  const user = await makeUser(harness.db, { role: "admin" });
  const { admin } = harness.caller(await harness.signIn(user.id, "admin"));
  const find = async (key: string) => (await admin.alarms({ status: "all" })).items.find((alarm) => alarm.key === key);
  const idOf = async (key: string) => (await find(key))?._id ?? "";
  return { user, admin, find, idOf };
}

describe("the webhook", () => {
  it("is called once when an alarm is raised, with advice, and once when it is cleared, signed with its secret", async () => {
    const { db, clock } = fixture.harness;
    const key = await raised();
    await raiseAlarm(db, { key, message: "The relayer is short of gas", now: clock.now() });
    await sendAll();
    await clearAlarm(db, key, clock.now());
    await clearAlarm(db, key, clock.now());
    await sendAll();
    expect(told()).toEqual([`alarm.raised ${key}`, `alarm.cleared ${key}`]);
    const [first] = heard;
    const headers = Object.fromEntries(Object.entries(first?.headers ?? {}).map(([name, value]) => [name, String(value)]));
    // The library checks timestamps against the real clock, but the test's clock differs.
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    expect(new Webhook(secret).sign(headers["webhook-id"] ?? "", at, first?.body ?? "")).toBe(headers["webhook-signature"]);
    expect(JSON.parse(first?.body ?? "")).toMatchObject({
      timestamp: clock.now().toISOString(),
      data: {
        message: "The relayer is short of gas",
        advice: expect.stringContaining("Send ETH"),
        url: expect.stringMatching(/\/admin\/alarms$/),
      },
    });
  });

  it("is called again until it accepts the alarm, and gets the cleared call only after that", async () => {
    const { db, clock } = fixture.harness;
    status = 503;
    const key = await raised();
    await sendAll();
    await clearAlarm(db, key, clock.now());
    await sendAll();
    expect(told()).toEqual([`alarm.raised ${key}`]);
    status = 200;
    clock.advance({ minutes: 1 });
    await sendAll();
    await sendAll();
    expect(told()).toEqual([`alarm.raised ${key}`, `alarm.raised ${key}`, `alarm.cleared ${key}`]);
    expect(new Set(heard.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  });

  it("is not retried after the last try, and the reason is stored", async () => {
    const { db, clock } = fixture.harness;
    status = 500;
    const key = await raised();
    for (let tries = 0; tries < 8; tries++) {
      await sendAll();
      clock.advance({ hours: 6 });
    }
    const rows = await db.query.alarmWebhooks.findMany({ where: eq(alarmWebhooks.status, "failed") });
    expect(rows.map(({ lastError }) => lastError)).toEqual(["It answered 500"]);
    expect(told().filter((line) => line.endsWith(key)).length).toBeLessThanOrEqual(7);
    await clearAlarm(db, key, clock.now());
    status = 200;
    await sendAll();
  });

  it("is called once if two runs send at the same time", async () => {
    const key = await raised();
    await Promise.all([sendAll(), sendAll()]);
    expect(told()).toEqual([`alarm.raised ${key}`]);
  });
});

describe("administrators", () => {
  it("acknowledge an alarm once, with an audit entry, and never a cleared one", async () => {
    const { harness } = fixture;
    const [{ admin, find, idOf, user }, second] = [await asAdmin(), await asAdmin()];
    const key = await raised();
    const alarmId = await idOf(key);
    await admin.acknowledgeAlarm({ alarmId });
    await second.admin.acknowledgeAlarm({ alarmId });
    expect((await find(key))?.acknowledged?.by).toBe(`${user.firstName} ${user.lastName}`);
    const { items } = await admin.auditLog({ action: "alarm.acknowledged" });
    expect(items.filter(({ subject }) => subject === alarmId)).toHaveLength(1);
    await clearAlarm(harness.db, key, harness.clock.now());
    await expect(admin.acknowledgeAlarm({ alarmId })).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
    expect((await admin.alarms({})).items.map((alarm) => alarm.key)).not.toContain(key);
  });

  it("release an alarm that anybody acknowledged, with one audit entry, and never a cleared one", async () => {
    const { harness } = fixture;
    const [{ admin, find, idOf }, second] = [await asAdmin(), await asAdmin()];
    const key = await raised();
    const alarmId = await idOf(key);
    await admin.acknowledgeAlarm({ alarmId });
    await second.admin.releaseAlarm({ alarmId });
    await admin.releaseAlarm({ alarmId });
    expect((await find(key))?.acknowledged).toBeNull();
    const { items } = await admin.auditLog({ action: "alarm.released" });
    expect(items.filter(({ subject }) => subject === alarmId)).toHaveLength(1);
    await second.admin.acknowledgeAlarm({ alarmId });
    expect((await find(key))?.acknowledged?.by).toBe(`${second.user.firstName} ${second.user.lastName}`);
    await clearAlarm(harness.db, key, harness.clock.now());
    await expect(admin.releaseAlarm({ alarmId })).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
  });

  it("clear an alarm about a single event by acknowledging it, and the webhook is called", async () => {
    const { harness } = fixture;
    const { admin, find, idOf } = await asAdmin();
    const key = "ledger-missed";
    await raiseAlarm(harness.db, { key, message: "Missed", now: harness.clock.now() });
    await sendAll();
    const alarm = await admin.acknowledgeAlarm({ alarmId: await idOf(key) });
    expect([alarm.clearedAt, (await find(key))?.acknowledged]).not.toContain(null);
    await sendAll();
    expect(told()).toEqual([`alarm.raised ${key}`, `alarm.cleared ${key}`]);
  });

  it("silence an alarm's key: its alarms are listed, but nobody is notified of them", async () => {
    const { harness } = fixture;
    const { admin, find, idOf, user } = await asAdmin();
    const key = await raised();
    await sendAll();
    await admin.silenceAlarm({ alarmId: await idOf(key), hours: 8 });
    await clearAlarm(harness.db, key, harness.clock.now());
    await raiseAlarm(harness.db, { key, message: "Again", now: harness.clock.now() });
    await clearAlarm(harness.db, key, harness.clock.now());
    await raiseAlarm(harness.db, { key, message: "Again", now: harness.clock.now() });
    await sendAll();
    await fixture.sendAll();
    expect(told()).toEqual([`alarm.raised ${key}`, `alarm.cleared ${key}`]);
    expect(fixture.mailbox.list(user.email)).toHaveLength(2);
    expect((await find(key))?.silencedUntil).not.toBeNull();
  });

  it("are notified of alarms raised during a silence and still open, once it expires or is ended", async () => {
    const { harness } = fixture;
    const { admin, idOf } = await asAdmin();
    // Marks alarms raised before there was an administrator.
    await notifyUnsentAlarms(harness.db, harness.clock.now());
    const [one, two] = [await raised(), await raised()];
    for (const key of [one, two]) {
      await admin.silenceAlarm({ alarmId: await idOf(key), hours: 1 });
      await clearAlarm(harness.db, key, harness.clock.now());
      await raiseAlarm(harness.db, { key, message: "Again", now: harness.clock.now() });
    }
    await sendAll();
    heard.length = 0;
    await admin.endSilence({ alarmId: await idOf(one) });
    await sendAll();
    expect(told()).toEqual([`alarm.raised ${one}`]);
    harness.clock.advance({ hours: 1, minutes: 1 });
    expect(await notifyUnsentAlarms(harness.db, harness.clock.now())).toBe(1);
    await sendAll();
    expect(told()).toEqual([`alarm.raised ${one}`, `alarm.raised ${two}`]);
  });
});

it("an alarm raised without an administrator calls the webhook at once, and notifies the first administrator later", async () => {
  const own = await startHarness();
  try {
    const now = () => own.clock.now();
    const raise = () => raiseAlarm(own.db, { key: "watcher.stuck", message: "The chain is not read", now: now() });
    await raise();
    await raise();
    const calls = async () => (await own.db.select().from(alarmWebhooks)).map(({ turn }) => turn).toSorted();
    expect(await calls()).toEqual(["raised"]);
    const admin = await makeUser(own.db, { role: "admin" });
    expect(await notifyUnsentAlarms(own.db, now())).toBe(1);
    const mailed = await own.db.select().from(mails).where(eq(mails.userId, admin.id));
    expect(mailed.map(({ event }) => event.kind)).toEqual(["alarmRaised"]);
    expect(await notifyUnsentAlarms(own.db, now())).toBe(0);
    await own.db.update(users).set({ status: "inactive" }).where(eq(users.id, admin.id));
    await raiseAlarm(own.db, { key: "disk.full", message: "The disk is full", now: now() });
    await clearAlarm(own.db, "disk.full", now());
    expect(await calls()).toEqual(["cleared", "raised", "raised"]);
  } finally {
    await own.close();
  }
});

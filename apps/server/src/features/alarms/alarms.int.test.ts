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
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let responseStatus = 200;
const webhookServer = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    received.push({ headers: request.headers, body });
    response.writeHead(responseStatus).end();
  });
});

let fixture: MailFixture;
const sendAllWebhooks = async () => {
  for (let before = -1; received.length > before;) {
    before = received.length;
    await sendAlarmWebhooks(fixture.harness.deps);
  }
};
beforeAll(async () => {
  await new Promise<void>((resolve) => webhookServer.listen(0, "127.0.0.1", resolve));
  const address = webhookServer.address();
  const port = typeof address === "object" ? address?.port : 0;
  fixture = await openMailFixture({ env: { ALARM_WEBHOOK_URL: `http://127.0.0.1:${port}/alarms`, ALARM_WEBHOOK_SECRET: secret } });
});
afterAll(async () => {
  await fixture.close();
  webhookServer.close();
});
beforeEach(async () => {
  responseStatus = 200;
  await sendAllWebhooks();
  received.length = 0;
});

const receivedEvents = () => received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => `${type} ${data.key}`);
let number = 0;
async function raiseTestAlarm(now = fixture.harness.clock.now()): Promise<string> {
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
    const key = await raiseTestAlarm();
    await raiseAlarm(db, { key, message: "The relayer is short of gas", now: clock.now() });
    await sendAllWebhooks();
    await clearAlarm(db, key, clock.now());
    await clearAlarm(db, key, clock.now());
    await sendAllWebhooks();
    expect(receivedEvents()).toEqual([`alarm.raised ${key}`, `alarm.cleared ${key}`]);
    const [first] = received;
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
    responseStatus = 503;
    const key = await raiseTestAlarm();
    await sendAllWebhooks();
    await clearAlarm(db, key, clock.now());
    await sendAllWebhooks();
    expect(receivedEvents()).toEqual([`alarm.raised ${key}`]);
    responseStatus = 200;
    clock.advance({ minutes: 1 });
    await sendAllWebhooks();
    await sendAllWebhooks();
    expect(receivedEvents()).toEqual([`alarm.raised ${key}`, `alarm.raised ${key}`, `alarm.cleared ${key}`]);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  });

  it("is not retried after the last try, and the reason is stored", async () => {
    const { db, clock } = fixture.harness;
    responseStatus = 500;
    const key = await raiseTestAlarm();
    for (let tries = 0; tries < 8; tries++) {
      await sendAllWebhooks();
      clock.advance({ hours: 6 });
    }
    const rows = await db.query.alarmWebhooks.findMany({ where: eq(alarmWebhooks.status, "failed") });
    expect(rows.map(({ lastError }) => lastError)).toEqual(["It answered 500"]);
    expect(receivedEvents().filter((line) => line.endsWith(key)).length).toBeLessThanOrEqual(7);
    await clearAlarm(db, key, clock.now());
    responseStatus = 200;
    await sendAllWebhooks();
  });

  it("is called once if two runs send at the same time", async () => {
    const key = await raiseTestAlarm();
    await Promise.all([sendAllWebhooks(), sendAllWebhooks()]);
    expect(receivedEvents()).toEqual([`alarm.raised ${key}`]);
  });
});

describe("administrators", () => {
  it("acknowledge an alarm once, with an audit entry, and never a cleared one", async () => {
    const { harness } = fixture;
    const [{ admin, find, idOf, user }, second] = [await asAdmin(), await asAdmin()];
    const key = await raiseTestAlarm();
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
    const key = await raiseTestAlarm();
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
    await sendAllWebhooks();
    const alarm = await admin.acknowledgeAlarm({ alarmId: await idOf(key) });
    expect([alarm.clearedAt, (await find(key))?.acknowledged]).not.toContain(null);
    await sendAllWebhooks();
    expect(receivedEvents()).toEqual([`alarm.raised ${key}`, `alarm.cleared ${key}`]);
  });

  it("silence an alarm's key: its alarms are listed, but nobody is notified of them", async () => {
    const { harness } = fixture;
    const { admin, find, idOf, user } = await asAdmin();
    const key = await raiseTestAlarm();
    await sendAllWebhooks();
    await admin.silenceAlarm({ alarmId: await idOf(key), hours: 8 });
    await clearAlarm(harness.db, key, harness.clock.now());
    await raiseAlarm(harness.db, { key, message: "Again", now: harness.clock.now() });
    await clearAlarm(harness.db, key, harness.clock.now());
    await raiseAlarm(harness.db, { key, message: "Again", now: harness.clock.now() });
    await sendAllWebhooks();
    await fixture.sendAll();
    expect(receivedEvents()).toEqual([`alarm.raised ${key}`, `alarm.cleared ${key}`]);
    expect(fixture.mailbox.list(user.email)).toHaveLength(2);
    expect((await find(key))?.silencedUntil).not.toBeNull();
  });

  it("are notified of alarms raised during a silence and still open, once it expires or is ended", async () => {
    const { harness } = fixture;
    const { admin, idOf } = await asAdmin();
    // Marks alarms raised before there was an administrator.
    await notifyUnsentAlarms(harness.db, harness.clock.now());
    const [firstKey, secondKey] = [await raiseTestAlarm(), await raiseTestAlarm()];
    for (const key of [firstKey, secondKey]) {
      await admin.silenceAlarm({ alarmId: await idOf(key), hours: 1 });
      await clearAlarm(harness.db, key, harness.clock.now());
      await raiseAlarm(harness.db, { key, message: "Again", now: harness.clock.now() });
    }
    await sendAllWebhooks();
    received.length = 0;
    await admin.endSilence({ alarmId: await idOf(firstKey) });
    await sendAllWebhooks();
    expect(receivedEvents()).toEqual([`alarm.raised ${firstKey}`]);
    harness.clock.advance({ hours: 1, minutes: 1 });
    expect(await notifyUnsentAlarms(harness.db, harness.clock.now())).toBe(1);
    await sendAllWebhooks();
    expect(receivedEvents()).toEqual([`alarm.raised ${firstKey}`, `alarm.raised ${secondKey}`]);
  });
});

it("an alarm raised without an administrator calls the webhook at once, and notifies the first administrator later", async () => {
  const emptyHarness = await startHarness();
  try {
    const now = () => emptyHarness.clock.now();
    const raise = () => raiseAlarm(emptyHarness.db, { key: "watcher.stuck", message: "The chain is not read", now: now() });
    await raise();
    await raise();
    const webhookTurns = async () => (await emptyHarness.db.select().from(alarmWebhooks)).map(({ turn }) => turn).toSorted();
    expect(await webhookTurns()).toEqual(["raised"]);
    const admin = await makeUser(emptyHarness.db, { role: "admin" });
    expect(await notifyUnsentAlarms(emptyHarness.db, now())).toBe(1);
    const mailed = await emptyHarness.db.select().from(mails).where(eq(mails.userId, admin.id));
    expect(mailed.map(({ event }) => event.kind)).toEqual(["alarmRaised"]);
    expect(await notifyUnsentAlarms(emptyHarness.db, now())).toBe(0);
    await emptyHarness.db.update(users).set({ status: "inactive" }).where(eq(users.id, admin.id));
    await raiseAlarm(emptyHarness.db, { key: "disk.full", message: "The disk is full", now: now() });
    await clearAlarm(emptyHarness.db, "disk.full", now());
    expect(await webhookTurns()).toEqual(["cleared", "raised", "raised"]);
  } finally {
    await emptyHarness.close();
  }
});

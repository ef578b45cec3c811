import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailFixture, openMailFixture } from "../../testing/mail-fixture.ts";
import { clearAlarm, raiseAlarm } from "../alarms/alarms.repo.ts";
import { sendDailySummaries } from "../merchant-area/dashboard/daily-summaries.ts";
import { notify } from "./notify.ts";

let mail: MailFixture;
beforeAll(async () => {
  mail = await openMailFixture();
});
afterAll(() => mail.close());

const auth = (token: string) => mail.harness.caller(token).auth;

async function someone(overrides: Partial<typeof users.$inferInsert> = {}) {
  const user = await makeUser(mail.harness.db, overrides);
  return { user, token: await mail.harness.signIn(user.id, user.role === "admin" ? "admin" : "auth") };
}

async function tell(userId: string, key: string): Promise<void> {
  const now = mail.harness.clock.now();
  await notify(mail.harness.db, { userIds: [userId], key, event: { kind: "passwordChanged", at: now.toISOString() }, now });
}

describe("the list of notifications", () => {
  it("contains the user's own, newest first, page by page, unread until read", async () => {
    const { user, token } = await someone();
    for (const key of ["one", "two", "three"]) {
      await tell(user.id, key);
      mail.harness.clock.advance({ minutes: 1 });
    }
    const first = await auth(token).notifications({ limit: 2 });
    expect(first.items.map(({ read, path }) => ({ read, path }))).toEqual([
      { read: false, path: "/forgot-password" },
      { read: false, path: "/forgot-password" },
    ]);
    const rest = await auth(token).notifications({ limit: 2, cursor: first.nextCursor ?? "" });
    expect(rest.items).toHaveLength(1);
    expect(new Date(first.items[0]?.createdAt ?? 0).getTime()).toBeGreaterThan(new Date(rest.items[0]?.createdAt ?? 0).getTime());
    expect(await auth(token).markNotificationsRead({ notificationId: first.items[0]?._id ?? "" })).toEqual({ unread: 2 });
    expect(await auth(token).markNotificationsRead({})).toEqual({ unread: 0 });
  });

  it("cannot be marked by another user", async () => {
    const [{ user, token }, other] = [await someone(), await someone()];
    await tell(user.id, "mine");
    const [item] = (await auth(token).notifications({})).items;
    await expect(auth(other.token).markNotificationsRead({ notificationId: item?._id ?? "" })).rejects.toMatchObject({
      cause: { code: "NOT_FOUND" },
    });
    expect((await auth(token).notifications({})).items[0]?.read).toBe(false);
    expect((await auth(other.token).notifications({})).items).toEqual([]);
  });

  it("streams the unread count", async () => {
    const { user, token } = await someone();
    const stream = (await mail.harness.caller(token).account.watch({}))[Symbol.asyncIterator]();
    const next = async (): Promise<unknown> => (await stream.next()).value;
    expect(await next()).toMatchObject([expect.any(String), { unread: 0 }, expect.anything()]);
    const nextNotification = next();
    await tell(user.id, "news");
    expect(await nextNotification).toMatchObject([expect.any(String), { unread: 1 }, expect.anything()]);
    const read = next();
    await auth(token).markNotificationsRead({});
    expect(await read).toMatchObject([expect.any(String), { unread: 0 }, expect.anything()]);
    await stream.return?.();
  });
});

describe("optional mails", () => {
  it("depend on the user's role, and can be switched off and on", async () => {
    const { token } = await someone();
    const [off] = [await auth(token).setMailPreference({ group: "disputes", on: false })];
    expect(off.optional).toEqual([
      { group: "disputes", label: "Answers in disputes", on: false },
      { group: "reminders", label: "Reminders of rent that you owe", on: true },
    ]);
    expect((await auth(token).setMailPreference({ group: "disputes", on: true })).optional[0]?.on).toBe(true);
    await expect(auth(token).setMailPreference({ group: "alarms", on: false })).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
  });

  it("contain a link that unsubscribes with one POST and without signing in; a changed link does nothing", async () => {
    const { db, app, clock } = mail.harness;
    const { user } = await someone({ role: "admin" });
    const now = clock.now();
    await notify(db, {
      userIds: [user.id],
      key: "an alarm",
      event: { kind: "alarmRaised", alarm: "relayer-gas", message: "Short of gas" },
      now,
    });
    await mail.sendAll();
    const headers = mail.mailbox.list(user.email)[0]?.headers ?? {};
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const url = new URL(/<(.+)>/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? "");
    const post = (path: string) =>
      app.inject({
        method: "POST",
        url: path,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "List-Unsubscribe=One-Click",
      });
    expect((await post(url.pathname.replace(".alarms.", ".summary."))).statusCode).toBe(404);
    expect((await post(`${url.pathname}${"a".repeat(200)}`)).statusCode).toBe(404);
    expect((await post(url.pathname)).statusCode).toBe(200);
    expect((await db.select().from(users).where(eq(users.id, user.id)))[0]?.mutedMails).toEqual(["alarms"]);
    await notify(db, {
      userIds: [user.id],
      key: "another",
      event: { kind: "alarmRaised", alarm: "relayer-gas", message: "Short of gas" },
      now,
    });
    await mail.sendAll();
    expect(mail.mailbox.list(user.email)).toHaveLength(1);
  });
});

describe("administrators", () => {
  it("are notified of an alarm once, and again when it is cleared", async () => {
    const { db, clock } = mail.harness;
    const { user } = await someone({ role: "admin" });
    const alarm = { key: "a-test-alarm", message: "Something is wrong", now: clock.now() };
    await raiseAlarm(db, alarm);
    await raiseAlarm(db, alarm);
    await clearAlarm(db, alarm.key, clock.now());
    await clearAlarm(db, alarm.key, clock.now());
    await mail.sendAll();
    const subjects = mail.mailbox.list(user.email).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(["Alarm: Something is wrong", "Over: Something is wrong"]);
  });

  it("see each mail's status, and can resend a refused one, unless it contained a link", async () => {
    const { user } = await someone();
    const { token } = await someone({ role: "admin" });
    const { admin, auth: asNobody } = mail.harness.caller(token);
    await tell(user.id, "refused");
    await asNobody.forgotPassword({ email: user.email });
    mail.faults.refuses = true;
    await mail.sendAll();
    mail.faults.refuses = false;
    const { items, isConfigured } = await admin.mails({ status: "refused" });
    expect(isConfigured).toBe(true);
    const userMails = items.filter(({ to }) => to === user.email);
    expect(
      userMails.map(({ subject, canResend }) => ({ subject, canResend })).toSorted((a, b) => a.subject.localeCompare(b.subject)),
    ).toEqual([
      { subject: "Choose a new password", canResend: false },
      { subject: "Your password was changed", canResend: true },
    ]);
    expect(JSON.stringify(userMails)).not.toMatch(/hrm_|http/);
    for (const { _id, canResend } of userMails) {
      const resent = admin.resendMail({ mailId: _id });
      if (canResend) expect((await resent).status).toBe("waiting");
      else await expect(resent).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
    }
    await mail.sendAll();
    expect(mail.mailbox.list(user.email).map(({ subject }) => subject)).toEqual(["Your password was changed"]);
  });
});

describe("a merchant", () => {
  it("is notified of a dispute, and each morning local time of what needs attention, once a day", async () => {
    const { db, clock } = mail.harness;
    const { merchant, owner } = await makeMerchant(db, { timeZone: "America/New_York" });
    await db.update(users).set({ emailConfirmedAt: clock.now() }).where(eq(users.id, owner.id));
    const payment = await makePayment(db, { merchantId: merchant.id, status: "completed" });
    await makeDispute(db, { paymentId: payment.id });
    clock.set(new Date("2027-01-15T12:30:00.000Z")); // half past seven there
    await sendDailySummaries(mail.harness.deps);
    clock.advance({ minutes: 60 });
    await sendDailySummaries(mail.harness.deps);
    await sendDailySummaries(mail.harness.deps);
    await mail.sendAll();
    expect(mail.mailbox.list(owner.email).map(({ subject }) => subject)).toEqual([`${merchant.name}: 1 open dispute`]);
  });

  it("gets no summary while its owner's email is unconfirmed", async () => {
    const { db, clock } = mail.harness;
    const { merchant, owner } = await makeMerchant(db, { timeZone: "America/New_York" });
    const payment = await makePayment(db, { merchantId: merchant.id, status: "completed" });
    await makeDispute(db, { paymentId: payment.id });
    clock.set(new Date("2027-01-16T13:30:00.000Z"));
    await sendDailySummaries(mail.harness.deps);
    await mail.sendAll();
    expect(mail.mailbox.list(owner.email)).toEqual([]);
  });

  it("and a payer are notified of the other's steps in a dispute", async () => {
    const { db, caller, signIn } = mail.harness;
    const { merchant, owner } = await makeMerchant(db);
    const payer = await makeUser(db);
    const payment = await makePayment(db, { merchantId: merchant.id, consumerId: payer.id, status: "completed", amountCents: 20_000 });
    const [asPayer, asOwner] = [caller(await signIn(payer.id)), caller(await signIn(owner.id))];
    const { token } = await someone({ role: "admin" });
    const filed = await asPayer.disputes.file({ paymentId: publicId("payment", payment.id), reason: "No heating", amount: "150.00" });
    await asOwner.disputes.comment({ disputeId: filed._id, comment: "It works again" });
    await caller(token).disputes.close({
      disputeId: filed._id,
      result: "chargedBack",
      resultReason: "It did not",
      chargebackAmount: "100.00",
    });
    const titles = async (as: typeof asPayer) => (await as.auth.notifications({})).items.map(({ kind }) => kind).toSorted();
    expect(await titles(asOwner)).toEqual(["disputeDecided", "disputeFiled"]);
    expect(await titles(asPayer)).toEqual(["disputeAnswered", "refundOwed"]);
    await mail.sendAll();
    expect(mail.mailbox.list(payer.email).map(({ subject }) => subject)).toContain(`${merchant.name} owes you $100.00`);
  });
});

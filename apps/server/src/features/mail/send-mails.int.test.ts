import { mails } from "@hearth/db/schema/mails";
import { notifications } from "@hearth/db/schema/notifications";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser, nextNumber } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeMail } from "@hearth/db/testing/notice-factories";
import { writeMany } from "@hearth/db/testing/write-many";
import { closedEmail } from "@hearth/domain/account/closing";
import { publicId } from "@hearth/domain/ids";
import { droppedReasons } from "@hearth/domain/notifications/mails";
import { mailUrgencies } from "@hearth/domain/notifications/events";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openMailFixture, type MailFixture } from "../../testing/mail-fixture.ts";
import { bounceReport } from "../../testing/bounce-report.ts";
import { openPaymentFixture, type PaymentFixture } from "../../testing/payment-fixture.ts";
import { mailAccountToken } from "../auth/sessions/account-tokens.ts";
import { notify, notifyByEmail } from "../notifications/notify.ts";
import { requireStrangerMail } from "../businesses/standing.service.ts";
import { dueMails } from "./mails.repo.ts";
import { recordBounce } from "./record-bounce.ts";
import { forgetRows } from "../../jobs/forget-rows.ts";
import { sendDueMails } from "./send-mails.ts";

let mail: MailFixture;
let fixture: PaymentFixture;

beforeAll(async () => {
  mail = await openMailFixture({ chain: true });
  fixture = await openPaymentFixture(mail.harness);
});
afterAll(() => mail.close());
beforeEach(() => Object.assign(mail.faults, { awayUntil: 0, delayMs: 0, refuses: false }));

const rowOf = async (id: string) => (await mail.harness.db.select().from(mails).where(eq(mails.id, id)))[0];

async function waitingMail() {
  const { harness } = mail;
  const user = await makeUser(harness.db);
  const now = harness.clock.now();
  const row = await makeMail(harness.db, { userId: user.id, toAddress: user.email, queuedAt: now, nextTryAt: now });
  return { user, row };
}

describe("a completed payment", () => {
  it("sends its payer the receipt once, as text, HTML and PDF, in their time zone", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.mine(3);
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
    await mail.sendAll();
    const [received, ...others] = mail.mailbox.list(tenant.user.email);
    expect(others).toEqual([]);
    expect(received?.subject).toMatch(/^You paid \$1,450\.00 to /);
    expect(received?.text).toContain(`Payment ID: ${paymentId}`);
    expect(received?.html).toContain("The receipt is attached.");
    expect(received?.from).toBe("mail@hearth.test");
    expect(received?.headers["auto-submitted"]).toBe("auto-generated");
    expect(received?.headers["list-unsubscribe"]).toBeUndefined();
    expect(received?.attachments.map(({ type, fileName }) => ({ type, fileName }))).toEqual([
      { type: "application/pdf", fileName: expect.stringMatching(/^hearth-receipt-.*\.pdf$/) },
    ]);
    expect(received?.attachments[0]?.content.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("sends the receipt again at the landlord's request, once in ten minutes", async () => {
    const { db, clock, caller, signIn } = mail.harness;
    const { merchant, owner } = await makeMerchant(db);
    const payer = await makeUser(db, { email: "moved.away@hearth.test", mutedMails: ["disputes", "reminders"] });
    const payment = await makePayment(db, { merchantId: merchant.id, consumerId: payer.id, status: "completed", amountCents: 20_000 });
    const paymentId = publicId("payment", payment.id);
    const landlord = caller(await signIn(owner.id)).merchant;
    const send = () => landlord.sendReceipt({ paymentId });
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ to, isEarlier }) => ({ to, isEarlier })).toSorted((a) => (a.isEarlier ? 1 : -1))).toEqual([
      { to: payer.email, isEarlier: false },
      { to: payer.email, isEarlier: true },
    ]);
    expect(both[0].sentAt).toBe(both[1].sentAt);
    await mail.sendAll();
    const [received, ...others] = mail.mailbox.list(payer.email);
    expect(others).toEqual([]);
    expect(received?.text).toContain(`${merchant.name} sent you this receipt again. You have paid once.`);
    expect(received?.attachments).toMatchObject([{ type: "application/pdf" }]);
    expect((await caller(await signIn(payer.id)).auth.notifications({})).items).toEqual([]);

    clock.advance({ minutes: 10, seconds: 1 });
    expect(await send()).toMatchObject({ isEarlier: false });
    await mail.sendAll();
    expect(mail.mailbox.list(payer.email)).toHaveLength(2);
    await db.update(users).set({ closedAt: clock.now(), status: "inactive" }).where(eq(users.id, payer.id));
    clock.advance({ minutes: 11 });
    await expect(send()).rejects.toThrow("This payer has closed their account");
    const other = caller(await signIn((await makeMerchant(db)).owner.id)).merchant;
    await expect(other.sendReceipt({ paymentId })).rejects.toThrow("Transaction not found");
  });

  it("names the missing amount of a short payment", async () => {
    const tenant = await fixture.tenant();
    const { binding, usdcUnits } = await fixture.checkout(tenant, "100.00");
    await fixture.transfer(tenant.account, { usdcUnits: usdcUnits - 30_000_000n, binding });
    await fixture.mine(3);
    await fixture.watch();
    await mail.sendAll();
    const [received] = mail.mailbox.list(tenant.user.email);
    expect(received?.subject).toMatch(/^30\.00 USDC of your payment to .* is missing$/);
    expect(received?.text).toContain("70.00 USDC of $100.00");
  });
});

describe("a mail", () => {
  it("is queued in the transaction of its cause, or not at all", async () => {
    const { db, clock } = mail.harness;
    const user = await makeUser(db);
    const notice = {
      userIds: [user.id],
      key: "a change",
      event: { kind: "passwordChanged", at: clock.now().toISOString() },
      now: clock.now(),
    } as const;
    const undone = db.transaction(async (tx) => {
      await notify(tx, notice);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await db.$count(mails, eq(mails.userId, user.id))).toBe(0);
    await notify(db, notice);
    await notify(db, notice);
    expect(await db.$count(mails, eq(mails.userId, user.id))).toBe(1);
  });

  it("is sent once when two workers try at once", async () => {
    const { user } = await waitingMail();
    await Promise.all([sendDueMails(mail.harness.deps), sendDueMails(mail.harness.deps)]);
    expect(mail.mailbox.list(user.email)).toHaveLength(1);
  });

  it("is retried with growing delays while the mail server is down, and sent when it is back", async () => {
    const { user, row } = await waitingMail();
    mail.faults.awayUntil = Number.MAX_SAFE_INTEGER;
    await mail.sendAll();
    expect(await rowOf(row.id)).toMatchObject({
      status: "waiting",
      tries: 1,
      nextTryAt: new Date(mail.harness.clock.now().getTime() + 30_000),
    });
    mail.faults.awayUntil = 0;
    await mail.sendAll();
    expect(mail.mailbox.list(user.email)).toHaveLength(0);
    mail.harness.clock.advance({ minutes: 1 });
    await mail.sendAll();
    expect(await rowOf(row.id)).toMatchObject({ status: "sent", tries: 2, lastError: null });
    expect(mail.mailbox.list(user.email)).toHaveLength(1);
  });

  it("is not retried once a mail server refuses it for good, and stores the reason without the address", async () => {
    const { user, row } = await waitingMail();
    mail.faults.refuses = true;
    await mail.sendAll();
    const refused = await rowOf(row.id);
    expect(refused).toMatchObject({ status: "refused", tries: 1 });
    expect(refused?.lastError).toContain("no such mailbox");
    expect(refused?.lastError).not.toContain(user.email);
  });

  it("fails after its last try", async () => {
    const { row } = await waitingMail();
    mail.faults.awayUntil = Number.MAX_SAFE_INTEGER;
    for (let tries = 0; tries < 8; tries += 1) {
      await mail.sendAll();
      mail.harness.clock.set((await rowOf(row.id))?.nextTryAt ?? new Date());
    }
    expect(await rowOf(row.id)).toMatchObject({ status: "failed", tries: 7 });
  });

  it("is sent by another worker after the lock of a dead worker has expired", async () => {
    const { user, row } = await waitingMail();
    const { claimDueMails } = await import("./mails.repo.ts");
    const now = mail.harness.clock.now();
    await claimDueMails(mail.harness.db, { now, until: new Date(now.getTime() + 300_000), limit: 20 });
    await mail.sendAll();
    expect(mail.mailbox.list(user.email)).toHaveLength(0);
    mail.harness.clock.advance({ minutes: 6 });
    await mail.sendAll();
    expect(await rowOf(row.id)).toMatchObject({ status: "sent", tries: 2 });
    expect(mail.mailbox.list(user.email)[0]?.headers["message-id"]).toContain(row.id);
  });

  it("is dropped after two days of waiting, and deleted after ninety", async () => {
    const { user, row } = await waitingMail();
    mail.harness.clock.advance({ minutes: 49 * 60 });
    await mail.sendAll();
    expect(await rowOf(row.id)).toMatchObject({ status: "refused", lastError: "It had waited too long to be news" });
    expect(mail.mailbox.list(user.email)).toHaveLength(0);
    mail.harness.clock.advance({ minutes: 89 * 24 * 60 });
    await forgetRows(mail.harness.deps);
    expect(await rowOf(row.id)).toBeUndefined();
  });
});

describe("a mail that comes back after a mail server took it", () => {
  const sent = async () => {
    const { user, row } = await waitingMail();
    await mail.sendAll();
    const messageId = mail.mailbox.list(user.email)[0]?.headers["message-id"] ?? "";
    return { row, report: { messageId, to: user.email } };
  };

  it("is shown as refused, with the reason and without the address, also after a second report", async () => {
    const { db } = mail.harness;
    const { row, report } = await sent();
    expect((await rowOf(row.id))?.status).toBe("sent");
    for (let time = 0; time < 2; time++) expect(await recordBounce(db, bounceReport(report))).toBe("bounced");
    expect(await rowOf(row.id)).toMatchObject({
      status: "refused",
      sentAt: null,
      lastError: "Came back (5.1.1): smtp; 550 5.1.1 <(the recipient)>: Recipient address rejected: User unknown",
    });
  });

  it("ignores reports of a delay, and reports that name no mail of ours", async () => {
    const { db } = mail.harness;
    const { row, report } = await sent();
    expect(await recordBounce(db, bounceReport({ ...report, action: "delayed" }))).toBe("notFailed");
    const strange = ["<0198a000-0000-7000-8000-00000000abcd@hearth.test>", "<somebody@else>", ""];
    for (const messageId of strange) expect(await recordBounce(db, bounceReport({ ...report, messageId }))).toBe("unknown");
    for (const text of ["", "no mail at all", `Message-ID: ${report.messageId}`]) expect(await recordBounce(db, text)).toBe("unknown");
    expect((await rowOf(row.id))?.status).toBe("sent");
  });
});

describe("the outbox", () => {
  it("sends an urgent mail before twenty thousand older reminders, and finds it by index", async () => {
    const { db, clock, deps } = mail.harness;
    const user = await makeUser(db);
    const now = clock.now();
    await writeMany(
      db,
      sql`
      insert into mails (user_id, to_address, key, event, urgency, next_try_at, queued_at)
      select ${user.id}::uuid, 'bulk@example.com', 'bulk ' || n, '{"kind":"passwordChanged","at":"2026-11-20T09:00:00.000Z"}', 2,
        ${now.toISOString()}::timestamptz - interval '1 hour', ${now.toISOString()}::timestamptz - interval '1 hour'
      from generate_series(1, 20000) n`,
    );
    await db.execute(sql`analyze mails`);
    const event = { kind: "newDevice", device: "Firefox", at: now.toISOString() } as const;
    await notify(db, { userIds: [user.id], key: "a new device", event, now });
    expect(await sendDueMails(deps)).toBe(true);
    expect(mail.mailbox.list(user.email).map(({ subject }) => subject)).toHaveLength(1);
    for (const urgency of mailUrgencies) {
      const plan = JSON.stringify(await db.execute(sql`explain (format json) ${dueMails(db, { urgency, now, limit: 20 })}`));
      expect(plan).toContain("mails_due_idx");
      expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"mails"|"Sort"/);
    }
    await db.execute(sql`delete from mails where key like 'bulk %'`);
  });

  it("starts a link's lifetime when its mail is sent, and drops mails whose link was used or replaced, with a reason", async () => {
    const { db, deps, clock } = mail.harness;
    const user = await makeUser(db);
    const ask = () => db.transaction((tx) => mailAccountToken(deps, tx, { userId: user.id, email: user.email }, "resetPassword"));
    await ask();
    await ask();
    clock.advance({ minutes: 10 * 60 });
    await mail.sendAll();
    const [first, second] = await db.select().from(mails).where(eq(mails.userId, user.id)).orderBy(mails.id);
    expect(first).toMatchObject({ status: "refused", lastError: expect.stringContaining("Its link was used, replaced") });
    expect(second).toMatchObject({ status: "sent", encryptedToken: null });
    const [received, ...others] = mail.mailbox.list(user.email);
    expect(others).toEqual([]);
    const token = /reset-password#(\S+)/.exec(received?.text ?? "")?.[1] ?? "";
    clock.advance({ minutes: 29 });
    await mail.harness.caller().auth.resetPassword({ token, newPassword: "linden street 14" });
  });

  it("shows a returned mail to its account until the email is changed or confirmed", async () => {
    const { db, clock } = mail.harness;
    const user = await makeUser(db);
    const standing = async () => mail.harness.caller(await mail.harness.signIn(user.id)).auth.emailStanding();
    const at = clock.now();
    const about = { userId: user.id, createdAt: at, status: "refused" } as const;
    await makeMail(db, { ...about, toAddress: "before@example.com", lastError: "550 no such mailbox" });
    await makeMail(db, { ...about, toAddress: user.email, lastError: droppedReasons.noLink });
    expect((await standing()).returned).toBeNull();
    await makeMail(db, { ...about, toAddress: user.email, lastError: "550 no such mailbox" });
    expect((await standing()).returned).toEqual({ at: at.toISOString(), reason: "550 no such mailbox" });
    expect((await mail.harness.caller(await mail.harness.signIn((await makeUser(db)).id)).auth.emailStanding()).returned).toBeNull();
    const set = (values: Partial<typeof users.$inferInsert>) => db.update(users).set(values).where(eq(users.id, user.id));
    await set({ email: `right.${nextNumber()}@example.com` });
    expect((await standing()).returned).toBeNull();
    await set({ email: user.email, emailConfirmedAt: new Date(at.getTime() + 1) });
    expect((await standing()).returned).toBeNull();
    await set({ emailConfirmedAt: new Date(at.getTime() - 1) });
    expect((await standing()).returned).not.toBeNull();
    clock.advance({ days: 15 });
    expect((await standing()).returned).toBeNull();
  });

  it("resends an invitation with a new link, and says why other mails' links cannot be replaced", async () => {
    const { db, deps, clock } = mail.harness;
    const { owner } = await makeMerchant(db);
    await db.update(users).set({ emailConfirmedAt: clock.now() }).where(eq(users.id, owner.id));
    const landlord = mail.harness.caller(await mail.harness.signIn(owner.id));
    const admin = mail.harness.caller(await mail.harness.signIn((await makeUser(db, { role: "admin" })).id, "admin"));
    const email = `came.back.${nextNumber()}@example.com`;
    const { url } = await landlord.invitations.invite({ email, address: "12 Maple Street", aptNumber: "4B" });
    const idOf = async (address: string) =>
      publicId("mail", (await db.select().from(mails).where(eq(mails.toAddress, address)))[0]?.id ?? "");
    mail.faults.refuses = true;
    await mail.sendAll();
    expect((await landlord.invitations.list({})).items).toMatchObject([{ email, mailProblem: expect.stringContaining("no such mailbox") }]);
    mail.faults.refuses = false;
    expect(await admin.admin.resendMail({ mailId: await idOf(email) })).toMatchObject({ status: "waiting", to: email });
    await mail.sendAll();
    const link = /invitation#(\S+)/.exec(mail.mailbox.list(email)[0]?.text ?? "")?.[1] ?? "";
    const open = mail.harness.caller().invitations;
    await expect(open.open({ token: new URL(url).hash.slice(1) })).rejects.toThrow("already used or is too old");
    expect(await open.open({ token: link })).toMatchObject({ aptNumber: "4B" });
    expect((await landlord.invitations.list({})).items).toMatchObject([{ email, mailProblem: null }]);

    const user = await makeUser(db);
    const reset = await makeMail(db, { userId: user.id, toAddress: user.email, event: { kind: "passwordReset" }, status: "refused" });
    await expect(admin.admin.resendMail({ mailId: publicId("mail", reset.id) })).rejects.toThrow(
      "can ask for a new one on the sign-in page",
    );
    const plain = await makeMail(db, { userId: user.id, toAddress: "mistyped@example.com", status: "refused" });
    expect(await admin.admin.resendMail({ mailId: publicId("mail", plain.id) })).toMatchObject({ to: user.email });
    expect(deps.mailer).not.toBeNull();
  });

  it("queues and sends nothing to a closed account", async () => {
    const { db, clock } = mail.harness;
    const now = clock.now();
    const user = await makeUser(db);
    const event = { kind: "passwordChanged", at: now.toISOString() } as const;
    const waiting = await makeMail(db, { userId: user.id, toAddress: user.email, queuedAt: now, nextTryAt: now });
    await db
      .update(users)
      .set({ closedAt: now, status: "inactive", email: closedEmail(user.id) })
      .where(eq(users.id, user.id));
    expect(await notify(db, { userIds: [user.id], key: "after closing", event, now })).toEqual([]);
    const requested = {
      kind: "paymentRequested",
      merchant: "M",
      amountCents: 1,
      description: "",
      dueOn: "2026-12-01",
      reference: "r",
      isReminder: false,
    } as const;
    const { merchant } = await makeMerchant(db);
    const notice = { to: { name: "Closed", address: closedEmail(user.id) }, key: "a bill", event: requested, now };
    await db.transaction(async (tx) => notifyByEmail(tx, await requireStrangerMail(mail.harness.deps, tx, merchant), notice));
    expect(await db.select().from(notifications).where(eq(notifications.userId, user.id))).toEqual([]);
    expect(
      (
        await db
          .select()
          .from(mails)
          .where(eq(mails.toAddress, closedEmail(user.id)))
      ).length,
    ).toBe(0);
    await mail.sendAll();
    expect(await rowOf(waiting.id)).toMatchObject({ status: "refused", lastError: "The account is closed" });
    expect(mail.mailbox.list(user.email)).toEqual([]);
  });
});

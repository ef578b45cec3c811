import { mails } from "@hearth/db/schema/mails";
import { makeUser } from "@hearth/db/testing/factories";
import { makeMail } from "@hearth/db/testing/notice-factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openMailFixture, type MailFixture } from "../../testing/mail-fixture.ts";
import { bounceReport } from "../../testing/bounce-report.ts";
import { openPaymentFixture, type PaymentFixture } from "../../testing/payment-fixture.ts";
import { notify } from "../notifications/notify.ts";
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

  it("tells of less than was asked for what is missing", async () => {
    const tenant = await fixture.tenant();
    const { binding, usdcUnits } = await fixture.checkout(tenant, "100.00");
    await fixture.transfer(tenant.account, { usdcUnits: usdcUnits - 30_000_000n, binding });
    await fixture.mine(3);
    await fixture.watch();
    await mail.sendAll();
    const [received] = mail.mailbox.list(tenant.user.email);
    expect(received?.subject).toMatch(/^30\.00 USDC of your payment to .* are missing$/);
    expect(received?.text).toContain("70.00 USDC of $100.00");
  });
});

describe("a mail", () => {
  it("is written with what causes it, or not at all", async () => {
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

  it("is sent by one of two who try at the same moment", async () => {
    const { user } = await waitingMail();
    await Promise.all([sendDueMails(mail.harness.deps), sendDueMails(mail.harness.deps)]);
    expect(mail.mailbox.list(user.email)).toHaveLength(1);
  });

  it("waits while the mail server is away, ever longer, and is sent when it is back", async () => {
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

  it("that a mail server refuses for good is not tried again, and says why without the address", async () => {
    const { user, row } = await waitingMail();
    mail.faults.refuses = true;
    await mail.sendAll();
    const refused = await rowOf(row.id);
    expect(refused).toMatchObject({ status: "refused", tries: 1 });
    expect(refused?.lastError).toContain("no such mailbox");
    expect(refused?.lastError).not.toContain(user.email);
  });

  it("is given up after its last try", async () => {
    const { row } = await waitingMail();
    mail.faults.awayUntil = Number.MAX_SAFE_INTEGER;
    for (let tries = 0; tries < 8; tries += 1) {
      await mail.sendAll();
      mail.harness.clock.set((await rowOf(row.id))?.nextTryAt ?? new Date());
    }
    expect(await rowOf(row.id)).toMatchObject({ status: "failed", tries: 7 });
  });

  it("of which whoever sent it died is sent by the next when its lease is over", async () => {
    const { user, row } = await waitingMail();
    const { takeDueMails } = await import("./mails.repo.ts");
    const now = mail.harness.clock.now();
    await takeDueMails(mail.harness.db, { now, until: new Date(now.getTime() + 300_000), limit: 20 });
    await mail.sendAll();
    expect(mail.mailbox.list(user.email)).toHaveLength(0);
    mail.harness.clock.advance({ minutes: 6 });
    await mail.sendAll();
    expect(await rowOf(row.id)).toMatchObject({ status: "sent", tries: 2 });
    expect(mail.mailbox.list(user.email)[0]?.headers["message-id"]).toContain(row.id);
  });

  it("that waited for days is dropped, and forgotten after ninety", async () => {
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

  it("is shown as refused, with the reason and without the address, also when the report comes twice", async () => {
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

  it("is not one that is only late, and what names no mail of ours changes nothing", async () => {
    const { db } = mail.harness;
    const { row, report } = await sent();
    expect(await recordBounce(db, bounceReport({ ...report, action: "delayed" }))).toBe("notFailed");
    const strange = ["<0198a000-0000-7000-8000-00000000abcd@hearth.test>", "<somebody@else>", ""];
    for (const messageId of strange) expect(await recordBounce(db, bounceReport({ ...report, messageId }))).toBe("unknown");
    for (const text of ["", "no mail at all", `Message-ID: ${report.messageId}`]) expect(await recordBounce(db, text)).toBe("unknown");
    expect((await rowOf(row.id))?.status).toBe("sent");
  });
});

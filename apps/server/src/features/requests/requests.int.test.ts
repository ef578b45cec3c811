import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { notifications } from "@hearth/db/schema/notifications";
import { paymentRequests } from "@hearth/db/schema/payment-requests";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeLease } from "@hearth/db/testing/rent-factories";
import { parsePublicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openMailFixture, type MailFixture } from "../../testing/mail-fixture.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../testing/payment-fixture.ts";

let mail: MailFixture;
let fixture: PaymentFixture;
let ownerId: string;
let number = 0;

beforeAll(async () => {
  mail = await openMailFixture({ chain: true });
  fixture = await openPaymentFixture(mail.harness);
  const [row] = await mail.harness.db.select().from(merchants).where(eq(merchants.id, fixture.merchantId));
  ownerId = row?.ownerUserId ?? "";
  await mail.harness.db.update(users).set({ emailConfirmedAt: mail.harness.clock.now() }).where(eq(users.id, ownerId));
});
afterEach(() => fixture.expectSound());
afterAll(() => mail.close());

const landlord = async () => mail.harness.caller(await mail.harness.signIn(ownerId)).requests;
const payer = ({ token }: Tenant) => mail.harness.caller(token).payments;

async function ask(more: Partial<Parameters<Awaited<ReturnType<typeof landlord>>["create"]>[0]> = {}) {
  number += 1;
  const usual = { name: "Ada Quill", email: `ada${number}@quill.example`, amount: `${60 + number}.00`, description: "Parking" };
  const request = await (await landlord()).create({ ...usual, dueOn: "2026-12-01", ...more });
  return { request, reference: request.url.split("/").at(-1) ?? "" };
}

/** A tenant of another merchant. */
async function stranger(): Promise<Tenant> {
  return fixture.tenant({ merchantId: (await makeMerchant(mail.harness.db)).merchant.id });
}

async function pay(tenant: Tenant, reference: string) {
  const { paymentId, checkoutURL } = await payer(tenant).payBill({ reference });
  const { binding, usdcUnits } = await mail.harness.caller().payments.checkout({ reference: checkoutURL.split("/").at(-1) ?? "" });
  await fixture.transfer(tenant.account, { usdcUnits: BigInt(usdcUnits), binding });
  await fixture.mine(2);
  await fixture.watch();
  return paymentId;
}

describe("a payment request", () => {
  it("is mailed to a person without an account, opens the bill, and is paid by anybody with the link", async () => {
    const { request, reference } = await ask({ email: "new@quill.example", amount: "75.50" });
    await mail.sendAll();
    const [received] = mail.mailbox.list("new@quill.example");
    expect(received?.subject).toMatch(/requests \$75\.50$/);
    expect(received?.text).toContain("Hello Ada Quill,");
    expect(received?.text).toContain(request.url);
    expect(await mail.harness.caller().requests.bill({ reference })).toMatchObject({ amount: 75.5, description: "Parking", state: "open" });
    const paymentId = await pay(await stranger(), reference);
    expect(await (await landlord()).get({ requestId: request._id })).toMatchObject({
      state: "paid",
      payment: { _id: paymentId, status: "completed" },
      canRemind: false,
    });
    expect((await mail.harness.caller().requests.bill({ reference })).state).toBe("paid");
  });

  it("is listed once for the account with that confirmed email, and never for an unconfirmed one", async () => {
    const squatter = await makeUser(mail.harness.db);
    await ask({ email: squatter.email });
    expect(await mail.harness.db.$count(notifications, eq(notifications.userId, squatter.id))).toBe(0);
    expect(await mail.harness.db.$count(mails, eq(mails.toAddress, squatter.email))).toBe(1);
    const user = await makeUser(mail.harness.db, { emailConfirmedAt: mail.harness.clock.now() });
    await ask({ email: user.email });
    expect(await mail.harness.db.$count(notifications, eq(notifications.userId, user.id))).toBe(1);
    expect(await mail.harness.db.$count(mails, eq(mails.userId, user.id))).toBe(1);
  });

  it("is not paid twice, and not by two people at once", async () => {
    const { reference } = await ask();
    const [one, other] = [await stranger(), await stranger()];
    const both = await Promise.allSettled([payer(one).payBill({ reference }), payer(other).payBill({ reference })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const winner = both[0].status === "fulfilled" ? one : other;
    expect(await payer(winner).payBill({ reference })).toEqual(await payer(winner).payBill({ reference }));
    await pay(winner, reference);
    await expect(payer(winner).payBill({ reference })).rejects.toMatchObject({ message: "This bill is already paid" });
    await expect(payer(other).payBill({ reference })).rejects.toMatchObject({ message: "This bill is already paid" });
  });

  it("can be paid by somebody else once the first checkout has ended", async () => {
    const { reference } = await ask();
    await payer(await stranger()).payBill({ reference });
    const other = await stranger();
    await expect(payer(other).payBill({ reference })).rejects.toMatchObject({ code: "CONFLICT" });
    await fixture.passCheckouts();
    const again = await mail.harness.signIn(other.user.id);
    await pay({ ...other, token: again }, reference);
    expect((await mail.harness.caller().requests.bill({ reference })).state).toBe("paid");
  });

  it("never shares a payment with a lease, whichever comes first", async () => {
    const tenant = await fixture.tenant();
    await makeLease(mail.harness.db, { merchantId: fixture.merchantId, createdBy: ownerId, tenantId: tenant.user.id });
    const { reference } = await ask({ amount: "1450.00" });
    await payer(tenant).payBill({ reference });
    await expect(payer(tenant).createCheckout({ amount: "1450.00" })).rejects.toMatchObject({ code: "CONFLICT" });
    const { reference: next } = await ask({ amount: "1451.00" });
    await payer(tenant).createCheckout({ amount: "1451.00" });
    await expect(payer(tenant).payBill({ reference: next })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("opens no checkout once it is withdrawn; money already on its way still pays it", async () => {
    const { request, reference } = await ask();
    const tenant = await stranger();
    const { checkoutURL } = await payer(tenant).payBill({ reference });
    expect((await (await landlord()).withdraw({ requestId: request._id })).state).toBe("withdrawn");
    await expect(payer(tenant).payBill({ reference })).rejects.toMatchObject({ message: "This bill has been cancelled" });
    await expect((await landlord()).withdraw({ requestId: request._id })).rejects.toMatchObject({ code: "CONFLICT" });
    const { binding, usdcUnits } = await mail.harness.caller().payments.checkout({ reference: checkoutURL.split("/").at(-1) ?? "" });
    await fixture.transfer(tenant.account, { usdcUnits: BigInt(usdcUnits), binding });
    await fixture.mine(2);
    await fixture.watch();
    expect((await (await landlord()).get({ requestId: request._id })).state).toBe("paid");
  });

  it("sends at most one reminder a day", async () => {
    const { request } = await ask({ email: "slow@quill.example" });
    await expect((await landlord()).remind({ requestId: request._id })).rejects.toMatchObject({ code: "CONFLICT" });
    mail.harness.clock.advance({ hours: 20 });
    const calls = [await landlord(), await landlord()];
    const reminders = await Promise.allSettled(calls.map((call) => call.remind({ requestId: request._id })));
    // Both lock the request, so the second one finds that it has just been mailed, and a key is never used twice.
    const reminded = reminders.filter((answer) => answer.status === "fulfilled");
    expect(reminded.map(({ value }) => value.canRemind)).toEqual([false]);
    const keys = await mail.harness.db.select({ key: mails.key }).from(mails).where(eq(mails.toAddress, "slow@quill.example"));
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
    await mail.sendAll();
    const subjects = mail.mailbox.list("slow@quill.example").map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith("Reminder: "))).toHaveLength(1);
  });

  it("has a unique outside id per merchant, and is created once per key", async () => {
    const given = {
      outsideId: "order-7",
      metadata: { floor: "2" },
      idempotencyKey: "order-7-first",
      email: "seven@quill.example",
      amount: "20.00",
    };
    const { request } = await ask(given);
    expect((await ask(given)).request).toEqual(request);
    await expect(ask({ ...given, idempotencyKey: "order-7-again" })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await mail.harness.db.$count(paymentRequests, eq(paymentRequests.outsideId, "order-7"))).toBe(1);
    const { owner } = await makeMerchant(mail.harness.db);
    await mail.harness.db.update(users).set({ emailConfirmedAt: mail.harness.clock.now() }).where(eq(users.id, owner.id));
    const other = mail.harness.caller(await mail.harness.signIn(owner.id)).requests;
    expect(
      (
        await other.create({
          name: "Bo",
          email: "bo@quill.example",
          amount: "20.00",
          description: "Parking",
          dueOn: "2026-12-01",
          outsideId: "order-7",
        })
      ).outsideId,
    ).toBe("order-7");
  });

  it("is listed by state, to its own merchant only", async () => {
    const requests = await landlord();
    const all = (await requests.list({ limit: 500 })).items;
    for (const state of ["open", "paid", "withdrawn"] as const) {
      const { items } = await requests.list({ state, limit: 500 });
      expect(items.map(({ _id }) => _id)).toEqual(all.filter((one) => one.state === state).map(({ _id }) => _id));
    }
    const other = mail.harness.caller(await mail.harness.signIn((await makeMerchant(mail.harness.db)).owner.id)).requests;
    expect((await other.list({})).items).toEqual([]);
    await expect(other.get({ requestId: all[0]?._id ?? "" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is open again when the block that paid it leaves the chain", async () => {
    const { request, reference } = await ask();
    const paymentId = await pay(await stranger(), reference);
    const { db } = mail.harness;
    const id = parsePublicId("payment", paymentId) ?? "";
    const paidAt = async () =>
      (
        await db
          .select()
          .from(paymentRequests)
          .where(eq(paymentRequests.id, parsePublicId("paymentRequest", request._id) ?? ""))
      )[0]?.paidAt;
    expect(await paidAt()).not.toBeNull();
    const undone = db.transaction(async (tx) => {
      await tx.execute(`update payments set status = 'pending', transfer_id = null, completed_at = null where id = '${id}'`);
      const [row] = await tx.select().from(paymentRequests).where(eq(paymentRequests.reference, reference));
      expect(row?.paidAt).toBeNull();
      throw new Error("only looked at");
    });
    await expect(undone).rejects.toThrow("only looked at");
  });
});

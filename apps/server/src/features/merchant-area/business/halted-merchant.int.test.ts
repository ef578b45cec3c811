import { merchants } from "@hearth/db/schema/merchants";
import { makeStaff, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";

let fixture: PaymentFixture;
let ownerId: string;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  const [row] = await fixture.harness.db.select({ id: merchants.ownerUserId }).from(merchants).where(eq(merchants.id, fixture.merchantId));
  ownerId = row?.id ?? "";
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

/** Edits the merchant's status like the administrator's screen. */
async function setStatus(status: "active" | "inactive" | "suspended"): Promise<void> {
  const admin = await makeUser(fixture.harness.db, { role: "admin" });
  const call = fixture.harness.caller(await fixture.harness.signIn(admin.id, "admin")).admin;
  await call.editMerchant({ merchantId: publicId("merchant", fixture.merchantId), status });
}

const area = async () => fixture.harness.caller(await fixture.harness.signIn(ownerId)).merchant;

describe.each(["inactive", "suspended"] as const)("a merchant that becomes %s", (status) => {
  afterEach(() => setStatus("active"));

  it("is still credited with money on its way, and takes no new payments", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant, "321.00");
    const before = (await (await area()).stats({})).completedTransactions;
    await setStatus(status);
    await fixture.transfer(tenant.account, checkout);
    await fixture.mine(2);
    await fixture.watch();
    expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
    const stats = await (await area()).stats({});
    expect(stats.completedTransactions).toEqual({ count: before.count + 1, amount: before.amount + 321 });
    await expect(fixture.checkout(tenant, "322.00")).rejects.toThrow();
  });

  it("sees its money and may pay refunds", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant, "40.00");
    await fixture.transfer(tenant.account, checkout);
    await fixture.mine(2);
    await fixture.watch();
    await setStatus(status);
    const call = await area();
    expect(await call.business()).toMatchObject({ status });
    expect((await call.transactions({})).items[0]).toMatchObject({ _id: checkout.paymentId, status: "completed" });
    expect(await call.refundPayment({ paymentId: checkout.paymentId, amount: "40.00" })).toMatchObject({ status: "open" });
  });
});

it("a suspended merchant's manager answers a dispute, and invites nobody", async () => {
  const { harness, merchantId } = fixture;
  const tenant = await fixture.tenant();
  const checkout = await fixture.checkout(tenant, "41.00");
  await fixture.transfer(tenant.account, checkout);
  await fixture.mine(2);
  await fixture.watch();
  const filed = await harness.caller(tenant.token).disputes.file({ paymentId: checkout.paymentId, reason: "No heating", amount: "5.00" });
  const manager = await makeUser(harness.db, { role: "merchant", emailConfirmedAt: harness.clock.now() });
  await makeStaff(harness.db, { merchantId, invitedBy: ownerId, userId: manager.id, role: "manager" });
  await setStatus("suspended");
  const call = harness.caller(await harness.signIn(manager.id));
  const answered = await call.disputes.comment({ disputeId: filed._id, comment: "It is repaired." });
  expect(answered.comments).toMatchObject([{ comment: "It is repaired." }]);
  const invited = call.invitations.invite({ email: "ada@quill.example", address: "1 Elm Street", aptNumber: "4B" });
  await expect(invited).rejects.toMatchObject({ cause: { code: "BUSINESS_SUSPENDED" } });
  await expect(call.rent.addProperty({ name: "Elm House", units: ["1"] })).rejects.toMatchObject({ cause: { code: "BUSINESS_SUSPENDED" } });
  await setStatus("active");
});

it("a suspended merchant changes nothing about its business or its wallet", async () => {
  const token = await fixture.harness.signIn(ownerId);
  await setStatus("suspended");
  await expect(fixture.harness.caller(token).merchant.stats({})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  const call = await area();
  const refusal = { message: expect.stringContaining("Your business is suspended"), cause: { code: "BUSINESS_SUSPENDED" } };
  await expect(call.editBusiness({ contactName: "Someone" })).rejects.toMatchObject(refusal);
  await expect(call.setPayoutWallet({ walletAddress: `0x${"1".repeat(40)}` })).rejects.toMatchObject(refusal);
  await setStatus("active");
});

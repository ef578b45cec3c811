import { auditLog } from "@hearth/db/schema/audit-log";
import { merchants } from "@hearth/db/schema/merchants";
import { makeMerchant, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { payFromElsewhere, settleOn } from "../../../testing/odd-money.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { attachTransfer, detachTransfer } from "../../payments/unmatched/attach-transfer.ts";

let fixture: PaymentFixture;
let ownerId: string;
let call: ReturnType<PaymentFixture["harness"]["caller"]>;
const origin = { requestId: "test", ip: "127.0.0.1", userAgent: null };
const reason = "Maya sent it from her exchange account";

beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  const { db } = fixture.harness;
  const [row] = await db.select({ ownerId: merchants.ownerUserId }).from(merchants).where(eq(merchants.id, fixture.merchantId));
  ownerId = row?.ownerId ?? "";
  call = fixture.harness.caller(await fixture.harness.signIn(ownerId));
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const paidFromElsewhere = (amount?: string, sent?: bigint) => payFromElsewhere(fixture, amount, sent);
const settle = () => settleOn(fixture);

const statusOf = async (tenant: Tenant, paymentId: string) => (await fixture.payment(tenant, paymentId)).status;

describe("an unmatched transfer", () => {
  it("is listed with its likeliest payment, attached with a reason, and counted in the next run", async () => {
    const { tenant, paymentId, transferId } = await paidFromElsewhere();
    await makeWallet(fixture.harness.db, { userId: tenant.user.id, address: tenant.account.address, provenAt: null });
    const { items, openCount } = await call.merchant.oddTransfers({});
    expect(openCount).toBe(items.length);
    expect(items[0]).toMatchObject({
      _id: transferId,
      verdict: "unmatched",
      usdc: "1,450.00",
      from: tenant.account.address,
      suggestion: { _id: paymentId, isLikely: true, payer: `${tenant.user.firstName} ${tenant.user.lastName}` },
    });
    await call.merchant.attachTransfer({ transferId, paymentId, reason });
    expect(await statusOf(tenant, paymentId)).toBe("pending");
    await settle();
    const done = await fixture.payment(tenant, paymentId);
    expect(done.status).toBe("completed");
    expect(done.timeline.map(({ type }) => type)).toEqual(["created", "attached", "completed"]);
    expect((await call.merchant.oddTransfers({})).items.map(({ _id }) => _id)).not.toContain(transferId);
    const [line] = await fixture.harness.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(line).toMatchObject({ action: "transfer.attached", subject: transferId, actorId: ownerId, data: { reason, paymentId } });
  });

  it("completes an expired payment without marking it late, because it moved in time", async () => {
    const { tenant, paymentId, transferId } = await paidFromElsewhere("1200.00");
    await fixture.pass(15);
    await fixture.harness.caller(tenant.token).payments.recheck({ paymentId });
    expect(await statusOf(tenant, paymentId)).toBe("failed");
    await call.merchant.attachTransfer({ transferId, paymentId, reason });
    await settle();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "none" });
  });

  it("with the reference of one person's payment pays no other person's, except by an administrator", async () => {
    const [one, other] = [await fixture.tenant(), await fixture.tenant()];
    const paid = await fixture.checkout(one, "901.00");
    const owed = await fixture.checkout(other, "901.00");
    await fixture.transfer(one.account, paid);
    const second = await fixture.transfer(one.account, { usdcUnits: paid.usdcUnits, binding: paid.binding });
    await settle();
    const listed = (await call.merchant.oddTransfers({})).items.find(({ transactionHash }) => transactionHash === second);
    const wish = { transferId: listed?._id ?? "", paymentId: owed.paymentId, reason };
    await expect(call.merchant.attachTransfer(wish)).rejects.toThrow("carries the reference of another person's payment");
    const admin = await makeUser(fixture.harness.db, { role: "admin" });
    await fixture.harness.caller(await fixture.harness.signIn(admin.id, "admin")).admin.attachTransfer(wish);
    await settle();
    expect(await statusOf(other, owed.paymentId)).toBe("completed");
  });

  it("can be a payment's second transfer and pay another payment", async () => {
    const tenant = await fixture.tenant();
    const first = await fixture.checkout(tenant, "900.00");
    await fixture.transfer(tenant.account, first);
    await settle();
    const second = await fixture.checkout(tenant, "900.00");
    await fixture.transfer(tenant.account, { usdcUnits: first.usdcUnits, binding: first.binding });
    await settle();
    const [duplicate] = (await call.merchant.oddTransfers({})).items;
    expect(duplicate).toMatchObject({ verdict: "duplicate", meantFor: { _id: first.paymentId }, suggestion: { _id: second.paymentId } });
    await call.merchant.attachTransfer({ transferId: duplicate?._id ?? "", paymentId: second.paymentId, reason });
    await settle();
    expect(await statusOf(tenant, second.paymentId)).toBe("completed");
    expect(await statusOf(tenant, first.paymentId)).toBe("completed");
  });

  it("cannot be attached to a paid payment, a newer payment, or another merchant's payment", async () => {
    const paid = await paidFromElsewhere("333.00");
    const attach = (paymentId: string) => call.merchant.attachTransfer({ transferId: paid.transferId, paymentId, reason });
    await fixture.pass(1);
    const later = await fixture.checkout(await fixture.tenant(), "333.00");
    await expect(attach(later.paymentId)).rejects.toThrow("The transfer is older than the payment");
    const completed = await makePayment(fixture.harness.db, { merchantId: fixture.merchantId, status: "completed", amountCents: 33_300 });
    await expect(attach(publicId("payment", completed.id))).rejects.toThrow("This payment already has its money");
    const foreign = await makePayment(fixture.harness.db, { amountCents: 33_300 });
    await expect(attach(publicId("payment", foreign.id))).rejects.toThrow("Transaction not found");
    const offered = await call.merchant.transferCandidates({ transferId: paid.transferId });
    expect(offered[0]).toMatchObject({ _id: paid.paymentId, outcome: { kind: "exact", by: 0 } });
    expect(offered.map(({ _id }) => _id)).not.toContain(later.paymentId);
    const blank = { transferId: paid.transferId, paymentId: paid.paymentId, reason: " " };
    await expect(call.merchant.attachTransfer(blank)).rejects.toThrow("Please provide a reason");
  });

  it("belongs only to the merchant whose wallet it reached", async () => {
    const paid = await paidFromElsewhere("444.00");
    const { owner } = await makeMerchant(fixture.harness.db);
    const other = fixture.harness.caller(await fixture.harness.signIn(owner.id));
    expect((await other.merchant.oddTransfers({})).items).toEqual([]);
    await expect(other.merchant.transferCandidates({ transferId: paid.transferId })).rejects.toThrow("Transfer not found");
    const { transferId, paymentId } = paid;
    await expect(other.merchant.attachTransfer({ transferId, paymentId, reason })).rejects.toThrow("Transfer not found");
    await expect(other.merchant.setTransferAside({ transferId, reason })).rejects.toThrow("Transfer not found");
  });

  it("is attached once by concurrent calls, and a repeat with the same key gets the first answer", async () => {
    const { transferId, paymentId, tenant } = await paidFromElsewhere("555.00");
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => call.merchant.attachTransfer({ transferId, paymentId, reason })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const again = await paidFromElsewhere("556.00");
    const keyed = { transferId: again.transferId, paymentId: again.paymentId, reason, idempotencyKey: "attach-once-0001" };
    const answers = await Promise.all([1, 2, 3].map(() => call.merchant.attachTransfer(keyed)));
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    await settle();
    expect(await statusOf(tenant, paymentId)).toBe("completed");
  });

  it("stays attached when its block is replaced by another", async () => {
    const { chain } = fixture.harness;
    const { transferId, paymentId, tenant } = await paidFromElsewhere("666.00");
    await call.merchant.attachTransfer({ transferId, paymentId, reason });
    await settle();
    const raw = await chain.rawTransactions(3);
    await chain.reorg(3);
    await fixture.watch();
    expect(await statusOf(tenant, paymentId)).toBe("pending");
    await chain.reorg(1, raw);
    await settle();
    expect(await statusOf(tenant, paymentId)).toBe("completed");
  });

  it("can be detached by an administrator, and the payment returns to its earlier state", async () => {
    const { transferId, paymentId, tenant, transferUuid } = await paidFromElsewhere("777.00");
    await call.merchant.attachTransfer({ transferId, paymentId, reason });
    await settle();
    const admin = await makeUser(fixture.harness.db, { role: "admin" });
    const actor = {
      userId: admin.id,
      role: "admin" as const,
      staffRole: null,
      isReadOnly: false,
      kind: "admin" as const,
      sessionId: admin.id,
      authenticatedAt: fixture.harness.clock.now(),
    };
    const decision = { transferId: transferUuid, actor, origin, reason: "It was someone else's", merchantId: null };
    await fixture.harness.db.transaction((tx) => detachTransfer(fixture.harness.deps, tx, decision));
    const reopened = await fixture.payment(tenant, paymentId);
    expect(reopened).toMatchObject({ status: "pending", transactionHash: null });
    expect(reopened.timeline.at(-1)?.type).toBe("detached");
    await settle();
    expect(await statusOf(tenant, paymentId)).toBe("pending");
    await expect(fixture.harness.db.transaction((tx) => detachTransfer(fixture.harness.deps, tx, decision))).rejects.toThrow(
      "No one has attached this transfer",
    );
    const { transferUuid: id, paymentUuid } = await paidFromElsewhere("778.00");
    await fixture.harness.db.transaction((tx) =>
      attachTransfer(fixture.harness.deps, tx, { ...decision, transferId: id, paymentId: paymentUuid }),
    );
  });
});

describe("marking money as not rent", () => {
  it("removes it from the list until that is undone, both with an audit entry", async () => {
    const { transferId } = await paidFromElsewhere("888.00");
    await call.merchant.setTransferAside({ transferId, reason: "My own deposit" });
    await call.merchant.setTransferAside({ transferId, reason: "My own deposit" });
    expect((await call.merchant.oddTransfers({})).items.map(({ _id }) => _id)).not.toContain(transferId);
    expect((await call.merchant.oddTransfers({ show: "setAside" })).items.map(({ _id }) => _id)).toEqual([transferId]);
    await call.merchant.restoreTransfer({ transferId });
    expect((await call.merchant.oddTransfers({})).items.map(({ _id }) => _id)).toContain(transferId);
    const lines = await fixture.harness.db.select().from(auditLog).where(eq(auditLog.subject, transferId)).orderBy(auditLog.id);
    expect(lines.map(({ action }) => action)).toEqual(["transfer.setAside", "transfer.restored"]);
  });

  it("does not prevent its payer from proving the wallet later", async () => {
    const { transferId, tenant, paymentId } = await paidFromElsewhere("999.00");
    await call.merchant.setTransferAside({ transferId, reason: "No one knows it" });
    await fixture.proveWallet(tenant);
    await settle();
    expect(await statusOf(tenant, paymentId)).toBe("completed");
    await expect(call.merchant.setTransferAside({ transferId, reason: "Too late" })).rejects.toThrow("already belongs to a payment");
  });
});

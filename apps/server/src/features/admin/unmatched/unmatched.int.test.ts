import { auditLog } from "@hearth/db/schema/audit-log";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { payFromElsewhere, settleOn } from "../../../testing/odd-money.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";

let fixture: PaymentFixture;
let adminId: string;
let call: ReturnType<PaymentFixture["harness"]["caller"]>["admin"];
const reason = "Maya sent it from her exchange account";

beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  adminId = (await makeUser(fixture.harness.db, { role: "admin" })).id;
  call = fixture.harness.caller(await fixture.harness.signIn(adminId, "admin")).admin;
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const idsOf = ({ items }: { items: { _id: string }[] }) => items.map(({ _id }) => _id);
const linesOf = (transferId: string) =>
  fixture.harness.db.select().from(auditLog).where(eq(auditLog.subject, transferId)).orderBy(asc(auditLog.id));

/** Records money that reached another, new merchant. */
async function elsewhere(name: string, blockTime = fixture.harness.clock.now()) {
  const { merchant } = await makeMerchant(fixture.harness.db, { name });
  const transfer = await makeTransfer(fixture.harness.db, { merchantId: merchant.id, usdcUnits: 5_000_000n, blockTime });
  return { merchantId: publicId("merchant", merchant.id), transferId: publicId("transfer", transfer.id), transfer };
}

describe("an unmatched transfer of any merchant", () => {
  it("is listed newest first, found by merchant, wallet, hash and ID, and narrowed by merchant and days", async () => {
    const older = new Date(fixture.harness.clock.now().getTime() - 3 * 86_400_000);
    const [one, two] = [await elsewhere("Quayside 100% Lofts", older), await elsewhere("Fernhill House")];
    const all = await call.transfers({});
    expect(all.openCount).toBe(all.items.length);
    expect(idsOf(all).indexOf(two.transferId)).toBeLessThan(idsOf(all).indexOf(one.transferId));
    const page = await call.transfers({ limit: 1 });
    expect([...idsOf(page), ...idsOf(await call.transfers({ limit: 500, cursor: page.nextCursor ?? "" }))]).toEqual(idsOf(all));
    for (const search of [
      "quayside 100%",
      one.merchantId,
      one.transferId,
      one.transfer.txHash.toUpperCase().replace("X", "x"),
      one.transfer.fromAddress,
    ]) {
      expect(idsOf(await call.transfers({ search })), search).toEqual([one.transferId]);
    }
    expect((await call.transfers({ search: "no one's words" })).items).toEqual([]);
    expect(idsOf(await call.transfers({ merchantId: two.merchantId }))).toEqual([two.transferId]);
    expect((await call.transfers({ merchantId: one.transferId })).items).toEqual([]);
    const day = older.toISOString().slice(0, 10);
    expect(idsOf(await call.transfers({ endDate: day, search: one.merchantId }))).toEqual([one.transferId]);
    expect(idsOf(await call.transfers({ endDate: day, search: two.merchantId }))).toEqual([]);
  });

  it("is attached with a reason, and the payment completes in the next run", async () => {
    const { transferId, paymentId, tenant } = await payFromElsewhere(fixture);
    const [candidate] = await call.transferCandidates({ transferId });
    expect(candidate).toMatchObject({ _id: paymentId });
    await call.attachTransfer({ transferId, paymentId, reason, idempotencyKey: "admin-attaches-1" });
    await call.attachTransfer({ transferId, paymentId, reason, idempotencyKey: "admin-attaches-1" });
    await settleOn(fixture);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
    expect(idsOf(await call.transfers({}))).not.toContain(transferId);
    expect((await call.transfers({ show: "attached" })).items).toMatchObject([
      { _id: transferId, meantFor: { _id: paymentId, status: "completed" } },
    ]);
    expect(await linesOf(transferId)).toMatchObject([{ action: "transfer.attached", actorId: adminId, data: { reason, paymentId } }]);
    expect((await call.transfer({ transferId })).rulings).toMatchObject([{ action: "transfer.attached", reason }]);
  });

  it("is detached once by concurrent calls, and its payment returns to its earlier state", async () => {
    const { transferId, paymentId, tenant } = await payFromElsewhere(fixture, "812.00");
    await call.attachTransfer({ transferId, paymentId, reason });
    await settleOn(fixture);
    const undo = () => call.detachTransfer({ transferId, reason: "It was her neighbour's" });
    const outcomes = await Promise.allSettled([undo(), undo(), undo()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "pending", transactionHash: null });
    expect(idsOf(await call.transfers({}))).toContain(transferId);
    expect((await linesOf(transferId)).map(({ action }) => action)).toEqual(["transfer.attached", "transfer.detached"]);
    await expect(call.detachTransfer({ transferId, reason: " " })).rejects.toThrow("Please provide a reason");
  });

  it("stays with a payment that has been disputed since", async () => {
    const { transferId, paymentId, paymentUuid, tenant } = await payFromElsewhere(fixture, "813.00");
    await call.attachTransfer({ transferId, paymentId, reason });
    await settleOn(fixture);
    await makeDispute(fixture.harness.db, { paymentId: paymentUuid, amountCents: 500 });
    await expect(call.detachTransfer({ transferId, reason })).rejects.toThrow("The payment was disputed or refunded since");
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });

  it("is set aside and listed again, with both audited", async () => {
    const { transferId } = await elsewhere("Rowan Court");
    await call.setTransferAside({ transferId, reason: "A deposit of the owner" });
    expect(idsOf(await call.transfers({}))).not.toContain(transferId);
    expect(idsOf(await call.transfers({ show: "setAside" }))).toContain(transferId);
    await call.restoreTransfer({ transferId });
    expect(idsOf(await call.transfers({}))).toContain(transferId);
    const { rulings } = await call.transfer({ transferId });
    expect(rulings.map(({ action, reason: recordedReason }) => [action, recordedReason])).toEqual([
      ["transfer.restored", null],
      ["transfer.setAside", "A deposit of the owner"],
    ]);
  });

  it("needs no attention once it is set aside", async () => {
    const before = (await call.dashboard()).attention.find(({ id }) => id === "unmatched")?.message;
    const { transferId } = await elsewhere("Larch Row");
    const during = (await call.dashboard()).attention.find(({ id }) => id === "unmatched")?.message;
    expect(during).not.toBe(before);
    await call.setTransferAside({ transferId, reason: "Seen" });
    expect((await call.dashboard()).attention.find(({ id }) => id === "unmatched")?.message).toBe(before);
  });

  it("answers NOT_FOUND where it does not exist", async () => {
    const transferId = publicId("transfer", "0198a000-0000-7000-8000-000000000000");
    for (const id of [transferId, "nonsense"]) {
      await expect(call.transfer({ transferId: id })).rejects.toThrow("Transfer not found");
      await expect(call.transferCandidates({ transferId: id })).rejects.toThrow("Transfer not found");
      await expect(call.detachTransfer({ transferId: id, reason })).rejects.toThrow("Transfer not found");
      await expect(call.restoreTransfer({ transferId: id })).rejects.toThrow("Transfer not found");
    }
  });
});

import { auditLog } from "@hearth/db/schema/audit-log";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openRefundFixture, type RefundFixture } from "../../testing/refund-fixture.ts";
import { alignReturnsOf } from "../settlement/returns/settle-refund.ts";
import { listLivingAlarms } from "../alarms/alarms.repo.ts";

let fixture: RefundFixture["fixture"];
let call: RefundFixture["call"];
let treasury: RefundFixture["treasury"];
let send: RefundFixture["send"];
let settle: RefundFixture["settle"];
let paid: RefundFixture["paid"];
let strayMoney: RefundFixture["strayMoney"];
beforeAll(async () => {
  ({ fixture, call, treasury, send, settle, paid, strayMoney } = await openRefundFixture());
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const reason = "It is hers";
const statusOf = async (transferId: string) => (await call.sendBack({ transferId })).status;
const listed = async (show: "open" | "setAside" | "sentBack", transferId: string) =>
  (await call.oddTransfers({ show, limit: 100 })).items.find(({ _id }) => _id === transferId);
const linesOf = async (subject: string) => {
  const lines = await fixture.harness.db.select().from(auditLog).where(eq(auditLog.subject, subject)).orderBy(asc(auditLog.id));
  return lines.map(({ action }) => action);
};
/** Unmatched money of the merchant according to the journal, in base units. */
async function unmatchedUnits(): Promise<bigint> {
  const { account, units } = journalEntries;
  const [row] = await fixture.harness.db
    .select({ units: sql<string>`-sum(${units})`.mapWith(BigInt) })
    .from(journalEntries)
    .where(eq(account, "unmatched"));
  return row?.units ?? 0n;
}

describe("unmatched money", () => {
  it("is returned in full to its sender, and the chain proves it", async () => {
    await fixture.watch();
    const before = { units: await unmatchedUnits(), revenue: (await call.stats({})).revenue.total };
    const { transferId, sender } = await strayMoney(12_345_678n);
    const open = await call.sendBackTransfer({ transferId, idempotencyKey: "the-first-send-back" });
    expect(open).toMatchObject({ usdc: "12.345678", usdcUnits: "12345678", to: sender.account.address });
    expect(await call.sendBackTransfer({ transferId, idempotencyKey: "the-first-send-back" })).toEqual(open);
    expect(await call.sendBackTransfer({ transferId })).toEqual(open);
    expect(await listed("open", transferId)).toMatchObject({ sendBack: { status: "begun", transactionHash: null } });
    expect(await call.sendBack({ transferId })).toMatchObject({ status: "begun", begun: open, refusal: null });
    const txHash = await send(open);
    await settle(1);
    expect(await statusOf(transferId)).toBe("seen");
    await expect(call.sendBackTransfer({ transferId })).resolves.toEqual(open);
    await settle();
    expect(await call.sendBack({ transferId })).toMatchObject({
      status: "sentBack",
      left: "0.00",
      begun: null,
      returns: [{ transactionHash: txHash, usdc: "12.345678", isConfirmed: true }],
    });
    expect(await listed("open", transferId)).toBeUndefined();
    expect(await listed("sentBack", transferId)).toMatchObject({
      sendBack: { status: "sentBack", transactionHash: txHash },
      suggestion: null,
    });
    expect(await unmatchedUnits()).toBe(before.units);
    expect((await call.stats({})).revenue.total).toEqual(before.revenue);
    expect(await linesOf(transferId)).toEqual(["transfer.returnBegun", "transfer.returnCompleted"]);
    await expect(call.sendBackTransfer({ transferId })).rejects.toThrow("Nothing of this transfer is left to send back");
  });

  it.each(["short", "duplicate"] as const)("is returned when it is %s, and its payer is notified", async (verdict) => {
    const payer = await fixture.tenant();
    const checkout = await fixture.checkout(payer, verdict === "short" ? "90.00" : "91.00");
    const { binding, usdcUnits } = checkout;
    if (verdict === "duplicate") {
      await fixture.transfer(payer.account, { usdcUnits, binding });
      await settle();
    }
    const { transferId } = await strayMoney(verdict === "short" ? usdcUnits - 1n : usdcUnits, { binding, sender: payer });
    expect(await listed("open", transferId)).toMatchObject({ verdict });
    const txHash = await send(await call.sendBackTransfer({ transferId }));
    await settle();
    expect(await statusOf(transferId)).toBe("sentBack");
    const { others, status } = await fixture.payment(payer, checkout.paymentId);
    expect(others).toMatchObject([{ verdict, sentBack: { transactionHash: txHash } }]);
    expect(status).toBe(verdict === "short" ? "pending" : "completed");
    const { harness } = fixture;
    const admin = harness.caller(await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin")).admin;
    const { transfers: judged } = await admin.transaction({ transactionId: checkout.paymentId });
    expect(judged.find((transfer) => transfer.verdict === verdict)).toMatchObject({ sentBackWith: txHash });
  });

  it("is not returned before it is confirmed, when it is from the merchant's own wallet or for a payment, or by another merchant", async () => {
    const { harness, payeeAddress } = fixture;
    const stranger = await fixture.tenant({ proven: false });
    const early = await fixture.transfer(stranger.account, { usdcUnits: 5_000_000n });
    const treasuryTransfer = await fixture.transfer(treasury.account, { to: payeeAddress, usdcUnits: 6_000_000n });
    await settle(1);
    const { items } = await call.oddTransfers({});
    const idOf = (txHash: string) => items.find(({ transactionHash }) => transactionHash === txHash)?._id ?? "";
    await expect(call.sendBackTransfer({ transferId: idOf(early) })).rejects.toThrow("This transfer is not confirmed yet");
    expect(await call.sendBack({ transferId: idOf(early) })).toMatchObject({ refusal: "notConfirmed", status: "none" });
    await settle();
    await expect(call.sendBackTransfer({ transferId: idOf(treasuryTransfer) })).rejects.toThrow(
      "This money came from a wallet of your own.",
    );
    const { uuid } = await paid();
    const [counted] = await harness.db.select({ id: transfers.id }).from(transfers).where(eq(transfers.paymentId, uuid));
    const ofPayment = publicId("transfer", counted?.id ?? "");
    await expect(call.sendBackTransfer({ transferId: ofPayment })).rejects.toThrow("This transfer already belongs to a payment");
    const { owner } = await makeMerchant(harness.db);
    const other = harness.caller(await harness.signIn(owner.id)).merchant;
    await expect(other.sendBackTransfer({ transferId: idOf(early) })).rejects.toThrow("Transfer not found");
    await expect(other.sendBack({ transferId: idOf(early) })).rejects.toThrow("Transfer not found");
  });
});

describe("a transfer for a return", () => {
  it("does not count to another address or from another wallet, and too little leaves the rest", async () => {
    const { transferId } = await strayMoney(40_000_000n);
    const open = await call.sendBackTransfer({ transferId });
    const elsewhere = await fixture.tenant();
    await send(open, { to: elsewhere.account.address });
    await send(open, {}, elsewhere);
    await settle();
    expect(await statusOf(transferId)).toBe("begun");
    await send(open, { usdcUnits: 15_000_000n });
    await settle();
    const { status, left, isPart, oddTransfers, begun } = await call.sendBack({ transferId });
    expect({ status, left, isPart, begun }).toEqual({ status: "none", left: "25.00", isPart: true, begun: null });
    expect(oddTransfers.map(({ problem }) => problem)).toEqual(["wrongAddress", "foreignWallet", "short"]);
    await expect(call.setTransferAside({ transferId, reason })).rejects.toThrow("is being sent back");
    const rest = await call.sendBackTransfer({ transferId });
    expect(rest).toMatchObject({ usdc: "25.00" });
    await send(rest);
    await settle();
    expect(await statusOf(transferId)).toBe("sentBack");
  });

  it("counts once when sent twice, and the excess raises an alarm", async () => {
    const { transferId, uuid } = await strayMoney(30_000_000n);
    const open = await call.sendBackTransfer({ transferId });
    await send(open);
    await send(open);
    await settle();
    await Promise.allSettled([1, 2, 3].map(() => fixture.watch()));
    expect(await call.sendBack({ transferId })).toMatchObject({
      status: "sentBack",
      left: "0.00",
      oddTransfers: [{ problem: "duplicate" }],
    });
    expect(await fixture.harness.db.$count(refunds, eq(refunds.sourceTransferId, uuid))).toBe(1);
    const alarm = (await listLivingAlarms(fixture.harness.db)).find(({ key }) => key === `refunded-beyond-${transferId}`);
    expect(alarm?.message).toBe("30.00 USDC more were sent back of a transfer than had come in with it and no payment has.");
    const { db, clock, caller, signIn } = fixture.harness;
    const admin = caller(await signIn((await makeUser(db, { role: "admin" })).id, "admin")).admin;
    await admin.acknowledgeAlarm({ alarmId: publicId("alarm", alarm?.id ?? "") });
    await db.transaction((tx) => alignReturnsOf(tx, [uuid], clock.now()));
    expect((await listLivingAlarms(db)).map(({ key }) => key)).not.toContain(alarm?.key);
  });

  it("counts also after the return was cancelled, if nothing else was done with the money", async () => {
    const { transferId } = await strayMoney(20_000_000n);
    const open = await call.sendBackTransfer({ transferId });
    await call.cancelRefund({ refundId: open._id });
    await expect(call.cancelRefund({ refundId: open._id })).rejects.toThrow("not open any more");
    await send(open);
    await settle(1);
    await expect(call.setTransferAside({ transferId, reason })).rejects.toThrow("is being sent back");
    await expect(call.sendBackTransfer({ transferId })).rejects.toThrow("It was already sent");
    await settle();
    expect(await statusOf(transferId)).toBe("sentBack");
    expect(await linesOf(transferId)).toEqual(["transfer.returnBegun", "transfer.returnCancelled", "transfer.returnCompleted"]);
  });

  it("is reversed with its block, and counts again when it returns", async () => {
    const { chain } = fixture.harness;
    const { transferId } = await strayMoney(25_000_000n);
    await send(await call.sendBackTransfer({ transferId }));
    await settle();
    const raw = await chain.rawTransactions(2);
    await chain.reorg(2);
    await settle();
    expect(await statusOf(transferId)).toBe("begun");
    expect(await listed("open", transferId)).toMatchObject({ sendBack: { status: "begun" } });
    await chain.reorg(1, raw);
    await settle();
    expect(await statusOf(transferId)).toBe("sentBack");
  });

  it("is money sent for nothing while the returned money's block is gone, until that is back", async () => {
    const { chain } = fixture.harness;
    const payer = await fixture.tenant();
    const { binding, usdcUnits, paymentId } = await fixture.checkout(payer, "64.00");
    await fixture.transfer(payer.account, { usdcUnits, binding });
    await settle();
    const { transferId, uuid, sender } = await strayMoney(usdcUnits, { binding });
    const open = await call.sendBackTransfer({ transferId });
    const returning = await send(open);
    await settle();
    expect(await statusOf(transferId)).toBe("sentBack");
    const raw = await chain.rawTransactions(4);
    // The return comes back to the chain, but the money it returned does not.
    const sentAt = raw.length - 1;
    await chain.reorg(4, raw.slice(sentAt));
    await settle();
    const [gone] = await fixture.harness.db.select().from(transfers).where(eq(transfers.id, uuid));
    expect({ isGone: gone?.reorgedAt !== null, sentBackBy: gone?.sentBackBy }).toEqual({ isGone: true, sentBackBy: null });
    expect((await listLivingAlarms(fixture.harness.db)).map(({ key }) => key)).toContain(`refunded-beyond-${transferId}`);
    await chain.reorg(1, raw.slice(0, sentAt));
    await settle();
    const { others } = await fixture.payment(payer, paymentId);
    expect(others).toMatchObject([{ from: sender.account.address, sentBack: { transactionHash: returning } }]);
  });
});

describe("money being returned", () => {
  it("is neither attached, set aside nor matched until the return is cancelled", async () => {
    const payer = await fixture.tenant({ proven: false });
    const checkout = await fixture.checkout(payer, "77.00");
    const { transferId } = await strayMoney(checkout.usdcUnits, { sender: payer });
    await call.setTransferAside({ transferId, reason: "A loan" });
    const open = await call.sendBackTransfer({ transferId });
    expect(await listed("setAside", transferId)).toBeUndefined();
    const attach = () => call.attachTransfer({ transferId, paymentId: checkout.paymentId, reason });
    await expect(attach()).rejects.toThrow("This transfer is being sent back");
    await expect(call.setTransferAside({ transferId, reason })).rejects.toThrow("This transfer is being sent back");
    await fixture.proveWallet(payer);
    await settle();
    expect((await fixture.payment(payer, checkout.paymentId)).status).toBe("pending");
    await call.cancelRefund({ refundId: open._id });
    await attach();
    await settle();
    expect((await fixture.payment(payer, checkout.paymentId)).status).toBe("completed");
    await expect(call.sendBackTransfer({ transferId })).rejects.toThrow("already belongs to a payment");
    // Money sent for a cancelled return is not this payment's, and raises an alarm.
    await send(open);
    await settle();
    expect((await listLivingAlarms(fixture.harness.db)).map(({ key }) => key)).toContain(`refunded-beyond-${transferId}`);
    expect((await call.refunds({ paymentId: checkout.paymentId })).refundable).toBe(77);
  });

  it("is either attached or returned when many try concurrently", async () => {
    for (const amount of ["51.00", "52.00", "53.00"]) {
      const payer = await fixture.tenant({ proven: false });
      const { paymentId, usdcUnits } = await fixture.checkout(payer, amount);
      const { transferId, uuid } = await strayMoney(usdcUnits, { sender: payer });
      const tries = Array.from({ length: 8 }, (_, turn) =>
        turn % 2 === 0 ? call.sendBackTransfer({ transferId }) : call.attachTransfer({ transferId, paymentId, reason }),
      );
      const outcomes = await Promise.allSettled(tries);
      const won = (parity: number) => outcomes.some(({ status }, turn) => turn % 2 === parity && status === "fulfilled");
      expect(won(0)).not.toBe(won(1));
      await settle();
      expect((await fixture.payment(payer, paymentId)).status).toBe(won(1) ? "completed" : "pending");
      expect(await fixture.harness.db.$count(refunds, eq(refunds.sourceTransferId, uuid))).toBe(won(0) ? 1 : 0);
    }
  });
});

describe("the excess of an over-paid payment", () => {
  it("is offered as a refund of that payment, and not any more after it was returned", async () => {
    const payer = await fixture.tenant();
    const { paymentId, usdcUnits, binding } = await fixture.checkout(payer, "100.00");
    await fixture.transfer(payer.account, { usdcUnits: usdcUnits + 20_005_000n, binding });
    await settle();
    expect(await call.refunds({ paymentId })).toMatchObject({ extra: 20, refundable: 120 });
    await send(await call.refundPayment({ paymentId, amount: "20.00" }));
    await settle();
    expect(await call.refunds({ paymentId })).toMatchObject({ extra: 0, refundable: 100 });
  });
});

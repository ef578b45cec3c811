import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { auditLog } from "@hearth/db/schema/audit-log";
import { notifications } from "@hearth/db/schema/notifications";
import { payees } from "@hearth/db/schema/payees";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { wallets } from "@hearth/db/schema/wallets";
import { makeUser } from "@hearth/db/testing/factories";
import { makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { monthAfter } from "@hearth/domain/rent/calendar";
import { eq } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AutopayFixture, startAutopay, signPrepared } from "../../testing/autopay-fixture.ts";
import { type PaymentFixture } from "../../testing/payment-fixture.ts";
import { checkScheduledPayments } from "./check-scheduled-payments.ts";

let fixture: PaymentFixture;
let autopay: AutopayFixture;
beforeAll(async () => void ({ fixture, autopay } = await startAutopay()));
afterAll(() => fixture.harness.close());

const told = async (userId: string) => {
  const rows = await fixture.harness.db.select().from(notifications).where(eq(notifications.userId, userId));
  return rows.flatMap(({ event }) => (event.kind.startsWith("autopay") ? [event] : []));
};

describe("a tenant", () => {
  it("prepares three months by default, and preparing them again returns the same terms", async () => {
    const tenancy = await autopay.tenancy();
    const { autopay: own } = await autopay.calls(tenancy.tenant);
    const input = { leaseId: tenancy.leaseId, walletAddress: tenancy.tenant.account.address };
    const prepared = await own.prepare(input);
    expect(prepared).toHaveLength(3);
    expect(await own.prepare(input)).toEqual(prepared);
    expect(prepared[0]).toMatchObject({ to: fixture.payeeAddress, usdcUnits: "1450000000", period: autopay.nextMonth() });
    expect(new Set((await own.prepare({ ...input, months: 12 })).map(({ nonce }) => nonce)).size).toBe(12);
  });

  it("continues after the signed months, and gets no second nonce after a pause", async () => {
    const tenancy = await autopay.tenancy();
    const { account } = tenancy.tenant;
    const { autopay: own } = await autopay.calls(tenancy.tenant);
    const input = { leaseId: tenancy.leaseId, walletAddress: account.address };
    const [first, second] = await own.prepare({ ...input, months: 2 });
    if (!first || !second) throw new Error("Nothing was prepared");
    await own.sign({ scheduledPaymentId: first._id, signature: await signPrepared(account, first) });
    expect((await own.prepare({ ...input, months: 2 })).map(({ _id }) => _id)).toEqual([second._id]);
    await own.pause({ leaseId: tenancy.leaseId });
    expect(await autopay.scheduledPayment(first._id)).toMatchObject({ status: "paused", encryptedSignature: null });
    expect((await own.prepare({ ...input, months: 2 })).map(({ nonce }) => nonce)).toEqual([first.nonce, second.nonce]);
  });

  it("signs a month anew after the paused signature was cancelled on the chain", async () => {
    const tenancy = await autopay.tenancy();
    const { account } = tenancy.tenant;
    const [first] = await autopay.setUp(tenancy);
    if (!first) throw new Error("Nothing was prepared");
    const { autopay: own } = await autopay.calls(tenancy.tenant);
    await own.pause({ leaseId: tenancy.leaseId });
    await fixture.cancelOnChain(tenancy.tenant, (await autopay.scheduledPayment(first._id)).binding);
    const input = { leaseId: tenancy.leaseId, walletAddress: account.address, months: 1 };
    const sign = async (prepared = first) =>
      own.sign({ scheduledPaymentId: prepared._id, signature: await signPrepared(account, prepared) });
    expect(await own.prepare(input)).toMatchObject([{ _id: first._id }]);
    await expect(sign()).rejects.toThrow("was cancelled in your wallet");
    expect(await autopay.scheduledPayment(first._id)).toMatchObject({ status: "void", voidReason: "cancelled" });
    const [second] = await own.prepare(input);
    expect(second?.nonce).not.toBe(first.nonce);
    await sign(second);
    expect(await autopay.scheduledPayment(second?._id ?? "")).toMatchObject({ status: "ready" });
  });

  it("has signatures stored encrypted and never shown", async () => {
    const tenancy = await autopay.tenancy();
    const { account } = tenancy.tenant;
    const { autopay: own } = await autopay.calls(tenancy.tenant);
    const [prepared] = await own.prepare({ leaseId: tenancy.leaseId, walletAddress: account.address, months: 1 });
    if (!prepared) throw new Error("Nothing was prepared");
    const signature = await signPrepared(account, prepared);
    await own.sign({ scheduledPaymentId: prepared._id, signature });
    const kept = await autopay.scheduledPayment(prepared._id);
    expect(kept.encryptedSignature).toMatch(/^v2\./);
    const admin = await makeUser(fixture.harness.db, { role: "admin" });
    const shown = await fixture.harness
      .caller(await fixture.harness.signIn(admin.id, "admin"))
      .autopay.forAdmin({ leaseId: tenancy.leaseId });
    const log = await fixture.harness.db.select().from(auditLog).where(eq(auditLog.actorId, tenancy.tenant.user.id));
    for (const text of [JSON.stringify(kept), JSON.stringify(shown), JSON.stringify(await own.mine()), JSON.stringify(log)]) {
      expect(text).not.toContain(signature.slice(2, 40));
    }
    expect(shown).toMatchObject([{ status: "ready", nonce: prepared.nonce }]);
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(["autopay.prepared", "autopay.signed"]));
  });

  it("cannot submit another key's signature, or one for another amount", async () => {
    const tenancy = await autopay.tenancy();
    const { account } = tenancy.tenant;
    const { autopay: own } = await autopay.calls(tenancy.tenant);
    const [prepared] = await own.prepare({ leaseId: tenancy.leaseId, walletAddress: account.address, months: 1 });
    if (!prepared) throw new Error("Nothing was prepared");
    const scheduledPaymentId = prepared._id;
    const stranger = privateKeyToAccount(generatePrivateKey());
    await expect(own.sign({ scheduledPaymentId, signature: await signPrepared(stranger, prepared) })).rejects.toThrow(
      /does not match this payment/,
    );
    const more = { ...prepared, usdcUnits: "1450000001" };
    await expect(own.sign({ scheduledPaymentId, signature: await signPrepared(account, more) })).rejects.toThrow(
      /does not match this payment/,
    );
    expect(await autopay.scheduledPayment(scheduledPaymentId)).toMatchObject({ status: "asked" });
  });

  it("cannot sign for a month that another tenant of the lease has signed, also concurrently", async () => {
    const tenancy = await autopay.tenancy();
    const roommate = await fixture.tenant();
    await makeLeaseTenant(fixture.harness.db, { leaseId: tenancy.uuid, userId: roommate.user.id });
    const both = await Promise.all(
      [tenancy.tenant, roommate].map(async (tenant) => {
        const { autopay: own } = await autopay.calls(tenant);
        const [prepared] = await own.prepare({ leaseId: tenancy.leaseId, walletAddress: tenant.account.address, months: 1 });
        if (!prepared) throw new Error("Nothing was prepared");
        return { own, prepared, signature: await signPrepared(tenant.account, prepared) };
      }),
    );
    const signed = await Promise.allSettled(
      both.map(({ own, prepared, signature }) => own.sign({ scheduledPaymentId: prepared._id, signature })),
    );
    expect(signed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("cannot schedule a payment to an unproven wallet of the landlord, or from somebody else's wallet", async () => {
    const tenancy = await autopay.tenancy();
    const { autopay: own } = await autopay.calls(tenancy.tenant);
    const { db } = fixture.harness;
    const stranger = privateKeyToAccount(generatePrivateKey()).address;
    const refused = own.prepare({ leaseId: tenancy.leaseId, walletAddress: stranger });
    await expect(refused).rejects.toThrow(/connect this wallet to your account/);
    const [proof] = await db.select().from(payees).where(eq(payees.merchantId, fixture.merchantId));
    await db.update(payees).set({ provenAt: null, provenFromBlock: null }).where(eq(payees.merchantId, fixture.merchantId));
    const unproven = own.prepare({ leaseId: tenancy.leaseId, walletAddress: tenancy.tenant.account.address });
    await expect(unproven).rejects.toThrow(/has to prove their wallet/);
    await db
      .update(payees)
      .set({ provenAt: proof?.provenAt ?? null, provenFromBlock: proof?.provenFromBlock ?? null })
      .where(eq(payees.merchantId, fixture.merchantId));
  });

  it("can skip a month until they name it again, and can stop all of them", async () => {
    const tenancy = await autopay.tenancy();
    const [first, second] = await autopay.setUp(tenancy, 2);
    const { autopay: own } = await autopay.calls(tenancy.tenant);
    const input = { leaseId: tenancy.leaseId, walletAddress: tenancy.tenant.account.address };
    await own.skip({ scheduledPaymentId: first?._id ?? "" });
    expect(await autopay.scheduledPayment(first?._id ?? "")).toMatchObject({ status: "skipped", encryptedSignature: null });
    const next = await own.prepare({ ...input, months: 3 });
    expect(next.map(({ period }) => period)).toEqual([monthAfter(autopay.nextMonth(), 2)]);
    expect((await own.prepare({ ...input, periods: [autopay.nextMonth()] })).map(({ nonce }) => nonce)).toEqual([first?.nonce]);
    await own.stop({ leaseId: tenancy.leaseId });
    expect(await autopay.scheduledPayment(second?._id ?? "")).toMatchObject({ status: "stopped", encryptedSignature: null });
  });
});

describe("the daily check", () => {
  const check = () => checkScheduledPayments(fixture.harness.deps);

  it("notifies five days before, once, and of an empty wallet only then", async () => {
    await autopay.goToEarlyInMonth();
    const tenancy = await autopay.tenancy();
    const [prepared] = await autopay.setUp(tenancy);
    if (!prepared) throw new Error("Nothing was prepared");
    const { account, user } = tenancy.tenant;
    await fixture.transfer(account, { to: demoAccounts.relayer.address, usdcUnits: 49_000_000_000n });
    await fixture.mine(1);
    await check();
    expect(await told(user.id)).toEqual([]);
    const near = new Date((prepared.validAfter + 1) * 1_000 - 4.5 * 86_400_000);
    await autopay.goTo(near);
    await check();
    await fixture.pass(1_441);
    await check();
    expect((await told(user.id)).map(({ kind }) => kind).toSorted()).toEqual(["autopayComing", "autopayTrouble"]);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready", trouble: "balance" });
  });

  it("detects a frozen wallet and a changed rent", async () => {
    const [frozen, dearer] = [await autopay.tenancy(), await autopay.tenancy()];
    const [one] = await autopay.setUp(frozen, 3);
    const changed = (await autopay.setUp(dearer, 3)).at(-1);
    await fixture.harness.chain.setBlacklisted(frozen.tenant.account.address, true);
    const { db } = fixture.harness;
    const [terms] = await db.select().from(leaseTerms).where(eq(leaseTerms.leaseId, dearer.uuid));
    if (!terms || !changed) throw new Error("There are no terms");
    const { id: _, ...values } = terms;
    await db.insert(leaseTerms).values({ ...values, fromPeriod: changed.period, rentCents: 150_000 });
    await check();
    await fixture.pass(1_445);
    await check();
    expect(await autopay.scheduledPayment(one?._id ?? "")).toMatchObject({ status: "ready", trouble: "blacklisted" });
    expect((await told(frozen.tenant.user.id)).filter(({ kind }) => kind === "autopayTrouble")).toHaveLength(1);
    expect(await autopay.scheduledPayment(changed._id)).toMatchObject({
      status: "void",
      voidReason: "amountChanged",
      encryptedSignature: null,
    });
    expect(await told(dearer.tenant.user.id)).toContainEqual(expect.objectContaining({ kind: "autopayVoid", reason: "amountChanged" }));
    await fixture.harness.chain.setBlacklisted(frozen.tenant.account.address, false);
  });

  it("notifies the tenant once when removing a wallet voids three scheduled payments, and again for those signed since", async () => {
    const tenancy = await autopay.tenancy();
    const { user } = tenancy.tenant;
    const unlink = (at: Date | null) => fixture.harness.db.update(wallets).set({ unlinkedAt: at }).where(eq(wallets.userId, user.id));
    const isTold = async () => (await told(user.id)).filter(({ kind }) => kind === "autopayVoid").length;
    const statuses = async () => (await autopay.scheduledPayments(tenancy.uuid)).map(({ status }) => status);
    for (const times of [1, 2]) {
      await autopay.setUp(tenancy, 3);
      await unlink(fixture.harness.clock.now());
      await fixture.pass(1_441);
      await check();
      expect(await statuses()).toEqual(["void", "void", "void"]);
      expect(await isTold()).toBe(times);
      await unlink(null);
    }
  });

  it("detects a signature cancelled on the chain, and signing again uses another nonce", async () => {
    const tenancy = await autopay.tenancy();
    const [prepared] = await autopay.setUp(tenancy);
    if (!prepared) throw new Error("Nothing was prepared");
    await fixture.cancelOnChain(tenancy.tenant, (await autopay.scheduledPayment(prepared._id)).binding);
    await check();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "void", voidReason: "cancelled" });
    const [again] = await autopay.setUp(tenancy);
    expect(again?.nonce).not.toBe(prepared.nonce);
    expect(await autopay.scheduledPayment(again?._id ?? "")).toMatchObject({ status: "ready" });
  });
});

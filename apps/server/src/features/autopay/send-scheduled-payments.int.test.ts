import { fileURLToPath } from "node:url";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { notifications } from "@hearth/db/schema/notifications";
import { payees } from "@hearth/db/schema/payees";
import { wallets } from "@hearth/db/schema/wallets";
import { makeUser } from "@hearth/db/testing/factories";
import { makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { startNode } from "@hearth/processes/start-process";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AutopayFixture, startAutopay, type Tenancy } from "../../testing/autopay-fixture.ts";
import { type PaymentFixture } from "../../testing/payment-fixture.ts";
import { stateRules } from "../operations/check-state.ts";
import { checkWholeState } from "../settlement/checking/check-state.ts";
import { lockScheduledPayment } from "./scheduled-payments.repo.ts";

const senderFile = fileURLToPath(new URL("../../testing/scheduled-payment-sender.ts", import.meta.url));

let fixture: PaymentFixture;
let autopay: AutopayFixture;
beforeAll(async () => void ({ fixture, autopay } = await startAutopay()));
afterEach(async () => {
  expect(await checkWholeState(fixture.harness.db, stateRules)).toEqual([]);
});
afterAll(() => fixture.harness.close());

describe("on the due day", () => {
  it("sends each scheduled payment as a payment of its own, and the bill is paid", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.send();
    expect(await autopay.paymentsOf(tenancy)).toEqual([]);
    await autopay.goToDue(prepared);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "sent" });
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid", encryptedSignature: null });
    expect(await autopay.paymentsOf(tenancy)).toMatchObject([
      { status: "completed", oddity: "none", amountCents: 145_000, binding: prepared.nonce, paymentType: "recurring" },
    ]);
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0, credit: 0 });
  });

  it("shows property and unit to its payer, and none for a payment without a lease", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    const { paymentId } = await autopay.scheduledPayment(prepared._id);
    const calls = await autopay.calls(tenancy.tenant);
    const [{ property, unit } = { property: "", unit: "" }] = await calls.rent.mine();
    expect((await calls.payments.get({ paymentId: publicId("payment", paymentId ?? "") })).place).toBe(`${property} ${unit}`);
    const { reference } = await fixture.checkout(await fixture.tenant());
    expect((await fixture.harness.caller().payments.checkout({ reference })).place).toBeNull();
    await autopay.settle();
  });

  it("sends it once when jobs run concurrently and repeatedly", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await Promise.all([autopay.send(), autopay.send(), autopay.send()]);
    await autopay.settle();
    await fixture.pass(3);
    await autopay.send();
    await autopay.settle();
    expect(await autopay.sentBy(tenancy)).toBe(1450);
    expect(await autopay.paymentsOf(tenancy)).toHaveLength(1);
  });

  it("sends it after the job was down for three days, and not after grace is over", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared, 3 * 1_440);
    await autopay.send();
    await autopay.settle();
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0 });
    const other = await autopay.signedTenancy();
    await autopay.goTo(new Date(other.prepared.validBefore * 1_000 + 60_000));
    await autopay.send();
    expect(await autopay.scheduledPayment(other.prepared._id)).toMatchObject({ status: "failed", encryptedSignature: null });
    expect(await autopay.paymentsOf(other.tenancy)).toEqual([]);
  });

  it("does not send it before its month is charged, if that job is late", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await fixture.pass(Math.ceil(((prepared.validAfter + 1) * 1_000 - fixture.harness.clock.now().getTime()) / 60_000) + 5);
    await fixture.watch();
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready" });
    await autopay.goToDue(prepared, 10);
    await autopay.send();
    await autopay.settle();
    expect(await autopay.sentBy(tenancy)).toBe(1450);
  });
});

describe("when the sending process is killed", () => {
  it("while it holds the lock, another process sends it once", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    const { db, deps, chain, clock } = fixture.harness;
    const { id } = await autopay.scheduledPayment(prepared._id);
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const sender = await db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`); // another process starts meanwhile, possibly on a busy machine
      await lockScheduledPayment(tx, id);
      const started = await startNode([senderFile, clock.now().toISOString()], {
        env: {
          PATH: process.env["PATH"],
          DATABASE_URL: deps.env.databaseUrl,
          RPC_URL: chain.rpcUrl,
          RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey,
        },
      });
      await expect.poll(async () => (await db.execute(waiting)).length, { message: started.output() }).toBe(1);
      await started.kill();
      return started;
    });
    expect(await sender.ended).toBe("SIGKILL");
    await autopay.send();
    await autopay.settle();
    expect(await autopay.sentBy(tenancy)).toBe(1450);
    expect(await autopay.paymentsOf(tenancy)).toMatchObject([{ status: "completed", binding: prepared.nonce }]);
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0, credit: 0 });
  });
});

describe("a bill that differs from the signed terms", () => {
  const landlord = () => fixture.landlord();
  const chargeOf = async ({ leaseId }: Tenancy) => (await (await landlord()).rent.lease({ leaseId })).charges[0]?._id ?? "";

  it("is not paid when the landlord gave a credit and less is open", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    const { rent } = await landlord();
    await rent.addCredit({ leaseId: tenancy.leaseId, kind: "credit", amount: "50.00", on: prepared.dueOn, note: "Heating" });
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({
      status: "void",
      voidReason: "amountChanged",
      encryptedSignature: null,
    });
    expect(await autopay.paymentsOf(tenancy)).toEqual([]);
  });

  it("is not paid when it was voided", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await (await landlord()).rent.voidCharge({ chargeId: await chargeOf(tenancy), reason: "Not owed" });
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "void", voidReason: "voided" });
    expect(await autopay.sentBy(tenancy)).toBe(0);
  });

  it("is not paid to a wallet that the landlord replaced a minute before", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    const { db, clock } = fixture.harness;
    const [before] = await db.select().from(payees).where(eq(payees.merchantId, fixture.merchantId));
    await db.update(payees).set({ endedAt: clock.now() }).where(eq(payees.merchantId, fixture.merchantId));
    await autopay.send();
    await db
      .update(payees)
      .set({ endedAt: before?.endedAt ?? null })
      .where(eq(payees.merchantId, fixture.merchantId));
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "void", voidReason: "payeeChanged" });
    expect(await autopay.sentBy(tenancy)).toBe(0);
  });

  it("is not paid from a wallet that its payer has unlinked", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await fixture.harness.db
      .update(wallets)
      .set({ unlinkedAt: fixture.harness.clock.now() })
      .where(eq(wallets.userId, tenancy.tenant.user.id));
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "void", voidReason: "walletRemoved" });
  });
});

describe("a bill that is also paid by hand", () => {
  it("waits for an open checkout, and is not paid again when that is paid", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    const tenant = { ...tenancy.tenant, token: await fixture.harness.signIn(tenancy.tenant.user.id) };
    const { reference } = await fixture.checkout(tenant);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready" });
    await fixture.authorize(tenant, reference);
    await fixture.pass(2);
    await autopay.send();
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    await autopay.settle();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "void", voidReason: "paid", encryptedSignature: null });
    expect(await autopay.sentBy(tenancy)).toBe(1450);
  });

  it("waits for an expired checkout until its money can no longer arrive", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    const tenant = { ...tenancy.tenant, token: await fixture.harness.signIn(tenancy.tenant.user.id) };
    const { paymentId } = await fixture.checkout(tenant, "700.00");
    await fixture.harness.caller(tenant.token).payments.cancel({ paymentId });
    await fixture.pass(11);
    await fixture.watch();
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready" });
    await fixture.pass(3);
    await fixture.watch();
    await autopay.send();
    await autopay.settle();
    expect(await autopay.sentBy(tenancy)).toBe(1450);
  });

  it("refuses another payment of it while the scheduled payment is in progress, and returns that one for the same amount", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    const roommate = await fixture.tenant();
    await makeLeaseTenant(fixture.harness.db, { leaseId: tenancy.uuid, userId: roommate.user.id });
    await autopay.goToDue(prepared);
    await autopay.send();
    const { payments: ofRoommate } = await autopay.calls(roommate);
    await expect(ofRoommate.createCheckout({ amount: "1450.00" })).rejects.toThrow(/Autopay is paying this bill right now/);
    const checkout = await (await autopay.calls(tenancy.tenant)).payments.createCheckout({ amount: "1450.00" });
    expect(checkout.paymentId).toBe(publicId("payment", (await autopay.scheduledPayment(prepared._id)).paymentId ?? ""));
    await autopay.settle();
    expect((await autopay.sentBy(tenancy)) + (await autopay.sentBy({ ...tenancy, tenant: roommate }))).toBe(1450);
  });

  it("is paid once when both begin concurrently", async () => {
    for (let turn = 0; turn < 4; turn++) {
      const { tenancy, prepared } = await autopay.signedTenancy();
      const roommate = await fixture.tenant();
      await makeLeaseTenant(fixture.harness.db, { leaseId: tenancy.uuid, userId: roommate.user.id });
      await autopay.goToDue(prepared);
      const { payments: ofRoommate } = await autopay.calls(roommate);
      const [opened] = await Promise.allSettled([ofRoommate.createCheckout({ amount: "1450.00" }), autopay.send()]);
      const { status } = await autopay.scheduledPayment(prepared._id);
      expect([opened.status, status]).toEqual(status === "sent" ? ["rejected", "sent"] : ["fulfilled", "ready"]);
    }
  });
});

describe("a scheduled payment that its payer submits to the chain", () => {
  it("pays its bill once, as the payment it was signed for", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.submit(tenancy, prepared);
    await fixture.mine(2);
    await fixture.watch();
    for (let turn = 0; turn < 3; turn++) {
      await autopay.send();
      await autopay.settle();
      await fixture.pass(2);
    }
    expect(await autopay.sentBy(tenancy)).toBe(1450);
    expect(await autopay.paymentsOf(tenancy)).toMatchObject([{ status: "completed", amountCents: 145_000, binding: prepared.nonce }]);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid", encryptedSignature: null });
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0, credit: 0 });
  });
});

describe("a scheduled payment in progress for minutes", () => {
  it("stays in progress, and nobody is notified of trouble", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    for (let turn = 0; turn < 3; turn++) {
      await fixture.pass(2);
      await autopay.send();
      expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "sent", trouble: null });
    }
    const notified = await fixture.harness.db.select().from(notifications).where(eq(notifications.userId, tenancy.tenant.user.id));
    expect(notified.filter(({ event }) => event.kind === "autopayTrouble")).toEqual([]);
    await autopay.settle();
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0 });
  });
});

describe("a business that is suspended on the due day", () => {
  const become = async (status: "suspended" | "active") => {
    const admin = await makeUser(fixture.harness.db, { role: "admin" });
    const call = fixture.harness.caller(await fixture.harness.signIn(admin.id, "admin"));
    await call.admin.editMerchant({ merchantId: publicId("merchant", fixture.merchantId), status });
  };

  it("is paid by no scheduled payment, also where it is active and suspended again within minutes, and once when it is active", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    for (const _round of [1, 2]) {
      await become("suspended");
      await fixture.pass(31);
      await autopay.send();
      expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready", trouble: "merchant" });
      await become("active");
    }
    expect(await autopay.paymentsOf(tenancy)).toEqual([]);
    const notified = await fixture.harness.db.select().from(notifications).where(eq(notifications.userId, tenancy.tenant.user.id));
    expect(notified.filter(({ event }) => event.kind === "autopayTrouble")).toHaveLength(1);
    await fixture.pass(31);
    await autopay.send();
    await autopay.settle();
    expect(await autopay.sentBy(tenancy)).toBe(1450);
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0 });
  });
});

describe("a wallet that cannot pay", () => {
  it("is notified once, retried within grace, and paid from once it is funded", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    const { account, user } = tenancy.tenant;
    await fixture.transfer(account, { to: demoAccounts.relayer.address, usdcUnits: 49_000_000_000n });
    await fixture.mine(1);
    await autopay.goToDue(prepared);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready", trouble: "balance" });
    await fixture.pass(31);
    await autopay.send();
    const notified = await fixture.harness.db.select().from(notifications).where(eq(notifications.userId, user.id));
    expect(notified.filter(({ event }) => event.kind === "autopayTrouble")).toHaveLength(1);
    expect(await autopay.paymentsOf(tenancy)).toEqual([]);
    await fixture.harness.chain.mintUsdc(account.address, 1_000_000_000n);
    await fixture.pass(31);
    await autopay.send();
    await autopay.settle();
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0 });
  });

  it("that loses its money before mining gets a retry of the same payment", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    const { account } = tenancy.tenant;
    await autopay.goToDue(prepared);
    await autopay.send();
    await fixture.transfer(account, { to: demoAccounts.relayer.address, usdcUnits: 49_000_000_000n });
    await fixture.mine(1);
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready", trouble: "balance" });
    await fixture.harness.chain.mintUsdc(account.address, 1_000_000_000n);
    await fixture.pass(31);
    await autopay.send();
    await autopay.settle();
    expect(await autopay.paymentsOf(tenancy)).toMatchObject([{ status: "completed", oddity: "none" }]);
  });

  it.each([
    [
      "its payer is frozen by the token's issuer",
      "blacklisted",
      ({ tenant }: Tenancy, isOn: boolean) => fixture.harness.chain.setBlacklisted(tenant.account.address, isOn),
    ],
    [
      "the landlord is frozen",
      "payeeBlacklisted",
      (_: Tenancy, isOn: boolean) => fixture.harness.chain.setBlacklisted(fixture.payeeAddress, isOn),
    ],
    ["the token is paused", "paused", (_: Tenancy, isOn: boolean) => fixture.harness.chain.setUsdcPaused(isOn)],
  ] as const)("is notified why a sent payment failed: %s", async (_, trouble, turn) => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    await turn(tenancy, true);
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    const { status, trouble: currentTrouble } = await autopay.scheduledPayment(prepared._id);
    await turn(tenancy, false);
    expect({ status, told: currentTrouble }).toEqual({ status: "ready", told: trouble });
  });

  it("is notified that the landlord's wallet changed while it was in progress", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    const { db, clock } = fixture.harness;
    await autopay.goToDue(prepared);
    await autopay.send();
    await fixture.transfer(tenancy.tenant.account, { to: demoAccounts.relayer.address, usdcUnits: 49_000_000_000n });
    await fixture.mine(1);
    await autopay.settle();
    await db.update(payees).set({ endedAt: clock.now() }).where(eq(payees.merchantId, fixture.merchantId));
    await fixture.pass(2);
    await autopay.send();
    await db.update(payees).set({ endedAt: null }).where(eq(payees.merchantId, fixture.merchantId));
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({
      status: "void",
      voidReason: "payeeChanged",
      encryptedSignature: null,
    });
  });

  it("is notified that grace ended before it could be sent", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    await fixture.transfer(tenancy.tenant.account, { to: demoAccounts.relayer.address, usdcUnits: 49_000_000_000n });
    await fixture.mine(1);
    await autopay.goTo(new Date(prepared.validBefore * 1_000 + 60_000));
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "failed", trouble: "expired", encryptedSignature: null });
  });

  it("that cancelled the signature on the chain voids the payment, and nothing is retried", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await fixture.cancelOnChain(tenancy.tenant, (await autopay.scheduledPayment(prepared._id)).binding);
    await autopay.goToDue(prepared);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "void", voidReason: "cancelled" });
  });
});

describe("when its block leaves the chain", () => {
  it("the same signature pays the same bill once, in another block", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    const { chain } = fixture.harness;
    await autopay.send();
    await autopay.settle();
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0 });
    await chain.reorg(2);
    await fixture.watch();
    await fixture.pass(2);
    await autopay.send();
    for (let turn = 0; turn < 3; turn++) await autopay.settle();
    expect(await autopay.sentBy(tenancy)).toBe(1450);
    expect(await autopay.paymentsOf(tenancy)).toMatchObject([{ status: "completed" }]);
  });
});

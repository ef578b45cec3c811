import { fileURLToPath } from "node:url";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { notifications } from "@hearth/db/schema/notifications";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
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
import { lockCheque } from "./cheques.repo.ts";

const senderFile = fileURLToPath(new URL("../../testing/cheque-sender.ts", import.meta.url));

let fixture: PaymentFixture;
let autopay: AutopayFixture;
beforeAll(async () => void ({ fixture, autopay } = await startAutopay()));
afterEach(async () => {
  expect(await checkWholeState(fixture.harness.db, stateRules)).toEqual([]);
});
afterAll(() => fixture.harness.close());

const paymentsOf = ({ tenant }: Tenancy) =>
  fixture.harness.db.select().from(payments).where(eq(payments.consumerId, tenant.user.id)).orderBy(payments.id);

/** What the landlord's wallet has received from a tenant's, in dollars. */
async function sentBy({ tenant }: Tenancy): Promise<number> {
  const left = await fixture.harness.deps.chain.balanceOf(tenant.account.address);
  return Number(50_000_000_000n - left) / 1e6;
}

async function signedTenancy() {
  const tenancy = await autopay.tenancy();
  const [prepared] = await autopay.setUp(tenancy);
  if (prepared === undefined) throw new Error("Nothing was prepared");
  return { tenancy, prepared };
}

describe("on the due day", () => {
  it("each cheque is sent as a payment of its own, and the bill is paid", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.send();
    expect(await paymentsOf(tenancy)).toEqual([]);
    await autopay.goToDue(prepared);
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "sent" });
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "paid", encryptedSignature: null });
    expect(await paymentsOf(tenancy)).toMatchObject([
      { status: "completed", oddity: "none", amountCents: 145_000, binding: prepared.nonce, paymentType: "recurring" },
    ]);
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0, credit: 0 });
  });

  it("names its property and unit to its payer; a payment for no lease names none", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    const { paymentId } = await autopay.cheque(prepared._id);
    const calls = await autopay.calls(tenancy.tenant);
    const [{ property, unit } = { property: "", unit: "" }] = await calls.rent.mine();
    expect((await calls.payments.get({ paymentId: publicId("payment", paymentId ?? "") })).place).toBe(`${property} ${unit}`);
    const { reference } = await fixture.checkout(await fixture.tenant());
    expect((await fixture.harness.caller().payments.checkout({ reference })).place).toBeNull();
    await autopay.settle();
  });

  it("is sent once when jobs run at the same time, and again and again", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    await Promise.all([autopay.send(), autopay.send(), autopay.send()]);
    await autopay.settle();
    await fixture.pass(3);
    await autopay.send();
    await autopay.settle();
    expect(await sentBy(tenancy)).toBe(1450);
    expect(await paymentsOf(tenancy)).toHaveLength(1);
  });

  it("is sent after the job has slept for three days, and not at all once grace is over", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared, 3 * 1_440);
    await autopay.send();
    await autopay.settle();
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0 });
    const other = await signedTenancy();
    await autopay.goTo(new Date(other.prepared.validBefore * 1_000 + 60_000));
    await autopay.send();
    expect(await autopay.cheque(other.prepared._id)).toMatchObject({ status: "failed", encryptedSignature: null });
    expect(await paymentsOf(other.tenancy)).toEqual([]);
  });

  it("is not sent while nothing is charged, because the job that charges is late", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await fixture.pass(Math.ceil(((prepared.validAfter + 1) * 1_000 - fixture.harness.clock.now().getTime()) / 60_000) + 5);
    await fixture.watch();
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "ready" });
    await autopay.goToDue(prepared, 10);
    await autopay.send();
    await autopay.settle();
    expect(await sentBy(tenancy)).toBe(1450);
  });
});

describe("the process that sends it is killed", () => {
  it("while it holds the cheque, and another sends it once", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    const { db, deps, chain, clock } = fixture.harness;
    const { id } = await autopay.cheque(prepared._id);
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const sender = await db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`); // another program starts meanwhile, on however busy a machine
      await lockCheque(tx, id);
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
    expect(await sentBy(tenancy)).toBe(1450);
    expect(await paymentsOf(tenancy)).toMatchObject([{ status: "completed", binding: prepared.nonce }]);
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0, credit: 0 });
  });
});

describe("a bill that is not as it was signed for", () => {
  const landlord = () => fixture.landlord();
  const chargeOf = async ({ leaseId }: Tenancy) => (await (await landlord()).rent.lease({ leaseId })).charges[0]?._id ?? "";

  it("is not paid: the landlord gave a credit, so less is open", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    const { rent } = await landlord();
    await rent.addCredit({ leaseId: tenancy.leaseId, kind: "credit", amount: "50.00", on: prepared.dueOn, note: "Heating" });
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "void", voidReason: "amountChanged", encryptedSignature: null });
    expect(await paymentsOf(tenancy)).toEqual([]);
  });

  it("is not paid: it was voided", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    await (await landlord()).rent.voidCharge({ chargeId: await chargeOf(tenancy), reason: "Not owed" });
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "void", voidReason: "voided" });
    expect(await sentBy(tenancy)).toBe(0);
  });

  it("is not paid to a wallet that the landlord has left a minute before", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    const { db, clock } = fixture.harness;
    const [before] = await db.select().from(payees).where(eq(payees.merchantId, fixture.merchantId));
    await db.update(payees).set({ endedAt: clock.now() }).where(eq(payees.merchantId, fixture.merchantId));
    await autopay.send();
    await db
      .update(payees)
      .set({ endedAt: before?.endedAt ?? null })
      .where(eq(payees.merchantId, fixture.merchantId));
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "void", voidReason: "payeeChanged" });
    expect(await sentBy(tenancy)).toBe(0);
  });

  it("is not paid from a wallet that its payer has unlinked", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    await fixture.harness.db
      .update(wallets)
      .set({ unlinkedAt: fixture.harness.clock.now() })
      .where(eq(wallets.userId, tenancy.tenant.user.id));
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "void", voidReason: "walletRemoved" });
  });
});

describe("a bill that is also paid by hand", () => {
  it("waits for an open checkout, and is not paid again when that is paid", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    const tenant = { ...tenancy.tenant, token: await fixture.harness.signIn(tenancy.tenant.user.id) };
    const { reference } = await fixture.checkout(tenant);
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "ready" });
    await fixture.authorize(tenant, reference);
    await fixture.pass(2);
    await autopay.send();
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    await autopay.settle();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "void", voidReason: "paid", encryptedSignature: null });
    expect(await sentBy(tenancy)).toBe(1450);
  });

  it("waits for a checkout that is over, until nobody can bring its money any more", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    const tenant = { ...tenancy.tenant, token: await fixture.harness.signIn(tenancy.tenant.user.id) };
    const { paymentId } = await fixture.checkout(tenant, "700.00");
    await fixture.harness.caller(tenant.token).payments.cancel({ paymentId });
    await fixture.pass(11);
    await fixture.watch();
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "ready" });
    await fixture.pass(3);
    await fixture.watch();
    await autopay.send();
    await autopay.settle();
    expect(await sentBy(tenancy)).toBe(1450);
  });

  it("refuses another payment of it while the cheque is on its way, and gives the same one for the same amount", async () => {
    const { tenancy, prepared } = await signedTenancy();
    const roommate = await fixture.tenant();
    await makeLeaseTenant(fixture.harness.db, { leaseId: tenancy.uuid, userId: roommate.user.id });
    await autopay.goToDue(prepared);
    await autopay.send();
    const { payments: ofRoommate } = await autopay.calls(roommate);
    await expect(ofRoommate.createCheckout({ amount: "1450.00" })).rejects.toThrow(/Autopay is paying this bill right now/);
    const own = await (await autopay.calls(tenancy.tenant)).payments.createCheckout({ amount: "1450.00" });
    expect(own.paymentId).toBe(publicId("payment", (await autopay.cheque(prepared._id)).paymentId ?? ""));
    await autopay.settle();
    expect((await sentBy(tenancy)) + (await sentBy({ ...tenancy, tenant: roommate }))).toBe(1450);
  });

  it("is paid once by whoever wins, when both begin at the same moment", async () => {
    for (let turn = 0; turn < 4; turn++) {
      const { tenancy, prepared } = await signedTenancy();
      const roommate = await fixture.tenant();
      await makeLeaseTenant(fixture.harness.db, { leaseId: tenancy.uuid, userId: roommate.user.id });
      await autopay.goToDue(prepared);
      const { payments: ofRoommate } = await autopay.calls(roommate);
      const [opened] = await Promise.allSettled([ofRoommate.createCheckout({ amount: "1450.00" }), autopay.send()]);
      const { status } = await autopay.cheque(prepared._id);
      expect([opened.status, status]).toEqual(status === "sent" ? ["rejected", "sent"] : ["fulfilled", "ready"]);
    }
  });
});

describe("a cheque that its payer submits with their own hands", () => {
  it("pays its bill, once, as the payment that it was written for", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.submit(tenancy, prepared);
    await fixture.mine(2);
    await fixture.watch();
    for (let turn = 0; turn < 3; turn++) {
      await autopay.send();
      await autopay.settle();
      await fixture.pass(2);
    }
    expect(await sentBy(tenancy)).toBe(1450);
    expect(await paymentsOf(tenancy)).toMatchObject([{ status: "completed", amountCents: 145_000, binding: prepared.nonce }]);
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "paid", encryptedSignature: null });
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0, credit: 0 });
  });
});

describe("a cheque that is on its way for minutes", () => {
  it("stays on its way, and nobody is told of trouble", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    for (let turn = 0; turn < 3; turn++) {
      await fixture.pass(2);
      await autopay.send();
      expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "sent", trouble: null });
    }
    const told = await fixture.harness.db.select().from(notifications).where(eq(notifications.userId, tenancy.tenant.user.id));
    expect(told.filter(({ event }) => event.kind === "autopayTrouble")).toEqual([]);
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
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    for (const _round of [1, 2]) {
      await become("suspended");
      await fixture.pass(31);
      await autopay.send();
      expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "ready", trouble: "merchant" });
      await become("active");
    }
    expect(await paymentsOf(tenancy)).toEqual([]);
    const told = await fixture.harness.db.select().from(notifications).where(eq(notifications.userId, tenancy.tenant.user.id));
    expect(told.filter(({ event }) => event.kind === "autopayTrouble")).toHaveLength(1);
    await fixture.pass(31);
    await autopay.send();
    await autopay.settle();
    expect(await sentBy(tenancy)).toBe(1450);
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0 });
  });
});

describe("a wallet that cannot pay", () => {
  it("is told of once, tried again within grace, and paid from once it is filled", async () => {
    const { tenancy, prepared } = await signedTenancy();
    const { account, user } = tenancy.tenant;
    await fixture.transfer(account, { to: demoAccounts.relayer.address, usdcUnits: 49_000_000_000n });
    await fixture.mine(1);
    await autopay.goToDue(prepared);
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "ready", trouble: "balance" });
    await fixture.pass(31);
    await autopay.send();
    const told = await fixture.harness.db.select().from(notifications).where(eq(notifications.userId, user.id));
    expect(told.filter(({ event }) => event.kind === "autopayTrouble")).toHaveLength(1);
    expect(await paymentsOf(tenancy)).toEqual([]);
    await fixture.harness.chain.mintUsdc(account.address, 1_000_000_000n);
    await fixture.pass(31);
    await autopay.send();
    await autopay.settle();
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0 });
  });

  it("loses its money on the way to the chain: the same payment is tried again", async () => {
    const { tenancy, prepared } = await signedTenancy();
    const { account } = tenancy.tenant;
    await autopay.goToDue(prepared);
    await autopay.send();
    await fixture.transfer(account, { to: demoAccounts.relayer.address, usdcUnits: 49_000_000_000n });
    await fixture.mine(1);
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "ready", trouble: "balance" });
    await fixture.harness.chain.mintUsdc(account.address, 1_000_000_000n);
    await fixture.pass(31);
    await autopay.send();
    await autopay.settle();
    expect(await paymentsOf(tenancy)).toMatchObject([{ status: "completed", oddity: "none" }]);
  });

  it.each([
    [
      "its payer is frozen by the token's issuer",
      "blacklisted",
      ({ tenant }: Tenancy, isOn: boolean) => fixture.harness.chain.setBlacklisted(tenant.account.address, isOn),
    ],
    [
      "the landlord is",
      "payeeBlacklisted",
      (_: Tenancy, isOn: boolean) => fixture.harness.chain.setBlacklisted(fixture.payeeAddress, isOn),
    ],
    ["the token is paused", "paused", (_: Tenancy, isOn: boolean) => fixture.harness.chain.setUsdcPaused(isOn)],
  ] as const)("hears why a sent cheque was not taken: %s", async (_, trouble, turn) => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    await turn(tenancy, true);
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    const { status, trouble: told } = await autopay.cheque(prepared._id);
    await turn(tenancy, false);
    expect({ status, told }).toEqual({ status: "ready", told: trouble });
  });

  it("hears that the landlord's wallet has changed while it was on its way", async () => {
    const { tenancy, prepared } = await signedTenancy();
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
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "void", voidReason: "payeeChanged", encryptedSignature: null });
  });

  it("hears that the days of grace ended before it could be sent", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    await fixture.transfer(tenancy.tenant.account, { to: demoAccounts.relayer.address, usdcUnits: 49_000_000_000n });
    await fixture.mine(1);
    await autopay.goTo(new Date(prepared.validBefore * 1_000 + 60_000));
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "failed", trouble: "expired", encryptedSignature: null });
  });

  it("has cancelled the signature on the chain: the cheque is worth nothing, and nothing is tried", async () => {
    const { tenancy, prepared } = await signedTenancy();
    await fixture.cancelOnChain(tenancy.tenant, (await autopay.cheque(prepared._id)).binding);
    await autopay.goToDue(prepared);
    await autopay.send();
    expect(await autopay.cheque(prepared._id)).toMatchObject({ status: "void", voidReason: "cancelled" });
  });
});

describe("the chain takes it back", () => {
  it("and the same cheque pays the same bill once, in another block", async () => {
    const { tenancy, prepared } = await signedTenancy();
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
    expect(await sentBy(tenancy)).toBe(1450);
    expect(await paymentsOf(tenancy)).toMatchObject([{ status: "completed" }]);
  });
});

import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { notifications } from "@hearth/db/schema/notifications";
import { relays } from "@hearth/db/schema/relays";
import { makeCharge } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { createAnvilClient } from "@hearth/simulator/anvil/client";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Deps } from "../../deps.ts";
import { type AutopayFixture, type Prepared, startAutopay, type Tenancy } from "../../testing/autopay-fixture.ts";
import { type PaymentFixture } from "../../testing/payment-fixture.ts";
import { listLivingAlarms } from "../alarms/alarms.repo.ts";
import { stateRules } from "../operations/check-state.ts";
import { allocateWaiting } from "../rent/charges/allocate-leases.ts";
import { checkWholeState } from "../settlement/checking/check-state.ts";
import { checkScheduledPayments } from "./check-scheduled-payments.ts";
import { sendScheduledPayments } from "./send-scheduled-payments.ts";

let fixture: PaymentFixture;
let autopay: AutopayFixture;
beforeAll(async () => void ({ fixture, autopay } = await startAutopay()));
afterEach(async () => {
  expect(await checkWholeState(fixture.harness.db, stateRules)).toEqual([]);
});
afterAll(() => fixture.harness.close());

const notificationsOf = async ({ tenant }: Tenancy) => {
  const rows = await fixture.harness.db.select().from(notifications).where(eq(notifications.userId, tenant.user.id));
  return rows.flatMap(({ event }) => (event.kind === "autopayTrouble" || event.kind === "autopayVoid" ? [event] : []));
};
const alarms = async () => (await listLivingAlarms(fixture.harness.db)).filter(({ key }) => key.startsWith("set-aside-"));

/** Submits a scheduled payment to the chain without the relayer, and reads it. */
async function carryPast(tenancy: Tenancy, prepared: Prepared): Promise<void> {
  await autopay.submit(tenancy, prepared);
  await fixture.mine(2);
  await fixture.watch();
}

/** Mines more blocks than one log query covers, an hour or more of Base. */
async function passManyBlocks(blocks = 2_500): Promise<void> {
  await createAnvilClient(fixture.harness.chain.rpcUrl).mine({ blocks });
  const { time } = await fixture.harness.deps.chain.head();
  if (fixture.harness.clock.now() <= time) fixture.harness.clock.set(new Date(time.getTime() + 1_000));
  await fixture.watch();
}

async function finish(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await autopay.send();
    await autopay.settle();
    await fixture.pass(2);
  }
}

async function emptyWallet({ tenant }: Tenancy): Promise<void> {
  await fixture.transfer(tenant.account, { to: demoAccounts.relayer.address, usdcUnits: 49_000_000_000n });
  await fixture.mine(1);
}

describe("a scheduled payment mined without the relayer", () => {
  it("is paid although the job checked hours later, when the log is older than the newest blocks", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await carryPast(tenancy, prepared);
    await passManyBlocks();
    await finish();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid", encryptedSignature: null });
    expect(await autopay.paymentsOf(tenancy)).toMatchObject([{ status: "completed", binding: prepared.nonce }]);
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0, credit: 0 });
    expect(await notificationsOf(tenancy)).toEqual([]);
  });

  it("is paid although the server has no relayer, and its payer sees no trouble", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await carryPast(tenancy, prepared);
    const none: Deps = { ...fixture.harness.deps, relayer: null };
    for (let turn = 0; turn < 3; turn += 1) {
      await sendScheduledPayments(none);
      await fixture.mine(2);
      await fixture.watch();
      await allocateWaiting(none);
      await fixture.pass(2);
    }
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid" });
    expect(await notificationsOf(tenancy)).toEqual([]);
  });

  it("is paid although it was mined in the last minutes of grace and checked after them", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goTo(new Date(prepared.validBefore * 1_000 - 10 * 60_000));
    await autopay.submit(tenancy, prepared);
    await fixture.mine(2);
    await fixture.pass(15);
    await autopay.send();
    expect((await autopay.scheduledPayment(prepared._id)).status).not.toBe("failed");
    await fixture.watch();
    await finish();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid" });
    expect(await notificationsOf(tenancy)).toEqual([]);
  });

  it("is credited to its lease although the landlord has voided the bill meanwhile", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await carryPast(tenancy, prepared);
    const { rent } = await fixture.landlord();
    const { charges } = await rent.lease({ leaseId: tenancy.leaseId });
    await rent.voidCharge({ chargeId: charges[0]?._id ?? "", reason: "Not owed" });
    await finish();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid" });
    expect(await autopay.paymentsOf(tenancy)).toMatchObject([{ status: "completed" }]);
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0, credit: 1450 });
  });

  it("is not mistaken for cancelled by the daily check", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await carryPast(tenancy, prepared);
    await checkScheduledPayments(fixture.harness.deps);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready", voidReason: null });
    await finish();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid" });
  });

  it("causes no notification of trouble while the money only waits for confirmations", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.submit(tenancy, prepared);
    await fixture.mine(1);
    await fixture.watch();
    await autopay.send();
    fixture.harness.clock.advance({ minutes: 2 });
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "sent", trouble: null });
    expect(await notificationsOf(tenancy)).toEqual([]);
    await fixture.pass(1);
    await finish();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid" });
  });

  it("that its payer cancelled on the chain hours ago is void as cancelled, found in the logs since it was last unspent", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await checkScheduledPayments(fixture.harness.deps);
    await fixture.cancelOnChain(tenancy.tenant, (await autopay.scheduledPayment(prepared._id)).binding);
    await passManyBlocks();
    await autopay.goToDue(prepared);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "void", voidReason: "cancelled" });
  });

  it("that its payer cancelled immediately is void as cancelled, although the server's clock was minutes ahead of the chain's", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    const { id, binding, createdAt } = await autopay.scheduledPayment(prepared._id);
    await fixture.cancelOnChain(tenancy.tenant, binding);
    const ahead = new Date(createdAt.getTime() + 300_000);
    await fixture.harness.db.update(scheduledPayments).set({ createdAt: ahead }).where(eq(scheduledPayments.id, id));
    await autopay.goToDue(prepared);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "void", voidReason: "cancelled" });
  });

  it("stays open, with an alarm, while no provider shows what happened to it", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await fixture.cancelOnChain(tenancy.tenant, (await autopay.scheduledPayment(prepared._id)).binding);
    const { deps } = fixture.harness;
    const blind: Deps = { ...deps, chain: { ...deps.chain, authorizationResults: async (auths) => auths.map(() => null) } };
    await sendScheduledPayments(blind);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready" });
    expect(await alarms()).toMatchObject([{ data: { list: "send-scheduled-payment", item: prepared._id } }]);
    expect(await notificationsOf(tenancy)).toEqual([]);
    await fixture.pass(11);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "void", voidReason: "cancelled" });
    expect(await alarms()).toEqual([]);
  });

  it("continues the log search where it stopped, when there are too many logs for one run", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await fixture.cancelOnChain(tenancy.tenant, (await autopay.scheduledPayment(prepared._id)).binding);
    const { deps } = fixture.harness;
    await deps.db
      .update(scheduledPayments)
      .set({ unusedBlock: 10n })
      .where(eq(scheduledPayments.reference, (await autopay.scheduledPayment(prepared._id)).reference));
    const asked: bigint[] = [];
    let far = 100_000n;
    const long: Deps = {
      ...deps,
      chain: {
        ...deps.chain,
        head: async () => ({ ...(await deps.chain.head()), number: far }),
        authorizationResults: async (auths, from) => {
          asked.push(from);
          return auths.map(() => (asked.length > 30 ? "cancelled" : null));
        },
      },
    };
    await sendScheduledPayments(long);
    expect(asked).toHaveLength(25);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready" });
    far += 30n;
    await fixture.pass(2);
    await sendScheduledPayments(long);
    expect(asked.every((from, place) => place === 0 || from - (asked[place - 1] ?? 0n) === 1_900n)).toBe(true);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "void", voidReason: "cancelled" });
  });
});

describe("a scheduled payment whose payment is cancelled by its payer between two tries", () => {
  it("is skipped, and its payer is notified of that and not of an empty wallet", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    await emptyWallet(tenancy);
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    const waiting = await autopay.scheduledPayment(prepared._id);
    expect(waiting).toMatchObject({ status: "ready", trouble: "balance" });
    const { payments: tenantPayments } = await autopay.calls(tenancy.tenant);
    await tenantPayments.cancel({ paymentId: publicId("payment", waiting.paymentId ?? "") });
    await fixture.pass(31);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "skipped", encryptedSignature: null });
    expect((await notificationsOf(tenancy)).at(-1)).toMatchObject({ kind: "autopayVoid", reason: "paymentCancelled" });
  });
});

describe("a scheduled payment paid from another wallet after the relayer gave up", () => {
  it("causes no trouble while that money waits for confirmations", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    await emptyWallet(tenancy);
    await autopay.settle();
    const { account } = await fixture.tenant();
    const { binding } = await autopay.scheduledPayment(prepared._id);
    await fixture.transfer(account, { usdcUnits: BigInt(prepared.usdcUnits), binding });
    await fixture.mine(1);
    await fixture.watch();
    fixture.harness.clock.advance({ minutes: 2 });
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "sent", trouble: null });
    expect(await notificationsOf(tenancy)).toEqual([]);
    await fixture.pass(1);
    await finish();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid" });
  });
});

describe("a scheduled payment that fails", () => {
  it("reports that its time was over when nothing else was in the way", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goTo(new Date(prepared.validBefore * 1_000 + 60_000));
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "failed", trouble: "expired" });
    expect(await notificationsOf(tenancy)).toMatchObject([{ trouble: "expired", stage: "over" }]);
  });

  it("has expired, where the jobs checked it only after its window, when the wallet was empty", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await fixture.harness.db
      .update(scheduledPayments)
      .set({ trouble: null, nextCheckAt: fixture.harness.clock.now() })
      .where(eq(scheduledPayments.id, (await autopay.scheduledPayment(prepared._id)).id));
    await autopay.goTo(new Date(prepared.validBefore * 1_000 + 60_000));
    await emptyWallet(tenancy);
    await checkScheduledPayments(fixture.harness.deps);
    await finish();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "failed", trouble: "expired" });
  });

  it("reports a missing relayer, and does not fail before its deadline", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    const none: Deps = { ...fixture.harness.deps, relayer: null };
    await autopay.goTo(new Date(prepared.validBefore * 1_000 - 20 * 60_000));
    await sendScheduledPayments(none);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready", trouble: "relay" });
    await fixture.pass(10);
    await sendScheduledPayments(none);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready" });
    await fixture.pass(11);
    await fixture.watch();
    await sendScheduledPayments(none);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "failed", trouble: "relay" });
    expect((await notificationsOf(tenancy)).map(({ kind }) => kind)).toEqual(["autopayTrouble", "autopayTrouble"]);
  });
});

describe("an unreadable scheduled payment", () => {
  it("does not block the others, is named by an alarm, and continues once it is readable", async () => {
    const [broken, fine] = [await autopay.signedTenancy(), await autopay.signedTenancy()];
    const { db, deps } = fixture.harness;
    const stored = await autopay.scheduledPayment(broken.prepared._id);
    await autopay.goToDue(broken.prepared);
    // Like a signature encrypted with a removed key.
    await db
      .update(scheduledPayments)
      .set({ encryptedSignature: "v2.00000000.AAAA", nextLookAt: new Date(0), nextCheckAt: new Date(0) })
      .where(eq(scheduledPayments.id, stored.id));
    await autopay.send();
    expect(await autopay.scheduledPayment(fine.prepared._id)).toMatchObject({ status: "sent" });
    expect(await autopay.scheduledPayment(broken.prepared._id)).toMatchObject({ status: "ready" });
    expect(await alarms()).toMatchObject([{ data: { list: "send-scheduled-payment", item: broken.prepared._id } }]);
    await checkScheduledPayments(deps);
    expect((await alarms()).map(({ data }) => data["list"]).toSorted()).toEqual(["check-scheduled-payment", "send-scheduled-payment"]);
    await db.update(scheduledPayments).set({ encryptedSignature: stored.encryptedSignature }).where(eq(scheduledPayments.id, stored.id));
    await fixture.pass(11);
    await finish();
    await checkScheduledPayments(deps);
    expect(await alarms()).toEqual([]);
    for (const { prepared } of [broken, fine]) expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid" });
  });

  it("is left to the next run, like all others, when the chain is unavailable", async () => {
    const { prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    const { deps } = fixture.harness;
    const { ChainUnavailable } = await import("@hearth/chain/chain-errors");
    const away = () => Promise.reject(new ChainUnavailable("away"));
    const cut: Deps = { ...deps, chain: { ...deps.chain, simulateAuthorization: away, hasCode: away } };
    await expect(sendScheduledPayments(cut)).rejects.toThrow("away");
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready" });
    expect(await alarms()).toEqual([]);
    await fixture.pass(2);
    await finish();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "paid" });
  });
});

describe("the signature of a scheduled payment", () => {
  it("is in no row once its payment was given up and autopay has ended", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await autopay.send();
    await emptyWallet(tenancy);
    await autopay.settle();
    await fixture.pass(2);
    await autopay.send();
    const { autopay: tenantAutopay } = await autopay.calls(tenancy.tenant);
    await tenantAutopay.stop({ leaseId: tenancy.leaseId });
    const { paymentId, encryptedSignature } = await autopay.scheduledPayment(prepared._id);
    expect(encryptedSignature).toBeNull();
    const stored = await fixture.harness.db
      .select()
      .from(relays)
      .where(eq(relays.paymentId, paymentId ?? ""));
    expect(stored.map(({ status, signature }) => ({ status, signature }))).toEqual([{ status: "failed", signature: "0x" }]);
  });
});

describe("the transaction that sends a scheduled payment", () => {
  it("makes no chain calls while it holds the payment's lock", async () => {
    const { prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    const { deps } = fixture.harness;
    let open = 0;
    const asked: number[] = [];
    const transaction: Deps["db"]["transaction"] = async (work, config) => {
      open += 1;
      return deps.db.transaction(work, config).finally(() => (open -= 1));
    };
    const db = new Proxy(deps.db, { get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name)) });
    const chain = new Proxy(deps.chain, {
      get: (target, name) => {
        asked.push(open);
        return Reflect.get(target, name);
      },
    });
    await sendScheduledPayments({ ...deps, db, chain });
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "sent" });
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((count) => count === 0)).toBe(true);
    await autopay.settle();
  });
});

describe("a checkout of the same amount", () => {
  it("is the scheduled payment and keeps its bill; another bill is refused meanwhile", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    const { db } = fixture.harness;
    await autopay.goToDue(prepared);
    const fee = await makeCharge(db, { leaseId: tenancy.uuid, cents: 145_000, dueOn: prepared.dueOn });
    await autopay.send();
    const { paymentId } = await autopay.scheduledPayment(prepared._id);
    const creditOf = async () =>
      (
        await db
          .select()
          .from(leaseCredits)
          .where(eq(leaseCredits.paymentId, paymentId ?? ""))
      )[0]?.chosen;
    const before = await creditOf();
    const { payments: tenantPayments } = await autopay.calls(tenancy.tenant);
    const other = tenantPayments.createCheckout({ amount: "1450.00", leaseId: tenancy.leaseId, chargeIds: [publicId("charge", fee.id)] });
    await expect(other).rejects.toThrow(/Autopay is paying the same amount right now/);
    const sameBillCheckout = await tenantPayments.createCheckout({ amount: "1450.00" });
    expect(sameBillCheckout.paymentId).toBe(publicId("payment", paymentId ?? ""));
    expect(await creditOf()).toEqual(before);
    expect(before).toHaveLength(1);
    await autopay.settle();
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 1450 });
  });
});

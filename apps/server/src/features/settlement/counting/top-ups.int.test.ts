import { topUps } from "@hearth/db/schema/top-ups";
import { transfers } from "@hearth/db/schema/transfers";
import { makeUser } from "@hearth/db/testing/factories";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { listPayingTransfers } from "../../ledger/transfers.repo.ts";
import { expirePayments, expireTopUps } from "../../payments/checkout/end-payment.ts";
import { relayAuthorizations } from "../../payments/relay/relay-authorizations.ts";
import { countPayments } from "./count-transfer.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  const harness = await startHarness({ chain: true, env: { RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey } });
  fixture = await openPaymentFixture(harness);
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const usdc = 1_000_000n;
const callerOf = (tenant: Tenant) => fixture.harness.caller(tenant.token).payments;

/** A payment of $900.00 of which $400.00 has arrived. */
async function shortPayment(tenant: Tenant, arrived = 400n * usdc, sender = tenant) {
  const checkout = await fixture.checkout(tenant, "900.00");
  const txHash = await fixture.transfer(sender.account, { usdcUnits: arrived, binding: checkout.binding });
  await read(3);
  return { ...checkout, txHash };
}

async function read(blocks: number): Promise<void> {
  await fixture.mine(blocks);
  await fixture.watch();
}

/** Opens a top-up as its payer. Returns what is needed to pay it. */
async function topUp(tenant: Tenant, paymentId: string) {
  const opened = await callerOf(tenant).topUp({ paymentId });
  const reference = opened.checkoutURL.split("/").at(-1) ?? "";
  const view = await fixture.harness.caller().payments.checkout({ reference });
  return { reference, view, binding: view.binding, usdcUnits: BigInt(view.usdcUnits) };
}

const verdicts = async (uuid: string) => {
  const rows = await fixture.harness.db
    .select({ verdict: transfers.verdict, units: transfers.usdcUnits })
    .from(transfers)
    .where(and(eq(transfers.paymentId, uuid), isNull(transfers.reorgedAt)))
    .orderBy(transfers.blockNumber, transfers.logIndex);
  return rows.map(({ verdict, units }) => [verdict, Number(units / usdc)]);
};

describe("a short payment", () => {
  it("states the missing amount and is completed by a top-up of it", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId, uuid, reference, txHash } = await shortPayment(tenant);
    const short = { received: 400, missing: 500 };
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "pending", transfer: null, short, topUpURL: null });
    expect(await fixture.harness.caller().payments.checkout({ reference })).toMatchObject({ amount: 900, topUpOf: null, short });
    const { view, binding, usdcUnits } = await topUp(tenant, paymentId);
    expect(view).toMatchObject({ status: "pending", amount: 500, topUpOf: 900, short, paymentId, usdcUnits: "500000000" });
    const second = await fixture.transfer(tenant.account, { usdcUnits, binding });
    await read(1);
    const payment = await fixture.payment(tenant, paymentId);
    expect(payment).toMatchObject({ status: "pending", short: null, transfer: { txHash: second, verdict: "part", confirmations: 1 } });
    await read(1);
    const done = await fixture.payment(tenant, paymentId);
    // Both parts' hashes find the payment, for its payer and for admins.
    const { harness } = fixture;
    const admin = harness.caller(await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin")).admin;
    for (const search of [txHash, second]) {
      expect((await callerOf(tenant).list({ search })).items, search).toMatchObject([{ id: paymentId }]);
      expect((await admin.transactions({ search })).items, search).toMatchObject([{ _id: paymentId }]);
    }
    expect(done).toMatchObject({ status: "completed", oddity: "none", transactionHash: second, others: [], topUpURL: null });
    expect(done.parts.map((part) => [part.txHash, part.usdc])).toEqual([
      [txHash, "400.00"],
      [second, "500.00"],
    ]);
    expect(done.timeline.map(({ type }) => type)).toEqual(["created", "shortSeen", "topUpOpened", "seen", "completed"]);
    expect(await callerOf(tenant).status({ paymentId })).toEqual({ status: "completed", transactionHash: second });
    expect(await verdicts(uuid)).toEqual([
      ["part", 400],
      ["part", 500],
    ]);
  });

  it("takes two top-ups when the first is paid short too", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId, uuid } = await shortPayment(tenant);
    const first = await topUp(tenant, paymentId);
    await fixture.transfer(tenant.account, { usdcUnits: 300n * usdc, binding: first.binding });
    await read(3);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "pending", short: { received: 700, missing: 200 } });
    const second = await topUp(tenant, paymentId);
    expect(second.view.amount).toBe(200);
    expect(second.reference).not.toBe(first.reference);
    expect((await fixture.harness.caller().payments.checkout({ reference: first.reference })).status).toBe("cancelled");
    await fixture.transfer(tenant.account, second);
    await read(2);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "none" });
    expect(await verdicts(uuid)).toEqual([
      ["part", 400],
      ["part", 300],
      ["part", 200],
    ]);
  });

  it("asks for the smallest amount in cents that is enough, and is over by a fraction of a cent", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId } = await shortPayment(tenant, 900n * usdc - 5_000n);
    const { view, binding, usdcUnits } = await topUp(tenant, paymentId);
    expect(view.amount).toBe(0.01);
    await fixture.transfer(tenant.account, { binding, usdcUnits });
    await read(2);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "over" });
  });

  it("is marked over when the parts are more than its amount", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId } = await shortPayment(tenant);
    const { binding } = await topUp(tenant, paymentId);
    await fixture.transfer(tenant.account, { usdcUnits: 600n * usdc, binding });
    await read(2);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "over" });
  });

  it("is completed by a transfer of the whole amount, and the short one stays beside it", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId, uuid, binding, usdcUnits } = await shortPayment(tenant);
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await read(2);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "none", parts: [], short: null });
    expect(await verdicts(uuid)).toEqual([
      ["short", 400],
      ["matched", 900],
    ]);
  });

  it("is not completed by another wallet's money without a reference, nor by money sent elsewhere", async () => {
    const [tenant, stranger, elsewhere] = [await fixture.tenant(), await fixture.tenant(), await openPaymentFixture(fixture.harness)];
    const { paymentId, uuid } = await shortPayment(tenant);
    const { binding, usdcUnits } = await topUp(tenant, paymentId);
    await fixture.transfer(stranger.account, { usdcUnits });
    await fixture.transfer(tenant.account, { usdcUnits, binding, to: elsewhere.payeeAddress });
    await read(3);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "pending", short: { missing: 500 } });
    expect(await verdicts(uuid)).toEqual([["short", 400]]);
  });

  it("accepts exactly the missing amount from the payer's proven wallet without a reference", async () => {
    const tenant = await fixture.tenant();
    const { paymentId } = await shortPayment(tenant);
    const { usdcUnits } = await topUp(tenant, paymentId);
    await fixture.transfer(tenant.account, { usdcUnits: usdcUnits - 1n });
    await read(2);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("pending");
    await fixture.transfer(tenant.account, { usdcUnits });
    await read(2);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "none" });
  });

  it("keeps the payer's transfer when its block is replaced and another checkout fits by then", async () => {
    const { chain } = fixture.harness;
    const tenant = await fixture.tenant();
    const { paymentId, uuid } = await shortPayment(tenant);
    await topUp(tenant, paymentId);
    await fixture.transfer(tenant.account, { usdcUnits: 500n * usdc });
    await read(3);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
    const other = await fixture.checkout(tenant, "500.00");
    const raw = await chain.rawTransactions(3);
    await chain.reorg(3);
    await fixture.watch();
    await chain.reorg(1, raw);
    await read(3);
    expect((await fixture.payment(tenant, other.paymentId)).status).toBe("pending");
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
    expect(await verdicts(uuid)).toEqual([
      ["part", 400],
      ["part", 500],
    ]);
  });

  it("is topped up by a signature that the relayer broadcasts", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId } = await shortPayment(tenant);
    const { reference } = await topUp(tenant, paymentId);
    await fixture.authorize(tenant, reference);
    expect((await fixture.harness.caller().payments.checkout({ reference })).relay).toMatchObject({ status: "queued" });
    await relayAuthorizations(fixture.harness.deps);
    await read(2);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "none" });
  });

  it("is topped up after its own checkout has expired, marked late", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId } = await shortPayment(tenant);
    await fixture.passCheckouts();
    await expirePayments(fixture.harness.deps);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({
      status: "failed",
      notes: "Checkout expired",
      short: { missing: 500 },
    });
    const { binding, usdcUnits, view } = await topUp(tenant, paymentId);
    expect(view.status).toBe("pending");
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await read(2);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "late" });
  });
});

describe("an open top-up", () => {
  it("is returned again, also when two processes ask for it at once", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId, uuid, reference } = await shortPayment(tenant);
    const asked = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? callerOf(tenant).topUp({ paymentId, idempotencyKey: `press-${paymentId}-${index}` })
        : fixture.harness.caller().payments.topUpAtCheckout({ reference }),
    );
    const addresses = new Set((await Promise.all(asked)).map(({ checkoutURL }) => checkoutURL));
    expect(addresses.size).toBe(1);
    expect((await fixture.payment(tenant, paymentId)).topUpURL).toBe([...addresses][0]);
    expect(await fixture.harness.db.$count(topUps, eq(topUps.paymentId, uuid))).toBe(1);
  });

  it("expires by block time, and money sent from it still counts", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId } = await shortPayment(tenant);
    const { reference, binding, usdcUnits } = await topUp(tenant, paymentId);
    const statusAfterSweep = async () => {
      await expireTopUps(fixture.harness.deps);
      return (await fixture.harness.caller().payments.checkout({ reference })).status;
    };
    await fixture.pass(10);
    expect(await statusAfterSweep()).toBe("pending");
    await fixture.passCheckouts();
    expect(await statusAfterSweep()).toBe("failed");
    await expect(fixture.authorize(tenant, reference)).rejects.toMatchObject({ message: "This checkout has ended" });
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await read(2);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "late" });
  });

  it("can be cancelled once, and not while its money is on the way", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId } = await shortPayment(tenant);
    const { reference, binding, usdcUnits } = await topUp(tenant, paymentId);
    const [one, two] = await Promise.all([callerOf(tenant).giveUpTopUp({ paymentId }), callerOf(tenant).giveUpTopUp({ paymentId })]);
    expect([one.topUpURL, two.topUpURL]).toEqual([null, null]);
    expect(two.timeline.filter(({ type }) => type === "topUpEnded")).toHaveLength(1);
    expect((await fixture.harness.caller().payments.checkout({ reference })).status).toBe("cancelled");
    await topUp(tenant, paymentId);
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await read(1);
    await expect(callerOf(tenant).giveUpTopUp({ paymentId })).rejects.toMatchObject({ message: expect.stringContaining("already seen") });
    await read(1);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });

  it("is refused when nothing has arrived, when everything has, and for anybody else", async () => {
    const [tenant, stranger] = [await fixture.tenant({ proven: false }), await fixture.tenant()];
    const empty = await fixture.checkout(tenant, "901.00");
    await expect(callerOf(tenant).topUp({ paymentId: empty.paymentId })).rejects.toMatchObject({
      message: "Nothing of this payment has arrived yet",
    });
    await fixture.transfer(tenant.account, empty);
    await read(1);
    await expect(callerOf(tenant).topUp({ paymentId: empty.paymentId })).rejects.toMatchObject({
      message: "All of this payment has arrived",
    });
    const { paymentId } = await shortPayment(tenant);
    await expect(callerOf(stranger).topUp({ paymentId })).rejects.toMatchObject({ message: "Payment not found" });
    await read(1);
  });
});

describe("parts", () => {
  it("are counted once when two processes settle at once", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId, uuid } = await shortPayment(tenant);
    const { binding, usdcUnits } = await topUp(tenant, paymentId);
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.mine(2);
    await Promise.all([fixture.watch(), fixture.watch(), fixture.watch(), fixture.watch()]);
    await fixture.watch();
    const done = await fixture.payment(tenant, paymentId);
    expect(done.timeline.filter(({ type }) => type === "completed")).toHaveLength(1);
    expect(await verdicts(uuid)).toEqual([
      ["part", 400],
      ["part", 500],
    ]);
  });

  it("wait until all of them are deep", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const checkout = await fixture.checkout(tenant, "900.00");
    await fixture.transfer(tenant.account, { usdcUnits: 400n * usdc, binding: checkout.binding });
    await fixture.transfer(tenant.account, { usdcUnits: 200n * usdc, binding: checkout.binding });
    await read(1);
    await fixture.transfer(tenant.account, { usdcUnits: 300n * usdc, binding: checkout.binding });
    await read(1);
    expect(await fixture.payment(tenant, checkout.paymentId)).toMatchObject({ status: "pending", transfer: { confirmations: 1 } });
    // Settlement asks only when the last part is deep. The count itself must not trust the caller's selection.
    const { db, deps } = fixture.harness;
    const asked = (await listPayingTransfers(db, checkout.uuid)).map((transfer) => {
      return { transfer, view: { head: transfer.blockNumber + 10n, safe: null, canonicalHash: transfer.blockHash } };
    });
    expect(asked).toHaveLength(3);
    expect(await countPayments(deps, new Map([[checkout.uuid, asked]]))).toEqual([]);
    await read(1);
    expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
  });

  it.each([
    ["the top-up", 2, { received: 400, missing: 500 }],
    ["both of them", 5, null],
  ])("do not count when the chain drops %s, and count again when it comes back", async (_which, depth, short) => {
    const tenant = await fixture.tenant({ proven: false });
    const { chain } = fixture.harness;
    const { paymentId, uuid } = await shortPayment(tenant);
    await fixture.transfer(tenant.account, await topUp(tenant, paymentId));
    await read(2);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
    const raw = await chain.rawTransactions(depth);
    await chain.reorg(depth);
    await fixture.watch();
    const undone = await fixture.payment(tenant, paymentId);
    expect(undone).toMatchObject({ status: "pending", transactionHash: null, transfer: null, parts: [], short });
    await fixture.expectSound();
    await chain.reorg(1, raw);
    await read(2);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "none" });
    expect(await verdicts(uuid)).toEqual([
      ["part", 400],
      ["part", 500],
    ]);
  });

  it("are short again when only the first leaves the chain", async () => {
    const [tenant, sister] = [await fixture.tenant({ proven: false }), await fixture.tenant()];
    const { chain } = fixture.harness;
    const { paymentId, uuid } = await shortPayment(tenant, 400n * usdc, sister);
    await fixture.transfer(tenant.account, await topUp(tenant, paymentId));
    await read(2);
    const [, ...others] = await chain.rawTransactions(5);
    await chain.reorg(5, others);
    await fixture.watch();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "pending", short: { received: 500, missing: 400 } });
    expect(await verdicts(uuid)).toEqual([["short", 500]]);
    await fixture.transfer(tenant.account, await topUp(tenant, paymentId));
    await read(2);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });
});

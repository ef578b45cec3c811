import { createAnvilClient } from "@hearth/simulator/anvil/client";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { relayTransactions } from "@hearth/db/schema/relay-transactions";
import { relays } from "@hearth/db/schema/relays";
import { networks } from "@hearth/chain/networks";
import { createRelayer } from "@hearth/chain/relayer";
import { encodeAuthorization } from "@hearth/chain/usdc";
import { merchants } from "@hearth/db/schema/merchants";
import { makeMerchant } from "@hearth/db/testing/factories";
import { eq, getTableColumns } from "drizzle-orm";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { listLivingAlarms } from "../../alarms/alarms.repo.ts";
import { expirePayments } from "../checkout/end-payment.ts";
import { authorizePayment } from "./authorize-payment.ts";
import { relayAuthorizations } from "./relay-authorizations.ts";
import { watchRelayerGas } from "./relayer-gas.ts";

const { relayer } = demoAccounts;
let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true, env: { RELAYER_PRIVATE_KEY: relayer.privateKey } }));
});
afterEach(async () => {
  await fixture.expectSound();
  await fixture.pass(0); // the chain's clock catches up with the server's
});
afterAll(() => fixture.harness.close());

const step = () => relayAuthorizations(fixture.harness.deps);
/** A payment's newest relay with its transaction. */
const relayOf = async (uuid: string) => {
  const { accountNonce, txHash, maxFeePerGas, attempts, carries } = getTableColumns(relayTransactions);
  const rows = await fixture.harness.db
    .select({ ...getTableColumns(relays), accountNonce, txHash, maxFeePerGas, attempts, carries })
    .from(relays)
    .leftJoin(relayTransactions, eq(relayTransactions.id, relays.transactionId))
    .where(eq(relays.paymentId, uuid))
    .orderBy(relays.id);
  return rows.at(-1);
};

/** Mines and reads the sent transactions. */
async function arrive(): Promise<void> {
  await fixture.mine(2);
  await step();
  await fixture.watch();
}

/** The payer signs again, and the payment completes. */
async function payAgain(tenant: Tenant, { reference, paymentId }: { reference: string; paymentId: string }): Promise<void> {
  await fixture.authorize(tenant, reference);
  await step();
  await arrive();
  expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
}

/** Mines a block without the transaction. */
async function passOver(txHash: Hex | null | undefined): Promise<void> {
  await createAnvilClient(fixture.harness.chain.rpcUrl).dropTransaction({ hash: txHash ?? "0x" });
  await fixture.pass(0);
  await fixture.watch();
}

async function authorized() {
  const tenant = await fixture.tenant();
  await fixture.harness.chain.fundGas(tenant.account.address, 0n);
  const checkout = await fixture.checkout(tenant);
  await fixture.authorize(tenant, checkout.reference);
  return { tenant, ...checkout };
}

describe("paying with a signature", () => {
  it("completes the payment of somebody who holds no ETH at all", async () => {
    const { tenant, paymentId, reference } = await authorized();
    await step();
    expect((await fixture.harness.caller().payments.checkout({ reference })).relay?.status).toBe("sent");
    await fixture.mine(1);
    await step();
    await fixture.mine(1);
    await fixture.watch();
    const payment = await fixture.payment(tenant, paymentId);
    expect(payment).toMatchObject({ status: "completed", oddity: "none" });
    expect(payment.timeline.map((entry) => entry.type)).toEqual(["created", "authorizationReceived", "relaySent", "seen", "completed"]);
  });

  it("sends waiting authorizations in one transaction, and a single one directly to the token", async () => {
    const tenant = await fixture.tenant();
    const [first, second] = [await authorized(), await authorized()];
    await step();
    const late = { tenant, ...(await fixture.checkout(tenant)) };
    await fixture.authorize(tenant, late.reference);
    await step();
    const [one, other, third] = await Promise.all([first, second, late].map(({ uuid }) => relayOf(uuid)));
    expect([one?.status, other?.status, third?.status]).toEqual(["sent", "sent", "queued"]);
    expect(one).toMatchObject({ carries: 2, txHash: other?.txHash });
    await fixture.mine(1);
    await step();
    await step();
    expect(await relayOf(late.uuid)).toMatchObject({ status: "sent", carries: 1 });
    await fixture.mine(3);
    await step();
    await fixture.watch();
    for (const { tenant: payer, paymentId } of [first, second, late])
      expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "completed", oddity: "none", others: [] });
  });

  it("sends once when many processes step concurrently", async () => {
    const { tenant, uuid, paymentId } = await authorized();
    await Promise.all(Array.from({ length: 8 }, step));
    await arrive();
    expect((await relayOf(uuid))?.attempts).toBe(1);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });

  it("is queued once when the button is pressed many times at once", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant);
    await Promise.all(Array.from({ length: 6 }, () => fixture.authorize(tenant, checkout.reference)));
    expect(await fixture.harness.db.$count(relays, eq(relays.paymentId, checkout.uuid))).toBe(1);
    await step();
    await arrive();
  });

  it("is accepted as on its way when signed again after it was mined, and is not sent a second time", async () => {
    const { tenant, uuid, reference, paymentId } = await authorized();
    await step();
    await fixture.mine(1);
    await fixture.authorize(tenant, reference);
    await step();
    expect((await relayOf(uuid))?.status).toBe("mined");
    await fixture.authorize(tenant, reference);
    const { db, deps } = fixture.harness;
    // The token accepted this one when asked, and the first was mined meanwhile.
    const fresh = { ...deps, chain: { ...deps.chain, simulateAuthorization: async () => ({ ok: true }) as const } };
    const relay = await relayOf(uuid);
    if (!relay) throw new Error("Nothing was queued");
    const { validAfter, validBefore, signature, fromAddress } = relay;
    await authorizePayment(fresh, { reference, from: fromAddress, validAfter, validBefore, signature }, null);
    expect(await db.$count(relays, eq(relays.paymentId, uuid))).toBe(1);
    await fixture.mine(1);
    await fixture.watch();
    const payment = await fixture.payment(tenant, paymentId);
    expect(payment.timeline.map((entry) => entry.type)).toEqual(["created", "authorizationReceived", "relaySent", "seen", "completed"]);
  });

  it("rebroadcasts a lost transaction, and raises the fee of one passed over at the same account nonce", async () => {
    const { tenant, uuid, paymentId } = await authorized();
    await step();
    const stuck = await relayOf(uuid);
    fixture.harness.clock.advance({ seconds: 30 });
    await step();
    expect((await relayOf(uuid))?.txHash).toBe(stuck?.txHash); // no block was read that could have included it
    await passOver(stuck?.txHash);
    await step();
    const outbid = await relayOf(uuid);
    expect(outbid?.accountNonce).toBe(stuck?.accountNonce);
    expect(outbid?.txHash).not.toBe(stuck?.txHash);
    expect(outbid?.maxFeePerGas).toBeGreaterThan(stuck?.maxFeePerGas ?? 0n);
    await arrive();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });

  it("does not raise the fee while the head does not move", async () => {
    const { uuid } = await authorized();
    await step();
    const first = await relayOf(uuid);
    for (let minute = 0; minute < 5; minute += 1) {
      fixture.harness.clock.advance({ minutes: 1 });
      await step();
    }
    expect(await relayOf(uuid)).toMatchObject({ status: "sent", txHash: first?.txHash, maxFeePerGas: first?.maxFeePerGas });
    await arrive();
  });

  it("never exceeds the fee limit, and begins the next transaction at the market's fee", async () => {
    const { uuid } = await authorized();
    await step();
    const market = (await relayOf(uuid))?.maxFeePerGas ?? 0n;
    for (let times = 0; times < 12; times += 1) {
      fixture.harness.clock.advance({ seconds: 30 });
      await passOver((await relayOf(uuid))?.txHash);
      await step();
    }
    const dearest = (await relayOf(uuid))?.maxFeePerGas ?? 0n;
    expect(dearest).toBeGreaterThan(market);
    expect(dearest).toBeLessThanOrEqual(market * 4n);
    fixture.harness.clock.advance({ minutes: 13 });
    await passOver((await relayOf(uuid))?.txHash);
    await step();
    expect(await relayOf(uuid)).toMatchObject({ status: "failed", failure: "expired" });
    const next = await authorized();
    const marketNow = await fixture.harness.deps.relayer?.fees();
    await step();
    expect((await relayOf(next.uuid))?.accountNonce).toBe((await relayOf(uuid))?.accountNonce);
    expect((await relayOf(next.uuid))?.maxFeePerGas).toBe(marketNow?.maxFeePerGas);
    await arrive();
    expect((await fixture.payment(next.tenant, next.paymentId)).status).toBe("completed");
  });

  it("continues after being killed between storing and sending", async () => {
    const { tenant, uuid, paymentId } = await authorized();
    const { deps } = fixture.harness;
    const dying = { ...createRelayer({ network: deps.network, rpcUrl: fixture.harness.chain.rpcUrl, signer: relayer.privateKey }) };
    const killed = relayAuthorizations({ ...deps, relayer: { ...dying, send: () => Promise.reject(new Error("killed")) } });
    await expect(killed).rejects.toThrow("killed");
    expect((await relayOf(uuid))?.status).toBe("sent");
    fixture.harness.clock.advance({ seconds: 7 });
    await step();
    await arrive();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });

  it("is requeued when its block leaves the chain", async () => {
    const { tenant, uuid, paymentId } = await authorized();
    await step();
    await arrive();
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    expect((await relayOf(uuid))?.status).toBe("queued");
    await step();
    await arrive();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed" });
  });

  it("relays both when the chain loses one and with it the account nonce before the other's", async () => {
    const tenant = await fixture.tenant();
    const second = { tenant, ...(await fixture.checkout(tenant)) };
    const first = await authorized();
    await step();
    await arrive();
    await fixture.authorize(tenant, second.reference);
    await step();
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    expect([(await relayOf(first.uuid))?.status, (await relayOf(second.uuid))?.status]).toEqual(["queued", "sent"]);
    // Long before its fee would be raised, because every later transaction waits for it.
    for (let turn = 0; turn < 3; turn += 1) {
      fixture.harness.clock.advance({ seconds: 7 });
      await fixture.pass(0);
      await fixture.watch();
      await step();
    }
    await arrive();
    for (const { tenant, paymentId } of [first, second])
      expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "none", others: [] });
  });

  it("pays with a contract wallet whose owner signs for it", async () => {
    const { chain } = fixture.harness;
    const tenant = await fixture.tenant();
    const wallet = await chain.deploy("TestSmartWallet", tenant.account.address);
    await chain.mintUsdc(wallet, 5_000_000_000n);
    const checkout = await fixture.checkout(tenant);
    await fixture.authorize({ ...tenant, account: { ...tenant.account, address: wallet } }, checkout.reference);
    await step();
    await arrive();
    expect(await fixture.payment(tenant, checkout.paymentId)).toMatchObject({ status: "completed", transfer: { from: wallet } });
  });
});

describe("an authorization that cannot be relayed", () => {
  it("is refused after twenty within a quarter of an hour", async () => {
    const { deps } = fixture.harness;
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant);
    for (let carried = 0; carried < 20; carried += 1) await deps.sharedLimits.take("relay", tenant.user.id);
    await expect(fixture.authorize(tenant, checkout.reference)).rejects.toMatchObject({ cause: { code: "RATE_LIMITED" } });
    expect(await relayOf(checkout.uuid)).toBeUndefined();
    await deps.sharedLimits.reset("relay", tenant.user.id);
    await fixture.authorize(tenant, checkout.reference);
    expect((await relayOf(checkout.uuid))?.status).toBe("queued");
    expect(await step().then(() => relayOf(checkout.uuid))).toMatchObject({ status: "sent" });
    await fixture.mine(2);
    await step();
  });

  it("is refused at once with the reason in the payer's words", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant, "9999.00");
    await fixture.transfer(tenant.account, { to: demoAccounts.spare.address, usdcUnits: 49_000_000_000n });
    await fixture.mine(1);
    await expect(fixture.authorize(tenant, checkout.reference)).rejects.toThrow("Your wallet does not hold enough USDC");
    const stranger = await fixture.tenant();
    const forged = { ...tenant, account: { ...stranger.account, address: tenant.account.address } };
    await expect(fixture.authorize(forged, checkout.reference)).rejects.toThrow(/signature|enough USDC/);
  });

  it("fails in the queue when the money is gone by then, and the payer can try again", async () => {
    const { tenant, uuid, reference, paymentId } = await authorized();
    await fixture.harness.chain.fundGas(tenant.account.address);
    await fixture.transfer(tenant.account, { to: demoAccounts.spare.address, usdcUnits: 49_500_000_000n });
    await fixture.mine(1);
    await step();
    expect(await relayOf(uuid)).toMatchObject({ status: "failed", failure: "balance" });
    await fixture.harness.chain.mintUsdc(tenant.account.address, 2_000_000_000n);
    await payAgain(tenant, { reference, paymentId });
  });

  it("is refused when the checkout is over", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant);
    await fixture.harness.caller(tenant.token).payments.cancel({ paymentId: checkout.paymentId });
    await expect(fixture.authorize(tenant, checkout.reference)).rejects.toThrow("This checkout has ended");
  });

  it("cannot be cancelled once it is sent, and is dropped before that", async () => {
    const sent = await authorized();
    await step();
    const queued = await authorized();
    await expect(fixture.harness.caller(sent.tenant.token).payments.cancel({ paymentId: sent.paymentId })).rejects.toThrow(
      "already seen on the network",
    );
    await fixture.harness.caller(queued.tenant.token).payments.cancel({ paymentId: queued.paymentId });
    expect(await relayOf(queued.uuid)).toMatchObject({ status: "failed", failure: "cancelled" });
    await arrive();
  });

  it("is given up after its deadline, and the payment ends with it", async () => {
    const { tenant, uuid, paymentId } = await authorized();
    await fixture.pass(13);
    await fixture.watch();
    await step();
    expect(await relayOf(uuid)).toMatchObject({ status: "failed", failure: "expired" });
    await expirePayments(fixture.harness.deps);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("failed");
  });
});

describe("a relayer without gas", () => {
  it("raises an alarm, returns the authorization, and works again after a refill", async () => {
    const { chain, db, deps } = fixture.harness;
    const { tenant, uuid, reference, paymentId } = await authorized();
    const before = await chain.gasBalance(relayer.address);
    await chain.fundGas(relayer.address, 1_000n);
    await step();
    expect((await listLivingAlarms(db)).map((alarm) => alarm.key)).toContain("relayer-gas");
    expect(await relayOf(uuid)).toMatchObject({ status: "failed", failure: "gas" });
    expect((await fixture.harness.caller().payments.checkout({ reference })).relayAvailable).toBe(false);
    await chain.fundGas(relayer.address, before);
    await watchRelayerGas(deps);
    expect((await fixture.harness.caller().payments.checkout({ reference })).relayAvailable).toBe(true);
    await payAgain(tenant, { reference, paymentId });
  });
});

describe("an authorization that its payer cancels on the chain", () => {
  it("ends as cancelled while it is queued, and never as mined", async () => {
    const { tenant, uuid, binding, paymentId } = await authorized();
    await fixture.cancelOnChain(tenant, binding);
    await step();
    expect(await relayOf(uuid)).toMatchObject({ status: "failed", failure: "cancelled" });
    expect((await fixture.payment(tenant, paymentId)).timeline.at(-1)).toMatchObject({ type: "relayFailed", note: "cancelled" });
  });

  it("ends as cancelled when it was already sent, and its payer is notified", async () => {
    const { tenant, uuid, binding, paymentId } = await authorized();
    await step();
    await passOver((await relayOf(uuid))?.txHash);
    await fixture.cancelOnChain(tenant, binding);
    await step();
    expect(await relayOf(uuid)).toMatchObject({ status: "failed", failure: "cancelled" });
    expect((await fixture.payment(tenant, paymentId)).timeline.at(-1)).toMatchObject({ type: "relayFailed", note: "cancelled" });
  });

  it("cannot be signed again, and the payer reads why", async () => {
    const { tenant, binding, reference } = await authorized();
    await fixture.cancelOnChain(tenant, binding);
    await step();
    await expect(fixture.authorize(tenant, reference)).rejects.toThrow(
      "You have already signed this payment, and that signature was used or cancelled",
    );
  });

  it("waits for a node that has the log before it decides", async () => {
    const { tenant, uuid, binding } = await authorized();
    await fixture.cancelOnChain(tenant, binding);
    const { deps } = fixture.harness;
    if (!deps.relayer) throw new Error("There is no relayer");
    await relayAuthorizations({ ...deps, relayer: { ...deps.relayer, authorizationResults: async () => [null] } });
    expect((await relayOf(uuid))?.status).toBe("queued");
    await step();
    expect((await relayOf(uuid))?.status).toBe("failed");
  });
});

describe("a merchant that is suspended after the payer has signed", () => {
  it("receives no money: the signature is returned with the reason, and the payer may sign again later", async () => {
    const { db, chain } = fixture.harness;
    const payeeAddress = privateKeyToAccount(generatePrivateKey()).address;
    const { merchant } = await makeMerchant(db, { payeeAddress });
    const tenant = await fixture.tenant({ merchantId: merchant.id });
    const { uuid, reference, paymentId } = await fixture.checkout(tenant);
    await fixture.authorize(tenant, reference);
    const become = (status: "active" | "suspended" | "inactive") =>
      db.update(merchants).set({ status }).where(eq(merchants.id, merchant.id));
    await become("suspended");
    await step();
    await fixture.mine(2);
    expect(await relayOf(uuid)).toMatchObject({ status: "failed", failure: "merchant", txHash: null });
    expect(await chain.usdcBalance(payeeAddress)).toBe(0n);
    expect((await fixture.payment(tenant, paymentId)).timeline.at(-1)).toMatchObject({ type: "relayFailed", note: "merchant" });
    await become("inactive");
    await expect(fixture.authorize(tenant, reference)).rejects.toMatchObject({ cause: { code: "MERCHANT_UNAVAILABLE" } });
    await become("active");
    await payAgain(tenant, { reference, paymentId });
  });
});

describe("an authorization whose payment is paid in another way", () => {
  it("ends when somebody else broadcast it, and the payment completes by the chain", async () => {
    const { tenant, uuid, paymentId } = await authorized();
    const relay = await relayOf(uuid);
    if (!relay) throw new Error("Nothing is queued");
    const stranger = await fixture.tenant();
    const auth = { ...relay, from: relay.fromAddress, to: relay.toAddress };
    const window = { validAfter: BigInt(relay.validAfter), validBefore: BigInt(relay.validBefore) };
    await fixture.send(stranger.account, networks.local.usdc.address, encodeAuthorization({ ...auth, ...window }));
    await fixture.mine(2);
    await step();
    expect(await relayOf(uuid)).toMatchObject({ status: "failed", failure: "alreadyPaid" });
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });

  it("is dropped before it is sent, so that nobody pays twice", async () => {
    const { tenant, uuid, paymentId, usdcUnits, binding } = await authorized();
    await fixture.harness.chain.fundGas(tenant.account.address);
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.mine(1);
    await fixture.watch();
    await step();
    expect(await relayOf(uuid)).toMatchObject({ status: "failed", failure: "alreadyPaid" });
    await fixture.mine(1);
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).others).toEqual([]);
  });
});

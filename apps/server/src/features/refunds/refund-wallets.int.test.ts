import { payees } from "@hearth/db/schema/payees";
import { refundWallets } from "@hearth/db/schema/refund-wallets";
import { wallets } from "@hearth/db/schema/wallets";
import { eq } from "drizzle-orm";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Tenant } from "../../testing/payment-fixture.ts";
import { openRefundFixture, type RefundFixture } from "../../testing/refund-fixture.ts";
import { reconcileLedger } from "../settlement/recording/reconcile-ledger.ts";

let world: RefundFixture;
beforeAll(async () => {
  world = await openRefundFixture();
});
/** The landlord is paid at an exchange only. The exchange named both addresses, and nobody can sign for them. */
beforeEach(async () => {
  const { fixture, actor } = world;
  const { db } = fixture.harness;
  await db.delete(refundWallets).where(eq(refundWallets.merchantId, fixture.merchantId));
  await db.delete(wallets).where(eq(wallets.userId, actor.userId));
  const rows = await db.select().from(payees).where(eq(payees.merchantId, fixture.merchantId));
  for (const { address } of rows)
    await db.insert(wallets).values({ userId: actor.userId, kind: "exchange", address, unlinkedAt: fixture.harness.clock.now() });
});
afterEach(() => world.fixture.expectSound());
afterAll(() => world.fixture.harness.close());

async function signed(account: PrivateKeyAccount) {
  const { message } = await world.owner.wallet.challenge({ address: account.address });
  return { message, signature: await account.signMessage({ message }) };
}

/** A funded wallet that the landlord has proven for refunds. */
async function refundWallet(): Promise<Tenant> {
  const wallet = await world.fixture.tenant({ proven: false });
  await world.call.proveRefundWallet(await signed(wallet.account));
  return wallet;
}

describe("a landlord who is paid at an exchange", () => {
  it("gets an error code before the first refund, and no wallet to send from", async () => {
    const { call, paid, strayMoney } = world;
    const { paymentId } = await paid();
    expect(await call.refunds({ paymentId })).toMatchObject({ from: [], isWalletNeeded: true });
    await expect(call.refundPayment({ paymentId, amount: 50 })).rejects.toThrow("You are paid at an exchange");
    expect((await call.refunds({ paymentId })).items).toEqual([]);
    const { transferId } = await strayMoney(7_000_000n);
    expect(await call.sendBack({ transferId })).toMatchObject({ from: [], isWalletNeeded: true });
    await expect(call.sendBackTransfer({ transferId })).rejects.toThrow("Prove a wallet to refund from first");
  });

  it("proves a wallet with its signature, refunds from it, and is still paid at the exchange", async () => {
    const { call, fixture, paid, send, settle } = world;
    const { paymentId } = await paid();
    const before = await world.owner.merchant.business();
    const wallet = await refundWallet();
    expect(await call.refunds({ paymentId })).toMatchObject({ from: [wallet.account.address], isWalletNeeded: false });
    const refund = await call.refundPayment({ paymentId, amount: 50 });
    await send(refund, {}, wallet);
    await settle();
    expect((await call.refunds({ paymentId })).items).toMatchObject([{ status: "completed" }]);
    expect((await world.owner.merchant.business()).walletAddress).toBe(before.walletAddress);
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ missing: 0, invented: 0 });
  });

  it("refunds from it by hand, with the exact amount", async () => {
    const { call, fixture, paid, settle } = world;
    const { paymentId } = await paid();
    const wallet = await refundWallet();
    const { to, usdcUnits } = await call.refundPayment({ paymentId, amount: 60 });
    expect((await call.refunds({ paymentId })).byHand).toEqual({ from: [wallet.account.address], refusal: null });
    await fixture.transfer(wallet.account, { to, usdcUnits: BigInt(usdcUnits) });
    await settle();
    expect((await call.refunds({ paymentId })).items).toMatchObject([{ status: "completed" }]);
  });

  it("returns unmatched money from it", async () => {
    const { call, send, settle, strayMoney } = world;
    const { transferId } = await strayMoney(8_000_001n);
    const wallet = await refundWallet();
    await send(await call.sendBackTransfer({ transferId }), {}, wallet);
    await settle();
    expect(await call.sendBack({ transferId })).toMatchObject({ status: "sentBack" });
  });

  it("has no transfers to that wallet recorded, and from it only those of refunds", async () => {
    const { call, fixture, settle } = world;
    const wallet = await refundWallet();
    const other = await fixture.tenant();
    const count = async () => (await call.oddTransfers({})).items.length;
    const before = await count();
    await fixture.transfer(other.account, { to: wallet.account.address, usdcUnits: 5_000_000n });
    await fixture.transfer(wallet.account, { to: other.account.address, usdcUnits: 6_000_000n });
    await settle();
    expect(await count()).toBe(before);
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ missing: 0, invented: 0 });
  });
});

it("allows refunds from an exchange-named wallet that has signed", async () => {
  const { call, fixture, paid } = world;
  const { paymentId } = await paid();
  await fixture.harness.db.update(wallets).set({ provenAt: fixture.harness.clock.now() }).where(eq(wallets.address, fixture.payeeAddress));
  expect(await call.refunds({ paymentId })).toMatchObject({ from: [fixture.payeeAddress], isWalletNeeded: false });
});

describe("proving a wallet for refunds", () => {
  it("needs a signature of that wallet, once, and refuses another account's wallet", async () => {
    const { call, fixture } = world;
    const account = privateKeyToAccount(generatePrivateKey());
    const forged = { ...(await signed(account)), signature: (await signed(privateKeyToAccount(generatePrivateKey()))).signature };
    await expect(call.proveRefundWallet(forged)).rejects.toThrow("The signature could not be verified");
    const proof = await signed(account);
    const results = await Promise.allSettled([1, 2, 3].map(() => call.proveRefundWallet(proof)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await call.proveRefundWallet(await signed(account));
    const tenant = await fixture.tenant();
    await expect(call.proveRefundWallet(await signed(tenant.account))).rejects.toThrow("already used by another account");
    const rows = await fixture.harness.db.select().from(refundWallets).where(eq(refundWallets.merchantId, fixture.merchantId));
    expect(rows).toMatchObject([{ address: account.address }]);
  });

  it("gets the same answer for a repetition with its key", async () => {
    const { call } = world;
    const wish = { ...(await signed(privateKeyToAccount(generatePrivateKey()))), idempotencyKey: "refund-wallet" };
    expect(await call.proveRefundWallet(wish)).toEqual(await call.proveRefundWallet(wish));
  });

  it("counts for the merchant's own refunds only", async () => {
    const { call, fixture, paid, send, settle, oddities } = world;
    await refundWallet();
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: 40 });
    await send(refund, {}, await fixture.tenant());
    await settle();
    expect(await oddities(paymentId)).toEqual([["foreignWallet", "40.00"]]);
  });
});

import { refunds } from "@hearth/db/schema/refunds";
import { factoryPassword, makeWallet } from "@hearth/db/testing/factories";
import { makeRefund } from "@hearth/db/testing/payment-factories";
import { parsePublicId } from "@hearth/domain/ids";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { payFromElsewhere } from "../../testing/odd-money.ts";
import type { Tenant } from "../../testing/payment-fixture.ts";
import { openRefundFixture, type RefundFixture } from "../../testing/refund-fixture.ts";
import { checkInvariants } from "../settlement/checking/check-invariants.ts";
import { reviewOpenRefunds } from "../settlement/returns/review-open-refund.ts";

let world: RefundFixture;
beforeAll(async () => {
  world = await openRefundFixture();
});
afterEach(() => world.fixture.expectSound());
afterAll(() => world.fixture.harness.close());

const cents = (amount: number) => BigInt(amount) * 10_000n;

/** A payment of `owner` that these wallets pay with its public reference, in parts in cents, one block after the other. */
async function paidTogether(parts: readonly [Tenant, number][], owner: Tenant) {
  const { fixture, settle } = world;
  const total = parts.reduce((sum, [, part]) => sum + part, 0);
  const checkout = await fixture.checkout(owner, (total / 100).toFixed(2));
  for (const [{ account }, part] of parts) {
    await fixture.transfer(account, { usdcUnits: cents(part), binding: checkout.binding });
    await fixture.mine(1);
  }
  await settle();
  expect((await fixture.payment(owner, checkout.paymentId)).status).toBe("completed");
  return checkout;
}

const as = ({ token }: Pick<Tenant, "token">) => world.fixture.harness.caller(token);

/** Names a wallet for a payment's refunds, with its signature and the password. */
async function name(owner: Tenant, paymentId: string, account: Tenant["account"]) {
  const { message } = await as(owner).wallet.challenge({ address: account.address });
  const signature = await account.signMessage({ message });
  return as(owner).refunds.nameWallet({ paymentId, message, signature, password: factoryPassword });
}

describe("a payment from several wallets", () => {
  it("has no refund destination when a stranger sent its last dollar, until its owner proves a wallet", async () => {
    const { call, fixture, send, settle } = world;
    const [owner, stranger] = [await fixture.tenant({ proven: false }), await fixture.tenant({ proven: false })];
    const { paymentId } = await paidTogether([[owner, 144_900], [stranger, 100]], owner); // prettier-ignore
    expect((await call.refunds({ paymentId })).to).toBeNull();
    await expect(call.refundPayment({ paymentId, amount: 1450 })).rejects.toMatchObject({
      message: expect.stringContaining("The payer has to choose a wallet first"),
    });
    await call.askPayer({ paymentId, amount: "1450.00" });
    expect(await as(owner).refunds.asked()).toMatchObject([{ paymentId, to: null, unknown: "severalWallets", paidFrom: null }]);
    expect(await as(stranger).refunds.asked()).toEqual([]);
    await name(owner, paymentId, owner.account);
    const refund = await call.refundPayment({ paymentId, amount: 1450 });
    expect(refund.to).toBe(owner.account.address);
    await send(refund);
    await settle();
    expect((await call.refunds({ paymentId })).items).toMatchObject([{ status: "completed", to: owner.account.address }]);
  });

  it("is refunded to its owner's proven wallet, whichever part a stranger sent", async () => {
    const { call, fixture } = world;
    for (const isFirst of [true, false]) {
      const [owner, stranger] = [await fixture.tenant(), await fixture.tenant()];
      const parts: [Tenant, number][] = [[owner, 14_999], [stranger, 1]]; // prettier-ignore
      const { paymentId } = await paidTogether(isFirst ? parts.toReversed() : parts, owner);
      expect(await call.refundPayment({ paymentId, amount: 150 })).toMatchObject({ to: owner.account.address });
    }
  });

  it("is refunded to the proven wallet with the largest share, linked now or not", async () => {
    const { call, fixture } = world;
    const [owner, second] = [await fixture.tenant(), await fixture.tenant({ proven: false })];
    const { paymentId } = await paidTogether([[owner, 4_000], [second, 6_000]], owner); // prettier-ignore
    expect((await call.refunds({ paymentId })).to).toBe(owner.account.address);
    await makeWallet(fixture.harness.db, { userId: owner.user.id, address: second.account.address, kind: "smart" });
    await as(owner).wallet.update({ walletAddress: "" });
    expect((await call.refunds({ paymentId })).to).toBe(second.account.address);
  });

  it("asks its owner when two room-mates sent half each and neither wallet is proven", async () => {
    const { call, fixture } = world;
    const [owner, mate] = [await fixture.tenant({ proven: false }), await fixture.tenant()];
    const { paymentId } = await paidTogether([[owner, 5_000], [mate, 5_000]], owner); // prettier-ignore
    expect(await call.refunds({ paymentId })).toMatchObject({ to: null, unknown: "severalWallets" });
    await fixture.proveWallet(owner);
    expect(await call.refunds({ paymentId })).toMatchObject({ to: owner.account.address, unknown: null });
  });

  it("is refunded to the one wallet that sent all of its parts", async () => {
    const { call, fixture } = world;
    const owner = await fixture.tenant({ proven: false });
    const { paymentId } = await paidTogether([[owner, 9_000], [owner, 1_000]], owner); // prettier-ignore
    expect((await call.refunds({ paymentId })).to).toBe(owner.account.address);
  });
});

it("a stranger's cent with the reference changes nothing when one wallet pays everything", async () => {
  const { call, fixture, settle } = world;
  const [owner, stranger] = [await fixture.tenant({ proven: false }), await fixture.tenant({ proven: false })];
  const checkout = await fixture.checkout(owner, "77.00");
  await fixture.transfer(stranger.account, { usdcUnits: cents(1), binding: checkout.binding });
  await fixture.mine(1);
  await fixture.transfer(owner.account, checkout);
  await settle();
  expect((await call.refunds({ paymentId: checkout.paymentId })).to).toBe(owner.account.address);
});

it("a payment completed by an attached transfer has no refund destination by default", async () => {
  const { call, fixture, settle } = world;
  const { tenant, paymentId, binding, transferId } = await payFromElsewhere(fixture, "200.00", cents(5_000));
  const exchange = await fixture.tenant({ proven: false });
  await fixture.transfer(exchange.account, { usdcUnits: cents(15_000), binding });
  await settle();
  await call.attachTransfer({ transferId, paymentId, reason: "The payer told us" });
  await settle();
  expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  expect(await call.refunds({ paymentId })).toMatchObject({ to: null, unknown: "severalWallets" });
});

it("an entered but unproven wallet proves nothing", async () => {
  const { call, fixture } = world;
  const [owner, stranger] = [await fixture.tenant({ proven: false }), await fixture.tenant({ proven: false })];
  await as(owner).wallet.update({ walletAddress: owner.account.address });
  const { paymentId } = await paidTogether([[owner, 900], [stranger, 100]], owner); // prettier-ignore
  expect((await call.refunds({ paymentId })).to).toBeNull();
  const other = privateKeyToAccount(generatePrivateKey());
  await name(owner, paymentId, other);
  expect((await call.refunds({ paymentId })).to).toBe(other.address);
});

it("the invariants report a refund to a wallet that it may not go to", async () => {
  const { call, fixture } = world;
  const { db } = fixture.harness;
  const [owner, stranger] = [await fixture.tenant(), await fixture.tenant({ proven: false })];
  const { paymentId } = await paidTogether([[owner, 900], [stranger, 100]], owner); // prettier-ignore
  const { _id } = await call.refundPayment({ paymentId, amount: 10 });
  const which = eq(refunds.id, parsePublicId("refund", _id) ?? "");
  const saidOf = async (change: Partial<typeof refunds.$inferInsert>) => {
    await db.update(refunds).set(change).where(which);
    return (await checkInvariants(db)).map((sentence) => sentence.replace(/^Refund \S+ /, ""));
  };
  const { address } = owner.account;
  expect(await saidOf({ toAddress: stranger.account.address })).toEqual(["goes to a wallet that its payer has not proven"]);
  expect(await saidOf({ toAddress: address, ground: "onlySender" })).toEqual(["goes to a wallet that is not the only one that paid"]);
  expect(await saidOf({ toAddress: address, ground: "named" })).toEqual(["goes to a wallet that its payer has not named"]);
  expect(await saidOf({ toAddress: address, ground: "proven" })).toEqual([]);
});

describe("an open refund whose payment is paid by other transfers", () => {
  it("is cancelled when its wallet is no longer the only sender", async () => {
    const { call, fixture, settle } = world;
    const { chain } = fixture.harness;
    const [owner, stranger] = [await fixture.tenant({ proven: false }), await fixture.tenant({ proven: false })];
    const checkout = await fixture.checkout(owner, "33.00");
    await fixture.transfer(owner.account, checkout);
    await settle();
    const refund = await call.refundPayment({ paymentId: checkout.paymentId, amount: 33 });
    expect(refund.to).toBe(owner.account.address);
    await chain.reorg(2);
    for (const [{ account }, part] of [
      [owner, 3_200],
      [stranger, 100],
    ] as const)
      // prettier-ignore
      await fixture.transfer(account, { usdcUnits: cents(part), binding: checkout.binding });
    await settle(6);
    expect((await fixture.payment(owner, checkout.paymentId)).status).toBe("completed");
    expect(await call.refunds({ paymentId: checkout.paymentId })).toMatchObject({
      to: null,
      items: [{ _id: refund._id, status: "cancelled" }],
    });
  });

  it("begun under the earlier rule is cancelled by the job, or keeps its wallet with a stored ground", async () => {
    const { call, fixture } = world;
    const { db, deps, clock } = fixture.harness;
    const [owner, stranger] = [await fixture.tenant({ proven: false }), await fixture.tenant({ proven: false })];
    const { paymentId, uuid } = await paidTogether([[owner, 900], [stranger, 100]], owner); // prettier-ignore
    const fine = await paidTogether([[owner, 1_000]], owner);
    const { chainId, usdc } = deps.network;
    const values = {
      merchantId: fixture.merchantId,
      createdBy: owner.user.id,
      createdAt: clock.now(),
      chainId,
      tokenAddress: usdc.address,
    };
    await makeRefund(db, { ...values, paymentId: uuid, usdcUnits: cents(1_000), toAddress: stranger.account.address });
    await makeRefund(db, { ...values, paymentId: fine.uuid, usdcUnits: cents(1_000), toAddress: owner.account.address });
    expect(await reviewOpenRefunds(deps)).toBe(2);
    expect(await reviewOpenRefunds(deps)).toBe(0);
    expect((await call.refunds({ paymentId })).items).toMatchObject([{ status: "cancelled" }]);
    expect((await call.refunds({ paymentId: fine.paymentId })).items).toMatchObject([{ status: "open" }]);
  });
});

import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { networks } from "@hearth/chain/networks";
import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { relays } from "@hearth/db/schema/relays";
import { makeMerchant, makeStaff, makeUser } from "@hearth/db/testing/factories";
import { makePasskeyWallet } from "@hearth/db/testing/second-factor-factories";
import { limits } from "@hearth/domain/limits";
import { parsePublicId } from "@hearth/domain/ids";
import { formatMoment } from "@hearth/domain/moment";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { eq } from "drizzle-orm";
import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sharedLimitRules } from "../../shared-limits.ts";
import { openRefundFixture, type RefundFixture } from "../../testing/refund-fixture.ts";
import type { Tenant } from "../../testing/payment-fixture.ts";
import { relayAuthorizations } from "../payments/relay/relay-authorizations.ts";
import { failure } from "../../testing/failure.ts";

const network = networks.local;
let world: RefundFixture;
beforeAll(async () => {
  world = await openRefundFixture({ RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey, WALLET_ORIGIN: "http://wallet.localhost:5000" });
  const { fixture, treasury, actor } = world;
  await makePasskeyWallet(fixture.harness.db, { userId: actor.userId, address: treasury.account.address });
  await fixture.harness.chain.fundGas(treasury.account.address, 0n);
});
afterEach(async () => {
  await world.fixture.expectSound();
  await world.fixture.pass(0);
});
afterAll(() => world.fixture.harness.close());

interface Open {
  _id: string;
  to: Hex;
  usdcUnits: string;
  binding: Hex;
}

interface Signing {
  signer?: Tenant["account"];
  validBefore?: number;
}

/** The input that sends a refund, as the wallet's page signs it. */
async function signed({ _id: refundId, to, usdcUnits, binding: nonce }: Open, { signer, validBefore }: Signing = {}) {
  const { account } = world.treasury;
  const until = validBefore ?? Math.floor(world.fixture.harness.clock.now().getTime() / 1_000) + limits.walletSendSeconds;
  const auth = { from: account.address, to, usdcUnits: BigInt(usdcUnits), validAfter: 0n, validBefore: BigInt(until), nonce };
  const signature = await (signer ?? account).signTypedData(transferAuthorizationTypedData({ network, ...auth }));
  return { refundId, validBefore: until, signature };
}

const step = () => relayAuthorizations(world.fixture.harness.deps);

/** Has the relayer send what waits, mines it, and reads it. */
async function carry(): Promise<void> {
  await step();
  await world.settle();
  await step();
}

async function begun(amount = "100.00") {
  const payment = await world.paid();
  const refund = await world.call.refundPayment({ paymentId: payment.paymentId, amount });
  return { ...payment, refund };
}

const relaysOf = (refundId: string) =>
  world.fixture.harness.db
    .select()
    .from(relays)
    .where(eq(relays.refundId, parsePublicId("refund", refundId) ?? ""));
const sending = async (paymentId: string) => (await world.call.refunds({ paymentId })).sending;

describe("a refund from a passkey wallet", () => {
  it("is sent by the relayer without gas of the landlord, and completes the refund", async () => {
    const { call, fixture, newest } = world;
    const { paymentId, refund, tenant } = await begun();
    const before = await fixture.harness.chain.usdcBalance(tenant.account.address);
    expect(await sending(paymentId)).toBeNull();
    expect(await call.sendRefund(await signed(refund))).toMatchObject({ status: "sending", failure: null, transactionHash: null });
    expect(await sending(paymentId)).toMatchObject({ status: "sending" });
    await carry();
    expect(await fixture.harness.chain.usdcBalance(tenant.account.address)).toBe(before + 100_000_000n);
    expect(await newest(paymentId)).toMatchObject({ status: "completed", transactionHash: expect.stringMatching(/^0x/) });
    expect(await world.oddities(paymentId)).toEqual([]);
  });

  it("is audited with both addresses", async () => {
    const { refund, tenant } = await begun();
    await world.call.sendRefund(await signed(refund));
    const rows = await world.fixture.harness.db.select().from(auditLog).where(eq(auditLog.subject, refund._id));
    expect(rows.filter(({ action }) => action === "refund.sent")).toMatchObject([
      { actorId: world.actor.userId, data: { usdc: "100.00", from: world.treasury.account.address, to: tenant.account.address } },
    ]);
    await carry();
  });

  it("pays once, however often it is pressed and from however many tabs", async () => {
    const { call, fixture, newest } = world;
    const { paymentId, refund, tenant } = await begun();
    const before = await fixture.harness.chain.usdcBalance(tenant.account.address);
    const inputs = await Promise.all([signed(refund), signed(refund), signed(refund)]);
    await Promise.all(inputs.map((input) => call.sendRefund(input)));
    await carry();
    const [input] = inputs;
    expect(await failure(call.sendRefund(input))).toMatchObject({ code: "CONFLICT" });
    expect(await relaysOf(refund._id)).toHaveLength(1);
    expect(await fixture.harness.chain.usdcBalance(tenant.account.address)).toBe(before + 100_000_000n);
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
  });

  it("goes with another one in one transaction, and each completes its own refund", async () => {
    const [one, other] = [await begun(), await begun("50.00")];
    await world.call.sendRefund(await signed(one.refund));
    await world.call.sendRefund(await signed(other.refund));
    await step();
    const [first, second] = [await relaysOf(one.refund._id), await relaysOf(other.refund._id)];
    expect(first[0]?.transactionId).toBe(second[0]?.transactionId);
    await carry();
    expect(await world.newest(one.paymentId)).toMatchObject({ status: "completed" });
    expect(await world.newest(other.paymentId)).toMatchObject({ status: "completed" });
  });

  it("sends money back that fits no payment", async () => {
    const { call, fixture, strayMoney } = world;
    const { transferId, sender } = await strayMoney(30_000_000n);
    const before = await fixture.harness.chain.usdcBalance(sender.account.address);
    const begunReturn = await call.sendBackTransfer({ transferId });
    await call.sendRefund(await signed(begunReturn));
    expect(await call.sendBack({ transferId })).toMatchObject({ sending: { status: "sending" } });
    await carry();
    expect(await call.sendBack({ transferId })).toMatchObject({ status: "sentBack" });
    expect(await fixture.harness.chain.usdcBalance(sender.account.address)).toBe(before + 30_000_000n);
  });

  it("leaves the money that a person may send in a day as it was", async () => {
    const { owner } = world;
    const leftToday = world.fixture.harness.deps.env.walletSendsADay;
    const { refund } = await begun();
    await world.call.sendRefund(await signed(refund));
    expect(await owner.passkeyWallet.sends()).toMatchObject({ leftToday, sends: [] });
    await carry();
  });

  it("is sent again when its block leaves the chain", async () => {
    const { fixture, newest } = world;
    const { paymentId, refund } = await begun();
    await world.call.sendRefund(await signed(refund));
    await carry();
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    expect(await newest(paymentId)).toMatchObject({ status: "open" });
    await fixture.pass(1);
    await fixture.watch();
    await step();
    await carry();
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
  });

  it("can be signed again after the relayer could not send it in time", async () => {
    const { fixture, newest } = world;
    const { paymentId, refund } = await begun();
    await world.call.sendRefund(await signed(refund));
    fixture.harness.clock.advance({ minutes: 30 });
    await fixture.pass(0);
    await fixture.watch();
    await step();
    expect(await sending(paymentId)).toMatchObject({ status: "failed", failure: "expired" });
    await world.call.sendRefund(await signed(refund));
    await carry();
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
  });
});

describe("a refund that the relayer could not send", () => {
  /** Has the authorization that waits expire before it is sent. */
  async function expire(): Promise<void> {
    world.fixture.harness.clock.advance({ minutes: 30 });
    await world.fixture.pass(0);
    await world.fixture.watch();
    await step();
  }
  const mailed = async (event: object) =>
    (await world.fixture.harness.db.select().from(mails).where(eq(mails.userId, world.actor.userId))).filter(
      (mail) =>
        mail.event.kind === "refundNotSent" && Object.entries(event).every(([name, value]) => Reflect.get(mail.event, name) === value),
    );

  it("is mailed and listed once, however often it is tried, with the payment and the reason", async () => {
    const { paymentId, refund, tenant } = await begun();
    await world.call.sendRefund(await signed(refund));
    await expire();
    await world.call.sendRefund(await signed(refund));
    await expire();
    expect(await relaysOf(refund._id)).toMatchObject([{ failure: "expired" }, { failure: "expired" }]);
    expect((await mailed({ paymentId })).map(({ event }) => event)).toEqual([
      {
        kind: "refundNotSent",
        usdc: "100.00",
        to: tenant.account.address,
        failure: "expired",
        paymentId,
        description: expect.any(String),
      },
    ]);
    const { items } = await world.owner.auth.notifications({});
    expect(items.filter(({ kind, path }) => kind === "refundNotSent" && path?.includes(paymentId))).toHaveLength(1);
    await world.call.cancelRefund({ refundId: refund._id });
  });

  it("is mailed for money that fits no payment, with its transfer", async () => {
    const { transferId } = await world.strayMoney(30_000_000n);
    const begunReturn = await world.call.sendBackTransfer({ transferId });
    await world.call.sendRefund(await signed(begunReturn));
    await expire();
    expect((await mailed({ transferId })).map(({ event }) => event)).toMatchObject([{ usdc: "30.00", failure: "expired" }]);
    await world.call.cancelRefund({ refundId: begunReturn._id });
  });

  it("is not mailed where it was cancelled, or sent by another wallet, meanwhile", async () => {
    const cancelled = await begun();
    await world.call.sendRefund(await signed(cancelled.refund));
    await world.call.cancelRefund({ refundId: cancelled.refund._id });
    await carry();
    const sent = await begun();
    await world.call.sendRefund(await signed(sent.refund));
    await world.fixture.harness.chain.fundGas(world.treasury.account.address, 10n ** 18n);
    await world.send(sent.refund);
    await world.settle(1);
    await carry();
    for (const { paymentId } of [cancelled, sent]) expect(await mailed({ paymentId })).toEqual([]);
  });
});

describe("a refund from a passkey wallet is refused", () => {
  it("with the signature of another key, for another amount, or for too long", async () => {
    const { call } = world;
    const { refund, tenant } = await begun();
    expect(await failure(call.sendRefund(await signed(refund, { signer: tenant.account })))).toMatchObject({
      code: "AUTHORIZATION_INVALID",
    });
    expect(await failure(call.sendRefund(await signed({ ...refund, usdcUnits: "1" })))).toMatchObject({ code: "AUTHORIZATION_INVALID" });
    const to = world.treasury.account.address;
    expect(await failure(call.sendRefund(await signed({ ...refund, to })))).toMatchObject({ code: "AUTHORIZATION_INVALID" });
    expect(await failure(call.sendRefund(await signed(refund, { validBefore: 2 ** 40 })))).toMatchObject({ code: "AUTHORIZATION_INVALID" });
    expect(await relaysOf(refund._id)).toEqual([]);
  });

  it("above the business's number of a day, with the time from which it works again, and then goes", async () => {
    const { call, fixture, newest } = world;
    const { merchantId, harness } = fixture;
    const { sharedLimits, clock } = harness.deps;
    await sharedLimits.reset("refundRelay", merchantId);
    for (let sent = 0; sent < sharedLimitRules.refundRelay.max; sent += 1) await sharedLimits.count("refundRelay", merchantId);
    const again = formatMoment(new Date(clock.now().getTime() + 86_400_000), "minute", "America/Chicago");
    await harness.db.update(merchants).set({ timeZone: "America/Chicago" }).where(eq(merchants.id, merchantId));
    const { paymentId, refund } = await begun();
    expect(await failure(call.sendRefund(await signed(refund)))).toMatchObject({
      code: "RATE_LIMITED",
      message: `Your business can refund 50 times in 24 hours from a passkey wallet, and it has. Please try again in 24 hours, after ${again}. The refund stays open, and nothing left your wallet.`,
    });
    expect(await relaysOf(refund._id)).toEqual([]);
    await sharedLimits.reset("refundRelay", merchantId);
    await call.sendRefund(await signed(refund));
    await carry();
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
  });

  it("once it is cancelled, and a signature that waits is dropped with it", async () => {
    const { call, fixture } = world;
    const { refund, tenant } = await begun();
    const before = await fixture.harness.chain.usdcBalance(tenant.account.address);
    await call.sendRefund(await signed(refund));
    await call.cancelRefund({ refundId: refund._id });
    await carry();
    expect(await fixture.harness.chain.usdcBalance(tenant.account.address)).toBe(before);
    expect(await relaysOf(refund._id)).toMatchObject([{ status: "failed", failure: "refundCancelled", signature: "0x" }]);
    expect(await failure(call.sendRefund(await signed(refund)))).toMatchObject({ code: "CONFLICT" });
  });

  it("cannot be cancelled while it is on its way", async () => {
    const { call, newest } = world;
    const { paymentId, refund } = await begun();
    await call.sendRefund(await signed(refund));
    await step();
    expect(await failure(call.cancelRefund({ refundId: refund._id }))).toMatchObject({ code: "CONFLICT" });
    await carry();
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
  });

  it("of somebody else's business, and by a person whose wallet is not the business's", async () => {
    const { call, fixture } = world;
    const { refund } = await begun();
    const { harness, merchantId } = fixture;
    const withWallet = async (userId: string) => {
      const { account } = await fixture.tenant();
      await makePasskeyWallet(harness.db, { userId, address: account.address });
      return { account, merchant: harness.caller(await harness.signIn(userId)).merchant };
    };
    const other = await withWallet((await makeMerchant(harness.db)).owner.id);
    expect(await failure(other.merchant.sendRefund(await signed(refund)))).toMatchObject({ code: "NOT_FOUND" });
    const { id: userId } = await makeUser(harness.db, { role: "merchant" });
    await makeStaff(harness.db, { merchantId, role: "manager", userId, invitedBy: world.actor.userId });
    const manager = await withWallet(userId);
    const input = await signed(refund, { signer: manager.account });
    expect(await failure(manager.merchant.sendRefund(input))).toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("counts only"),
    });
    expect(await failure(call.sendRefund({ ...input, refundId: "ref_0" }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await relaysOf(refund._id)).toEqual([]);
  });

  it("and is not sent where another wallet sent it meanwhile", async () => {
    const { call, fixture, send, newest } = world;
    const { paymentId, refund, tenant } = await begun();
    const before = await fixture.harness.chain.usdcBalance(tenant.account.address);
    await call.sendRefund(await signed(refund));
    await fixture.harness.chain.fundGas(world.treasury.account.address, 10n ** 18n);
    await send(refund);
    await world.settle(1);
    await carry();
    expect(await fixture.harness.chain.usdcBalance(tenant.account.address)).toBe(before + 100_000_000n);
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
    expect(await relaysOf(refund._id)).toMatchObject([{ status: "failed", failure: "alreadyPaid" }]);
  });
});

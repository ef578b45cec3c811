import { auditLog } from "@hearth/db/schema/audit-log";
import { factoryPassword, makeUser } from "@hearth/db/testing/factories";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { and, eq, inArray } from "drizzle-orm";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../../testing/authenticator.ts";
import { mailedToken } from "../../testing/mailed-token.ts";
import { payFromElsewhere } from "../../testing/odd-money.ts";
import type { Tenant } from "../../testing/payment-fixture.ts";
import { openRefundFixture, type RefundFixture } from "../../testing/refund-fixture.ts";
import { resolveActor } from "../auth/sessions/sessions.service.ts";

let fixture: RefundFixture["fixture"];
let call: RefundFixture["call"];
let paid: RefundFixture["paid"];
let send: RefundFixture["send"];
let settle: RefundFixture["settle"];
beforeAll(async () => {
  ({ fixture, call, paid, send, settle } = await openRefundFixture());
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const newWallet = () => privateKeyToAccount(generatePrivateKey());
const as = ({ token }: Pick<Tenant, "token">) => fixture.harness.caller(token);
const goesTo = async (paymentId: string) => (await call.refunds({ paymentId })).to;

/** A wallet's signed proof for the calling account. */
async function signedBy(tenant: Tenant, account: PrivateKeyAccount) {
  const { message } = await as(tenant).wallet.challenge({ address: account.address });
  return { message, signature: await account.signMessage({ message }) };
}

/** Links and proves a wallet with only the account's token. */
async function proveByToken(tenant: Tenant, account: PrivateKeyAccount) {
  await as(tenant).wallet.prove(await signedBy(tenant, account));
}

/** A payment of $200.00 from an unproven wallet, attached by the merchant. */
async function attached() {
  const payment = await payFromElsewhere(fixture, "200.00");
  await call.attachTransfer({ transferId: payment.transferId, paymentId: payment.paymentId, reason: "The payer told us" });
  await settle();
  return payment;
}

const linesAbout = (paymentId: string) =>
  fixture.harness.db
    .select({ action: auditLog.action, actorId: auditLog.actorId, data: auditLog.data })
    .from(auditLog)
    .where(and(eq(auditLog.subject, paymentId), inArray(auditLog.action, ["refund.walletAsked", "refund.walletNamed"])))
    .orderBy(auditLog.id);

describe("somebody with only a payer's token", () => {
  it("cannot redirect a refund of an earlier payment to another wallet", async () => {
    const { tenant, paymentId } = await paid();
    const thief = newWallet();
    await as(tenant).wallet.update({ walletAddress: "" });
    expect(await goesTo(paymentId)).toBe(tenant.account.address);
    await proveByToken(tenant, thief);
    expect(await goesTo(paymentId)).toBe(tenant.account.address);
    expect(await call.refundPayment({ paymentId, amount: 50 })).toMatchObject({ to: tenant.account.address });
  });

  it("cannot redirect a refund of a payment that its wallet made unproven, or that only the proof matched", async () => {
    const unproven = await fixture.tenant({ proven: false });
    const authorized = await fixture.checkout(unproven, "61.00");
    await fixture.transfer(unproven.account, authorized);
    const matched = await fixture.tenant();
    const plain = await fixture.checkout(matched, "62.00");
    await fixture.transfer(matched.account, { usdcUnits: plain.usdcUnits });
    await settle();
    for (const [tenant, { paymentId }] of [
      [unproven, authorized],
      [matched, plain],
    ] as const) {
      await as(tenant).wallet.update({ walletAddress: "" });
      await proveByToken(tenant, newWallet());
      expect(await goesTo(paymentId)).toBe(tenant.account.address);
    }
  });

  it("cannot give a payment from somebody else's wallet a destination by proving one", async () => {
    const { tenant, paymentId } = await attached();
    await proveByToken(tenant, newWallet());
    expect(await goesTo(paymentId)).toBeNull();
    await expect(call.refundPayment({ paymentId, amount: 1 })).rejects.toThrow("The payer has to choose a wallet first");
  });

  it("cannot name a wallet for refunds, whatever it proves", async () => {
    const { tenant, paymentId } = await paid();
    const wrong = { paymentId, ...(await signedBy(tenant, newWallet())), password: "not the password" };
    await expect(as(tenant).refunds.nameWallet(wrong)).rejects.toThrow("This is not your password");
    expect(await goesTo(paymentId)).toBe(tenant.account.address);
    expect(await linesAbout(paymentId)).toEqual([]);
  });
});

it("sends money back to the wallet of an attached transfer once its payer has proven it, linked or not", async () => {
  const { tenant, paymentId } = await attached();
  await proveByToken(tenant, tenant.account);
  expect(await goesTo(paymentId)).toBe(tenant.account.address);
  await as(tenant).wallet.update({ walletAddress: "" });
  expect(await goesTo(paymentId)).toBe(tenant.account.address);
});

it("sends a purchase's refund to no wallet by default, and does not offer the seller's wallet", async () => {
  const { tenant, paymentId, transferUuid } = await attached();
  await fixture.harness.db.update(transfers).set({ boundBy: "onramp" }).where(eq(transfers.id, transferUuid));
  expect(await goesTo(paymentId)).toBeNull();
  expect(await as(tenant).refunds.destination({ paymentId })).toMatchObject({ to: null, paidFrom: null });
});

describe("a payer without a wallet for refunds", () => {
  it("is asked once, reads the request, names a wallet with the password, and is refunded there", async () => {
    const { tenant, paymentId } = await attached();
    expect(await as(tenant).refunds.asked()).toEqual([]);
    const askedAt = fixture.harness.clock.now().toISOString();
    await call.askPayer({ paymentId, amount: "120.00" });
    expect(await call.refunds({ paymentId })).toMatchObject({ to: null, asked: { at: askedAt, amount: 120 } });
    const asked = { paymentId, askedAt, amount: 120, to: null, namedAt: null, paidFrom: tenant.account.address };
    expect(await as(tenant).refunds.asked()).toMatchObject([asked]);
    expect(await as(tenant).refunds.destination({ paymentId })).toMatchObject(asked);
    const other = newWallet();
    const named = await as(tenant).refunds.nameWallet({ paymentId, ...(await signedBy(tenant, other)), password: factoryPassword });
    expect(named).toMatchObject({ to: other.address });
    expect(await as(tenant).refunds.asked()).toEqual([]);
    expect(
      (
        await as(tenant)
          .wallet.status()
          .catch(() => null)
      )?.walletAddress ?? null,
    ).toBeNull();
    const refund = await call.refundPayment({ paymentId, amount: "120.00" });
    expect(refund.to).toBe(other.address);
    const txHash = await send(refund);
    await settle();
    expect((await call.refunds({ paymentId })).items).toMatchObject([{ status: "completed", transactionHash: txHash }]);
    expect(await linesAbout(paymentId)).toMatchObject([
      { action: "refund.walletAsked", data: { amountCents: 12_000 } },
      {
        action: "refund.walletNamed",
        actorId: tenant.user.id,
        data: { to: { from: null, to: other.address }, confirmedBy: "password" },
      },
    ]);
  });

  it("is asked once, however often and with whatever key, and for no more than is left", async () => {
    const { paymentId } = await attached();
    await expect(call.askPayer({ paymentId, amount: "200.01" })).rejects.toThrow("At most $200.00 of this payment");
    await Promise.all(["10.00", "20.00", "30.00"].map((amount) => call.askPayer({ paymentId, amount })));
    const { asked } = await call.refunds({ paymentId });
    await fixture.pass(1);
    await call.askPayer({ paymentId, amount: "40.00", idempotencyKey: "asked-once-more" });
    expect((await call.refunds({ paymentId })).asked).toEqual(asked);
    expect(await linesAbout(paymentId)).toHaveLength(1);
  });

  it("is not asked when a wallet is known, nor by another merchant", async () => {
    const { tenant, paymentId } = await paid();
    await expect(call.askPayer({ paymentId, amount: 1 })).rejects.toThrow("A wallet to send it to is known");
    expect(await as(tenant).refunds.asked()).toEqual([]);
  });

  it("needs the second factor as well if it is on", async () => {
    const { tenant, paymentId } = await attached();
    const { auth, refunds } = as(tenant);
    const { secret } = await auth.setUpSecondFactor({ password: factoryPassword });
    await auth.confirmSecondFactor({ code: appCode(secret, fixture.harness.clock.now()) });
    await fixture.pass(1);
    const account = newWallet();
    const attempt = async (code?: string) =>
      refunds.nameWallet({
        paymentId,
        ...(await signedBy(tenant, account)),
        password: factoryPassword,
        ...(code !== undefined && { code }),
      });
    await expect(attempt()).rejects.toThrow("Please enter the code of your authenticator app");
    await expect(attempt("000000")).rejects.toThrow("This code is wrong");
    expect(await goesTo(paymentId)).toBeNull();
    expect(await attempt(appCode(secret, fixture.harness.clock.now()))).toMatchObject({ to: account.address });
    expect(await linesAbout(paymentId)).toMatchObject([{ data: { confirmedBy: "secondFactor" } }]);
  });
});

describe("the wallet that a payer names", () => {
  it("replaces the paying wallet and an earlier named one, for refunds begun later", async () => {
    const { tenant, paymentId } = await paid();
    const [first, second] = [newWallet(), newWallet()];
    const open = await call.refundPayment({ paymentId, amount: 20 });
    for (const account of [first, second]) {
      await as(tenant).refunds.nameWallet({ paymentId, ...(await signedBy(tenant, account)), password: factoryPassword });
      expect(await goesTo(paymentId)).toBe(account.address);
    }
    expect((await call.refunds({ paymentId })).items).toMatchObject([{ _id: open._id, to: tenant.account.address }]);
    await call.cancelRefund({ refundId: open._id });
    expect(await call.refundPayment({ paymentId, amount: 20 })).toMatchObject({ to: second.address });
  });

  it("is named once per signature, and a repetition with its key gets the same answer", async () => {
    const { tenant, paymentId } = await paid();
    const wish = { paymentId, ...(await signedBy(tenant, newWallet())), password: factoryPassword };
    const results = await Promise.allSettled([1, 2, 3].map(() => as(tenant).refunds.nameWallet(wish)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await linesAbout(paymentId)).toHaveLength(1);
    const again = { ...wish, ...(await signedBy(tenant, newWallet())), idempotencyKey: "named-for-refunds" };
    const first = await as(tenant).refunds.nameWallet(again);
    expect(await as(tenant).refunds.nameWallet(again)).toEqual(first);
    expect(await linesAbout(paymentId)).toHaveLength(2);
  });

  it("must have signed, and is for one's own payments", async () => {
    const { tenant, paymentId } = await paid();
    const other = await fixture.tenant();
    const forged = { ...(await signedBy(tenant, newWallet())), signature: (await signedBy(tenant, newWallet())).signature };
    await expect(as(tenant).refunds.nameWallet({ paymentId, ...forged, password: factoryPassword })).rejects.toThrow(
      "The signature could not be verified",
    );
    const foreign = { paymentId, ...(await signedBy(other, newWallet())), password: factoryPassword };
    await expect(as(other).refunds.nameWallet(foreign)).rejects.toThrow("Payment not found");
    await expect(as(other).refunds.destination({ paymentId })).rejects.toThrow("Payment not found");
    const stranger = await makeUser(fixture.harness.db);
    expect(await fixture.harness.caller(await fixture.harness.signIn(stranger.id)).refunds.asked()).toEqual([]);
  });
});

describe("an account that its owner takes back", () => {
  /** Takes the account back, as its owner says that somebody else has used it in the last days. */
  async function takeBack({ user }: Tenant) {
    await fixture.harness.caller().auth.forgotPassword({ email: user.email });
    const token = await mailedToken(fixture.harness, user.email, "passwordReset");
    return fixture.harness.caller().auth.resetPassword({ token, newPassword: "taken back by its owner", undo: true });
  }
  const name = async (tenant: Tenant, paymentId: string, account: PrivateKeyAccount) =>
    as(tenant).refunds.nameWallet({ paymentId, ...(await signedBy(tenant, account)), password: factoryPassword });

  it("is refunded at its own wallet again, and an open refund to the thief's wallet is cancelled", async () => {
    const { tenant, paymentId } = await paid();
    const thief = newWallet();
    await name(tenant, paymentId, thief);
    const open = await call.refundPayment({ paymentId, amount: 20 });
    expect(open.to).toBe(thief.address);
    const { undone } = await takeBack(tenant);
    expect(undone).toContain(`The wallet ${thief.address} gets no refund of yours any more`);
    expect(await goesTo(paymentId)).toBe(tenant.account.address);
    expect((await call.refunds({ paymentId })).items).toMatchObject([{ _id: open._id, status: "cancelled" }]);
    expect(await call.refundPayment({ paymentId, amount: 20 })).toMatchObject({ to: tenant.account.address });
    expect((await takeBack(tenant)).undone).toEqual([]);
  });

  it("reads which refund a thief has got, and is asked again where it has no wallet", async () => {
    const { tenant, paymentId } = await attached();
    await call.askPayer({ paymentId, amount: "120.00" });
    const thief = newWallet();
    await name(tenant, paymentId, thief);
    await send(await call.refundPayment({ paymentId, amount: 20 }));
    await settle();
    const { remaining } = await takeBack(tenant);
    expect(remaining).toContain(`A refund was sent to ${thief.address}. Money that was sent cannot be brought back.`);
    expect(await goesTo(paymentId)).toBeNull();
    expect((await call.refunds({ paymentId })).items).toMatchObject([{ status: "completed", to: thief.address }]);
    const again = { ...tenant, token: await fixture.harness.signIn(tenant.user.id) };
    expect(await as(again).refunds.asked()).toMatchObject([{ paymentId, amount: 120 }]);
  });

  it("neither names nor links the wallet of a call that was under way as it was taken back", async () => {
    const { db, deps } = fixture.harness;
    const { tenant, paymentId } = await paid();
    const underWay = fixture.harness.caller(await resolveActor(deps, tenant.token));
    const input = { paymentId, ...(await signedBy(tenant, newWallet())), password: factoryPassword };
    const linked = await signedBy(tenant, newWallet());
    await takeBack(tenant);
    await db.update(users).set({ passwordHash: tenant.user.passwordHash }).where(eq(users.id, tenant.user.id));
    const ended = { cause: { code: "UNAUTHENTICATED" } };
    await expect(underWay.refunds.nameWallet(input)).rejects.toMatchObject(ended);
    await expect(underWay.wallet.prove(linked)).rejects.toMatchObject(ended);
    expect(await goesTo(paymentId)).toBe(tenant.account.address);
  });

  it("is refunded at the wallet that its owner had named, where an open refund stays", async () => {
    const { tenant, paymentId } = await attached();
    const [own, thief] = [newWallet(), newWallet()];
    await name(tenant, paymentId, own);
    const open = await call.refundPayment({ paymentId, amount: 20 });
    await fixture.pass(8 * 1_440);
    const late = { ...tenant, token: await fixture.harness.signIn(tenant.user.id) };
    await name(late, paymentId, newWallet());
    await name(late, paymentId, thief);
    const { undone } = await takeBack(late);
    expect(undone).toContain(`Your refund goes to ${own.address} again, and not to ${thief.address}`);
    const { merchant } = await fixture.landlord();
    expect((await merchant.refunds({ paymentId })).items).toMatchObject([{ _id: open._id, status: "open", to: own.address }]);
    expect(await merchant.refunds({ paymentId })).toMatchObject({ to: own.address });
  });
});

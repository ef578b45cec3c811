import { auditLog } from "@hearth/db/schema/audit-log";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { notifications } from "@hearth/db/schema/notifications";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { payees } from "@hearth/db/schema/payees";
import { refundDestinations } from "@hearth/db/schema/refund-destinations";
import { transfers } from "@hearth/db/schema/transfers";
import { wallets } from "@hearth/db/schema/wallets";
import { factoryPassword as password, makeMerchant, makeStaff, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { makeCharge, makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { closingObstacles } from "@hearth/domain/account/closing";
import { disputeWindowEnd } from "@hearth/domain/disputes/rules";
import { publicId } from "@hearth/domain/ids";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveActor } from "../auth/sessions/sessions.service.ts";
import { allocateWaiting } from "../rent/charges/allocate-leases.ts";
import { type Harness, startHarness } from "../../testing/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ chain: true, env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

const called = async (userId: string) => harness.caller(await harness.signIn(userId));
const asAdmin = async () => harness.caller(await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin"));
const ago = (days: number) => new Date(harness.clock.now().getTime() - days * 86_400_000);

/** A business with a payer's completed payment of $200.00, `daysOld` days old. */
async function paidBusiness(daysOld: number) {
  const { merchant, owner } = await makeMerchant(harness.db);
  const payer = await makeUser(harness.db);
  const about = { merchantId: merchant.id, consumerId: payer.id, amountCents: 20_000 };
  const payment = await makePayment(harness.db, { ...about, status: "completed", createdAt: ago(daysOld) });
  return { merchant, owner, payer, payment, paymentId: publicId("payment", payment.id) };
}

/** Marks a payment's money as bought, so that no wallet is known for its refund. */
async function bought(paymentId: string) {
  await harness.db.update(transfers).set({ boundBy: "onramp" }).where(eq(transfers.paymentId, paymentId));
}

/** Proves a wallet to an account by a signature. */
async function signed(call: Awaited<ReturnType<typeof called>>, key: PrivateKeyAccount) {
  const { message } = await call.wallet.challenge({ address: key.address });
  return { message, signature: await key.signMessage({ message }) };
}

/** Closes a business like an earlier version did, whatever is open. */
async function closeAnyway(merchantId: string) {
  await harness.db.update(merchants).set({ status: "inactive", closedAt: harness.clock.now() }).where(eq(merchants.id, merchantId));
}

describe("a business that closes, and disputes", () => {
  it("cannot close while a payer can still file a dispute, and says until when", async () => {
    const { owner, payment } = await paidBusiness(89);
    const landlord = await called(owner.id);
    const { obstacles } = await landlord.account.closing();
    expect(obstacles).toEqual([
      { code: "disputablePayment", message: closingObstacles.disputablePayment, until: disputeWindowEnd(payment.createdAt).toISOString() },
    ]);
    await expect(landlord.account.close({ email: owner.email })).rejects.toThrow(closingObstacles.disputablePayment);
  });

  it("closes once nobody can file one: after 90 days, or when the dispute is decided", async () => {
    const old = await paidBusiness(91);
    expect((await (await called(old.owner.id)).account.closing()).obstacles).toEqual([]);
    const decided = await paidBusiness(5);
    const dispute = { paymentId: decided.payment.id, status: "closed", result: "denied", resolvedAt: harness.clock.now() } as const;
    await makeDispute(harness.db, dispute);
    expect((await (await called(decided.owner.id)).account.closing()).obstacles).toEqual([]);
  });

  it("has no new disputes once closed, and says whom to ask", async () => {
    const { merchant, payer, paymentId } = await paidBusiness(5);
    await closeAnyway(merchant.id);
    const call = await called(payer.id);
    expect((await call.payments.get({ paymentId })).businessClosed).toBe(true);
    const filing = call.disputes.file({ paymentId, reason: "No heating", amount: "20.00" });
    await expect(filing).rejects.toThrow("This business has closed its account at Hearth, so no one there can answer");
    await expect(
      (await asAdmin()).disputes.fileForPayer({ transactionId: paymentId, reason: "No heating", amount: "20.00" }),
    ).rejects.toThrow("This business has closed");
    await call.account.close({ email: payer.email });
  });

  it("does not keep a payer whom it owes a refund from closing, and has no further disputes approved", async () => {
    const { merchant, payer, payment } = await paidBusiness(5);
    const approved = { status: "closed", result: "chargedBack", resolvedAt: harness.clock.now(), chargebackCents: 5_000 } as const;
    await makeDispute(harness.db, { paymentId: payment.id, amountCents: 5_000, ...approved });
    const other = await makePayment(harness.db, {
      merchantId: merchant.id,
      consumerId: payer.id,
      amountCents: 30_000,
      status: "completed",
    });
    const open = await makeDispute(harness.db, { paymentId: other.id, amountCents: 5_000 });
    const call = await called(payer.id);
    expect((await call.account.closing()).obstacles.map(({ code }) => code)).toEqual(["openDispute", "refundOwed"]);
    await closeAnyway(merchant.id);
    const admin = await asAdmin();
    const disputeId = publicId("dispute", open.id);
    expect(await admin.disputes.getForAdmin({ disputeId })).toMatchObject({ businessClosed: true });
    const approval = { disputeId, result: "chargedBack", resultReason: "It was cold", chargebackAmount: "10.00" } as const;
    await expect(admin.disputes.close(approval)).rejects.toThrow("This business has closed");
    await admin.disputes.close({ disputeId, result: "denied", resultReason: "The business has closed" });
    expect((await call.account.closing()).obstacles).toEqual([]);
  });
});

describe("closing an account with open obligations", () => {
  it("asks a payer first to name the wallet for a requested refund", async () => {
    const { owner, payer, payment, merchant } = await paidBusiness(5);
    await bought(payment.id);
    const asked = {
      paymentId: payment.id,
      payerId: payer.id,
      requestedAt: harness.clock.now(),
      requestedBy: owner.id,
      requestedCents: 500,
    };
    await harness.db.insert(refundDestinations).values(asked);
    const call = await called(payer.id);
    expect((await call.account.closing()).obstacles.map(({ code }) => code)).toEqual(["refundWalletAsked"]);
    await closeAnyway(merchant.id);
    expect((await call.account.closing()).obstacles).toEqual([]);
  });

  it("asks no closed account for a wallet", async () => {
    const { owner, payer, payment, paymentId } = await paidBusiness(5);
    await bought(payment.id);
    await (await called(payer.id)).account.close({ email: payer.email });
    const landlord = await called(owner.id);
    await expect(landlord.merchant.askPayer({ paymentId, amount: "5.00" })).rejects.toThrow("has closed the account");
  });

  it("is refused while an ended lease owes, is owed or holds a deposit", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const landlord = await called(owner.id);
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id, endsOn: "2026-02-28" });
    expect((await landlord.account.closing()).obstacles).toEqual([]);
    await makeCharge(harness.db, { leaseId: lease.id });
    expect((await landlord.account.closing()).obstacles.map(({ code }) => code)).toEqual(["unsettledLease"]);
  });

  it("uses the day in the lease's time zone, not in UTC", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const now = harness.clock.now();
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
    const [west, east] = ["Etc/GMT+12", "Pacific/Kiritimati"];
    // Its last day is today in the west, which has passed in the east, whatever the day in UTC.
    const lease = (timeZone: string) =>
      makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id, endsOn: dayIn(west), timeZone });
    await lease(east);
    const landlord = await called(owner.id);
    expect((await landlord.account.closing()).obstacles).toEqual([]);
    await lease(west);
    expect((await landlord.account.closing()).obstacles.map(({ code }) => code)).toEqual(["openLease"]);
  });

  it("changes nothing when it is refused: the smart wallet stays linked", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const landlord = await called(owner.id);
    await landlord.wallet.saveSmart({ smartWalletAddress: privateKeyToAccount(generatePrivateKey()).address });
    const left = () => harness.db.$count(wallets, eq(wallets.userId, owner.id));
    expect(await left()).toBeGreaterThan(0);
    // A payment begins between the first check and the check under the lock.
    const hash = harness.deps.passwords.hash.bind(harness.deps.passwords);
    harness.deps.passwords.hash = async (...given) => {
      await makePayment(harness.db, { merchantId: merchant.id, status: "pending" });
      return hash(...given);
    };
    try {
      await expect(landlord.account.close({ email: owner.email })).rejects.toThrow(closingObstacles.openBusinessPayment);
    } finally {
      harness.deps.passwords.hash = hash;
    }
    const rows = await harness.db.select().from(wallets).where(eq(wallets.userId, owner.id));
    expect(rows.filter(({ kind, unlinkedAt }) => kind === "smart" && unlinkedAt === null)).toHaveLength(1);
  });

  it("notifies the staff of a business that it has closed", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const viewer = await makeUser(harness.db, { role: "merchant" });
    await makeStaff(harness.db, { merchantId: merchant.id, invitedBy: owner.id, userId: viewer.id, role: "viewer" });
    await (await called(owner.id)).account.close({ email: owner.email });
    const sentMails = await harness.db.select().from(mails).where(eq(mails.userId, viewer.id));
    expect(sentMails.map(({ event }) => event)).toMatchObject([{ kind: "businessClosed", merchant: merchant.name }]);
  });
});

describe("a deposit that is held", () => {
  /** A lease with a deposit of $500.00, paid by `payer`. */
  async function withDeposit(tenantIds: string[], payerId: string) {
    const { merchant, owner } = await makeMerchant(harness.db);
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id });
    const tenants = [];
    for (const userId of tenantIds) tenants.push(await makeLeaseTenant(harness.db, { leaseId: lease.id, userId }));
    await makeCharge(harness.db, { leaseId: lease.id, kind: "deposit", description: "Deposit", cents: 50_000 });
    const paid = { merchantId: merchant.id, consumerId: payerId, amountCents: 50_000, createdAt: ago(100) };
    const payment = await makePayment(harness.db, { ...paid, status: "completed", completedAt: ago(100) });
    await harness.db.insert(leaseCredits).values({ leaseId: lease.id, kind: "payment", paymentId: payment.id, createdBy: owner.id });
    await allocateWaiting(harness.deps);
    return { merchant, owner, tenants, payment, leaseId: publicId("lease", lease.id) };
  }
  const eventsAt = async (toAddress: string) =>
    (await harness.db.select().from(mails).where(eq(mails.toAddress, toAddress))).map(({ event }) => event);

  it("is named before its tenant closes the account, stays owed, and both sides get a mail about it", async () => {
    const payer = await makeUser(harness.db);
    const { merchant, owner, tenants, payment, leaseId } = await withDeposit([payer.id], payer.id);
    const email = tenants[0]?.email ?? "";
    const call = await called(payer.id);
    const named = { leaseId, merchant: merchant.name, place: expect.any(String), email, amount: 500, walletUnknown: null };
    expect(await call.account.closing()).toMatchObject({ obstacles: [], owedDeposits: [named], heldDeposits: null });
    await bought(payment.id);
    expect((await call.account.closing()).owedDeposits).toMatchObject([{ ...named, walletUnknown: publicId("payment", payment.id) }]);

    await call.account.close({ email: payer.email });
    expect(await eventsAt(payer.email)).toMatchObject([
      { kind: "accountClosed", deposits: [{ merchant: merchant.name, cents: 50_000, email }] },
    ]);
    expect(await eventsAt(owner.email)).toMatchObject([{ kind: "tenantAccountClosed", leaseId, deposit: { cents: 50_000, email } }]);
    const landlord = await called(owner.id);
    expect(await landlord.merchant.leaseMoney({ leaseId })).toMatchObject([{ amount: 500 }]);
    expect((await landlord.rent.lease({ leaseId })).tenants).toMatchObject([{ email, hasJoined: false }]);
  });

  it("is a former tenant's as far as they paid it, and the landlord gets a mail about that part", async () => {
    const [paid, left, stays] = [await makeUser(harness.db), await makeUser(harness.db), await makeUser(harness.db)];
    const { owner, tenants, leaseId } = await withDeposit([paid.id, left.id, stays.id], paid.id);
    const isFormer = inArray(
      leaseTenants.id,
      tenants.slice(0, 2).map(({ id }) => id),
    );
    await harness.db
      .update(leaseTenants)
      .set({ movedOutOn: "2026-01-31", endedAt: ago(1) })
      .where(isFormer);
    const amounts = async (userId: string) => (await (await called(userId)).account.closing()).owedDeposits.map(({ amount }) => amount);
    expect([await amounts(paid.id), await amounts(left.id), await amounts(stays.id)]).toEqual([[500], [], [500]]);
    for (const user of [left, paid]) await (await called(user.id)).account.close({ email: user.email });
    expect(await eventsAt(owner.email)).toMatchObject([
      { kind: "tenantAccountClosed", leaseId, hasMovedOut: true, deposit: { cents: 50_000 } },
    ]);
  });

  it("is named to the business that holds it, and keeps it from closing also when its lease has ended", async () => {
    const payer = await makeUser(harness.db);
    const { merchant, owner, leaseId, tenants } = await withDeposit([payer.id], payer.id);
    const landlord = await called(owner.id);
    const held = { count: 1, amount: 500, items: [{ leaseId, tenants: tenants.map(({ name }) => name), amount: 500 }] };
    expect(await landlord.account.closing()).toMatchObject({ obstacles: [{ code: "openLease" }], owedDeposits: [], heldDeposits: held });
    await harness.db.update(leases).set({ endsOn: "2026-02-28" }).where(eq(leases.merchantId, merchant.id));
    expect(await landlord.account.closing()).toMatchObject({ obstacles: [{ code: "unsettledLease" }], heldDeposits: held });
    await expect(landlord.account.close({ email: owner.email })).rejects.toThrow(closingObstacles.unsettledLease);
  });
});

describe("a payer who has closed the account", () => {
  it("is neither notified nor mailed about a dispute that an administrator files and decides afterwards; the business is", async () => {
    const { owner, payer, paymentId } = await paidBusiness(5);
    await (await called(payer.id)).account.close({ email: payer.email });
    const admin = await asAdmin();
    const { _id: disputeId } = await admin.disputes.fileForPayer({ transactionId: paymentId, reason: "No heating", amount: "20.00" });
    await admin.disputes.close({ disputeId, result: "denied", resultReason: "The heating works" });
    const heardBy = async (userId: string) => [
      ...(await harness.db.select().from(notifications).where(eq(notifications.userId, userId))),
      ...(await harness.db.select().from(mails).where(eq(mails.userId, userId))),
    ];
    expect((await heardBy(owner.id)).map(({ event }) => event.kind)).toContain("disputeDecided");
    expect(await heardBy(payer.id)).toEqual([]);
  });
});

describe("coming back", () => {
  it("can be paid again at the wallet of the closed business, after proving it again", async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    const { merchant, owner } = await makeMerchant(harness.db, { payeeAddress: null });
    const before = await called(owner.id);
    await before.merchant.setPayoutWallet({ walletAddress: key.address, proof: await signed(before, key) });
    await before.account.close({ email: owner.email });
    expect((await harness.db.select().from(payees).where(eq(payees.merchantId, merchant.id))).map(({ endedAt }) => endedAt)).not.toContain(
      null,
    );

    const again = await makeMerchant(harness.db, { payeeAddress: null });
    const after = await called(again.owner.id);
    await expect(after.merchant.setPayoutWallet({ walletAddress: key.address })).rejects.toMatchObject({
      cause: { code: "WALLET_ALREADY_USED" },
    });
    const proof = await signed(after, key);
    expect(await after.merchant.setPayoutWallet({ walletAddress: key.address, proof })).toMatchObject({
      walletAddress: key.address,
      walletProven: true,
    });
  });
});

describe("handing a business to a co-owner", () => {
  async function payoutWalletsOf(userId: string) {
    const isActive = and(eq(wallets.userId, userId), eq(wallets.kind, "payout"), isNull(wallets.unlinkedAt));
    const rows = await harness.db.select().from(wallets).where(isActive);
    return rows.map(({ address, provenAt }) => ({ address, isProven: provenAt !== null }));
  }

  /** A business with a staff member since `days` days ago. */
  async function withStaff(role: "owner" | "manager", days: number, given: { payeeAddress?: null } = {}) {
    const { merchant, owner } = await makeMerchant(harness.db, given);
    const heir = await makeUser(harness.db, { role: "merchant", emailConfirmedAt: harness.clock.now() });
    const work = { merchantId: merchant.id, invitedBy: owner.id, userId: heir.id, email: heir.email, role, createdAt: ago(days) };
    const staff = await makeStaff(harness.db, work);
    return { merchant, owner, heir, staffId: publicId("staff", staff.id) };
  }

  it("makes them its owner and the former owner a co-owner, notifies both, and lets the former owner leave", async () => {
    const { merchant, owner, heir, staffId } = await withStaff("owner", 8);
    await makePayment(harness.db, { merchantId: merchant.id, status: "pending" });
    const before = await called(owner.id);
    expect((await before.account.closing()).ownsBusiness).toBe(true);
    const { message } = await before.account.handOver({ staffId });
    expect(message).toBe(`The business belongs to ${heir.firstName} ${heir.lastName} now`);
    const after = await called(heir.id);
    const { owner: isNow, items } = await after.staff.list();
    expect(isNow).toMatchObject({ email: heir.email, isYou: true });
    expect(items).toMatchObject([{ email: owner.email, role: "owner", state: "joined" }]);
    expect((await before.merchant.business())._id).toBe(publicId("merchant", merchant.id));
    for (const userId of [owner.id, heir.id]) {
      const sentMails = await harness.db.select().from(mails).where(eq(mails.userId, userId));
      expect(sentMails.map(({ event }) => event.kind)).toContain("businessHandedOver");
    }
    const [line] = await harness.db.select().from(auditLog).where(eq(auditLog.action, "merchant.handedOver"));
    expect(line).toMatchObject({ actorId: owner.id, subject: publicId("merchant", merchant.id) });

    // Open payments stay with the business, and block only its owner from closing.
    await before.account.close({ email: owner.email });
    expect((await after.account.closing()).obstacles.map(({ code }) => code)).toEqual(["openBusinessPayment"]);
    expect((await harness.db.select().from(merchants).where(eq(merchants.id, merchant.id)))[0]).toMatchObject({
      ownerUserId: heir.id,
      closedAt: null,
    });
  });

  it("gives them the payout wallet and its contact, so that they can replace that wallet and return to it", async () => {
    const [first, second] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())];
    const { merchant, owner, heir, staffId } = await withStaff("owner", 8, { payeeAddress: null });
    await harness.db.update(merchants).set({ email: owner.email, contactName: "Rent office" }).where(eq(merchants.id, merchant.id));
    const before = await called(owner.id);
    await before.merchant.setPayoutWallet({ walletAddress: first.address, proof: await signed(before, first) });
    // A wallet that the co-owner has from an earlier business of theirs.
    await makeWallet(harness.db, { userId: heir.id, kind: "payout" });
    await before.account.handOver({ staffId });

    const after = await called(heir.id);
    expect((await after.merchant.business()).email).toBe(heir.email);
    expect((await after.merchant.business()).contactName).toBe("Rent office");
    expect(await payoutWalletsOf(owner.id)).toEqual([]);
    expect(await payoutWalletsOf(heir.id)).toEqual([{ address: first.address, isProven: true }]);
    await before.account.close({ email: owner.email });
    for (const key of [second, first]) {
      const proof = await signed(after, key);
      expect(await after.merchant.setPayoutWallet({ walletAddress: key.address, password, proof })).toMatchObject({
        walletAddress: key.address,
      });
    }
    expect(await payoutWalletsOf(heir.id)).toEqual([{ address: first.address, isProven: true }]);
  });

  it("is allowed to the owner alone, to a co-owner of at least a week, after a fresh sign-in", async () => {
    const fresh = await withStaff("owner", 6);
    await expect((await called(fresh.owner.id)).account.handOver({ staffId: fresh.staffId })).rejects.toThrow(
      "who has worked for it for 7 days",
    );
    const manager = await withStaff("manager", 8);
    await expect((await called(manager.owner.id)).account.handOver({ staffId: manager.staffId })).rejects.toThrow("works here as an owner");
    const whole = await withStaff("owner", 8);
    const { staffId } = whole;
    await expect((await called(whole.heir.id)).account.handOver({ staffId })).rejects.toThrow("Only the owner can hand a business over");
    await expect((await called(fresh.owner.id)).account.handOver({ staffId })).rejects.toThrow("No one works here by this");
    const actor = await resolveActor(harness.deps, await harness.signIn(whole.owner.id));
    if (actor === null) throw new Error("The session did not open");
    const stale = harness.caller({ ...actor, authenticatedAt: ago(1) });
    await expect(stale.account.handOver({ staffId })).rejects.toMatchObject({ cause: { code: "STEP_UP_REQUIRED" } });
    const asked = { merchantId: whole.merchant.id, requestedBy: whole.owner.id, requestedAt: harness.clock.now(), takesEffectAt: ago(-1) };
    await harness.db.insert(payeeChanges).values({ ...asked, address: privateKeyToAccount(generatePrivateKey()).address });
    await expect((await called(whole.owner.id)).account.handOver({ staffId })).rejects.toThrow(closingObstacles.payoutChange);
  });

  it("happens once for two concurrent calls, and over REST", async () => {
    const { merchant, owner, heir, staffId } = await withStaff("owner", 8);
    const authorization = `Bearer ${await harness.signIn(owner.id)}`;
    const ask = () => harness.app.inject({ method: "POST", url: `/api/staff/${staffId}/hand-over`, headers: { authorization } });
    const answers = await Promise.all([ask(), ask()]);
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => [404, 409].includes(code))).toHaveLength(1);
    const [row] = await harness.db.select().from(merchants).where(eq(merchants.id, merchant.id));
    expect(row?.ownerUserId).toBe(heir.id);
    const { items } = await (await called(heir.id)).staff.list();
    expect(items.map(({ email }) => email)).toEqual([owner.email]);
  });
});

import { retentions, uuidAt } from "@hearth/db/retention";
import { auditLog } from "@hearth/db/schema/audit-log";
import { knownDevices } from "@hearth/db/schema/known-devices";
import { mails } from "@hearth/db/schema/mails";
import { merchantAcknowledgements } from "@hearth/db/schema/merchant-acknowledgements";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { notifications } from "@hearth/db/schema/notifications";
import { passkeyWalletPasskeys } from "@hearth/db/schema/passkey-wallet-passkeys";
import { passkeyWallets } from "@hearth/db/schema/passkey-wallets";
import { passkeys } from "@hearth/db/schema/passkeys";
import { payments } from "@hearth/db/schema/payments";
import { rentRecords } from "@hearth/db/schema/rent-records";
import { requestPayments } from "@hearth/db/schema/request-payments";
import { sessions } from "@hearth/db/schema/sessions";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import { factoryPassword, makeMerchant, makeStaff, makeUser } from "@hearth/db/testing/factories";
import { makeMail, makeNotification } from "@hearth/db/testing/notice-factories";
import { makePayment, makeRefund } from "@hearth/db/testing/payment-factories";
import { makePaymentRequest } from "@hearth/db/testing/request-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { makeScheduledPayment, makeLease, makeRentRecord, makeTenantInvitation } from "@hearth/db/testing/rent-factories";
import { makeKnownDevice, makePasskey, makePasskeyWallet, makeWalletPasskey } from "@hearth/db/testing/second-factor-factories";
import { closingObstacles } from "@hearth/domain/account/closing";
import { publicId } from "@hearth/domain/ids";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveActor } from "../auth/sessions/sessions.service.ts";
import { hashToken } from "../auth/sessions/tokens.ts";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { forgetRows } from "../../jobs/forget-rows.ts";
import { readClosing } from "./close-account.service.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

const called = async (userId: string) => harness.caller(await harness.signIn(userId));

/** Calls as an account whose session authenticated an hour ago. */
async function stale(userId: string) {
  const actor = await resolveActor(harness.deps, await harness.signIn(userId));
  if (actor === null) throw new Error("The session did not open");
  return harness.caller({ ...actor, authenticatedAt: new Date(harness.clock.now().getTime() - 3_600_000) });
}

/** Downloads the file piece by piece, as the settings page does. */
async function download(call: Awaited<ReturnType<typeof called>>) {
  const pieces: string[] = [];
  for (let cursor: string | undefined; ;) {
    const piece = await call.account.exportData({ cursor });
    pieces.push(piece.json);
    if (piece.cursor === null) return { fileName: piece.fileName, json: pieces.join(""), pieces };
    cursor = piece.cursor;
  }
}

describe("one's own data", () => {
  it("have every part that the list of tables names, under its name there", async () => {
    const user = await makeUser(harness.db);
    const file = JSON.parse((await download(await called(user.id))).json);
    const promised = Object.values(retentions).flatMap(({ ownData }) => ownData ?? []);
    expect(promised.length).toBeGreaterThan(20);
    expect(Object.keys(file)).toEqual(expect.arrayContaining(promised));
  });

  it("are read in pieces of slightly over 500 rows, every row once", async () => {
    const user = await makeUser(harness.db);
    const { clock, db } = harness;
    const rows = Array.from({ length: 1_203 }, (_, at) => ({
      userId: user.id,
      key: `password:${at}`,
      event: { kind: "passwordChanged", at: clock.now().toISOString() } as const,
      createdAt: new Date(clock.now().getTime() - at * 1_000),
    }));
    for (let at = 0; at < rows.length; at += 1_000) await db.insert(notifications).values(rows.slice(at, at + 1_000));
    const { json, pieces } = await download(await called(user.id));
    expect(pieces).toHaveLength(3);
    expect(JSON.parse(json).notifications).toHaveLength(1_203);
    const { cursor } = await (await called(user.id)).account.exportData({});
    const other = await called((await makeUser(db)).id);
    await expect(other.account.exportData({ cursor: cursor ?? "" })).rejects.toMatchObject({ cause: { code: "VALIDATION" } });
    expect(await db.$count(auditLog, and(eq(auditLog.actorId, user.id), eq(auditLog.action, "account.exported")))).toBe(2);
  });

  it("include a tenant's scheduled payments, refunds, payment requests, invitations and devices", async () => {
    const { db } = harness;
    const { merchant, owner, payee } = await makeMerchant(db);
    const tenant = await makeUser(db);
    const payment = await makePayment(db, { merchantId: merchant.id, consumerId: tenant.id, status: "completed", amountCents: 90_000 });
    const lease = await makeLease(db, { merchantId: merchant.id, createdBy: owner.id });
    await makeScheduledPayment(db, { leaseId: lease.id, payerId: tenant.id, payeeId: payee?.id ?? "" });
    await makeRefund(db, { paymentId: payment.id, merchantId: merchant.id, createdBy: owner.id });
    const request = await makePaymentRequest(db, { merchantId: merchant.id, createdBy: owner.id });
    await db.insert(requestPayments).values({ paymentId: payment.id, requestId: request.id });
    await db.insert(merchantAcknowledgements).values({ userId: tenant.id, merchantId: merchant.id });
    await db.insert(knownDevices).values({ userId: tenant.id, tokenHash: "a".repeat(64), lastUsedAt: harness.clock.now() });
    const invitation = { merchantId: merchant.id, invitedBy: owner.id, email: tenant.email, inviteHash: null };
    await makeTenantInvitation(db, { ...invitation, userId: tenant.id, joinedAt: harness.clock.now() });
    const { json } = await download(await called(tenant.id));
    expect(JSON.parse(json)).toMatchObject({
      scheduledPayments: [{ lease: lease.id }],
      refunds: [{ paymentId: payment.id }],
      requests: [{ paymentId: payment.id, merchant: merchant.name }],
      acknowledgedBusinesses: [{ merchant: merchant.name }],
      knownDevices: [{}],
      invitations: [{ merchant: merchant.name }],
    });
    expect(json).not.toMatch(/aaaaaaaa|[sS]ignature":"sealed|tokenHash/);
  });

  it("are one file with the person's records and their business, without secrets", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const payer = await makeUser(harness.db);
    const payment = await makePayment(harness.db, {
      merchantId: merchant.id,
      consumerId: payer.id,
      status: "completed",
      amountCents: 145_000,
    });
    await makeDispute(harness.db, { paymentId: payment.id });
    await makeNotification(harness.db, { userId: payer.id });
    await makeMail(harness.db, { userId: payer.id, toAddress: payer.email, encryptedToken: "secret of a link" });
    const ownData = await download(await called(payer.id));
    const file = JSON.parse(ownData.json);
    expect(ownData.fileName).toMatch(/^hearth-account-\d{4}-\d{2}-\d{2}\.json$/);
    expect(file).toMatchObject({
      account: { email: payer.email, firstName: payer.firstName },
      payments: [{ merchant: merchant.name, amountCents: 145_000, status: "completed" }],
      disputes: [{ paymentId: payment.id }],
      documents: [],
      notifications: [{ event: { kind: "passwordChanged" } }],
      mails: [{ to: payer.email, event: { kind: "passwordChanged" } }],
      business: null,
      cut: [],
    });
    expect(ownData.json).not.toContain(owner.email);
    expect(ownData.json).not.toMatch(/argon2|hrt_|passwordHash|secret of a link/);
    const landlords = JSON.parse((await download(await called(owner.id))).json);
    expect(landlords).toMatchObject({ business: { name: merchant.name }, businessPayments: [{ amountCents: 145_000 }] });
  });

  it("require a fresh sign-in, not just a token", async () => {
    const user = await makeUser(harness.db);
    const call = await stale(user.id);
    const refused = { cause: { code: "STEP_UP_REQUIRED" } };
    await expect(call.account.exportData({})).rejects.toMatchObject(refused);
    await expect(call.account.close({ email: user.email })).rejects.toMatchObject(refused);
  });
});

describe("closing an account", () => {
  it("deletes personal data and credentials, and keeps records that others rely on", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const payer = await makeUser(harness.db, { enrolledMerchantId: merchant.id, phoneNumber: "555 0100", aptNumber: "4B" });
    const payment = await makePayment(harness.db, {
      merchantId: merchant.id,
      consumerId: payer.id,
      status: "completed",
      amountCents: 20_000,
    });
    await makePasskey(harness.db, { userId: payer.id });
    const wallet = await makePasskeyWallet(harness.db, { userId: payer.id });
    const opening = await makeWalletPasskey(harness.db, { walletId: wallet.id, name: "Maya's phone" });
    const followed = { merchantId: merchant.id, invitedBy: owner.id, email: payer.email, inviteHash: null };
    await makeTenantInvitation(harness.db, { ...followed, userId: payer.id, joinedAt: harness.clock.now() });
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id });
    const record = await makeRentRecord(harness.db, { leaseId: lease.id, userId: payer.id });
    const elsewhere = await harness.signIn(payer.id);
    const call = await called(payer.id);
    await call.account.close({ email: payer.email });

    const [row] = await harness.db.select().from(users).where(eq(users.id, payer.id));
    expect(row).toMatchObject({ firstName: "Closed", lastName: "account", phoneNumber: null, aptNumber: null, enrolledMerchantId: null });
    expect(row).toMatchObject({ status: "inactive", email: `closed-${payer.id}@closed.invalid` });
    for (const table of [sessions, knownDevices, passkeys, notifications, mails]) {
      expect(await harness.db.select().from(table).where(eq(table.userId, payer.id))).toEqual([]);
    }
    expect(
      (await harness.db.select().from(wallets).where(eq(wallets.userId, payer.id))).filter(({ unlinkedAt }) => unlinkedAt === null),
    ).toEqual([]);
    const invitations = await harness.db.select().from(tenantInvitations).where(eq(tenantInvitations.userId, payer.id));
    expect(invitations.map(({ email }) => email)).toEqual([row?.email]);
    expect(await harness.db.select().from(rentRecords).where(eq(rentRecords.id, record.id))).toMatchObject([{ document: null }]);
    expect(await resolveActor(harness.deps, elsewhere)).toBeNull();
    const credentials = { email: payer.email, password: factoryPassword };
    await expect(harness.caller().auth.login(credentials)).rejects.toMatchObject({ cause: { code: "INVALID_CREDENTIALS" } });
    const asClosed = harness.caller().auth.login({ email: row?.email ?? "", password: "closed" });
    await expect(asClosed).rejects.toMatchObject({ cause: { code: "INVALID_CREDENTIALS" } });

    expect(await harness.db.select().from(payments).where(eq(payments.id, payment.id))).toMatchObject([
      { consumerId: payer.id, amountCents: 20_000 },
    ]);
    const lines = await harness.db.select().from(auditLog).where(eq(auditLog.actorId, payer.id));
    expect(lines.map(({ action }) => action)).toContain("account.closed");
    const [mail] = await harness.db.select().from(mails).where(eq(mails.toAddress, payer.email));
    expect(mail?.event).toMatchObject({ kind: "accountClosed", wallet: wallet.address });
    // Its address may hold money, so the wraps stay, without the name of a device.
    expect(await harness.db.select().from(passkeyWallets).where(eq(passkeyWallets.id, wallet.id))).toEqual([wallet]);
    expect(await harness.db.select().from(passkeyWalletPasskeys).where(eq(passkeyWalletPasskeys.id, opening.id))).toMatchObject([
      { wrap: opening.wrap, name: "Passkey", removedAt: null },
    ]);
    const again = await makeUser(harness.db, { email: payer.email });
    expect(again.id).not.toBe(payer.id);
  });

  it("is refused while money is on its way or a dispute is open, and says which", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const payer = await makeUser(harness.db);
    const call = await called(payer.id);
    const landlord = await called(owner.id);
    const pending = await makePayment(harness.db, {
      merchantId: merchant.id,
      consumerId: payer.id,
      status: "pending",
      amountCents: 10_000,
    });
    await expect(call.account.close({ email: payer.email })).rejects.toThrow(closingObstacles.openPayment);
    await expect(landlord.account.close({ email: owner.email })).rejects.toThrow(closingObstacles.openBusinessPayment);
    await call.payments.cancel({ paymentId: publicId("payment", pending.id) });

    const paid = await makePayment(harness.db, { merchantId: merchant.id, consumerId: payer.id, status: "completed", amountCents: 20_000 });
    const filed = await call.disputes.file({ paymentId: publicId("payment", paid.id), reason: "No heating", amount: "150.00" });
    expect((await call.account.closing()).obstacles.map(({ code }) => code)).toEqual(["openDispute"]);
    expect((await landlord.account.closing()).obstacles.map(({ code }) => code)).toContain("openBusinessDispute");
    const admin = await makeUser(harness.db, { role: "admin" });
    const decision = { result: "chargedBack", resultReason: "It was cold", chargebackAmount: "100.00" } as const;
    await harness.caller(await harness.signIn(admin.id, "admin")).disputes.close({ disputeId: filed._id, ...decision });
    await expect(call.account.close({ email: payer.email })).rejects.toThrow(closingObstacles.refundOwed);
    await expect(landlord.account.close({ email: owner.email })).rejects.toThrow(closingObstacles.businessRefundOwed);
  });

  it("waits a day on a device that is new to an older account, since its user may have stolen the password", async () => {
    const ago = (hours: number) => new Date(harness.clock.now().getTime() - hours * 3_600_000);
    const user = await makeUser(harness.db, { createdAt: ago(500) });
    const token = await harness.signIn(user.id);
    const call = harness.caller(token);
    await expect(call.account.close({ email: user.email })).rejects.toThrow(closingObstacles.newDevice);

    const actor = await resolveActor(harness.deps, token);
    if (actor === null) throw new Error("The session did not open");
    const obstaclesOn = async (browser: string) => {
      const origin = { requestId: "test", ip: "127.0.0.1", userAgent: null, device: { token: browser, keep: () => {} } };
      return (await readClosing(harness.deps, origin, actor)).obstacles.map(({ code }) => code);
    };
    await makeKnownDevice(harness.db, { userId: user.id, tokenHash: hashToken("a thief's"), createdAt: ago(23) });
    await makeKnownDevice(harness.db, { userId: user.id, tokenHash: hashToken("the holder's"), createdAt: ago(25) });
    await makeKnownDevice(harness.db, {
      userId: (await makeUser(harness.db)).id,
      tokenHash: hashToken("a neighbour's"),
      createdAt: ago(25),
    });
    expect([await obstaclesOn("a thief's"), await obstaclesOn("a neighbour's"), await obstaclesOn("the holder's")]).toEqual([
      ["newDevice"],
      ["newDevice"],
      [],
    ]);
    await harness.db
      .update(sessions)
      .set({ createdAt: ago(25) })
      .where(eq(sessions.id, actor.sessionId));
    await call.account.close({ email: user.email });
  });

  it("closes the owner's business permanently, and removes its staff", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.id, owner.id));
    const manager = await makeUser(harness.db, { role: "merchant" });
    await makeStaff(harness.db, { merchantId: merchant.id, invitedBy: owner.id, userId: manager.id, role: "manager" });
    const staffToken = await harness.signIn(manager.id);
    const landlord = await called(owner.id);
    const asked = await landlord.requests.create({
      name: "Ada",
      email: "ada@quill.example",
      amount: "20.00",
      description: "Keys",
      dueOn: "2030-01-01",
    });
    await expect(landlord.account.close({ email: owner.email })).rejects.toThrow(closingObstacles.openRequest);
    await landlord.requests.withdraw({ requestId: asked._id });
    expect(await landlord.account.closing()).toMatchObject({ obstacles: [], ownsBusiness: true });
    await landlord.account.close({ email: owner.email });

    const [business] = await harness.db.select().from(merchants).where(eq(merchants.id, merchant.id));
    expect(business).toMatchObject({ name: merchant.name, status: "inactive", contactName: "Closed account", phoneNumber: "" });
    expect(await resolveActor(harness.deps, staffToken)).toBeNull();
    const [work] = await harness.db.select().from(merchantStaff).where(eq(merchantStaff.userId, manager.id));
    expect(work?.endedAt).not.toBeNull();
    const admin = harness.caller(await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin"));
    const merchantId = publicId("merchant", merchant.id);
    await expect(admin.admin.editMerchant({ merchantId, status: "active" })).rejects.toThrow("closed by its owner, for good");
    await expect(admin.admin.approveMerchant({ merchantId })).rejects.toThrow("closed by its owner, for good");
    const userId = publicId("user", owner.id);
    await expect(admin.admin.editUser({ userId, status: "active" })).rejects.toThrow("closed by its holder, for good");
  });

  it("requires the account's email, and is refused to administrators", async () => {
    const user = await makeUser(harness.db);
    await expect((await called(user.id)).account.close({ email: "other@example.com" })).rejects.toThrow("not the email of your account");
    const admin = await makeUser(harness.db, { role: "admin" });
    await expect((await called(admin.id)).account.close({ email: admin.email })).rejects.toThrow(
      "An operator ends the accounts of administrators",
    );
  });
});

describe("data past its retention", () => {
  it("is deleted: sessions after 90 days, unfollowed invitations after a year", async () => {
    const separateHarness = await startHarness({ env: { RATE_LIMITS: "off" } });
    const { merchant, owner } = await makeMerchant(separateHarness.db);
    await separateHarness.signIn(owner.id);
    const expiresAt = separateHarness.clock.now();
    const id = uuidAt(expiresAt);
    await separateHarness.db.update(sessions).set({ id });
    await separateHarness.db.insert(merchantStaff).values({
      id,
      merchantId: merchant.id,
      email: "late@example.com",
      role: "viewer",
      inviteHash: "a".repeat(64),
      invitedBy: owner.id,
      expiresAt,
    });
    const left = async () => [
      (await separateHarness.db.select().from(sessions)).length,
      (await separateHarness.db.select().from(merchantStaff)).length,
    ];
    separateHarness.clock.advance({ hours: 24 * 119 });
    await forgetRows(separateHarness.deps);
    expect(await left()).toEqual([1, 1]);
    separateHarness.clock.advance({ hours: 48 });
    await forgetRows(separateHarness.deps);
    expect(await left()).toEqual([0, 1]);
    separateHarness.clock.advance({ hours: 24 * 245 });
    await forgetRows(separateHarness.deps);
    expect(await left()).toEqual([0, 0]);
    await separateHarness.close();
  });
});

import { auditLog } from "@hearth/db/schema/audit-log";
import { payees } from "@hearth/db/schema/payees";
import { users } from "@hearth/db/schema/users";
import { factoryPassword, makeAddress, makeMerchant, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
let adminId: string;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  adminId = (await makeUser(harness.db, { role: "admin" })).id;
  token = await harness.signIn(adminId, "admin");
});
afterAll(() => harness.close());

const callAs = (bearer: string) => harness.caller(bearer).admin;
const userIdOf = ({ id }: { id: string }) => publicId("user", id);
const merchantIdOf = ({ id }: { id: string }) => publicId("merchant", id);
const failure = (promise: Promise<unknown>) => promise.then(() => null).catch((error: { cause?: unknown }) => error.cause);
const auditOf = (subject: string) => harness.db.select().from(auditLog).where(eq(auditLog.subject, subject)).orderBy(auditLog.id);

describe("editing a user", () => {
  it("changes only the fields sent, and audits the values before", async () => {
    const user = await makeUser(harness.db, { phoneNumber: "555 0100" });
    const userId = userIdOf(user);
    const view = await callAs(token).editUser({ userId, firstName: "Renamed", phoneNumber: "" });
    expect(view).toMatchObject({ firstName: "Renamed", lastName: user.lastName, email: user.email, phoneNumber: null });
    expect(await auditOf(userId)).toMatchObject([
      {
        action: "user.edited",
        actorId: adminId,
        ip: "127.0.0.1",
        data: { firstName: { from: user.firstName, to: "Renamed" }, phoneNumber: { from: "555 0100", to: null } },
      },
    ]);
  });

  it("is refused when it is based on an older version", async () => {
    const userId = userIdOf(await makeUser(harness.db));
    const { updatedAt } = await callAs(token).user({ userId });
    await callAs(token).editUser({ userId, updatedAt, firstName: "First" });
    expect(await failure(callAs(token).editUser({ userId, updatedAt, firstName: "Second" }))).toMatchObject({ code: "CONFLICT" });
    expect((await callAs(token).user({ userId })).firstName).toBe("First");
  });

  it("succeeds once when two requests come at once", async () => {
    const userId = userIdOf(await makeUser(harness.db));
    const { updatedAt } = await callAs(token).user({ userId });
    const names = Array.from({ length: 8 }, (_, index) => `Editor ${index}`);
    const failures = await Promise.all(names.map((firstName) => failure(callAs(token).editUser({ userId, updatedAt, firstName }))));
    expect(failures.filter((error) => error === null)).toHaveLength(1);
    expect(await auditOf(userId)).toHaveLength(1);
  });

  it("ends every session at once when it suspends", async () => {
    const user = await makeUser(harness.db);
    const bearer = await harness.signIn(user.id);
    const ask = () => harness.app.inject({ url: "/api/auth/me", headers: { authorization: `Bearer ${bearer}` } });
    expect((await ask()).statusCode).toBe(200);
    await callAs(token).editUser({ userId: userIdOf(user), status: "suspended" });
    expect((await ask()).statusCode).toBe(401);
    await callAs(token).editUser({ userId: userIdOf(user), status: "active" });
    expect((await ask()).statusCode).toBe(401);
  });

  it("refuses another account's email, and signs out the user whose email changes", async () => {
    const [user, other] = [await makeUser(harness.db), await makeUser(harness.db)];
    const emailError = await failure(callAs(token).editUser({ userId: userIdOf(user), email: other.email.toUpperCase() }));
    expect(emailError).toMatchObject({ code: "EMAIL_ALREADY_USED", fields: { email: expect.any(String) } });
    const bearer = await harness.signIn(user.id);
    await callAs(token).editUser({ userId: userIdOf(user), email: "Moved@Example.com" });
    expect((await callAs(token).user({ userId: userIdOf(user) })).email).toBe("moved@example.com");
    expect(await failure(harness.caller(bearer).auth.me())).toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("links and unlinks a wallet, unproven, and never one of another user", async () => {
    const [user, other] = [await makeUser(harness.db), await makeUser(harness.db)];
    const { address: otherWallet } = await makeWallet(harness.db, { userId: other.id });
    const [userId, walletAddress] = [userIdOf(user), makeAddress("edited")];
    expect(await failure(callAs(token).editUser({ userId, walletAddress: otherWallet }))).toMatchObject({ code: "WALLET_ALREADY_USED" });
    expect(await callAs(token).editUser({ userId, walletAddress })).toMatchObject({ walletAddress, isWalletProven: false });
    expect(await callAs(token).editUser({ userId, walletAddress: "" })).toMatchObject({ walletAddress: null, isWalletProven: null });
    expect(await auditOf(walletAddress)).toMatchObject([
      { action: "wallet.linked", actorId: adminId, data: { owner: userId } },
      { action: "wallet.unlinked", actorId: adminId },
    ]);
  });

  it("saves all changes or none", async () => {
    const userId = userIdOf(await makeUser(harness.db, { firstName: "Before" }));
    const badChecksum = "0x036CbD53842c5426634e7929541eC2318f3dCF7E";
    expect(await failure(callAs(token).editUser({ userId, firstName: "After", walletAddress: badChecksum }))).toMatchObject({
      code: "VALIDATION",
    });
    expect((await callAs(token).user({ userId })).firstName).toBe("Before");
  });

  it("answers NOT_FOUND for an unknown user", async () => {
    for (const userId of ["usr_00000000000000000000000000", "nonsense", publicId("merchant", adminId)]) {
      expect(await failure(callAs(token).user({ userId }))).toMatchObject({ code: "NOT_FOUND", message: "User not found" });
      expect(await failure(callAs(token).editUser({ userId, firstName: "X" }))).toMatchObject({ message: "User not found" });
    }
  });
});

describe("an admin", () => {
  it("cannot suspend or deactivate their own account", async () => {
    for (const status of ["suspended", "inactive"] as const) {
      expect(await failure(callAs(token).editUser({ userId: publicId("user", adminId), status }))).toMatchObject({ code: "OWN_STATUS" });
    }
  });

  it("changes their own name without being signed out", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    const bearer = await harness.signIn(admin.id, "admin");
    await callAs(bearer).editUser({ userId: userIdOf(admin), email: "chief@example.com", firstName: "Chief" });
    expect(await callAs(bearer).me()).toMatchObject({ firstName: "Chief", email: "chief@example.com" });
  });

  it("stays active when two suspend each other at once", async () => {
    const separateHarness = await startHarness();
    const [firstAdmin, secondAdmin] = [
      await makeUser(separateHarness.db, { role: "admin" }),
      await makeUser(separateHarness.db, { role: "admin" }),
    ];
    const [firstToken, secondToken] = [
      await separateHarness.signIn(firstAdmin.id, "admin"),
      await separateHarness.signIn(secondAdmin.id, "admin"),
    ];
    const suspend = (bearer: string, target: { id: string }) =>
      failure(separateHarness.caller(bearer).admin.editUser({ userId: userIdOf(target), status: "suspended" }));
    const failures = await Promise.all([suspend(firstToken, secondAdmin), suspend(secondToken, firstAdmin)]);
    expect(failures.filter((error) => error === null)).toHaveLength(1);
    expect(await separateHarness.db.$count(users, and(eq(users.role, "admin"), eq(users.status, "active")))).toBe(1);
    await separateHarness.close();
  });
});

describe("editing a merchant", () => {
  const currentPayee = async (merchantId: string) => {
    const [row] = await harness.db
      .select()
      .from(payees)
      .where(and(eq(payees.merchantId, merchantId), isNull(payees.endedAt)));
    return row?.address ?? null;
  };

  it("changes every editable field, and audits the values before", async () => {
    const { merchant } = await makeMerchant(harness.db);
    const set = { name: "New name", businessType: "real_estate" as const, email: "new@example.com", phoneNumber: "555 0199" };
    const view = await callAs(token).editMerchant({ merchantId: merchantIdOf(merchant), ...set, status: "inactive" });
    expect(view).toMatchObject({ ...set, status: "inactive", transactionCount: 0 });
    const [entry] = await auditOf(merchantIdOf(merchant));
    expect(entry).toMatchObject({ action: "merchant.edited", actorId: adminId });
    expect(entry?.data["name"]).toEqual({ from: merchant.name, to: "New name" });
  });

  it("requires the admin's password to change the wallet", async () => {
    const { merchant, payee } = await makeMerchant(harness.db);
    const [merchantId, walletAddress] = [merchantIdOf(merchant), makeAddress("elsewhere")];
    for (const password of [undefined, "", "not it"]) {
      const refused = await failure(callAs(token).editMerchant({ merchantId, walletAddress, password }));
      expect(refused).toMatchObject({ code: "WRONG_PASSWORD", fields: { password: expect.any(String) } });
    }
    expect(await currentPayee(merchant.id)).toBe(payee?.address);
    await callAs(token).editMerchant({ merchantId, walletAddress, password: factoryPassword });
    expect(await currentPayee(merchant.id)).toBe(walletAddress);
    expect((await auditOf(merchantId)).at(-1)).toMatchObject({
      action: "merchant.payeeSet",
      data: { walletAddress: { from: payee?.address, to: walletAddress } },
    });
    await callAs(token).editMerchant({ merchantId, walletAddress, name: "The same wallet needs no password" });
    await callAs(token).editMerchant({ merchantId, walletAddress: "", password: factoryPassword });
    expect(await currentPayee(merchant.id)).toBeNull();
  });

  it("is refused when it is based on an older version", async () => {
    const { merchant } = await makeMerchant(harness.db);
    const merchantId = merchantIdOf(merchant);
    const { updatedAt } = await callAs(token).merchant({ merchantId });
    await callAs(token).editMerchant({ merchantId, updatedAt, name: "First" });
    expect(await failure(callAs(token).editMerchant({ merchantId, updatedAt, name: "Second" }))).toMatchObject({ code: "CONFLICT" });
  });

  it("stops new checkouts and ends its owner's sessions at once when it suspends", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const consumer = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
    const [ownerToken, consumerToken] = [await harness.signIn(owner.id), await harness.signIn(consumer.id)];
    await callAs(token).editMerchant({ merchantId: merchantIdOf(merchant), status: "suspended" });
    const checkout = harness.caller(consumerToken).payments.createCheckout({ amount: "12.00" });
    expect(await failure(checkout)).toMatchObject({ code: "MERCHANT_UNAVAILABLE" });
    expect(await failure(harness.caller(ownerToken).auth.me())).toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("answers NOT_FOUND for an unknown merchant", async () => {
    expect(await failure(callAs(token).merchant({ merchantId: "mer_00000000000000000000000000" }))).toMatchObject({
      code: "NOT_FOUND",
      message: "Merchant not found",
    });
    expect(await failure(callAs(token).editMerchant({ merchantId: "nonsense", name: "X" }))).toMatchObject({
      message: "Merchant not found",
    });
  });
});

describe("making a merchant", () => {
  const input = {
    name: "Lakeside Lofts",
    businessType: "apartment" as const,
    description: "Twelve lofts at the lake",
    firstName: "Ines",
    lastName: "Prado",
    email: "office@lakeside.example",
    phoneNumber: "555 0123",
    street: "1 Shore Road",
    city: "Duluth",
    state: "MN",
    zipCode: "55802",
    country: "United States",
  };

  it("also makes the owner's account, with a password shown once that can only be replaced", async () => {
    const walletAddress = makeAddress("lakeside");
    const made = await callAs(token).createMerchant({ ...input, ownerEmail: "ines@lakeside.example", walletAddress });
    expect(made.merchant).toMatchObject({
      name: "Lakeside Lofts",
      contactName: "Ines Prado",
      address: "1 Shore Road, Duluth, MN 55802, United States",
      walletAddress,
      status: "active",
      owner: { email: "ines@lakeside.example" },
    });
    const { auth } = harness.caller();
    const given = { email: "ines@lakeside.example", password: made.ownerPassword };
    expect(await failure(auth.login(given))).toMatchObject({ code: "FIRST_PASSWORD_REPLACEMENT_NEEDED" });
    await auth.replaceFirstPassword({ ...given, newPassword: "an own and long password" });
    expect(await failure(auth.replaceFirstPassword({ ...given, newPassword: "another long password" }))).toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    const signedIn = await auth.login({ ...given, password: "an own and long password" });
    expect(signedIn).toMatchObject({ role: "merchant", selectedMerchantId: made.merchant._id, redirectPath: "/merchant/dashboard" });
    const entries = await auditOf(made.merchant._id);
    expect(entries.map(({ action }) => action)).toEqual(["merchant.created", "merchant.payeeSet"]);
    expect(JSON.stringify(entries)).not.toContain(made.ownerPassword);
  });

  it("is refused for a taken email, and stores nothing", async () => {
    const { email } = await makeUser(harness.db);
    const refused = await failure(callAs(token).createMerchant({ ...input, name: "Never made", ownerEmail: email }));
    expect(refused).toMatchObject({ code: "EMAIL_ALREADY_USED", fields: { ownerEmail: expect.any(String) } });
    expect((await callAs(token).merchants({ search: "Never made" })).items).toEqual([]);
  });
});

import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { passkeyWallets } from "@hearth/db/schema/passkey-wallets";
import { users } from "@hearth/db/schema/users";
import { factoryPassword, makeMerchant, makeUser, nextNumber } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { makeSoftPasskey, makeWalletInPage } from "../../../testing/soft-passkey.ts";

const walletOrigin = "http://wallet.localhost:5000";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off", WALLET_ORIGIN: walletOrigin } });
});
afterAll(() => harness.close());

const business = {
  name: "Cedar House",
  businessType: "apartment" as const,
  description: "Twelve apartments by the park",
  phoneNumber: "(555) 010-0142",
  address: "12 Cedar Street, Albany, NY 12207, United States",
};
const signUp = (email: string) => ({ ...business, firstName: "Cora", lastName: "Vale", email, password: "a decent password" });
const newEmail = () => `cora.${nextNumber()}@example.com`;
const newAddress = () => privateKeyToAddress(generatePrivateKey());

const post = (url: string, payload: object, token?: string, headers = {}) =>
  harness.app.inject({ method: "POST", url, payload, headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers } });

describe("a merchant's sign-up", () => {
  it("makes account and business together and signs in", async () => {
    const email = newEmail();
    const { token, user } = await harness.caller().merchant.signUp(signUp(email));
    expect(user).toMatchObject({ role: "merchant", email, merchant: { name: "Cedar House", status: "active" } });
    const ownBusiness = await harness.caller(token).merchant.business();
    expect(ownBusiness).toMatchObject({
      ...business,
      contactName: "Cora Vale",
      email,
      walletAddress: null,
      walletProven: false,
      transactionCount: 0,
    });
    expect(ownBusiness._id).toBe(user.selectedMerchantId);
    const lines = await harness.db.select().from(auditLog).where(eq(auditLog.subject, ownBusiness._id));
    expect(lines.map(({ action }) => action)).toEqual(["merchant.registered"]);
  });

  it("stores nothing when the email is taken, and succeeds once when two come at once", async () => {
    const email = newEmail();
    const results = await Promise.allSettled([1, 2, 3].map(() => harness.caller().merchant.signUp(signUp(email))));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await harness.db.$count(users, eq(users.email, email))).toBe(1);
    expect(await harness.db.$count(merchants, eq(merchants.email, email))).toBe(1);
    const [refused] = results.filter((result) => result.status === "rejected");
    expect(refused?.reason.cause).toMatchObject({ code: "EMAIL_ALREADY_USED" });
  });

  it.each([
    [{ name: " " }, "Business name is required"],
    [{ businessType: "castle" }, "Business type is required"],
    [{ description: "" }, "Business description is required"],
    [{ firstName: "" }, "First name is required"],
    [{ lastName: "" }, "Last name is required"],
    [{ email: "" }, "Email is required"],
    [{ email: "cora@" }, "Please enter a valid email address"],
    [{ phoneNumber: "" }, "Phone number is required"],
    [{ password: "short" }, "Password must be at least 8 characters"],
    [{ role: "admin" }, "role"],
    [{ status: "active" }, "status"],
  ])("refuses %o", async (wrong, sentence) => {
    const answer = await post("/trpc/merchant.signUp", { ...signUp(newEmail()), ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(sentence);
  });
});

describe("a merchant's sign-up by passkey", () => {
  /** Begins a sign-up, and makes its wallet. */
  async function begun() {
    const person = { firstName: "Cora", lastName: "Vale", email: newEmail() };
    const passkey = makeSoftPasskey(walletOrigin);
    const { challenge } = await harness.caller().passkeyWallet.beginSignUp(person);
    return { passkey, input: { ...business, ...person, wallet: await makeWalletInPage(passkey, challenge) } };
  }
  const taken = { cause: { code: "EMAIL_ALREADY_USED" } };
  const invalid = { cause: { code: "PASSKEY_INVALID" } };

  it("makes the account with its business and its wallet and no password, and signs it in", async () => {
    const { passkey, input: ofBusiness } = await begun();
    const named = { ...business, name: "Fig Tree Homes" };
    const input = { ...ofBusiness, ...named };
    const { token, user } = await harness.caller().merchant.signUp(input);
    const call = harness.caller(token);
    expect(user).toMatchObject({ role: "merchant", email: input.email, merchant: { name: named.name, status: "active" } });
    expect(await call.merchant.business()).toMatchObject({ ...named, contactName: "Cora Vale", walletAddress: null });
    expect((await call.passkeyWallet.read()).wallet).toMatchObject({ address: input.wallet.address, passkeys: [{ name: "Phone" }] });
    expect(await call.auth.secondFactor()).toMatchObject({ hasPassword: false });
    const [row] = await harness.db.select({ id: users.id }).from(users).where(eq(users.email, input.email));
    const actorId = row?.id ?? "";
    const lines = await harness.db.select().from(auditLog).where(eq(auditLog.actorId, actorId));
    expect(lines.map(({ action, data }) => [action, data])).toEqual(
      expect.arrayContaining([
        ["auth.registered", { role: "merchant", by: "passkey" }],
        ["merchant.registered", { name: named.name }],
      ]),
    );
    const written = await harness.db.select().from(mails).where(eq(mails.userId, actorId));
    expect(written.map(({ event }) => event.kind)).toContain("emailConfirmation");
    const response = passkey.show(await harness.caller().passkeyWallet.beginSignIn());
    expect(await harness.caller().passkeyWallet.signIn({ response })).toMatchObject({
      role: "merchant",
      redirectPath: "/merchant/dashboard",
    });
    await call.auth.setPassword({ newPassword: "a decent password" });
    await harness.caller().auth.login({ email: input.email, password: "a decent password" });
  });

  it("takes either a password or a wallet", async () => {
    const { input } = await begun();
    const { wallet, ...without } = input;
    const sentence = "Please send either a password or a wallet";
    await expect(harness.caller().merchant.signUp(without)).rejects.toThrow(sentence);
    await expect(harness.caller().merchant.signUp({ ...input, password: "a decent password" })).rejects.toThrow(sentence);
    await harness.caller().merchant.signUp({ ...without, wallet });
  });

  it("uses up its challenge, and one that no sign-up counted is refused", async () => {
    const { passkey, input } = await begun();
    await harness.caller().merchant.signUp(input);
    const again = { ...input, email: newEmail() };
    await expect(harness.caller().merchant.signUp(again)).rejects.toMatchObject(invalid);
    const { challenge } = await harness.caller().passkeyWallet.beginSignIn();
    const uncounted = { ...again, wallet: await makeWalletInPage(passkey, challenge) };
    await expect(harness.caller().merchant.signUp(uncounted)).rejects.toMatchObject(invalid);
  });

  it("leaves no account, business or wallet where the email was taken meanwhile", async () => {
    const { input } = await begun();
    const name = `Cedar House ${nextNumber()}`;
    await makeUser(harness.db, { email: input.email });
    await expect(harness.caller().merchant.signUp({ ...input, name })).rejects.toMatchObject(taken);
    expect(await harness.db.$count(merchants, eq(merchants.name, name))).toBe(0);
    expect(await harness.db.$count(passkeyWallets, eq(passkeyWallets.address, input.wallet.address))).toBe(0);
  });
});

describe("the two documented calls of a merchant's sign-up", () => {
  const details = { ...business, contactName: "Cora Vale", walletAddress: "" };
  const account = async () => {
    const person = { firstName: "Cora", lastName: "Vale", email: newEmail(), password: "a decent password", role: "merchant" };
    return String((await post("/api/auth/register", person)).json().token);
  };

  it("make the same, with a given wallet, in the requester's time zone", async () => {
    const token = await account();
    const walletAddress = newAddress();
    const answer = await post("/api/merchants/register", { ...details, walletAddress }, token, { "x-time-zone": "America/Denver" });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().merchant).toMatchObject({ ...business, walletAddress, walletProven: false, timeZone: "America/Denver" });
    const me = await harness.app.inject({ url: "/api/auth/me", headers: { authorization: `Bearer ${token}` } });
    expect(me.json().selectedMerchantId).toBe(answer.json().merchant._id);
  });

  it("can be repeated: there is one business, the first one", async () => {
    const token = await account();
    const answers = await Promise.all([1, 2, 3].map(() => post("/api/merchants/register", details, token)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().merchant._id)).size).toBe(1);
    const again = await post("/api/merchants/register", { ...details, name: "Another name" }, token);
    expect(again.json().merchant.name).toBe("Cedar House");
  });

  it("refuse consumers, another user's wallet and a wrong checksum, and store nothing", async () => {
    const tenant = await harness.signIn((await makeUser(harness.db)).id);
    expect((await post("/api/merchants/register", details, tenant)).statusCode).toBe(403);
    const { payee } = await makeMerchant(harness.db);
    const token = await account();
    const taken = await post("/api/merchants/register", { ...details, walletAddress: payee?.address }, token);
    expect([taken.statusCode, taken.json().code]).toEqual([409, "WALLET_ALREADY_USED"]);
    const mistyped = await post(
      "/api/merchants/register",
      { ...details, walletAddress: "0x036CbD53842c5426634e7929541eC2318f3dCF7E" },
      token,
    );
    expect(mistyped.statusCode).toBe(400);
    const response = await harness.app.inject({ url: "/api/merchant-dashboard/stats", headers: { authorization: `Bearer ${token}` } });
    expect([response.statusCode, response.json().message]).toEqual([404, "No merchant account found"]);
    expect((await post("/api/merchants/register", details, token)).statusCode).toBe(201);
  });
});

describe("signing in as a merchant", () => {
  it("leads to the merchant's dashboard and names the business that the account owns", async () => {
    const { owner } = await makeMerchant(harness.db);
    const answer = (await post("/api/auth/login", { email: owner.email, password: factoryPassword })).json();
    expect(answer).toMatchObject({ role: "merchant", redirectPath: "/merchant/dashboard" });
    expect(answer.selectedMerchantId).toMatch(/^mer_/);
  });
});

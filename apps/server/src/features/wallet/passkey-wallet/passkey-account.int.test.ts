import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { users } from "@hearth/db/schema/users";
import { factoryPassword, makeMerchant, makeUser, nextNumber } from "@hearth/db/testing/factories";
import { limits } from "@hearth/domain/limits";
import { and, eq } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mailedToken } from "../../../testing/mailed-token.ts";
import { appCode } from "../../../testing/authenticator.ts";
import { failure } from "../../../testing/failure.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { makeSoftPasskey, makeWalletInPage } from "../../../testing/soft-passkey.ts";
import { changeWalletPasskey, endWallet } from "./passkey-wallet.repo.ts";
import { makeAdmin } from "../../operations/make-admin.ts";

const walletOrigin = "http://wallet.localhost:5000";
const newPassword = "a door by the river";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { WALLET_ORIGIN: walletOrigin } });
});
afterAll(() => harness.close());
beforeEach(() => harness.clock.advance({ seconds: 3_600 })); // a network's sign-ups are counted by the hour

const anybody = () => harness.caller();
const newPerson = () => ({ firstName: "Noor", lastName: "Haddad", email: `noor.${nextNumber()}@example.com` });

const invalid = { code: "PASSKEY_INVALID" };
const stale = { code: "STEP_UP_REQUIRED" };

const madeInPage = (challenge: string, passkey = makeSoftPasskey(walletOrigin)) => makeWalletInPage(passkey, challenge);

/** A person who made their account with a passkey alone. */
async function signedUp() {
  const person = newPerson();
  const passkey = makeSoftPasskey(walletOrigin);
  const { challenge } = await anybody().passkeyWallet.beginSignUp(person);
  const wallet = await madeInPage(challenge, passkey);
  const { token, user } = await anybody().passkeyWallet.signUp({ ...person, wallet });
  const [row] = await harness.db.select({ id: users.id }).from(users).where(eq(users.email, person.email));
  return { person, passkey, wallet, token, user, id: row?.id ?? "", call: harness.caller(token) };
}

const newDevice = ({ name, registration, wrap: wrapped, proof }: Awaited<ReturnType<typeof madeInPage>>) => ({
  name,
  registration,
  wrap: wrapped,
  proof,
});

const shown = async (passkey: ReturnType<typeof makeSoftPasskey>) => passkey.show(await anybody().passkeyWallet.beginSignIn());

/** Passes the time after which a session is not fresh. */
const age = () => harness.clock.advance({ seconds: limits.stepUpSeconds });

async function stepUp({ call, passkey }: Pick<Awaited<ReturnType<typeof signedUp>>, "call" | "passkey">) {
  await call.passkeyWallet.stepUp({ response: passkey.show(await call.passkeyWallet.beginProof()) });
}

describe("a sign-up by passkey", () => {
  it("makes the account with its wallet and no password, and signs it in", async () => {
    const { person, wallet, user, id, call } = await signedUp();
    expect(user).toMatchObject({ ...person, role: "user", status: "active", walletAddress: wallet.address });
    expect((await call.passkeyWallet.read()).wallet).toMatchObject({ address: wallet.address, passkeys: [{ name: "Phone" }] });
    expect(await call.wallet.status()).toMatchObject({ walletAddress: wallet.address, proven: true });
    expect(await call.auth.secondFactor()).toMatchObject({ hasPassword: false, passkeys: 0 });
    const [row] = await harness.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id));
    expect(row).toEqual({ passwordHash: null });
    expect((await linesOf(id)).map(({ action, data }) => [action, data])).toContainEqual([
      "auth.registered",
      { role: "user", by: "passkey" },
    ]);
    expect((await mailsOf(id)).map(({ event }) => event.kind)).toContain("emailConfirmation");
  });

  it("hashes nothing, nor does a sign-in", async () => {
    const { passwords } = harness.deps;
    const spies = [vi.spyOn(passwords, "hash"), vi.spyOn(passwords, "verify")];
    const { passkey } = await signedUp();
    await anybody().passkeyWallet.signIn({ response: await shown(passkey) });
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it("with the email of an account is refused before a passkey is made, as a sign-up with a password is", async () => {
    const { email } = await makeUser(harness.db);
    const person = { ...newPerson(), email };
    const byPassword = await failure(anybody().auth.register({ ...person, password: newPassword, role: "user" }));
    expect(byPassword).toMatchObject({ code: "EMAIL_ALREADY_USED" });
    const byPasskey = await failure(anybody().passkeyWallet.beginSignUp(person));
    expect(byPasskey).toMatchObject({ code: "EMAIL_ALREADY_USED", fields: { email: "An account with this email already exists" } });
    const begun = newPerson();
    const { challenge } = await anybody().passkeyWallet.beginSignUp(begun);
    await makeUser(harness.db, { email: begun.email });
    const late = anybody().passkeyWallet.signUp({ ...begun, wallet: await madeInPage(challenge) });
    expect(await failure(late)).toMatchObject({ code: "EMAIL_ALREADY_USED" });
  });

  it("of two tabs makes one account, and leaves nothing of the other one", async () => {
    const person = newPerson();
    const tabs = [await anybody().passkeyWallet.beginSignUp(person), await anybody().passkeyWallet.beginSignUp(person)];
    const [first, second] = [makeSoftPasskey(walletOrigin), makeSoftPasskey(walletOrigin)];
    const passkeys = [first, second];
    const wallets = await Promise.all(tabs.map(({ challenge }, tab) => madeInPage(challenge, passkeys[tab])));
    const results = await Promise.allSettled(wallets.map((wallet) => anybody().passkeyWallet.signUp({ ...person, wallet })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const winner = results.findIndex(({ status }) => status === "fulfilled");
    const { token } = await anybody().passkeyWallet.signIn({ response: await shown(passkeys[winner] ?? first) });
    expect((await harness.caller(token).passkeyWallet.read()).wallet?.address).toBe(wallets[winner]?.address);
    const response = await shown(passkeys[1 - winner] ?? first);
    expect(await failure(anybody().passkeyWallet.signIn({ response }))).toMatchObject(invalid);
  });

  it("counts each try at an email", async () => {
    const person = newPerson();
    for (let tries = 0; tries < 5; tries += 1) await anybody().passkeyWallet.beginSignUp(person);
    expect(await failure(anybody().passkeyWallet.beginSignUp(person))).toMatchObject({ code: "RATE_LIMITED" });
  });

  it("is not offered without the wallet's page", async () => {
    const without = await startHarness();
    try {
      const { passkeyWallet } = without.caller();
      expect(await failure(passkeyWallet.beginSignUp(newPerson()))).toMatchObject({ code: "PASSKEY_WALLET_OFF" });
      expect(await failure(passkeyWallet.beginSignIn())).toMatchObject({ code: "PASSKEY_WALLET_OFF" });
    } finally {
      await without.close();
    }
  });
});

describe("a sign-in by the wallet's passkey", () => {
  it("opens the product, is audited, and records the use", async () => {
    const { person, passkey, id } = await signedUp();
    const login = await anybody().passkeyWallet.signIn({ response: await shown(passkey) });
    expect(login).toMatchObject({ email: person.email, redirectPath: "/dashboard" });
    const { wallet } = await harness.caller(login.token).passkeyWallet.read();
    expect(wallet?.passkeys[0]?.lastUsedAt).toBe(harness.clock.now().toISOString());
    expect((await linesOf(id)).map(({ action, data }) => [action, data])).toContainEqual(["auth.signedIn", { passkey: "Phone" }]);
  });

  it("takes no response of another page, of an unverified holder, of an unknown passkey, or a second time", async () => {
    const { passkey } = await signedUp();
    const refused = async (response: Awaited<ReturnType<typeof shown>>) =>
      expect(await failure(anybody().passkeyWallet.signIn({ response }))).toMatchObject(invalid);
    const begin = () => anybody().passkeyWallet.beginSignIn();
    await refused(passkey.show(await begin(), { origin: harness.deps.env.publicOrigin }));
    await refused(passkey.show(await begin(), { verified: false }));
    await refused(makeSoftPasskey(walletOrigin).show(await begin()));
    const response = await shown(passkey);
    await anybody().passkeyWallet.signIn({ response });
    await refused(response);
  });

  it("is answered in a frame of the app, and of no other page", async () => {
    const { passkey } = await signedUp();
    const { publicOrigin } = harness.deps.env;
    const framed = async (topOrigin: string) =>
      anybody().passkeyWallet.signIn({ response: passkey.show(await anybody().passkeyWallet.beginSignIn(), { topOrigin }) });
    await framed(publicOrigin);
    expect(await failure(framed("https://hostile.example"))).toMatchObject(invalid);
  });

  it("is refused for a suspended account, and for an administrator", async () => {
    const suspended = await signedUp();
    await harness.db.update(users).set({ status: "suspended" }).where(eq(users.id, suspended.id));
    const response = await shown(suspended.passkey);
    expect(await failure(anybody().passkeyWallet.signIn({ response }))).toMatchObject({ code: "ACCOUNT_SUSPENDED" });
    const admin = await signedUp();
    await harness.db.update(users).set({ role: "admin" }).where(eq(users.id, admin.id));
    const ofAdmin = await shown(admin.passkey);
    expect(await failure(anybody().passkeyWallet.signIn({ response: ofAdmin }))).toMatchObject({ code: "FORBIDDEN" });
    age();
    expect(await failure(stepUp(admin))).toMatchObject({ code: "FORBIDDEN" });
    expect(await failure(admin.call.auth.setPassword({ newPassword }))).toMatchObject(stale);
  });

  it("ends with the passkey's removal, and with the wallet's", async () => {
    const { passkey, id } = await signedUp();
    const change = { removedAt: harness.clock.now() };
    await harness.db.transaction((tx) => changeWalletPasskey(tx, id, { credentialId: passkey.show({ challenge: "bm9uZQ" }).id }, change));
    expect(await failure(anybody().passkeyWallet.signIn({ response: await shown(passkey) }))).toMatchObject(invalid);
    const other = await signedUp();
    await harness.db.transaction((tx) => endWallet(tx, other.id, harness.clock.now()));
    expect(await failure(anybody().passkeyWallet.signIn({ response: await shown(other.passkey) }))).toMatchObject(invalid);
  });

  it("needs no code of an authenticator app, which the password still does", async () => {
    const { person, passkey, call } = await signedUp();
    const { secret } = await call.auth.setUpSecondFactor({});
    await call.auth.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) });
    await call.auth.setPassword({ newPassword });
    await anybody().passkeyWallet.signIn({ response: await shown(passkey) });
    const byPassword = anybody().auth.login({ email: person.email, password: newPassword });
    expect(await failure(byPassword)).toMatchObject({ code: "SECOND_FACTOR_REQUIRED" });
  });
});

describe("the challenges of the wallet's page", () => {
  it("serve only the purpose that they were made for", async () => {
    const { passkey, call } = await signedUp();
    const begin = {
      "a sign-up": async () => (await anybody().passkeyWallet.beginSignUp(newPerson())).challenge,
      "a sign-in": async () => (await anybody().passkeyWallet.beginSignIn()).challenge,
      "a step-up": async () => (await call.passkeyWallet.beginProof()).challenge,
      "a further passkey": async () => (await call.passkeyWallet.begin()).challenge,
      "a sign-in by the app's passkey": async () => (await anybody().auth.beginPasskeySignIn()).challenge,
    };
    const use = {
      "a sign-up": async (challenge: string) => anybody().passkeyWallet.signUp({ ...newPerson(), wallet: await madeInPage(challenge) }),
      "a sign-in": (challenge: string) => anybody().passkeyWallet.signIn({ response: passkey.show({ challenge }) }),
      "a step-up": (challenge: string) => call.passkeyWallet.stepUp({ response: passkey.show({ challenge }) }),
      "a further passkey": async (challenge: string) => call.passkeyWallet.addPasskey(newDevice(await madeInPage(challenge))),
      "a sign-in by the app's passkey": (challenge: string) => anybody().auth.signInWithPasskey({ response: passkey.show({ challenge }) }),
    };
    for (const [made, makeChallenge] of Object.entries(begin)) {
      for (const [used, send] of Object.entries(use)) {
        if (made !== used) expect(await failure(send(await makeChallenge())), `${made} used for ${used}`).toMatchObject(invalid);
      }
    }
  });

  it("of a step-up serve the account that asked, and no other one", async () => {
    const [one, other] = [await signedUp(), await signedUp()];
    const response = other.passkey.show(await one.call.passkeyWallet.beginProof());
    expect(await failure(one.call.passkeyWallet.stepUp({ response }))).toMatchObject(invalid);
    const foreign = other.passkey.show(await one.call.passkeyWallet.beginProof());
    expect(await failure(other.call.passkeyWallet.stepUp({ response: foreign }))).toMatchObject(invalid);
  });

  it("end: a sign-in's after five minutes, a sign-up's after thirty", async () => {
    const { passkey } = await signedUp();
    const person = newPerson();
    const [signIn, signUp] = [await anybody().passkeyWallet.beginSignIn(), await anybody().passkeyWallet.beginSignUp(person)];
    harness.clock.advance({ seconds: limits.passkeySeconds });
    expect(await failure(anybody().passkeyWallet.signIn({ response: passkey.show(signIn) }))).toMatchObject(invalid);
    const late = await anybody().passkeyWallet.beginSignUp(newPerson());
    await anybody().passkeyWallet.signUp({ ...person, wallet: await madeInPage(signUp.challenge) });
    harness.clock.advance({ seconds: limits.walletPasskeySeconds });
    const tooLate = anybody().passkeyWallet.signUp({ ...newPerson(), wallet: await madeInPage(late.challenge) });
    expect(await failure(tooLate)).toMatchObject(invalid);
  });
});

describe("an account without a password", () => {
  it("answers a sign-in by password as for a wrong password, after as much work", async () => {
    const { person } = await signedUp();
    const verify = vi.spyOn(harness.deps.passwords, "verify");
    const known = await failure(anybody().auth.login({ email: person.email, password: newPassword }));
    const unknown = await failure(anybody().auth.login({ email: newPerson().email, password: newPassword }));
    expect(known).toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(known).toEqual(unknown);
    expect(verify.mock.calls.map(([hash]) => hash)).toEqual([null, null]);
    verify.mockRestore();
  });

  it("steps up by its passkey, and by no password", async () => {
    const holder = await signedUp();
    age();
    expect(await failure(holder.call.auth.setPassword({ newPassword }))).toMatchObject(stale);
    expect(await failure(holder.call.auth.stepUp({ password: newPassword }))).toMatchObject({ code: "WRONG_PASSWORD" });
    expect(await failure(holder.call.auth.setPassword({ newPassword }))).toMatchObject(stale);
    await stepUp(holder);
    await holder.call.auth.setPassword({ newPassword });
  });

  it("does not stay fresh by typing passwords that it does not have", async () => {
    const holder = await signedUp();
    expect(await failure(holder.call.auth.stepUp({ password: newPassword }))).toMatchObject({ code: "WRONG_PASSWORD" });
  });

  it("changes its factors after a fresh step-up in place of the password", async () => {
    const holder = await signedUp();
    age();
    expect(await failure(holder.call.auth.setUpSecondFactor({}))).toMatchObject(stale);
    expect(await failure(holder.call.auth.setUpSecondFactor({ password: newPassword }))).toMatchObject(stale);
    await stepUp(holder);
    await holder.call.auth.setUpSecondFactor({});
    age();
    expect(await failure(holder.call.auth.confirmSecondFactor({ code: "123456" }))).toMatchObject(stale);
    await stepUp(holder);
    const { secret } = await holder.call.auth.setUpSecondFactor({});
    const newCode = () => {
      harness.clock.advance({ seconds: 60 });
      return appCode(secret, harness.clock.now());
    };
    await holder.call.auth.confirmSecondFactor({ code: newCode() });
    age();
    expect(await failure(holder.call.auth.renewRecoveryCodes({ code: newCode() }))).toMatchObject(stale);
    expect(await failure(holder.call.auth.endSecondFactor({ code: newCode() }))).toMatchObject(stale);
    await stepUp(holder);
    await holder.call.auth.renewRecoveryCodes({ code: newCode() });
    age();
    await stepUp(holder);
    await holder.call.auth.endSecondFactor({ code: newCode() });
  });

  it("changes its payout wallet after a fresh step-up in place of the password", async () => {
    const holder = await signedUp();
    await harness.db.update(users).set({ role: "merchant" }).where(eq(users.id, holder.id));
    await makeMerchant(harness.db, { ownerUserId: holder.id });
    const walletAddress = privateKeyToAccount(generatePrivateKey()).address;
    age();
    expect(await failure(holder.call.merchant.setPayoutWallet({ walletAddress }))).toMatchObject(stale);
    await stepUp(holder);
    await holder.call.merchant.setPayoutWallet({ walletAddress });
  });

  it("closes after a fresh step-up", async () => {
    const holder = await signedUp();
    age();
    const { email } = holder.person;
    expect(await failure(holder.call.account.close({ email }))).toMatchObject(stale);
    await stepUp(holder);
    await holder.call.account.close({ email });
    expect(await failure(anybody().passkeyWallet.signIn({ response: await shown(holder.passkey) }))).toMatchObject({
      code: "ACCOUNT_INACTIVE",
    });
  });

  it("sets a password once, which ends the other sessions and sends the owner an email", async () => {
    const { person, passkey, id, call } = await signedUp();
    const elsewhere = harness.caller((await anybody().passkeyWallet.signIn({ response: await shown(passkey) })).token);
    await call.auth.setPassword({ newPassword });
    expect(await failure(elsewhere.auth.me())).toMatchObject({ code: "UNAUTHENTICATED" });
    await call.auth.me();
    expect((await linesOf(id)).map(({ action }) => action)).toContain("auth.passwordSet");
    expect((await mailsOf(id)).map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ kind: "passwordChanged", isFirst: true }),
    );
    await anybody().auth.login({ email: person.email, password: newPassword });
    expect(await failure(call.auth.setPassword({ newPassword: "another river door" }))).toMatchObject({ code: "CONFLICT" });
    await call.auth.changePassword({ currentPassword: newPassword, newPassword: "another river door" });
  });

  it("gets its first password by a mailed link, and keeps its wallet", async () => {
    const { person, wallet } = await signedUp();
    await anybody().auth.forgotPassword({ email: person.email });
    await anybody().auth.resetPassword({ token: await mailedToken(harness, person.email, "passwordReset"), newPassword });
    const { token } = await anybody().auth.login({ email: person.email, password: newPassword });
    expect((await harness.caller(token).passkeyWallet.read()).wallet?.address).toBe(wallet.address);
  });

  it("keeps its wallet, the only way in, until a password is set", async () => {
    const { call, wallet } = await signedUp();
    const chain = vi.spyOn(harness.deps.chain, "balanceOf").mockResolvedValue(0n);
    const refused = await failure(call.passkeyWallet.remove({}));
    expect(refused).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("Set a password first") });
    const passkeyId = (await call.passkeyWallet.read()).wallet?.passkeys[0]?._id ?? "";
    expect(await failure(call.passkeyWallet.removePasskey({ passkeyId }))).toMatchObject({ code: "CONFLICT" });
    expect((await call.passkeyWallet.read()).wallet?.address).toBe(wallet.address);
    await call.auth.setPassword({ newPassword });
    expect((await call.passkeyWallet.remove({})).wallet).toBeNull();
    chain.mockRestore();
  });

  it("is not made an administrator", async () => {
    const { id, person } = await signedUp();
    await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.id, id));
    const promoted = makeAdmin(harness.deps, { email: person.email, account: null });
    await expect(promoted).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("no password") });
  });
});

describe("an account with a password", () => {
  it("steps up by its wallet's passkey as well", async () => {
    const user = await makeUser(harness.db);
    const call = harness.caller(await harness.signIn(user.id));
    const passkey = makeSoftPasskey(walletOrigin);
    await call.passkeyWallet.create(await madeInPage((await call.passkeyWallet.begin()).challenge, passkey));
    age();
    expect(await failure(call.auth.beginPasskey())).toMatchObject(stale);
    await stepUp({ call, passkey });
    await call.auth.beginPasskey();
    expect(await failure(call.auth.setUpSecondFactor({}))).toMatchObject({ code: "WRONG_PASSWORD" });
    await anybody().auth.login({ email: user.email, password: factoryPassword });
  });
});

function linesOf(actorId: string) {
  return harness.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, actorId)));
}

function mailsOf(userId: string) {
  return harness.db.select().from(mails).where(eq(mails.userId, userId)).orderBy(mails.id);
}

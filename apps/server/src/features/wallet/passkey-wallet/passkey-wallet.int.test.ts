import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { makeUser } from "@hearth/db/testing/factories";
import { limits } from "@hearth/domain/limits";
import { newPasskey } from "@hearth/domain/passkey-wallet/messages";
import { walletProofText } from "@hearth/domain/passkey-wallet/proof";
import { and, eq, like } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { failure } from "../../../testing/failure.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { endSessions, resolveActor } from "../../auth/sessions/sessions.service.ts";
import { makeSoftPasskey } from "../../../testing/soft-passkey.ts";

const walletOrigin = "http://wallet.localhost:5000";
const wrap = (data: string) => ({ version: 1 as const, iv: "aXZpdml2aXZpdml2", data });

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { WALLET_ORIGIN: walletOrigin } });
});
afterAll(() => harness.close());

const newKey = () => privateKeyToAccount(generatePrivateKey());

async function signedIn() {
  const user = await makeUser(harness.db);
  const token = await harness.signIn(user.id);
  return { user, token, call: harness.caller(token) };
}
type Call = Awaited<ReturnType<typeof signedIn>>["call"];

/** Makes the result of the wallet's page for a challenge, as its holder approved it. */
async function pageResult({ challenge, key = newKey(), passkey = makeSoftPasskey(walletOrigin) }: PageInput) {
  const proof = await key.signMessage({ message: walletProofText({ address: key.address, challenge }) });
  const { response, ...credential } = passkey.register({ challenge });
  const registration = { ...credential, response, clientExtensionResults: {} };
  return { key, passkey, added: { name: "Phone", registration, wrap: wrap("b3BlbmluZw"), proof } };
}
interface PageInput {
  challenge: string;
  key?: ReturnType<typeof newKey>;
  passkey?: ReturnType<typeof makeSoftPasskey>;
}

/** The input of `create` for a challenge. */
async function madeInPage(input: PageInput) {
  const { key, added, passkey } = await pageResult(input);
  return { key, passkey, made: { ...added, address: key.address, recoveryWrap: wrap("cmVjb3Zlcnk") } };
}

/** An account with a passkey wallet. */
async function withWallet() {
  const holder = await signedIn();
  const { key, passkey, made } = await madeInPage(await holder.call.passkeyWallet.begin());
  const { wallet } = await holder.call.passkeyWallet.create(made);
  return { ...holder, key, passkey, wallet };
}

/** Adds another device's passkey, as the page does after its holder typed the recovery code. */
async function addDevice(call: Call, key: ReturnType<typeof newKey>, name: string) {
  const { added } = await pageResult({ ...(await call.passkeyWallet.begin()), key });
  const { wallet } = await call.passkeyWallet.addPasskey({ ...added, name });
  return { wallet, passkeyId: wallet?.passkeys.find((passkey) => passkey.name === name)?._id ?? "" };
}

describe("making a passkey wallet", () => {
  it("stores what its page made, and links the address as proven", async () => {
    const { user, call } = await signedIn();
    expect(await call.passkeyWallet.read()).toEqual({ wallet: null, ended: [] });
    const begun = await call.passkeyWallet.begin();
    expect(newPasskey.parse(begun)).toMatchObject({ userName: user.email, existing: [] });
    const { key, passkey, made } = await madeInPage(begun);
    const created = await call.passkeyWallet.create(made);
    const { id: credentialId } = passkey.register(begun);
    expect(created.wallet).toMatchObject({
      address: key.address,
      openings: [{ credentialId, wrap: made.wrap }],
      recoveryWrap: made.recoveryWrap,
      passkeys: [{ name: "Phone", isBackedUp: false, lastUsedAt: null }],
    });
    expect(await call.passkeyWallet.read()).toEqual(created);
    expect(await call.wallet.status()).toMatchObject({ walletAddress: key.address, proven: true });
    expect((await call.passkeyWallet.begin()).existing).toEqual([credentialId]);
  });

  it("is audited, and its owner gets one mail about it", async () => {
    const { user, wallet } = await withWallet();
    const lines = await linesOf(user.id);
    expect(lines.map(({ action, subject }) => `${action} ${subject}`).toSorted()).toEqual([
      `passkeyWallet.made ${wallet?.address}`,
      `wallet.linked ${wallet?.address}`,
    ]);
    expect((await mailsOf(user.id)).map(({ event }) => event)).toMatchObject([
      { kind: "walletChanged", change: "linked", isPasskey: true },
    ]);
  });

  it("gives each passkey a handle of its own, so that a second tab replaces no passkey of the first", async () => {
    const { call } = await signedIn();
    const handles = [(await call.passkeyWallet.begin()).userId, (await call.passkeyWallet.begin()).userId];
    expect(new Set(handles).size).toBe(2);
  });

  it("keeps the first of two tabs, and tells the other why", async () => {
    const { call } = await signedIn();
    const tabs = await Promise.all(
      [await call.passkeyWallet.begin(), await call.passkeyWallet.begin()].map((challenge) => madeInPage(challenge)),
    );
    const results = await Promise.allSettled(tabs.map(({ made }) => call.passkeyWallet.create(made)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [refused] = results.filter((result) => result.status === "rejected");
    expect(refused?.reason).toMatchObject({ cause: { code: "CONFLICT", message: expect.stringContaining("in another tab") } });
    const { wallet } = await call.passkeyWallet.read();
    const winner = tabs[results.findIndex(({ status }) => status === "fulfilled")];
    expect(wallet?.address).toBe(winner?.key.address);
    expect(await call.wallet.address()).toEqual({ walletAddress: winner?.key.address });
  });
});

describe("what the server refuses", () => {
  it("a passkey of the app's host or of another page", async () => {
    const { call } = await signedIn();
    for (const origin of [harness.deps.env.publicOrigin, "https://wallet.hearth.example"]) {
      const { made } = await madeInPage({ ...(await call.passkeyWallet.begin()), passkey: makeSoftPasskey(origin) });
      expect(await failure(call.passkeyWallet.create(made))).toMatchObject({ code: "PASSKEY_INVALID" });
    }
    expect(await call.passkeyWallet.read()).toEqual({ wallet: null, ended: [] });
  });

  it("a passkey of the wallet's host for signing in", async () => {
    const { call } = await signedIn();
    const response = makeSoftPasskey(walletOrigin).register(await call.auth.beginPasskey());
    expect(await failure(call.auth.addPasskey({ name: "Phone", response }))).toMatchObject({ code: "PASSKEY_INVALID" });
  });

  it("a challenge for signing in, one of another account, one used before and a late one", async () => {
    const { call } = await signedIn();
    const other = await signedIn();
    const refused = async (challenge: string) => {
      const { made } = await madeInPage({ challenge });
      expect(await failure(call.passkeyWallet.create(made))).toMatchObject({ code: "PASSKEY_INVALID" });
    };
    await refused((await call.auth.beginPasskey()).challenge);
    await refused((await other.call.passkeyWallet.begin()).challenge);
    const { key, made } = await madeInPage(await call.passkeyWallet.begin());
    await call.passkeyWallet.create(made);
    expect(await failure(call.passkeyWallet.addPasskey((await pageResult({ challenge: challengeOf(made), key })).added))).toMatchObject({
      code: "PASSKEY_INVALID",
    });
    const late = await other.call.passkeyWallet.begin();
    harness.clock.advance({ seconds: limits.walletPasskeySeconds });
    const again = harness.caller(await harness.signIn(other.user.id));
    expect(await failure(again.passkeyWallet.create((await madeInPage(late)).made))).toMatchObject({ code: "PASSKEY_INVALID" });
  });

  it("an address whose key did not sign this challenge", async () => {
    const { call } = await signedIn();
    const { made } = await madeInPage(await call.passkeyWallet.begin());
    const other = newKey();
    expect(await failure(call.passkeyWallet.create({ ...made, address: other.address }))).toMatchObject({ code: "WALLET_PROOF_INVALID" });
    const first = await madeInPage(await call.passkeyWallet.begin());
    const second = await madeInPage({ ...(await call.passkeyWallet.begin()), key: first.key });
    const swapped = { ...second.made, proof: first.made.proof };
    expect(await failure(call.passkeyWallet.create(swapped))).toMatchObject({ code: "WALLET_PROOF_INVALID" });
  });

  it("a session that signed in a while ago", async () => {
    const { call, key, wallet } = await withWallet();
    const other = await signedIn();
    const [begun, began] = [await call.passkeyWallet.begin(), await other.call.passkeyWallet.begin()];
    const { passkeyId } = await addDevice(call, key, "Laptop");
    harness.clock.advance({ seconds: limits.stepUpSeconds });
    const stale = { code: "STEP_UP_REQUIRED" };
    const { added } = await pageResult({ ...begun, key });
    expect(await failure(call.passkeyWallet.begin())).toMatchObject(stale);
    expect(await failure(call.passkeyWallet.addPasskey(added))).toMatchObject(stale);
    expect(await failure(call.passkeyWallet.removePasskey({ passkeyId }))).toMatchObject(stale);
    expect(await failure(other.call.passkeyWallet.create((await madeInPage(began)).made))).toMatchObject(stale);
    expect((await call.passkeyWallet.read()).wallet).toMatchObject({ address: wallet?.address });
  });

  it("what a session began that has ended meanwhile", async () => {
    const { user, token, call } = await signedIn();
    const underWay = harness.caller(await resolveActor(harness.deps, token));
    const { made, key } = await madeInPage(await call.passkeyWallet.begin());
    const { added } = await pageResult({ ...(await call.passkeyWallet.begin()), key });
    await harness.db.transaction((tx) => endSessions(tx, user.id, { now: harness.clock.now() }));
    const ended = { code: "UNAUTHENTICATED" };
    expect(await failure(underWay.passkeyWallet.create(made))).toMatchObject(ended);
    expect(await failure(underWay.passkeyWallet.addPasskey(added))).toMatchObject(ended);
    expect((await harness.caller(await harness.signIn(user.id)).passkeyWallet.read()).wallet).toBeNull();
  });

  it("everything where passkey wallets are not offered", async () => {
    const without = await startHarness();
    try {
      const { id } = await makeUser(without.db);
      const { passkeyWallet, payments } = without.caller(await without.signIn(id));
      expect(await failure(passkeyWallet.begin())).toMatchObject({ code: "PASSKEY_WALLET_OFF" });
      expect((await payments.network()).walletOrigin).toBeNull();
    } finally {
      await without.close();
    }
    expect((await harness.caller().payments.network()).walletOrigin).toBe(walletOrigin);
  });
});

describe("the passkeys of a wallet", () => {
  it("are added by who can open it, renamed and removed, each told to the owner", async () => {
    const { user, call, key, passkey } = await withWallet();
    const { passkeyId, wallet } = await addDevice(call, key, "Laptop");
    expect(wallet?.openings).toHaveLength(2);
    const renamed = await call.passkeyWallet.renamePasskey({ passkeyId, name: "Work laptop" });
    expect(renamed.wallet?.passkeys.map(({ name }) => name)).toEqual(["Phone", "Work laptop"]);
    const removed = await call.passkeyWallet.removePasskey({ passkeyId });
    const { id } = passkey.register({ challenge: "bm9uZQ" });
    expect(removed.wallet?.openings.map(({ credentialId }) => credentialId)).toEqual([id]);
    expect((await mailsOf(user.id)).map(({ event }) => event).slice(1)).toMatchObject([
      { kind: "walletPasskeyChanged", change: "added", name: "Laptop" },
      { kind: "walletPasskeyChanged", change: "removed", name: "Work laptop" },
    ]);
    expect((await linesOf(user.id)).slice(2).map(({ action }) => action)).toEqual([
      "passkeyWallet.passkeyAdded",
      "passkeyWallet.passkeyRemoved",
    ]);
    expect(await failure(call.passkeyWallet.renamePasskey({ passkeyId, name: "Gone" }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("are not added by a session alone: the wallet's key must have signed", async () => {
    const { call, wallet } = await withWallet();
    const { added } = await pageResult(await call.passkeyWallet.begin());
    expect(await failure(call.passkeyWallet.addPasskey(added))).toMatchObject({ code: "WALLET_PROOF_INVALID" });
    expect(await call.passkeyWallet.read()).toMatchObject({ wallet });
  });

  it("keep the last one, and refuse one that is stored already", async () => {
    const { call, key, passkey, wallet } = await withWallet();
    const passkeyId = wallet?.passkeys[0]?._id ?? "";
    expect(await failure(call.passkeyWallet.removePasskey({ passkeyId }))).toMatchObject({ code: "CONFLICT" });
    expect(await call.passkeyWallet.read()).toMatchObject({ wallet });
    const { added } = await pageResult({ ...(await call.passkeyWallet.begin()), key, passkey });
    expect(await failure(call.passkeyWallet.addPasskey(added))).toMatchObject({ code: "CONFLICT" });
  });

  it("are the account's own: another account finds, changes and removes none", async () => {
    const { call, key, wallet, passkey } = await withWallet();
    const { passkeyId } = await addDevice(call, key, "Laptop");
    const stranger = await withWallet();
    const missing = { code: "NOT_FOUND" };
    expect(await failure(stranger.call.passkeyWallet.renamePasskey({ passkeyId, name: "Mine" }))).toMatchObject(missing);
    expect(await failure(stranger.call.passkeyWallet.removePasskey({ passkeyId }))).toMatchObject(missing);
    const { id: credentialId } = passkey.register({ challenge: "bm9uZQ" });
    expect(await failure(stranger.call.passkeyWallet.recordUse({ credentialId }))).toMatchObject(missing);
    expect((await call.passkeyWallet.read()).wallet?.passkeys.map(({ name }) => name)).toEqual(["Phone", "Laptop"]);
    const { wallet: theirs } = await stranger.call.passkeyWallet.read();
    expect(theirs?.address).not.toBe(wallet?.address);
  });

  it("say when one was last used", async () => {
    const { call, passkey } = await withWallet();
    const { id: credentialId } = passkey.register({ challenge: "bm9uZQ" });
    await call.passkeyWallet.recordUse({ credentialId });
    const { wallet } = await call.passkeyWallet.read();
    expect(wallet?.passkeys[0]?.lastUsedAt).toBe(harness.clock.now().toISOString());
  });

  it("say whether the provider keeps a copy", async () => {
    const { call } = await signedIn();
    const begun = await call.passkeyWallet.begin();
    const { made } = await madeInPage({ ...begun, passkey: makeSoftPasskey(walletOrigin, { isBackedUp: true }) });
    expect((await call.passkeyWallet.create(made)).wallet?.passkeys[0]?.isBackedUp).toBe(true);
  });

  it("are at most twenty", async () => {
    const { call, key } = await withWallet();
    for (let count = 1; count < limits.passkeysPerAccount; count += 1) await addDevice(call, key, `Key ${count}`);
    expect(await failure(call.passkeyWallet.begin())).toMatchObject({ code: "TOO_MANY_PASSKEYS" });
  });
});

/** The challenge that a passkey's registration answered. */
function challengeOf({ registration }: { registration: { response: { clientDataJSON: string } } }): string {
  const { challenge } = z
    .object({ challenge: z.string() })
    .parse(JSON.parse(Buffer.from(registration.response.clientDataJSON, "base64url").toString()));
  return challenge;
}

function linesOf(actorId: string) {
  return harness.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, actorId), like(auditLog.action, "%allet%")))
    .orderBy(auditLog.id);
}

function mailsOf(userId: string) {
  return harness.db.select().from(mails).where(eq(mails.userId, userId)).orderBy(mails.id);
}

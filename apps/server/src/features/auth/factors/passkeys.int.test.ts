import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { users } from "@hearth/db/schema/users";
import { factoryPassword, makeUser } from "@hearth/db/testing/factories";
import { limits } from "@hearth/domain/limits";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failure } from "../../../testing/failure.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { makeSoftPasskey } from "../../../testing/soft-passkey.ts";
import { removeSecondFactor } from "./second-factor.service.ts";
import { forgetRows } from "../../../jobs/forget-rows.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const newPasskey = () => makeSoftPasskey(harness.deps.env.publicOrigin);
const anybody = () => harness.caller();
const notKnown = { code: "PASSKEY_INVALID" };

/** A signed-in user with a passkey. */
async function withPasskey(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(harness.db, overrides);
  const passkey = newPasskey();
  const kind = user.role === "admin" ? "admin" : "auth";
  const token = await harness.signIn(user.id, kind);
  const call = harness.caller(token)[kind];
  const added = await call.addPasskey({ name: "Phone", response: passkey.register(await call.beginPasskey()) });
  return { user, passkey, call, token, added };
}

describe("a passkey", () => {
  it("signs in without a password, to the account's area, and is audited", async () => {
    const { user, passkey } = await withPasskey();
    const response = passkey.show(await anybody().auth.beginPasskeySignIn());
    const login = await anybody().auth.signInWithPasskey({ response });
    expect(login).toMatchObject({ email: user.email, redirectPath: "/dashboard" });
    expect(await harness.caller(login.token).auth.me()).toMatchObject({ email: user.email });
    const [line] = await linesOf(user.id, "auth.signedIn");
    expect(line?.data).toEqual({ passkey: "Phone" });
    expect((await harness.caller(login.token).auth.passkeys())[0]).toMatchObject({ name: "Phone", lastUsedAt: expect.any(String) });
  });

  it("signs in to the admin area for admins only", async () => {
    const admin = await withPasskey({ role: "admin" });
    const login = await anybody().admin.signInWithPasskey({ response: admin.passkey.show(await anybody().auth.beginPasskeySignIn()) });
    expect(login.redirectPath).toBe("/admin/dashboard");
    await harness.caller(login.token).admin.me();
    const { passkey } = await withPasskey();
    const other = anybody().admin.signInWithPasskey({ response: passkey.show(await anybody().auth.beginPasskeySignIn()) });
    expect(await failure(other)).toMatchObject({ code: "FORBIDDEN" });
  });

  it("signs each challenge once, within five minutes", async () => {
    const { passkey } = await withPasskey();
    const response = passkey.show(await anybody().auth.beginPasskeySignIn());
    await anybody().auth.signInWithPasskey({ response });
    expect(await failure(anybody().auth.signInWithPasskey({ response }))).toMatchObject(notKnown);
    const late = passkey.show(await anybody().auth.beginPasskeySignIn());
    harness.clock.advance({ seconds: limits.passkeySeconds });
    expect(await failure(anybody().auth.signInWithPasskey({ response: late }))).toMatchObject(notKnown);
    await forgetRows(harness.deps);
  });

  it("is accepted only from the product's origin, with user verification, and with its own key", async () => {
    const { passkey } = await withPasskey();
    const begin = () => anybody().auth.beginPasskeySignIn();
    const signIn = async (response: ReturnType<typeof passkey.show>) => failure(anybody().auth.signInWithPasskey({ response }));
    expect(await signIn(passkey.show(await begin(), { origin: "https://hearth.example" }))).toMatchObject(notKnown);
    expect(await signIn(passkey.show(await begin(), { verified: false }))).toMatchObject(notKnown);
    expect(await signIn(newPasskey().show(await begin()))).toMatchObject(notKnown);
    const { id, rawId } = passkey.show(await begin());
    expect(await signIn({ ...newPasskey().show(await begin()), id, rawId })).toMatchObject(notKnown);
    expect(await signIn(passkey.show({ challenge: "bm9ib2R5IGFza2VkIGZvciB0aGlz" }))).toMatchObject(notKnown);
  });

  it("is refused as a copy where its counter goes backwards", async () => {
    const { passkey } = await withPasskey();
    const begin = () => anybody().auth.beginPasskeySignIn();
    await anybody().auth.signInWithPasskey({ response: passkey.show(await begin(), { signCount: 7 }) });
    const copied = anybody().auth.signInWithPasskey({ response: passkey.show(await begin(), { signCount: 7 }) });
    expect(await failure(copied)).toMatchObject(notKnown);
  });

  it("does not sign in to a suspended account, and says so", async () => {
    const { user, passkey } = await withPasskey();
    await harness.db.update(users).set({ status: "suspended" }).where(eq(users.id, user.id));
    const response = passkey.show(await anybody().auth.beginPasskeySignIn());
    expect(await failure(anybody().auth.signInWithPasskey({ response }))).toMatchObject({ code: "ACCOUNT_SUSPENDED" });
  });

  it("is rate limited by network", async () => {
    const from = (ip: string) =>
      harness.app.inject({ method: "POST", url: "/trpc/auth.beginPasskeySignIn", payload: {}, remoteAddress: ip });
    for (let time = 0; time < 100; time += 1) expect((await from("203.0.113.9")).statusCode).toBe(200);
    expect((await from("203.0.113.9")).statusCode).toBe(429);
    expect((await from("203.0.113.10")).statusCode).toBe(200);
  });
});

describe("beside the password", () => {
  it("is required once the account has one, and a recovery code replaces it", async () => {
    const { user, added } = await withPasskey();
    const credentials = { email: user.email, password: factoryPassword };
    expect(added.recoveryCodes).toHaveLength(limits.recoveryCodes);
    expect(await failure(anybody().auth.login(credentials))).toMatchObject({ code: "PASSKEY_REQUIRED" });
    expect(await failure(anybody().auth.login({ ...credentials, code: "123456" }))).toMatchObject({ code: "SECOND_FACTOR_INVALID" });
    const code = added.recoveryCodes?.[0] ?? "";
    await anybody().auth.login({ ...credentials, code });
    expect(await failure(anybody().auth.login({ ...credentials, code }))).toMatchObject({ code: "SECOND_FACTOR_INVALID" });
  });

  it("ends the sessions that never showed one", async () => {
    const user = await makeUser(harness.db);
    const other = await harness.signIn(user.id);
    const { auth } = harness.caller(await harness.signIn(user.id));
    await auth.addPasskey({ name: "Phone", response: newPasskey().register(await auth.beginPasskey()) });
    expect(await failure(harness.caller(other).auth.me())).toMatchObject({ code: "UNAUTHENTICATED" });
    await auth.me();
  });
});

describe("keeping passkeys", () => {
  it("requires a fresh session, and notifies the user by mail", async () => {
    const { user, call, passkey } = await withPasskey();
    expect((await mailsOf(user.id)).map(({ event }) => event)).toMatchObject([{ change: "added", name: "Phone" }]);
    harness.clock.advance({ seconds: limits.stepUpSeconds });
    const [remaining] = await call.passkeys();
    expect(await failure(call.beginPasskey())).toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect(await failure(call.removePasskey({ passkeyId: remaining?._id ?? "" }))).toMatchObject({ code: "STEP_UP_REQUIRED" });
    await call.stepUpWithPasskey({ response: passkey.show(await call.beginPasskeyProof()) });
    await call.removePasskey({ passkeyId: remaining?._id ?? "" });
    expect((await mailsOf(user.id)).map(({ event }) => event)).toMatchObject([{ change: "added" }, { change: "removed", left: 0 }]);
    expect(await linesOf(user.id, "auth.passkeyRemoved")).toHaveLength(1);
  });

  it("stores several, each with a name, and none twice", async () => {
    const { call, passkey } = await withPasskey();
    const second = newPasskey();
    const answer = await call.addPasskey({ name: "Laptop", response: second.register(await call.beginPasskey()) });
    expect(answer.recoveryCodes).toBeNull();
    await call.renamePasskey({ passkeyId: answer.passkey._id, name: "Work laptop" });
    expect((await call.passkeys()).map(({ name }) => name)).toEqual(["Work laptop", "Phone"]);
    const again = call.addPasskey({ name: "Phone again", response: passkey.register(await call.beginPasskey()) });
    expect(await failure(again)).toMatchObject({ code: "CONFLICT" });
  });

  it("refuses other users", async () => {
    const { added, passkey } = await withPasskey();
    const stranger = await withPasskey();
    const passkeyId = added.passkey._id;
    expect(await failure(stranger.call.removePasskey({ passkeyId }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await failure(stranger.call.renamePasskey({ passkeyId, name: "Mine" }))).toMatchObject({ code: "NOT_FOUND" });
    const response = passkey.show(await stranger.call.beginPasskeyProof());
    expect(await failure(stranger.call.stepUpWithPasskey({ response }))).toMatchObject(notKnown);
    const made = newPasskey().register(await withPasskey().then(({ call }) => call.beginPasskey()));
    expect(await failure(stranger.call.addPasskey({ name: "Not asked by me", response: made }))).toMatchObject(notKnown);
  });

  it("is limited to twenty", async () => {
    const { call } = await withPasskey();
    for (let count = 1; count < limits.passkeysPerAccount; count += 1) {
      await call.addPasskey({ name: `Key ${count}`, response: newPasskey().register(await call.beginPasskey()) });
    }
    expect(await failure(call.beginPasskey())).toMatchObject({ code: "TOO_MANY_PASSKEYS" });
  });
});

describe("where the last one is removed", () => {
  it("the password alone signs in again, and the recovery codes are deleted", async () => {
    const { user, call, added } = await withPasskey();
    await call.removePasskey({ passkeyId: added.passkey._id });
    await anybody().auth.login({ email: user.email, password: factoryPassword });
    expect(await call.secondFactor()).toMatchObject({ passkeys: 0, recoveryCodesLeft: 0 });
  });

  it("an operator can remove it for a user who lost it", async () => {
    const { user, passkey } = await withPasskey();
    await harness.db.transaction((tx) => removeSecondFactor(tx, user.id, harness.clock.now()));
    await anybody().auth.login({ email: user.email, password: factoryPassword });
    const response = passkey.show(await anybody().auth.beginPasskeySignIn());
    expect(await failure(anybody().auth.signInWithPasskey({ response }))).toMatchObject(notKnown);
  });
});

describe("where administrators must have a second factor", () => {
  let strict: Harness;
  beforeAll(async () => {
    strict = await startHarness({ env: { ADMIN_MFA: "required" } });
  });
  afterAll(() => strict.close());

  it("a passkey counts as one, and the last one cannot be removed", async () => {
    const user = await makeUser(strict.db, { role: "admin" });
    const passkey = makeSoftPasskey(strict.deps.env.publicOrigin);
    const credentials = { email: user.email, password: factoryPassword };
    expect(await failure(strict.caller().admin.login(credentials))).toMatchObject({ code: "SECOND_FACTOR_SETUP_NEEDED" });
    const { auth } = strict.caller(await strict.signIn(user.id));
    await auth.addPasskey({ name: "Phone", response: passkey.register(await auth.beginPasskey()) });
    expect(await failure(strict.caller().admin.login(credentials))).toMatchObject({ code: "PASSKEY_REQUIRED" });
    const response = passkey.show(await strict.caller().auth.beginPasskeySignIn());
    const { admin } = strict.caller((await strict.caller().admin.signInWithPasskey({ response })).token);
    const [remaining] = await admin.passkeys();
    expect(await failure(admin.removePasskey({ passkeyId: remaining?._id ?? "" }))).toMatchObject({ code: "SECOND_FACTOR_MANDATORY" });
    expect(await admin.passkeys()).toHaveLength(1);
  });
});

function linesOf(actorId: string, action: string) {
  return harness.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, actorId), eq(auditLog.action, action)));
}

function mailsOf(userId: string) {
  return harness.db.select().from(mails).where(eq(mails.userId, userId)).orderBy(mails.id);
}

import { auditLog } from "@hearth/db/schema/audit-log";
import { recoveryCodes } from "@hearth/db/schema/recovery-codes";
import { secondFactors } from "@hearth/db/schema/second-factors";
import { factoryPassword as password, makeUser, type UserRow } from "@hearth/db/testing/factories";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../../../testing/authenticator.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { mailedToken } from "../../../testing/mailed-token.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const post = (url: string, payload: object) => harness.app.inject({ method: "POST", url, payload });
const login = (user: UserRow, code?: string) =>
  post("/api/auth/login", { email: user.email, password, ...(code !== undefined && { code }) });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: { cause?: unknown }) => error.cause,
  );
const nextStep = () => harness.clock.advance({ seconds: 30 });
const linesOf = (userId: string, action: string) =>
  harness.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), eq(auditLog.action, action)));

async function enabledAt(userId: string): Promise<string> {
  const [factor] = await harness.db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return factor?.enabledAt?.toISOString() ?? "";
}

/** Returns an account with its second factor on, its app, and its recovery codes. */
async function withSecondFactor(role: "user" | "merchant" | "admin" = "user") {
  const user = await makeUser(harness.db, { role });
  const token = await harness.signIn(user.id);
  const call = harness.caller(token).auth;
  const { secret } = await call.setUpSecondFactor({ password });
  const app = () => appCode(secret, harness.clock.now());
  const { recoveryCodes: codes } = await call.confirmSecondFactor({ code: app() });
  return { user, token, call, secret, app, codes };
}

describe("switching a second factor on", () => {
  it("requires the password, shows a secret once, and takes effect with the app's first code", async () => {
    const user = await makeUser(harness.db);
    const [token, elsewhere] = [await harness.signIn(user.id), await harness.signIn(user.id)];
    const call = harness.caller(token).auth;
    expect(await failure(call.setUpSecondFactor({ password: "not it" }))).toMatchObject({
      code: "WRONG_PASSWORD",
      fields: { password: expect.any(String) },
    });
    const { secret, uri } = await call.setUpSecondFactor({ password });
    expect(uri).toContain(encodeURIComponent(user.email));
    expect((await login(user)).statusCode).toBe(200);
    expect(await failure(call.confirmSecondFactor({ code: "123" }))).toMatchObject({
      code: "WRONG_CODE",
      fields: { code: expect.any(String) },
    });
    expect(await call.secondFactor()).toEqual({ enabledAt: null, recoveryCodesLeft: 0, passkeys: 0, hasPassword: true, isRequired: false });
    const { recoveryCodes: codes } = await call.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) });
    expect(new Set(codes).size).toBe(10);
    expect(await call.secondFactor()).toEqual({
      enabledAt: expect.any(String),
      recoveryCodesLeft: 10,
      passkeys: 0,
      hasPassword: true,
      isRequired: false,
    });
    expect(await failure(harness.caller(elsewhere).auth.me())).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await linesOf(user.id, "auth.secondFactorOn")).toHaveLength(1);
    expect(await failure(call.setUpSecondFactor({ password }))).toMatchObject({ code: "CONFLICT" });
  });

  it("stores neither the secret nor a recovery code as plain text", async () => {
    const { user, secret, codes } = await withSecondFactor();
    const [factor] = await harness.db.select().from(secondFactors).where(eq(secondFactors.userId, user.id));
    const hashes = await harness.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    const stored = JSON.stringify([factor, hashes, await harness.db.select().from(auditLog)]);
    for (const secretText of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) expect(stored).not.toContain(secretText);
  });

  it("expires after ten minutes, and starts again with another secret", async () => {
    const user = await makeUser(harness.db);
    const call = harness.caller(await harness.signIn(user.id)).auth;
    const { secret: first } = await call.setUpSecondFactor({ password });
    const { secret } = await call.setUpSecondFactor({ password });
    expect(await failure(call.confirmSecondFactor({ code: appCode(first, harness.clock.now()) }))).toMatchObject({ code: "WRONG_CODE" });
    harness.clock.advance({ minutes: 10 });
    expect(await failure(call.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) }))).toMatchObject({
      code: "SECOND_FACTOR_EXPIRED",
    });
  });

  it("happens once when two confirm at the same moment", async () => {
    const user = await makeUser(harness.db);
    const call = harness.caller(await harness.signIn(user.id)).auth;
    const { secret } = await call.setUpSecondFactor({ password });
    const code = appCode(secret, harness.clock.now());
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => failure(call.confirmSecondFactor({ code }))));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(await harness.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(10);
  });
});

describe("signing in with a second factor", () => {
  it("asks for the code only after a correct password", async () => {
    const { user, app } = await withSecondFactor();
    const wrong = await post("/api/auth/login", { email: user.email, password: "not it", code: app() });
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, "INVALID_CREDENTIALS"]);
    const asked = await login(user);
    expect([asked.statusCode, asked.json()]).toEqual([
      401,
      { message: "Please enter the code of your authenticator app", code: "SECOND_FACTOR_REQUIRED" },
    ]);
    expect((await login(user, " ")).json().code).toBe("SECOND_FACTOR_REQUIRED");
    nextStep();
    const answer = await login(user, app());
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([
      200,
      ["token", "_id", "firstName", "lastName", "email", "role", "selectedMerchantId", "redirectPath"],
    ]);
  });

  it("accepts each code once, one step early or late, and no older one afterwards", async () => {
    const { user, secret } = await withSecondFactor();
    nextStep();
    nextStep();
    const now = harness.clock.now().getTime();
    const codeAt = (seconds: number) => appCode(secret, new Date(now + seconds * 1000));
    expect((await login(user, codeAt(60))).json().code).toBe("SECOND_FACTOR_INVALID");
    expect((await login(user, codeAt(-30))).statusCode).toBe(200);
    expect((await login(user, codeAt(-30))).json().code).toBe("SECOND_FACTOR_INVALID");
    expect((await login(user, codeAt(30))).statusCode).toBe(200);
    expect((await login(user, codeAt(0))).json().code).toBe("SECOND_FACTOR_INVALID");
  });

  it("accepts a code once when it is sent several times at once", async () => {
    const { user, app } = await withSecondFactor();
    nextStep();
    const code = app();
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => login(user, code)))).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
  });

  it("accepts a recovery code instead, once, and audits it", async () => {
    const { user, codes } = await withSecondFactor();
    const [first = "", second = ""] = codes;
    expect((await login(user, first.toLowerCase().replaceAll("-", " "))).statusCode).toBe(200);
    expect((await login(user, first)).json().code).toBe("SECOND_FACTOR_INVALID");
    const statuses = (await Promise.all([1, 2, 3].map(() => login(user, second)))).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
    expect((await linesOf(user.id, "auth.recoveryCodeUsed")).map(({ data }) => data)).toEqual([{ left: 9 }, { left: 8 }]);
    expect(await linesOf(user.id, "auth.secondFactorFailed")).toHaveLength(3);
    const stranger = await withSecondFactor();
    expect((await login(stranger.user, codes[2])).json().code).toBe("SECOND_FACTOR_INVALID");
  });

  it("refuses even the right code for a while after five wrong ones", async () => {
    const { user, app } = await withSecondFactor();
    nextStep();
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await login(user, "abcdef")).statusCode).toBe(401);
    expect((await login(user, app())).statusCode).toBe(429);
    harness.clock.advance({ minutes: 15, seconds: 1 });
    expect((await login(user, app())).statusCode).toBe(200);
  });

  it("counts wrong codes by session, known device and mailed link, so that a thief's keep the owner out nowhere", async () => {
    const { user, call, app } = await withSecondFactor();
    nextStep();
    const known = await post("/api/auth/login", { email: user.email, password, code: app() });
    const headers = { cookie: `hearth_device=${known.cookies[0]?.value}` };
    const stolen = harness.caller(await harness.signIn(user.id)).auth;
    const wrong = { password, code: "abcdef" };
    for (let time = 0; time < 5; time += 1) {
      expect(await failure(stolen.stepUp(wrong))).toMatchObject({ code: "WRONG_CODE" });
      expect((await login(user, "abcdef")).statusCode).toBe(401);
    }
    nextStep();
    expect(await failure(stolen.stepUp({ password, code: app() }))).toMatchObject({ code: "RATE_LIMITED" });
    expect((await login(user, app())).statusCode).toBe(429);
    await call.stepUp({ password, code: app() });
    nextStep();
    const payload = { email: user.email, password, code: app() };
    expect((await harness.app.inject({ method: "POST", url: "/api/auth/login", payload, headers })).statusCode).toBe(200);
    nextStep();
    await harness.caller().auth.forgotPassword({ email: user.email });
    const token = await mailedToken(harness, user.email, "passwordReset");
    await harness.caller().auth.resetPassword({ token, newPassword: "copper kettles at noon", code: app() });
  });

  it("allows 240 codes a day to everybody else who has the password, from all sessions and networks together", async () => {
    const { user, call, app } = await withSecondFactor();
    const tried = `elsewhere ${user.id} ${user.id} ${await enabledAt(user.id)}`;
    for (let time = 0; time < 240; time += 1) await harness.deps.sharedLimits.take("secondFactorDay", tried);
    nextStep();
    expect((await login(user, app())).statusCode).toBe(429);
    expect(await failure(call.stepUp({ password, code: app() }))).toMatchObject({ code: "RATE_LIMITED" });
    harness.clock.advance({ hours: 24, seconds: 1 });
    expect((await login(user, app())).statusCode).toBe(200);
  });

  it("requires the code in the admin area as well", async () => {
    const { user, app } = await withSecondFactor("admin");
    nextStep();
    const body = { email: user.email, password };
    expect((await post("/api/admin/login", body)).json().code).toBe("SECOND_FACTOR_REQUIRED");
    expect((await post("/api/admin/login", { ...body, code: app() })).json().token).toMatch(/^hra_/);
  });
});

describe("switching it off", () => {
  it("requires the password and a code, and then the password alone signs in", async () => {
    const { user, call, app } = await withSecondFactor();
    nextStep();
    expect(await failure(call.endSecondFactor({ password: "not it", code: app() }))).toMatchObject({ code: "WRONG_PASSWORD" });
    expect(await failure(call.endSecondFactor({ password, code: "abcdef" }))).toMatchObject({ code: "WRONG_CODE" });
    expect((await login(user)).json().code).toBe("SECOND_FACTOR_REQUIRED");
    await call.endSecondFactor({ password, code: app() });
    expect((await login(user)).statusCode).toBe(200);
    expect(await harness.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(0);
    expect(await linesOf(user.id, "auth.secondFactorOff")).toHaveLength(1);
    expect(await failure(call.endSecondFactor({ password, code: app() }))).toMatchObject({
      code: "CONFLICT",
      message: "Two-step sign-in is off",
    });
  });

  it("works with a recovery code", async () => {
    const { call, codes } = await withSecondFactor();
    await call.endSecondFactor({ password, code: codes[9] ?? "" });
    expect(await call.secondFactor()).toMatchObject({ enabledAt: null, recoveryCodesLeft: 0 });
  });
});

it("new recovery codes replace all earlier ones", async () => {
  const { user, call, app, codes } = await withSecondFactor();
  nextStep();
  const { recoveryCodes: renewed } = await call.renewRecoveryCodes({ password, code: app() });
  expect((await login(user, codes[0])).json().code).toBe("SECOND_FACTOR_INVALID");
  expect((await login(user, renewed[0])).statusCode).toBe(200);
  expect(await call.secondFactor()).toMatchObject({ recoveryCodesLeft: 9 });
});

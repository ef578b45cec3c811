import { auditLog } from "@hearth/db/schema/audit-log";
import { factoryPassword as password, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../../testing/authenticator.ts";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { resetSecondFactor } from "./reset-second-factor.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

async function withSecondFactor() {
  const user = await makeUser(harness.db);
  const token = await harness.signIn(user.id);
  const call = harness.caller(token).auth;
  const { secret } = await call.setUpSecondFactor({ password });
  const { recoveryCodes } = await call.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) });
  return { user, token, recoveryCodes };
}
const signIn = (email: string, code?: string) => harness.caller().auth.login({ email, password, code });
const resetsOf = (userId: string) =>
  harness.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, publicId("user", userId)), eq(auditLog.action, "auth.secondFactorReset")));

describe("resetting a lost second factor", () => {
  it("makes the password enough, ends every session, and audits the operator's reset", async () => {
    const { user, token } = await withSecondFactor();
    await expect(signIn(user.email)).rejects.toMatchObject({ cause: { code: "SECOND_FACTOR_REQUIRED" } });
    await resetSecondFactor(harness.deps, user.email.toUpperCase());
    await expect(harness.caller(token).auth.me()).rejects.toMatchObject({ cause: { code: "UNAUTHENTICATED" } });
    const { token: fresh } = await signIn(user.email);
    expect(await harness.caller(fresh).auth.secondFactor()).toMatchObject({ enabledAt: null, recoveryCodesLeft: 0 });
    expect(await resetsOf(user.id)).toMatchObject([{ actorId: null, ip: null, data: { by: "operator" } }]);
  });

  it("lifts the lock of wrong codes, so that a new factor can be set up at once", async () => {
    const { user } = await withSecondFactor();
    const refusals = [];
    for (let tries = 0; tries < 6; tries += 1) refusals.push(await signIn(user.email, "000000").catch(({ cause }) => cause.code));
    expect(refusals).toEqual([...Array(5).fill("SECOND_FACTOR_INVALID"), "RATE_LIMITED"]);
    harness.clock.advance({ minutes: 1 });
    await resetSecondFactor(harness.deps, user.email);
    const { token } = await signIn(user.email);
    const call = harness.caller(token).auth;
    const { secret } = await call.setUpSecondFactor({ password });
    await call.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) });
    expect(await signIn(user.email, appCode(secret, new Date(harness.clock.now().getTime() + 30_000)))).toMatchObject({
      email: user.email,
    });
  });

  it("changes nothing for an account without one, or with one in setup", async () => {
    const user = await makeUser(harness.db);
    const token = await harness.signIn(user.id);
    const call = harness.caller(token).auth;
    await expect(resetSecondFactor(harness.deps, user.email)).rejects.toThrow("Two-step sign-in is off");
    const { secret } = await call.setUpSecondFactor({ password });
    await expect(resetSecondFactor(harness.deps, user.email)).rejects.toThrow("Two-step sign-in is off");
    expect((await call.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) })).recoveryCodes).toHaveLength(10);
    expect(await resetsOf(user.id)).toEqual([]);
  });

  it("is refused where no account has the email", async () => {
    await expect(resetSecondFactor(harness.deps, "nobody@example.com")).rejects.toThrow("There is no account with this email");
  });

  it("succeeds once when two do it at once", async () => {
    const { user } = await withSecondFactor();
    const tries = await Promise.allSettled([1, 2].map(() => resetSecondFactor(harness.deps, user.email)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await resetsOf(user.id)).toHaveLength(1);
  });
});

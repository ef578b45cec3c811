import { users } from "@hearth/db/schema/users";
import { factoryPassword as password, makeUser, type UserRow } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../../../testing/authenticator.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { ADMIN_MFA: "required" } });
});
afterAll(() => harness.close());

const open = () => harness.caller().admin;
const credentials = ({ email }: UserRow) => ({ email, password });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { cause?: { code?: string } }) => error.cause?.code ?? "unexpected",
  );
const app = (secret: string) => appCode(secret, harness.clock.now());

describe("where admins must have a second factor", () => {
  it("an admin without one gets a token only after setting it up", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    const answer = await harness.app.inject({ method: "POST", url: "/api/admin/login", payload: credentials(admin) });
    expect([answer.statusCode, answer.json().code]).toEqual([401, "SECOND_FACTOR_SETUP_NEEDED"]);
    const begun = await open().beginFirstSignIn(credentials(admin));
    for (const token of [begun.challenge, begun.secret]) {
      const asked = await harness.app.inject({ url: "/api/admin/dashboard", headers: { authorization: `Bearer ${token}` } });
      expect(asked.statusCode).toBe(401);
    }
    expect(await codeOf(open().completeFirstSignIn({ challenge: begun.challenge, code: "abcdef" }))).toBe("WRONG_CODE");
    const { login, recoveryCodes } = await open().completeFirstSignIn({ challenge: begun.challenge, code: app(begun.secret) });
    expect(recoveryCodes).toHaveLength(10);
    expect(login).toMatchObject({ _id: publicId("user", admin.id), redirectPath: "/admin/dashboard" });
    expect(await harness.caller(login.token).admin.secondFactor()).toMatchObject({ isRequired: true, recoveryCodesLeft: 10 });
    expect(await codeOf(open().login(credentials(admin)))).toBe("SECOND_FACTOR_REQUIRED");
    expect(await codeOf(open().beginFirstSignIn(credentials(admin)))).toBe("CONFLICT");
  });

  it("admins cannot switch it off in either area, and others still can", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    const begun = await open().beginFirstSignIn(credentials(admin));
    const { login, recoveryCodes } = await open().completeFirstSignIn({ challenge: begun.challenge, code: app(begun.secret) });
    const proof = { password, code: recoveryCodes[0] ?? "" };
    expect(await codeOf(harness.caller(login.token).admin.endSecondFactor(proof))).toBe("SECOND_FACTOR_MANDATORY");
    expect(await codeOf(harness.caller(await harness.signIn(admin.id)).auth.endSecondFactor(proof))).toBe("SECOND_FACTOR_MANDATORY");
    const consumer = await makeUser(harness.db);
    expect(
      (
        await open()
          .login(credentials(consumer))
          .catch((error) => error)
      ).cause.code,
    ).toBe("FORBIDDEN");
    expect(await harness.caller().auth.login(credentials(consumer))).toMatchObject({ redirectPath: "/dashboard" });
  });

  it("an admin token issued before is refused", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    expect(await codeOf(harness.caller(await harness.signIn(admin.id, "admin")).admin.me())).toBe("UNAUTHENTICATED");
  });

  it("the setup requires an admin's password, and expires after ten minutes", async () => {
    const [consumer, admin] = [await makeUser(harness.db), await makeUser(harness.db, { role: "admin" })];
    expect(await codeOf(open().beginFirstSignIn(credentials(consumer)))).toBe("FORBIDDEN");
    expect(await codeOf(open().beginFirstSignIn({ email: admin.email, password: "not it" }))).toBe("INVALID_CREDENTIALS");
    const { challenge, secret } = await open().beginFirstSignIn(credentials(admin));
    harness.clock.advance({ minutes: 10 });
    expect(await codeOf(open().completeFirstSignIn({ challenge, code: app(secret) }))).toBe("SECOND_FACTOR_EXPIRED");
  });

  it("a challenge works once, until a newer one replaces it, and not for a suspended account", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    const older = await open().beginFirstSignIn(credentials(admin));
    const newer = await open().beginFirstSignIn(credentials(admin));
    expect(await codeOf(open().completeFirstSignIn({ challenge: older.challenge, code: app(newer.secret) }))).toBe("SECOND_FACTOR_EXPIRED");
    const both = { challenge: newer.challenge, code: app(newer.secret) };
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(open().completeFirstSignIn(both))));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await codeOf(open().completeFirstSignIn(both))).toBe("SECOND_FACTOR_EXPIRED");

    const other = await makeUser(harness.db, { role: "admin" });
    const begun = await open().beginFirstSignIn(credentials(other));
    const { login } = await signedIn();
    await harness.caller(login.token).admin.editUser({ userId: publicId("user", other.id), status: "suspended" });
    await harness.db.update(users).set({ status: "active" }).where(eq(users.id, other.id));
    expect(await codeOf(open().completeFirstSignIn({ challenge: begun.challenge, code: app(begun.secret) }))).toBe("SECOND_FACTOR_EXPIRED");
  });
});

async function signedIn() {
  const begun = await open().beginFirstSignIn(credentials(await makeUser(harness.db, { role: "admin" })));
  return open().completeFirstSignIn({ challenge: begun.challenge, code: app(begun.secret) });
}

it("an optional second factor needs no setup before signing in", async () => {
  const optional = await startHarness();
  const admin = await makeUser(optional.db, { role: "admin" });
  expect(await codeOf(optional.caller().admin.beginFirstSignIn(credentials(admin)))).toBe("CONFLICT");
  expect((await optional.caller().admin.login(credentials(admin))).token).toMatch(/^hra_/);
  await optional.close();
});

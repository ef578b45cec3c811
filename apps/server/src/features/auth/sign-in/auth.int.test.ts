import { factoryPassword, makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { users } from "@hearth/db/schema/users";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

let registered = 0;
function newcomer() {
  registered += 1;
  return { firstName: "Ada", lastName: "Okafor", email: `ada${registered}@example.com`, password: "a decent password" };
}

async function auditOf(actorId: string) {
  const entries = await harness.db.query.auditLog.findMany({ where: (entry, { eq: is }) => is(entry.actorId, actorId) });
  return entries.toSorted((left, right) => left.id - right.id).map((entry) => entry.action);
}

describe("registering", () => {
  it("returns a working token and the account, with the email lower-cased", async () => {
    const { token, user } = await harness.caller().auth.register({ ...newcomer(), email: "  Ada.Lovelace@Example.COM " });
    expect(user).toMatchObject({
      email: "ada.lovelace@example.com",
      role: "user",
      status: "active",
      selectedMerchantId: null,
      merchant: null,
    });
    expect(user._id).toMatch(/^usr_/);
    expect(token).toMatch(/^hrt_[\w-]{43}$/);
    expect(await harness.caller(token).auth.me()).toEqual(user);
  });

  it("makes merchants when asked, and never admins", async () => {
    const { user } = await harness.caller().auth.register({ ...newcomer(), role: "merchant" });
    expect(user.role).toBe("merchant");
    const asAdmin = { ...newcomer(), role: "admin" };
    const answer = await harness.app.inject({ method: "POST", url: "/api/auth/register", payload: asAdmin });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: "VALIDATION",
      message: "Role must be user or merchant",
      errors: { role: "Role must be user or merchant" },
    });
  });

  it("refuses fields it does not know", async () => {
    const answer = await harness.app.inject({
      method: "POST",
      url: "/api/auth/register",
      payload: { ...newcomer(), status: "active", isAdmin: true },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual({ status: "This field is not known", isAdmin: "This field is not known" });
  });

  it("mails no stranger a name with a web address in it", async () => {
    const person = newcomer();
    const payload = { ...person, firstName: "Verify at https://hearth-help.example now" };
    const answer = await harness.app.inject({ method: "POST", url: "/api/auth/register", payload });
    const reason = "Enter a name without a web address";
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: reason, code: "VALIDATION", errors: { firstName: reason } }]);
    expect(await harness.db.query.mails.findFirst({ where: (mail, { eq: is }) => is(mail.toAddress, person.email) })).toBeUndefined();
  });

  it("refuses a taken email in any casing", async () => {
    const first = newcomer();
    await harness.caller().auth.register(first);
    await expect(harness.caller().auth.register({ ...newcomer(), email: first.email.toUpperCase() })).rejects.toThrow(
      "An account with this email already exists",
    );
  });

  it("succeeds once when two register one email at the same moment", async () => {
    const person = newcomer();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => harness.caller().auth.register(person)));
    const refused = results.filter((result) => result.status === "rejected");
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const { reason } of refused) expect(reason.cause).toMatchObject({ code: "EMAIL_ALREADY_USED" });
    expect(await harness.db.$count(users, eq(users.email, person.email))).toBe(1);
  });

  it("stores the password as argon2id only", async () => {
    const person = newcomer();
    await harness.caller().auth.register(person);
    const row = await harness.db.query.users.findFirst({ where: (user, { eq: is }) => is(user.email, person.email) });
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
    expect(JSON.stringify(row)).not.toContain(person.password);
  });
});

describe("signing in", () => {
  it("answers exactly the documented fields", async () => {
    const { merchant } = await makeMerchant(harness.db);
    const user = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
    const answer = await harness.caller().auth.login({ email: user.email, password: factoryPassword });
    const fields = ["_id", "email", "firstName", "lastName", "redirectPath", "role", "selectedMerchantId", "token"];
    expect(Object.keys(answer).toSorted()).toEqual(fields);
    expect(answer.selectedMerchantId).toMatch(/^mer_/);
    expect(answer.redirectPath).toBe("/dashboard");
    expect(await auditOf(user.id)).toEqual(["auth.signedIn"]);
  });

  it("sends merchants to their dashboard, with the merchant they own", async () => {
    const { owner } = await makeMerchant(harness.db);
    const answer = await harness.caller().auth.login({ email: owner.email, password: factoryPassword });
    expect(answer.redirectPath).toBe("/merchant/dashboard");
    expect(answer.selectedMerchantId).toMatch(/^mer_/);
  });

  it("sends admins to the admin sign-in, with a token that no admin call accepts", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    const { redirectPath, token } = await harness.caller().auth.login({ email: admin.email, password: factoryPassword });
    expect(redirectPath).toBe("/admin/login");
    expect(token.startsWith("hrt_")).toBe(true);
  });

  it("gives the same answer for a wrong password and an unknown email", async () => {
    const user = await makeUser(harness.db);
    const attempt = (email: string) =>
      harness.app.inject({ method: "POST", url: "/api/auth/login", payload: { email, password: "not the password" } });
    const [known, unknown] = await Promise.all([attempt(user.email), attempt("nobody@example.com")]);
    expect(known.statusCode).toBe(401);
    expect(known.body).toBe(unknown.body);
    expect(known.json()).toEqual({ message: "Invalid email or password", code: "INVALID_CREDENTIALS" });
    expect(await auditOf(user.id)).toEqual(["auth.signInFailed"]);
  });

  it.each(["inactive", "suspended"] as const)("reveals that an account is %s only after its correct password", async (status) => {
    const { email } = await makeUser(harness.db, { status });
    await expect(harness.caller().auth.login({ email, password: factoryPassword })).rejects.toThrow(`This account is ${status}`);
    await expect(harness.caller().auth.login({ email, password: "not the password" })).rejects.toThrow("Invalid email or password");
  });
});

describe("a session", () => {
  it("ends on logout, on the server too", async () => {
    const user = await makeUser(harness.db);
    const token = await harness.signIn(user.id);
    const other = await harness.signIn(user.id);
    await harness.caller(token).auth.logout();
    await expect(harness.caller(token).auth.me()).rejects.toThrow("Please sign in");
    expect((await harness.caller(other).auth.me()).email).toBe(user.email);
    expect(await auditOf(user.id)).toEqual(["auth.signedOut"]);
  });

  it("is refused as soon as the account is suspended", async () => {
    const user = await makeUser(harness.db);
    const token = await harness.signIn(user.id);
    await harness.db.update(users).set({ status: "suspended" }).where(eq(users.id, user.id));
    await expect(harness.caller(token).auth.me()).rejects.toThrow("Please sign in");
  });

  it("is stored as a hash, never as the token", async () => {
    const user = await makeUser(harness.db);
    const token = await harness.signIn(user.id);
    const rows = await harness.db.query.sessions.findMany({ where: (session, { eq: is }) => is(session.userId, user.id) });
    expect(rows[0]?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

import { auditLog } from "@hearth/db/schema/audit-log";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { createResetLink } from "../auth/email/reset-password.service.ts";
import { changeAdminAccess, findRole, makeAdmin } from "./make-admin.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

const ownPassword = "an own and long password";
const replaceFirst = (email: string) =>
  harness.caller().auth.replaceFirstPassword({ email, password: account.password, newPassword: ownPassword });
const account = { firstName: "Ada", lastName: "Keeper", password: "a decent password" };

const confirmedUser = () => makeUser(harness.db, { emailConfirmedAt: harness.clock.now() });

describe("making an admin", () => {
  it("creates an account that can sign in to the admin area", async () => {
    await makeAdmin(harness.deps, { email: "Ada@Example.com", account });
    await replaceFirst("ada@example.com");
    const answer = await harness.caller().admin.login({ email: "ada@example.com", password: ownPassword });
    expect(answer).toMatchObject({ role: "admin", email: "ada@example.com" });
  });

  it("sets a first password that can only be replaced, once", async () => {
    const email = "first@example.com";
    await makeAdmin(harness.deps, { email, account });
    const given = { email, password: account.password };
    const needed = { cause: { code: "FIRST_PASSWORD_REPLACEMENT_NEEDED" } };
    await expect(harness.caller().admin.login(given)).rejects.toMatchObject(needed);
    await expect(harness.caller().auth.login(given)).rejects.toMatchObject(needed);
    await expect(harness.caller().admin.beginFirstSignIn(given)).rejects.toMatchObject(needed);
    const again = harness.caller().auth.replaceFirstPassword({ ...given, newPassword: account.password });
    await expect(again).rejects.toThrow("Please choose another password than the one that was given to you");
    await replaceFirst(email);
    await expect(harness.caller().admin.login(given)).rejects.toMatchObject({ cause: { code: "INVALID_CREDENTIALS" } });
    await expect(replaceFirst(email)).rejects.toMatchObject({ cause: { code: "INVALID_CREDENTIALS" } });
    const signIn = harness.caller().auth.replaceFirstPassword({ email, password: ownPassword, newPassword: "yet another password" });
    await expect(signIn).rejects.toThrow("This password is your own already");
  });

  it("sets a first password that expires after seven days; an operator's link helps then", async () => {
    const separateHarness = await startHarness({ env: { RATE_LIMITS: "off" } });
    const email = "late@example.com";
    await makeAdmin(separateHarness.deps, { email, account });
    separateHarness.clock.advance({ hours: 7 * 24 });
    const late = separateHarness.caller().auth.replaceFirstPassword({ email, password: account.password, newPassword: ownPassword });
    await expect(late).rejects.toThrow("This password was good for 7 days");
    const token = new URL(await createResetLink(separateHarness.deps, "https://hearth.example", email)).hash.slice(1);
    await separateHarness.caller().auth.resetPassword({ token, newPassword: ownPassword });
    expect(await separateHarness.caller().admin.login({ email, password: ownPassword })).toMatchObject({ email });
    await separateHarness.close();
  });

  it("creates a read-only admin, who can change only their own account until an operator changes that", async () => {
    const [auditor, keeper] = [await confirmedUser(), await makeUser(harness.db, { role: "admin" })];
    await makeAdmin(harness.deps, { email: auditor.email, account: null, isReadOnly: true });
    const call = harness.caller(await harness.signIn(auditor.id, "admin"));
    expect(await call.admin.me()).toMatchObject({ isReadOnly: true });
    await call.admin.users({});
    const edit = { userId: publicId("user", keeper.id), firstName: "Other" };
    await expect(call.admin.editUser(edit)).rejects.toThrow("You can see everything here, and change nothing.");
    await call.admin.setMailPreference({ group: "alarms", on: false });
    await changeAdminAccess(harness.deps, auditor.email, false);
    expect(await call.admin.editUser(edit)).toMatchObject({ firstName: "Other" });
    await expect(changeAdminAccess(harness.deps, auditor.email, false)).rejects.toThrow("nothing would change");
  });

  it("keeps one admin with full access", async () => {
    const separateHarness = await startHarness();
    const [first, second] = [await makeUser(separateHarness.db, { role: "admin" }), await makeUser(separateHarness.db, { role: "admin" })];
    await changeAdminAccess(separateHarness.deps, first.email, true);
    await expect(changeAdminAccess(separateHarness.deps, second.email, true)).rejects.toThrow(
      "This is the last admin who may change anything",
    );
    await separateHarness.close();
  });

  it("promotes an existing account, signs it out, and audits that", async () => {
    const user = await confirmedUser();
    const token = await harness.signIn(user.id);
    await makeAdmin(harness.deps, { email: user.email, account: null });
    expect(await findRole(harness.db, user.email)).toBe("admin");
    await expect(harness.caller(token).auth.me()).rejects.toMatchObject({ cause: { code: "UNAUTHENTICATED" } });
    const lines = await harness.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, publicId("user", user.id)));
    expect(lines.map(({ action, actorId }) => [action, actorId])).toEqual([["admin.made", null]]);
  });

  it("is refused for a merchant, an admin, an unconfirmed email, an unknown account and a weak password", async () => {
    const { owner } = await makeMerchant(harness.db);
    const admin = await makeUser(harness.db, { role: "admin" });
    const squatter = await makeUser(harness.db);
    const refusals = [
      [{ email: squatter.email, account: null }, "so it may be a stranger's"],
      [{ email: owner.email, account: null }, "This account owns a business. Use another email for the admin."],
      [{ email: admin.email, account: null }, "This account is an admin already"],
      [{ email: "nobody@example.com", account: null }, "There is no account with this email"],
      [{ email: "new@example.com", account: { ...account, password: "short" } }, "Password must be at least 8 characters"],
    ] as const;
    for (const [request, message] of refusals) await expect(makeAdmin(harness.deps, request)).rejects.toThrow(message);
    expect(await findRole(harness.db, "new@example.com")).toBeNull();
  });

  it("succeeds once when two do it at once", async () => {
    const user = await confirmedUser();
    const tries = await Promise.allSettled([1, 2].map(() => makeAdmin(harness.deps, { email: user.email, account: null })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

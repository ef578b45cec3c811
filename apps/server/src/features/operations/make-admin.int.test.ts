import { auditLog } from "@hearth/db/schema/audit-log";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { findRole, makeAdmin } from "./make-admin.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const account = { firstName: "Ada", lastName: "Keeper", password: "a decent password" };

describe("making an admin", () => {
  it("opens an account that signs in to the admin area", async () => {
    await makeAdmin(harness.deps, { email: "Ada@Example.com", account });
    const answer = await harness.caller().admin.login({ email: "ada@example.com", password: account.password });
    expect(answer).toMatchObject({ role: "admin", email: "ada@example.com" });
  });

  it("raises an account that is there, signs it out, and writes that down", async () => {
    const user = await makeUser(harness.db);
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

  it("is refused for a merchant's account, for an admin, for nobody, and for a weak password", async () => {
    const { owner } = await makeMerchant(harness.db);
    const admin = await makeUser(harness.db, { role: "admin" });
    const refusals = [
      [{ email: owner.email, account: null }, "This account owns a business. Use another e-mail for the admin."],
      [{ email: admin.email, account: null }, "This account is an admin already"],
      [{ email: "nobody@example.com", account: null }, "There is no account with this e-mail"],
      [{ email: "new@example.com", account: { ...account, password: "short" } }, "Password must be at least 8 characters"],
    ] as const;
    for (const [wanted, message] of refusals) await expect(makeAdmin(harness.deps, wanted)).rejects.toThrow(message);
    expect(await findRole(harness.db, "new@example.com")).toBeNull();
  });

  it("has one winner when two do it at once", async () => {
    const user = await makeUser(harness.db);
    const tries = await Promise.allSettled([1, 2].map(() => makeAdmin(harness.deps, { email: user.email, account: null })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

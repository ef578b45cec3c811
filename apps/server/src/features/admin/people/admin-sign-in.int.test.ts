import { auditLog } from "@hearth/db/schema/audit-log";
import { factoryPassword, makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const post = (url: string, payload: object, token?: string) =>
  harness.app.inject({ method: "POST", url, payload, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
const get = (url: string, token: string) => harness.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

async function signIn(email: string): Promise<string> {
  return String((await post("/api/admin/login", { email, password: factoryPassword })).json().token);
}

describe("signing in to the admin area", () => {
  it("answers like the general sign-in, with an admin token and the dashboard's path", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    const answer = await post("/api/admin/login", { email: admin.email.toUpperCase(), password: factoryPassword });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      token: expect.stringMatching(/^hra_/),
      _id: expect.stringMatching(/^usr_/),
      firstName: admin.firstName,
      lastName: admin.lastName,
      email: admin.email,
      role: "admin",
      selectedMerchantId: null,
      redirectPath: "/admin/dashboard",
    });
  });

  it("refuses other roles, and only after a correct password", async () => {
    for (const role of ["user", "merchant"] as const) {
      const { email } = await makeUser(harness.db, { role });
      const wrong = await post("/api/admin/login", { email, password: "not the password" });
      expect([wrong.statusCode, wrong.json().message]).toEqual([401, "Invalid email or password"]);
      const right = await post("/api/admin/login", { email, password: factoryPassword });
      expect([right.statusCode, right.json().code]).toEqual([403, "FORBIDDEN"]);
    }
  });

  it("is refused to a suspended admin", async () => {
    const { email } = await makeUser(harness.db, { role: "admin", status: "suspended" });
    expect((await post("/api/admin/login", { email, password: factoryPassword })).json().code).toBe("ACCOUNT_SUSPENDED");
  });

  it("is audited with its origin", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    await signIn(admin.email);
    const entries = await harness.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(entries).toMatchObject([{ action: "admin.signedIn", ip: "127.0.0.1" }]);
  });

  it("shares its limits with the general sign-in", async () => {
    const { email } = await makeUser(harness.db, { role: "admin" });
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await post("/api/auth/login", { email, password: "wrong" })).statusCode).toBe(401);
      expect((await post("/api/admin/login", { email, password: "wrong" })).statusCode).toBe(401);
    }
    expect((await post("/api/admin/login", { email, password: factoryPassword })).statusCode).toBe(429);
  });
});

describe("an admin token", () => {
  it("works in the admin area only, and the same admin's auth token works everywhere but there", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    const [adminToken, authToken] = [await signIn(admin.email), await harness.signIn(admin.id)];
    expect((await get("/api/admin/dashboard", adminToken)).statusCode).toBe(200);
    expect((await get("/api/auth/me", adminToken)).statusCode).toBe(401);
    expect((await get("/api/admin/dashboard", authToken)).statusCode).toBe(401);
    expect((await get("/api/auth/me", authToken)).statusCode).toBe(200);
  });

  it("is refused once its account is no admin any more", async () => {
    const user = await makeUser(harness.db, { role: "user" });
    expect((await get("/api/admin/dashboard", await harness.signIn(user.id, "admin"))).json().code).toBe("FORBIDDEN");
  });

  it("ends after 30 minutes without use, and by logging out", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    const idle = await signIn(admin.email);
    harness.clock.advance({ minutes: 30 });
    expect((await get("/api/admin/dashboard", idle)).statusCode).toBe(401);
    const left = await signIn(admin.email);
    expect((await post("/api/admin/logout", {}, left)).statusCode).toBe(200);
    expect((await get("/api/admin/dashboard", left)).statusCode).toBe(401);
  });
});

describe("changing the password", () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    harness.app.inject({
      method: "PUT",
      url: "/api/admin/change-password",
      headers: { authorization: `Bearer ${token}` },
      payload: { currentPassword, newPassword },
    });

  it("ends every other session, and only the new password signs in", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    const [here, elsewhere, product] = [await signIn(admin.email), await signIn(admin.email), await harness.signIn(admin.id)];
    const answer = await change(here, factoryPassword, "another decent one");
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: "Password changed successfully" }]);
    expect((await get("/api/admin/dashboard", here)).statusCode).toBe(200);
    expect((await get("/api/admin/dashboard", elsewhere)).statusCode).toBe(401);
    expect((await get("/api/auth/me", product)).statusCode).toBe(401);
    expect((await post("/api/admin/login", { email: admin.email, password: factoryPassword })).statusCode).toBe(401);
    expect((await post("/api/admin/login", { email: admin.email, password: "another decent one" })).statusCode).toBe(200);
  });

  it("answers a message that says what is wrong", async () => {
    const token = await signIn((await makeUser(harness.db, { role: "admin" })).email);
    expect((await change(token, "not it", "another decent one")).json()).toMatchObject({
      message: "Current password is incorrect",
      code: "WRONG_PASSWORD",
    });
    expect((await change(token, factoryPassword, "short")).json().message).toBe("New password must be at least 8 characters");
  });

  it("succeeds once when two requests use the same current password", async () => {
    const admin = await makeUser(harness.db, { role: "admin" });
    const tokens = [await signIn(admin.email), await signIn(admin.email)];
    const answers = await Promise.all(tokens.map((token, index) => change(token, factoryPassword, `a decent one ${index}`)));
    const codes = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(codes[0]).toBe(200);
    expect([401, 409, 422]).toContain(codes[1]);
  });
});

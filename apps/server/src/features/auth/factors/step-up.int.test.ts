import { users } from "@hearth/db/schema/users";
import { factoryPassword, makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { listProcedures } from "../../../trpc/procedure-meta.ts";
import { resolveActor } from "../sessions/sessions.service.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const alwaysAsking = listProcedures().filter(({ meta }) => meta?.stepUp === "always");
const refusal = "Please confirm that it is you, and then try again";
const address = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";

/** A user who signed in too long ago for a fresh session, but whose session is still live. */
async function signedInLongAgo(kind: "auth" | "admin" = "auth") {
  const user = await makeUser(harness.db, kind === "admin" ? { role: "admin" } : {});
  const token = await harness.signIn(user.id, kind);
  harness.clock.advance({ seconds: limits.stepUpSeconds });
  return { user, token, call: harness.caller(token) };
}

describe("a token alone, ten minutes after the sign-in", () => {
  it("cannot change a wallet or email, link an exchange account, or sign out another device", async () => {
    const { user, call } = await signedInLongAgo();
    const other = await harness.signIn(user.id);
    const actor = await resolveActor(harness.deps, other);
    const sessionId = publicId("session", actor?.sessionId ?? "");
    await expect(call.wallet.update({ walletAddress: address })).rejects.toThrow(refusal);
    await expect(call.wallet.update({ walletAddress: "" })).rejects.toThrow(refusal);
    await expect(call.wallet.saveSmart({ smartWalletAddress: address })).rejects.toThrow(refusal);
    await expect(call.wallet.prove({ message: "anything", signature: `0x${"11".repeat(65)}`, kind: "external" })).rejects.toThrow(refusal);
    await expect(call.auth.updateProfile({ firstName: "A", lastName: "B", email: "thief@example.com" })).rejects.toThrow(refusal);
    await expect(call.exchange.initiateAuth({})).rejects.toThrow(refusal);
    await expect(call.auth.signOutDevice({ sessionId })).rejects.toThrow(refusal);
    await expect(call.auth.signOutOtherDevices()).rejects.toThrow(refusal);
    expect(await call.auth.me()).toMatchObject({ email: user.email, walletAddress: null });
    expect(await resolveActor(harness.deps, other)).not.toBeNull();
  });

  it("can still change the name", async () => {
    const { user, call } = await signedInLongAgo();
    await expect(call.auth.updateProfile({ firstName: "Ada", lastName: "B", email: user.email })).resolves.toMatchObject({
      firstName: "Ada",
    });
  });

  it("cannot export a merchant's payers or tenants, in any role", async () => {
    const { owner } = await makeMerchant(harness.db);
    const call = harness.caller(await harness.signIn(owner.id));
    harness.clock.advance({ seconds: limits.stepUpSeconds });
    await expect(call.merchant.exportTransactions({})).rejects.toThrow(refusal);
    await expect(call.rent.rollFile({ period: "2026-11" })).rejects.toThrow(refusal);
    await call.auth.stepUp({ password: factoryPassword });
    await call.merchant.exportTransactions({});
    await call.rent.rollFile({ period: "2026-11", format: "csv" });
  });

  it("cannot export people or take over an account in the admin area", async () => {
    const { call } = await signedInLongAgo("admin");
    const somebody = await makeUser(harness.db);
    const userId = publicId("user", somebody.id);
    await expect(call.admin.exportTransactions({})).rejects.toThrow(refusal);
    await expect(call.admin.exportAuditLog({})).rejects.toThrow(refusal);
    await expect(call.admin.editUser({ userId, email: "thief@example.com" })).rejects.toThrow(refusal);
    await expect(call.admin.editUser({ userId, status: "suspended" })).rejects.toThrow(refusal);
    await expect(call.admin.editUser({ userId, walletAddress: address })).rejects.toThrow(refusal);
    expect(await call.admin.user({ userId })).toMatchObject({ email: somebody.email, status: "active" });
    await call.admin.stepUp({ password: factoryPassword });
    await call.admin.exportTransactions({});
    await expect(call.admin.editUser({ userId, status: "suspended" })).resolves.toMatchObject({ status: "suspended" });
  });

  it("cannot create a merchant with a wallet, nor approve, refuse, suspend or rename one", async () => {
    const { call } = await signedInLongAgo("admin");
    const { merchant: older } = await makeMerchant(harness.db);
    const held = { status: "inactive" as const, heldAt: harness.clock.now(), lookAlikeId: older.id };
    const { merchant } = await makeMerchant(harness.db, held);
    const merchantId = publicId("merchant", merchant.id);
    const person = { firstName: "Ines", lastName: "Prado", ownerEmail: "ines@lakeside.example" };
    const place = { street: "1 Shore Road", city: "Duluth", state: "MN", zipCode: "55802", country: "United States" };
    const contact = { email: "office@lakeside.example", phoneNumber: "555 0123", description: "Twelve lofts" };
    const business = { name: "Lakeside Lofts", businessType: "apartment" as const, walletAddress: address };
    const created = () => call.admin.createMerchant({ ...person, ...place, ...contact, ...business });
    await expect(created()).rejects.toThrow(refusal);
    await expect(call.admin.approveMerchant({ merchantId })).rejects.toThrow(refusal);
    await expect(call.admin.editMerchant({ merchantId, status: "active" })).rejects.toThrow(refusal);
    await expect(call.admin.editMerchant({ merchantId, status: "suspended" })).rejects.toThrow(refusal);
    await expect(call.admin.editMerchant({ merchantId, name: "A thief's name" })).rejects.toThrow(refusal);
    await expect(call.admin.refuseMerchant({ merchantId, reason: "Not who they say" })).rejects.toThrow(refusal);
    expect(await call.admin.merchant({ merchantId })).toMatchObject({ status: "inactive", review: "held" });
    await call.admin.stepUp({ password: factoryPassword });
    expect((await created()).merchant).toMatchObject({ walletAddress: address });
    expect(await call.admin.editMerchant({ merchantId, status: "active" })).toMatchObject({ status: "active", review: "approved" });
  });
});

describe.each(alwaysAsking)("a token alone, ten minutes after the sign-in, calling $path", ({ path, type, meta }) => {
  it("is asked for a step-up", async () => {
    const { owner } = await makeMerchant(harness.db);
    const confirmed = { emailConfirmedAt: harness.clock.now() };
    await harness.db.update(users).set(confirmed).where(eq(users.id, owner.id));
    const user = meta?.policy === "admin" ? await makeUser(harness.db, { role: "admin" }) : owner;
    const token = await harness.signIn(user.id, meta?.policy === "admin" ? "admin" : "auth");
    harness.clock.advance({ seconds: limits.stepUpSeconds });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const write = { method: "POST" as const, url: `/trpc/${path}`, headers, payload: "{}" };
    const answer = await harness.app.inject(type === "query" ? { url: `/trpc/${path}?input=%7B%7D`, headers } : write);
    expect([answer.statusCode, answer.json().error?.data.code]).toEqual([403, "STEP_UP_REQUIRED"]);
  });
});

describe("a step-up", () => {
  it("allows these calls for ten minutes, on this device only", async () => {
    const { user, call, token } = await signedInLongAgo();
    const other = harness.caller(await harness.signIn(user.id));
    harness.clock.advance({ seconds: limits.stepUpSeconds });
    await call.auth.stepUp({ password: factoryPassword });
    await expect(other.wallet.update({ walletAddress: address })).rejects.toThrow(refusal);
    harness.clock.advance({ seconds: limits.stepUpSeconds - 1 });
    await call.wallet.update({ walletAddress: address });
    harness.clock.advance({ seconds: 1 });
    await expect(harness.caller(token).wallet.update({ walletAddress: "" })).rejects.toThrow(refusal);
  });

  it("requires the right password", async () => {
    const { call } = await signedInLongAgo();
    await expect(call.auth.stepUp({ password: "not the password" })).rejects.toThrow("This is not your password");
    await expect(call.wallet.update({ walletAddress: address })).rejects.toThrow(refusal);
  });
});

it("is requested by the documented interface with its error code, and can be made there", async () => {
  const { token } = await signedInLongAgo();
  const post = (url: string, payload: object) =>
    harness.app.inject({ method: "POST", url, payload, headers: { authorization: `Bearer ${token}` } });
  const refused = await post("/api/auth/update-wallet", { walletAddress: "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65" });
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toEqual({ code: "STEP_UP_REQUIRED", message: refusal });
  expect((await post("/api/auth/step-up", { password: factoryPassword })).statusCode).toBe(200);
  expect((await post("/api/auth/update-wallet", { walletAddress: "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65" })).statusCode).toBe(200);
});

import { makeMerchant, makeStaff, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { findStaffedMerchant } from "../../businesses/merchants.service.ts";
import { resolveActor } from "./sessions.service.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.close());

/** Asks by each statement that finds a session: the usual one, and those that read the account or its business as well. */
async function isSignedIn(token: string): Promise<boolean> {
  const answer = await me(token);
  const actor = await resolveActor(harness.deps, token);
  expect(answer.statusCode === 200).toBe(actor?.kind === "auth");
  expect((await resolveActor(harness.deps, token, "business"))?.kind).toBe(actor?.kind);
  return actor?.kind === "auth";
}

/** Asks for the account over HTTP. */
function me(token: string, path = "auth.me") {
  return harness.app.inject({ url: `/trpc/${path}`, headers: { authorization: `Bearer ${token}` } });
}

async function lastUse() {
  const [session] = await harness.db.query.sessions.findMany();
  return session?.lastUsedAt.getTime();
}

describe("an auth token", () => {
  it("expires after exactly 24 hours without use", async () => {
    const token = await harness.signIn((await makeUser(harness.db)).id);
    harness.clock.advance({ hours: 24, milliseconds: -1 });
    expect(await isSignedIn(token)).toBe(true);
    harness.clock.advance({ hours: 24 });
    expect(await isSignedIn(token)).toBe(false);
  });

  it.each(["suspended", "inactive"] as const)("is refused while its account is %s, without being revoked", async (status) => {
    const token = await harness.signIn((await makeUser(harness.db, { status })).id);
    expect(await isSignedIn(token)).toBe(false);
  });

  it("expires after 30 days even when used", async () => {
    const token = await harness.signIn((await makeUser(harness.db)).id);
    for (let hour = 0; hour < 30 * 24 - 12; hour += 12) {
      harness.clock.advance({ hours: 12 });
      expect(await isSignedIn(token)).toBe(true);
    }
    harness.clock.advance({ hours: 12 });
    expect(await isSignedIn(token)).toBe(false);
  });

  it("stores its last use once a minute, not on every call", async () => {
    const token = await harness.signIn((await makeUser(harness.db)).id);
    const opened = harness.clock.now().getTime();
    harness.clock.advance({ seconds: 59 });
    await isSignedIn(token);
    expect(await lastUse()).toBe(opened);
    harness.clock.advance({ seconds: 1 });
    await isSignedIn(token);
    expect(await lastUse()).toBe(opened + 60_000);
  });
});

describe("an admin token", () => {
  it("is refused by consumers' calls, and expires after 30 minutes without use or 8 hours", async () => {
    const token = await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin");
    expect(token).toMatch(/^hra_/);
    expect(await isSignedIn(token)).toBe(false);
    for (let quarter = 1; quarter < 32; quarter += 1) {
      harness.clock.advance({ minutes: 15 });
      expect(await resolveActor(harness.deps, token)).toMatchObject({ kind: "admin", role: "admin" });
    }
    harness.clock.advance({ minutes: 15 });
    expect(await resolveActor(harness.deps, token)).toBeNull();
    const idle = await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin");
    harness.clock.advance({ minutes: 30 });
    expect(await resolveActor(harness.deps, idle)).toBeNull();
  });
});

it("the account read with its session is the one that two statements read", async () => {
  const { merchant, owner } = await makeMerchant(harness.db);
  const { merchant: employer, owner: employerOwner } = await makeMerchant(harness.db);
  const staff = await makeUser(harness.db, { role: "merchant" });
  await makeStaff(harness.db, { merchantId: employer.id, invitedBy: employerOwner.id, userId: staff.id, role: "viewer" });
  const payer = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
  await makeWallet(harness.db, { userId: payer.id });
  for (const { id } of [owner, staff, payer, await makeUser(harness.db)]) {
    const token = await harness.signIn(id);
    expect((await me(token)).json().result.data).toEqual(await harness.caller(token).auth.me());
  }
  const token = await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin");
  expect((await me(token, "admin.me")).json().result.data).toEqual(await harness.caller(token).admin.me());
});

it("the business read with its session is the one that two statements read", async () => {
  const { merchant, owner } = await makeMerchant(harness.db);
  const staff = await makeUser(harness.db, { role: "merchant" });
  await makeStaff(harness.db, { merchantId: merchant.id, invitedBy: owner.id, userId: staff.id, role: "viewer" });
  const former = await makeUser(harness.db, { role: "merchant" });
  await makeStaff(harness.db, { merchantId: merchant.id, invitedBy: owner.id, userId: former.id, role: "viewer", endedAt: new Date() });
  const read = (token: string) =>
    harness.app.inject({ url: "/api/merchant-dashboard/transactions", headers: { authorization: `Bearer ${token}` } });
  for (const { id } of [owner, staff]) {
    const token = await harness.signIn(id);
    const actor = await resolveActor(harness.deps, token, "business");
    expect(actor?.business).toMatchObject({ id: merchant.id, payee: { address: expect.stringMatching(/^0x/) } });
    expect(actor?.business).toEqual(await findStaffedMerchant(harness.db, id));
    expect((await me(token, "merchant.business")).json().result.data).toEqual(await harness.caller(token).merchant.business());
    expect((await read(token)).statusCode).toBe(200);
  }
  for (const { id } of [former, await makeUser(harness.db, { role: "merchant" })]) {
    const token = await harness.signIn(id);
    expect(await resolveActor(harness.deps, token, "business")).toMatchObject({ userId: id, staffRole: null, business: null });
    expect((await read(token)).statusCode).toBe(404);
  }
  const payer = await makeUser(harness.db);
  expect((await read(await harness.signIn(payer.id))).statusCode).toBe(403);
});

import { accountTokens } from "@hearth/db/schema/account-tokens";
import { alarms } from "@hearth/db/schema/alarms";
import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { restores } from "@hearth/db/schema/restores";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { makeAddress, makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeMail } from "@hearth/db/testing/notice-factories";
import { makeScheduledPayment, makeLease, makeTenantInvitation } from "@hearth/db/testing/rent-factories";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { resolveActor } from "../auth/sessions/sessions.service.ts";
import { listDue } from "../autopay/scheduled-payments.repo.ts";
import { claimDueMails } from "../mail/mails.repo.ts";
import { applyDueChanges } from "../merchant-area/business/payout-change.service.ts";
import { detectRestore, readHeldBack, releaseHeld, restoredAlarm } from "./restored.service.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ policy: { payoutChangeHours: 36 } });
  expect(await detectRestore(harness.deps)).toBeNull();
});
afterEach(() => harness.close());

/** Changes the stored identity of the database, as after a point-in-time recovery. */
async function move() {
  await harness.db.update(restores).set({ place: "7000000000000000000/00000001/16384" });
  harness.clock.advance({ minutes: 1 });
}

async function restore() {
  await move();
  return detectRestore(harness.deps);
}

/** Returns the kinds of the mails that are due now. */
async function sent() {
  const now = harness.clock.now();
  const taken = await claimDueMails(harness.db, { now, until: new Date(now.getTime() + 60_000), limit: 50 });
  for (const { id } of taken)
    await harness.db.update(mails).set({ status: "sent", sentAt: now, encryptedToken: null }).where(eq(mails.id, id));
  return taken.map(({ event }) => event.kind).toSorted();
}

async function waitingChange() {
  const { merchant, owner } = await makeMerchant(harness.db);
  const now = harness.clock.now();
  const change = { merchantId: merchant.id, requestedBy: owner.id, requestedAt: now, takesEffectAt: now, address: makeAddress("thief") };
  const [row] = await harness.db.insert(payeeChanges).values(change).returning();
  if (!row) throw new Error("The change was not stored");
  return { merchant, owner, change: row };
}

describe("a server at startup", () => {
  it("detects a restored backup once, and nothing where the database has not moved", async () => {
    expect(await detectRestore(harness.deps)).toBeNull();
    expect(await harness.db.$count(restores)).toBe(1);
    await move();
    const ended = await Promise.all([detectRestore(harness.deps), detectRestore(harness.deps)]);
    expect(ended.filter((each) => each !== null)).toHaveLength(1);
    expect(await detectRestore(harness.deps)).toBeNull();
    expect(await harness.db.$count(restores)).toBe(2);
    const [alarm] = await harness.db.select().from(alarms).where(eq(alarms.key, restoredAlarm));
    expect(alarm?.clearedAt).toBeNull();
  });
});

describe("a restored backup", () => {
  it("ends sessions, links and invitations, and sends no mail with such a link", async () => {
    const user = await makeUser(harness.db);
    const { merchant, owner } = await makeMerchant(harness.db);
    const token = await harness.signIn(user.id);
    const now = harness.clock.now();
    const link = { userId: user.id, email: user.email, expiresAt: new Date(now.getTime() + 86_400_000) };
    await harness.db.insert(accountTokens).values([
      { ...link, purpose: "resetPassword", tokenHash: "a".repeat(64) },
      { ...link, purpose: "keepEmail", tokenHash: "b".repeat(64) },
    ]);
    await makeTenantInvitation(harness.db, { merchantId: merchant.id, invitedBy: owner.id });
    await makeMail(harness.db, { userId: user.id, event: { kind: "passwordReset" }, encryptedToken: "secret", nextTryAt: now });
    expect(await restore()).toEqual({ sessions: 1, links: 2, mails: 1 });
    expect(await resolveActor(harness.deps, token)).toBeNull();
    const links = await harness.db.select().from(accountTokens);
    expect(links.filter(({ endedAt }) => endedAt === null).map(({ purpose }) => purpose)).toEqual(["keepEmail"]);
    expect((await harness.db.select().from(tenantInvitations)).map(({ inviteHash }) => inviteHash)).toEqual([null]);
    await releaseHeld(harness.deps, "mails");
    expect(await sent()).toEqual([]);
  });

  it("holds back earlier and scheduled mails until they are released, and sends mails that people ask for now", async () => {
    const user = await makeUser(harness.db);
    const at = (createdAt: Date) => ({ userId: user.id, createdAt, queuedAt: createdAt, nextTryAt: createdAt });
    await makeMail(harness.db, { ...at(harness.clock.now()), event: { kind: "accountClosed", at: "2026-11-01T10:00:00.000Z" } });
    await restore();
    const now = harness.clock.now();
    await makeMail(harness.db, { ...at(now), event: { kind: "passwordReset" } });
    const summary = { kind: "dailySummary", merchant: "Juniper Court", openDisputes: 1, owedRefunds: 0, unmatchedTransfers: 0 } as const;
    await makeMail(harness.db, { ...at(now), event: summary });
    expect(await sent()).toEqual(["passwordReset"]);
    expect((await readHeldBack(harness.deps)).mails).toEqual([
      { kind: "accountClosed", count: 1 },
      { kind: "dailySummary", count: 1 },
    ]);
    harness.clock.advance({ hours: 72 });
    expect(await releaseHeld(harness.deps, "mails")).toBe(2);
    expect(await sent()).toEqual(["accountClosed", "dailySummary"]);
    expect(await releaseHeld(harness.deps, "mails")).toBe(0);
  });

  it("drops mails when an operator says so", async () => {
    const user = await makeUser(harness.db);
    await makeMail(harness.db, { userId: user.id, nextTryAt: harness.clock.now() });
    await restore();
    expect(await releaseHeld(harness.deps, "mails", { drops: true })).toBe(1);
    expect(await sent()).toEqual([]);
    const [mail] = await harness.db.select().from(mails).where(eq(mails.userId, user.id));
    expect(mail).toMatchObject({ status: "failed", lastError: expect.stringContaining("An operator dropped it") });
  });

  it("holds back changes of payout wallets until they are released; then their wait restarts and their owners are notified", async () => {
    const { merchant, owner, change } = await waitingChange();
    await restore();
    harness.clock.advance({ hours: 48 });
    expect(await applyDueChanges(harness.deps)).toBe(0);
    const { changes } = await readHeldBack(harness.deps);
    expect(changes).toMatchObject([{ merchant: merchant.name, address: change.address }]);
    expect(await releaseHeld(harness.deps, "changes")).toBe(1);
    expect(await applyDueChanges(harness.deps)).toBe(0);
    expect((await harness.db.select().from(mails).where(eq(mails.userId, owner.id))).map(({ event }) => event.kind)).toEqual([
      "payoutWalletAsked",
    ]);
    harness.clock.advance({ hours: 36, milliseconds: -1 });
    expect(await applyDueChanges(harness.deps)).toBe(0);
    harness.clock.advance({ milliseconds: 1 });
    expect(await applyDueChanges(harness.deps)).toBe(1);
  });

  it("holds back scheduled payments signed before, until they are released", async () => {
    const { merchant, owner, payee } = await makeMerchant(harness.db);
    const payer = await makeUser(harness.db);
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id, tenantId: payer.id });
    const now = harness.clock.now();
    const about = { leaseId: lease.id, payerId: payer.id, payeeId: payee?.id ?? "" };
    const { id } = await makeScheduledPayment(harness.db, {
      ...about,
      status: "ready",
      encryptedSignature: "signed",
      nextLookAt: now,
      signedAt: now,
    });
    const due = async () => (await listDue(harness.db, { due: harness.clock.now(), now: harness.clock.now(), limit: 10 })).length;
    expect(await due()).toBe(1);
    await restore();
    expect(await due()).toBe(0);
    expect((await readHeldBack(harness.deps)).payments).toBe(1);
    await harness.db.update(scheduledPayments).set({ signedAt: harness.clock.now() }).where(eq(scheduledPayments.id, id));
    expect(await due()).toBe(1);
    await harness.db.update(scheduledPayments).set({ signedAt: now }).where(eq(scheduledPayments.id, id));
    expect(await releaseHeld(harness.deps, "payments")).toBe(1);
    expect(await due()).toBe(1);
  });

  it("clears its alarm once every part is released, and audits each release", async () => {
    await restore();
    for (const part of ["mails", "changes", "payments"] as const) await releaseHeld(harness.deps, part);
    const [alarm] = await harness.db.select().from(alarms).where(eq(alarms.key, restoredAlarm));
    expect(alarm?.clearedAt).not.toBeNull();
    expect((await readHeldBack(harness.deps)).since).toEqual({ mails: null, changes: null, payments: null });
    const lines = (await harness.db.select().from(auditLog)).map(({ action }) => action);
    expect(lines.filter((action) => action.startsWith("restore."))).toEqual(["restore.noticed", ...Array(3).fill("restore.released")]);
  });
});

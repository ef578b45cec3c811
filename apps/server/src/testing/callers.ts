import type { SessionKind } from "@hearth/db/schema/sessions";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeStaff, makeUser } from "@hearth/db/testing/factories";
import type { Role } from "@hearth/domain/auth/roles";
import { type StaffRole, staffRoles } from "@hearth/domain/merchants/staff-roles";
import { eq } from "drizzle-orm";
import { logout } from "../features/auth/sign-in/auth.service.ts";
import { resolveActor } from "../features/auth/sessions/sessions.service.ts";
import type { Harness } from "./harness.ts";

/** A caller: their account's kind and role, and their current token. */
export interface Caller {
  name: string;
  /** The kind of session that their token opens. Null for strangers. */
  kind: SessionKind | null;
  role: Role;
  /** True for the payment's payer. `isPayee` is true for the owner of its merchant. */
  isPayer: boolean;
  isPayee: boolean;
  /** Their staff role at the payment's merchant. Null for all others. */
  staffRole: StaffRole | null;
  /** True for an administrator with read-only access. */
  isReadOnly: boolean;
  /** The whole `Authorization` header, or nothing. */
  authorization(): Promise<string | undefined>;
}

/** Nineteen kinds of callers about a payment: its payer, its merchant and staff, other accounts, and callers without a valid session. */
export async function makeCallers(harness: Harness, payment: { payerId: string; payeeOwnerId: string }): Promise<Caller[]> {
  const { db } = harness;
  const { payerId, payeeOwnerId } = payment;
  const consumer = await makeUser(db);
  const { owner: otherMerchant } = await makeMerchant(db);
  const admin = await makeUser(db, { role: "admin" });
  const auditor = await makeUser(db, { role: "admin", isReadOnly: true });
  const bearer = async (userId: string, kind: SessionKind = "auth") => `Bearer ${await harness.signIn(userId, kind)}`;
  const signedIn = (name: string, role: Role, userId: string, kind: SessionKind = "auth"): Caller => ({
    name,
    kind,
    role,
    isPayer: userId === payerId,
    isPayee: userId === payeeOwnerId,
    staffRole: null,
    isReadOnly: false,
    authorization: () => bearer(userId, kind),
  });
  const staff: Caller[] = [];
  for (const staffRole of staffRoles) {
    const { id } = await employ(harness, payeeOwnerId, staffRole);
    staff.push({ ...signedIn(`a staff ${staffRole} of the merchant that is paid`, "merchant", id), isPayee: true, staffRole });
  }
  const former = await employ(harness, payeeOwnerId, "owner", harness.clock.now());
  await makeMerchant(db, { ownerUserId: former.id });
  const nobody = { kind: null, role: "user" as const, isPayer: false, isPayee: false, staffRole: null, isReadOnly: false };
  const stranger = (name: string, authorization: Caller["authorization"]): Caller => ({ ...nobody, name, authorization });
  return [
    signedIn("the payer", "user", payerId),
    signedIn("another consumer", "user", consumer.id),
    signedIn("the merchant that is paid", "merchant", payeeOwnerId),
    ...staff,
    signedIn("who worked for the merchant that is paid", "merchant", former.id),
    signedIn("another merchant", "merchant", otherMerchant.id),
    signedIn("an admin with an auth token", "admin", admin.id),
    signedIn("an admin with an admin token", "admin", admin.id, "admin"),
    { ...signedIn("an admin who may only look", "admin", auditor.id, "admin"), isReadOnly: true },
    stranger("nobody", async () => undefined),
    stranger("garbage", async () => "Bearer hrt_garbage"),
    stranger("a token that was never given", async () => `Bearer hrt_${"A".repeat(43)}`),
    stranger("the payer's token under another scheme", async () => (await bearer(payerId)).replace("Bearer", "Basic")),
    stranger("the payer after logout", lasting(await revoked(harness, payerId))),
    stranger("the payer after expiry", lasting(await expired(harness, payerId))),
    stranger("a suspended account", lasting(await bearer(await accountIn(harness, "suspended")))),
    stranger("an inactive account", lasting(await bearer(await accountIn(harness, "inactive")))),
  ];
}

async function employ({ db }: Harness, ownerUserId: string, role: StaffRole, endedAt: Date | null = null): Promise<{ id: string }> {
  const merchant = await db.query.merchants.findFirst({ where: (row, { eq: is }) => is(row.ownerUserId, ownerUserId) });
  if (!merchant) throw new Error("The account owns no merchant");
  const user = await makeUser(db, { role: "merchant" });
  await makeStaff(db, { merchantId: merchant.id, invitedBy: ownerUserId, userId: user.id, role, endedAt });
  return user;
}

/** A token that never opens anything, so one serves for all calls. */
function lasting(authorization: string): Caller["authorization"] {
  return async () => authorization;
}

async function revoked(harness: Harness, userId: string): Promise<string> {
  const token = await harness.signIn(userId);
  const actor = await resolveActor(harness.deps, token);
  if (actor === null) throw new Error("The session did not open");
  await logout(harness.deps, { requestId: "test", ip: "127.0.0.1", userAgent: null }, actor);
  return `Bearer ${token}`;
}

async function expired(harness: Harness, userId: string): Promise<string> {
  const now = harness.clock.now();
  harness.clock.advance({ hours: -24 });
  const token = await harness.signIn(userId);
  harness.clock.set(now);
  return `Bearer ${token}`;
}

async function accountIn({ db }: Harness, status: "suspended" | "inactive"): Promise<string> {
  const { id } = await makeUser(db);
  await db.update(users).set({ status }).where(eq(users.id, id));
  return id;
}

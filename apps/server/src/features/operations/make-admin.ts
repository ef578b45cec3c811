import type { Database } from "@hearth/db/client";
import { type RegisterInput, registerInput } from "@hearth/domain/auth/inputs";
import type { Role } from "@hearth/domain/auth/roles";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { createAccount, findAccountByEmail, raiseToAdmin, setAdminAccess } from "../auth/profile/create-account.service.ts";
import { firstPasswordEnd } from "../auth/sign-in/first-password.service.ts";
import { requireUncommonPassword } from "../auth/passwords/known-passwords.ts";
import { endSessions } from "../auth/sessions/sessions.service.ts";

/** A new admin. An existing account with this email is promoted; otherwise one is created from `account`. */
export interface NewAdmin {
  email: string;
  account: Pick<RegisterInput, "firstName" | "lastName" | "password"> | null;
  /** Can read everything, and change nothing but their own account. */
  isReadOnly?: boolean;
}

const withoutPassword = "This account has no password, and an admin needs one. Its holder has to set one under Settings first.";
const unconfirmed = "No one has confirmed this account's email, so it may be a stranger's. Its holder has to confirm it first.";

/** Returns the role of the account with this email, or null. */
export async function findRole(db: Database, email: string): Promise<Role | null> {
  return (await findAccountByEmail(db, email))?.role ?? null;
}

/**
 * Sets an admin to read-only or full access, from their next call on.
 * @throws HearthError CONFLICT where nothing would change, where no admin has this email, and for the last admin with full access.
 */
export async function changeAdminAccess(deps: Pick<Deps, "db" | "clock">, email: string, isReadOnly: boolean): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const userId = await setAdminAccess(tx, email, isReadOnly, now);
    const data = { access: { from: accessOf(!isReadOnly), to: accessOf(isReadOnly) } };
    await insertAuditEntry(tx, null, { at: now, actorId: null, action: "admin.accessChanged", subject: publicId("user", userId), data });
  });
}

/**
 * Makes an admin; there is no other way to become one. Ends every session of a promoted account, because its tokens were issued for fewer
 * rights.
 * @throws HearthError CONFLICT for an admin, a merchant's account, an unconfirmed email and an account without a password, NOT_FOUND where `account` is null and no
 * account exists, VALIDATION.
 */
export async function makeAdmin(
  deps: Pick<Deps, "db" | "clock" | "passwords">,
  { email, account, isReadOnly = false }: NewAdmin,
): Promise<void> {
  const now = deps.clock.now();
  const known = await findAccountByEmail(deps.db, email);
  const role = known?.role ?? null;
  if (role === "admin") throw new HearthError("CONFLICT", { message: "This account is an admin already" });
  if (role === "merchant") throw new HearthError("CONFLICT", { message: "This account owns a business. Use another email for the admin." });
  if (known?.hasPassword === false) throw new HearthError("CONFLICT", { message: withoutPassword });
  const fresh =
    role === null ? { ...(await prepareAccount(deps, email, account)), isReadOnly, firstPasswordUntil: firstPasswordEnd(now) } : null;
  await deps.db.transaction(async (tx) => {
    const userId = fresh ? await createAccount(tx, fresh, { field: "email", now }) : await raiseToAdmin(tx, email, isReadOnly, now);
    if (userId === null) throw new HearthError("CONFLICT", { message: unconfirmed });
    await endSessions(tx, userId, { now });
    await insertAuditEntry(tx, null, {
      at: now,
      actorId: null,
      action: "admin.made",
      subject: publicId("user", userId),
      data: { access: accessOf(isReadOnly) },
    });
  });
}

function accessOf(isReadOnly: boolean): string {
  return isReadOnly ? "read-only" : "full";
}

async function prepareAccount({ passwords }: Pick<Deps, "passwords">, email: string, account: NewAdmin["account"]) {
  if (account === null) throw new HearthError("NOT_FOUND", { message: "There is no account with this email" });
  const parsed = registerInput.safeParse({ ...account, email });
  if (!parsed.success) throw new HearthError("VALIDATION", { message: parsed.error.issues[0]?.message ?? "Please check the fields" });
  const { password, ...fields } = parsed.data;
  await requireUncommonPassword({ password, field: "password", personalTexts: [fields.email, fields.firstName, fields.lastName] });
  return { ...fields, role: "admin" as const, passwordHash: await passwords.hash(password) };
}

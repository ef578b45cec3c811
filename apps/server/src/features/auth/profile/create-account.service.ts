import type { Database, Transaction } from "@hearth/db/client";
import type { Role } from "@hearth/domain/auth/roles";
import { errorMessage, HearthError } from "@hearth/domain/errors";
import { lockActiveAdmins, markAdmin, markAdminAccess } from "../rows/accounts.repo.ts";
import { findCredentials, insertUser } from "../rows/auth.repo.ts";

/** An account that somebody else creates for its owner. */
export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  passwordHash: string;
  isReadOnly?: boolean;
  /** The expiry of a first password, which can only be replaced; undefined for an ordinary password. */
  firstPasswordUntil?: Date;
}

/** Creates an account without signing it in, and returns its id. @throws HearthError EMAIL_ALREADY_USED, on the input's field. */
export async function createAccount(tx: Transaction, account: NewAccount, { field, now }: { field: string; now: Date }): Promise<string> {
  const userId = await insertUser(tx, { ...account, createdAt: now, updatedAt: now });
  if (userId === null) throw new HearthError("EMAIL_ALREADY_USED", { fields: { [field]: errorMessage("EMAIL_ALREADY_USED") } });
  return userId;
}

/** Finds an account by email, ignoring case; null if there is none. For operators, who name accounts by their email. */
export async function findAccountByEmail(db: Database, email: string): Promise<{ id: string; role: Role; hasPassword: boolean } | null> {
  const account = await findCredentials(db, email.toLowerCase());
  return account && { id: account.id, role: account.role, hasPassword: account.passwordHash !== null };
}

/** Promotes a consumer to admin and returns the account's id. Returns null unless a consumer has this email, confirmed. */
export async function raiseToAdmin(tx: Transaction, email: string, isReadOnly: boolean, now: Date): Promise<string | null> {
  return markAdmin(tx, email.toLowerCase(), isReadOnly, now);
}

/**
 * Sets an admin to read-only or full access, and returns their id. @throws HearthError CONFLICT where nothing would change, where no admin
 * has this email, and for the last admin with full access.
 */
export async function setAdminAccess(tx: Transaction, email: string, isReadOnly: boolean, now: Date): Promise<string> {
  const acting = await lockActiveAdmins(tx);
  const userId = await markAdminAccess(tx, email.toLowerCase(), isReadOnly, now);
  if (userId === null) throw new HearthError("CONFLICT", { message: "No admin has this email, or nothing would change" });
  if (isReadOnly && acting.every((id) => id === userId)) {
    throw new HearthError("CONFLICT", { message: "This is the last admin who may change anything" });
  }
  return userId;
}

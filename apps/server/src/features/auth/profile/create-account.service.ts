import type { Database, Transaction } from "@hearth/db/client";
import type { Role } from "@hearth/domain/auth/roles";
import { errorMessage, HearthError } from "@hearth/domain/errors";
import { lockActiveAdmins, markAdmin, markAdminAccess } from "../rows/accounts.repo.ts";
import { findCredentials, insertUser } from "../rows/auth.repo.ts";

/** An account to be made by somebody else than its holder. */
export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  passwordHash: string;
  isReadOnly?: boolean;
  /** Until when the password can be replaced, where it is good for that alone. */
  firstPasswordUntil?: Date;
}

/** Makes an account without signing it in; answers its id. @throws HearthError EMAIL_ALREADY_USED, on the input's field. */
export async function createAccount(tx: Transaction, account: NewAccount, { field, now }: { field: string; now: Date }): Promise<string> {
  const userId = await insertUser(tx, { ...account, createdAt: now, updatedAt: now });
  if (userId === null) throw new HearthError("EMAIL_ALREADY_USED", { fields: { [field]: errorMessage("EMAIL_ALREADY_USED") } });
  return userId;
}

/** Whose account an email is, however it is written, or null where there is none; for operators, who name accounts by their email. */
export async function findAccountByEmail(db: Database, email: string): Promise<{ id: string; role: Role } | null> {
  const account = await findCredentials(db, email.toLowerCase());
  return account && { id: account.id, role: account.role };
}

/** Raises a consumer's account to an admin's and answers its id; null where there is none with that email confirmed, or where it is no consumer's any more. */
export async function raiseToAdmin(tx: Transaction, email: string, isReadOnly: boolean, now: Date): Promise<string | null> {
  return markAdmin(tx, email.toLowerCase(), isReadOnly, now);
}

/**
 * Says of an admin whether they may only look, and answers their id. @throws HearthError CONFLICT where that is so already, where no admin has this
 * email, and for the last one who may change anything.
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

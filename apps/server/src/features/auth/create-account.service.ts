import type { Database, Transaction } from "@hearth/db/client";
import type { Role } from "@hearth/domain/auth/roles";
import { errorMessage, HearthError } from "@hearth/domain/errors";
import { markAdmin } from "./accounts.repo.ts";
import { findCredentials, insertUser } from "./auth.repo.ts";

/** An account to be made by somebody else than its holder. */
export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  passwordHash: string;
}

/** Makes an account without signing it in; answers its id. @throws HearthError EMAIL_ALREADY_USED, on the input's field. */
export async function createAccount(tx: Transaction, account: NewAccount, { field, now }: { field: string; now: Date }): Promise<string> {
  const userId = await insertUser(tx, { ...account, createdAt: now, updatedAt: now });
  if (userId === null) throw new HearthError("EMAIL_ALREADY_USED", { fields: { [field]: errorMessage("EMAIL_ALREADY_USED") } });
  return userId;
}

/** Whose account an e-mail is, however it is written, or null where there is none; for operators, who name accounts by their e-mail. */
export async function findAccountByEmail(db: Database, email: string): Promise<{ id: string; role: Role } | null> {
  const account = await findCredentials(db, email.toLowerCase());
  return account && { id: account.id, role: account.role };
}

/** Raises a consumer's account to an admin's and answers its id; null where there is none, or where it is no consumer's any more. */
export async function raiseToAdmin(tx: Transaction, email: string, now: Date): Promise<string | null> {
  return markAdmin(tx, email.toLowerCase(), now);
}

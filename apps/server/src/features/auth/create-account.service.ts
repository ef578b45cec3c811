import type { Transaction } from "@hearth/db/client";
import type { Role } from "@hearth/domain/auth/roles";
import { errorMessage, HearthError } from "@hearth/domain/errors";
import { insertUser } from "./auth.repo.ts";

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

import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import { users } from "@hearth/db/schema/users";
import { HearthError } from "@hearth/domain/errors";
import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import type { Edited } from "../../../audit/changes.ts";
import { isEmailKept } from "./account-tokens.repo.ts";

export type AccountFields = Pick<typeof users.$inferInsert, "firstName" | "lastName" | "email" | "phoneNumber" | "status">;

/** An account as it is, held until the transaction ends, so that two changes of it take turns. */
export async function lockAccountRow(tx: Transaction, userId: string) {
  const { id, firstName, lastName, email, phoneNumber, status, role, updatedAt, closedAt } = users;
  const [row] = await tx
    .select({ id, firstName, lastName, email, phoneNumber, status, role, updatedAt, closedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return row ?? null;
}
export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccountRow>>>;

/** Raises a consumer's account to an admin's; null where there is none with that email confirmed, or where it is no consumer's any more. */
export async function markAdmin(tx: Transaction, email: string, isReadOnly: boolean, now: Date): Promise<string | null> {
  const [row] = await tx
    .update(users)
    .set({ role: "admin", isReadOnly, updatedAt: now })
    .where(and(eq(users.email, email), eq(users.role, "user"), isNotNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Says of an admin whether they may only look; null where that is so already, or no admin has this email. */
export async function markAdminAccess(tx: Transaction, email: string, isReadOnly: boolean, now: Date): Promise<string | null> {
  const [row] = await tx
    .update(users)
    .set({ isReadOnly, updatedAt: now })
    .where(and(eq(users.email, email), eq(users.role, "admin"), ne(users.isReadOnly, isReadOnly)))
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** The active admins who may change things, held in the order of their ids until the transaction ends, so that no two of them can end each other. */
export async function lockActiveAdmins(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.status, "active"), eq(users.isReadOnly, false)))
    .orderBy(asc(users.id))
    .for("no key update");
  return rows.map(({ id }) => id);
}

/** Changes a held account. @throws HearthError EMAIL_ALREADY_USED, however close the race was, and where another account may still get the email back. */
export async function updateAccount(
  tx: DatabaseOrTransaction,
  userId: string,
  set: Edited<AccountFields> & { updatedAt: Date },
): Promise<void> {
  const isKept = set.email !== undefined && (await isEmailKept(tx, set.email, { but: userId, now: set.updatedAt }));
  if (isKept) throw emailUsed();
  try {
    await tx.update(users).set(set).where(eq(users.id, userId));
  } catch (error) {
    if (violatedConstraint(error) !== "users_email_key") throw error;
    throw emailUsed(error);
  }
}

function emailUsed(cause?: unknown): HearthError {
  const message = "An account with this email already exists";
  return new HearthError("EMAIL_ALREADY_USED", { fields: { email: message }, cause });
}

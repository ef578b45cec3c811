import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import { users } from "@hearth/db/schema/users";
import { HearthError } from "@hearth/domain/errors";
import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import type { Edited } from "../../../audit/changes.ts";
import { isEmailReserved } from "./account-tokens.repo.ts";

export type AccountFields = Pick<typeof users.$inferInsert, "firstName" | "lastName" | "email" | "phoneNumber" | "status">;

/** Reads an account and locks its row until the transaction ends, so that concurrent edits run one after another. */
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

/** Promotes a consumer to admin and returns the id; null unless a consumer has this email, confirmed. */
export async function markAdmin(tx: Transaction, email: string, isReadOnly: boolean, now: Date): Promise<string | null> {
  const [row] = await tx
    .update(users)
    .set({ role: "admin", isReadOnly, updatedAt: now })
    .where(and(eq(users.email, email), eq(users.role, "user"), isNotNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Sets an admin's read-only flag and returns the id; null where it is already set so, or no admin has this email. */
export async function markAdminAccess(tx: Transaction, email: string, isReadOnly: boolean, now: Date): Promise<string | null> {
  const [row] = await tx
    .update(users)
    .set({ isReadOnly, updatedAt: now })
    .where(and(eq(users.email, email), eq(users.role, "admin"), ne(users.isReadOnly, isReadOnly)))
    .returning({ id: users.id });
  return row?.id ?? null;
}

/**
 * Locks the active admins with full access until the transaction ends, in id order, so that two of them cannot remove each other
 * concurrently.
 */
export async function lockActiveAdmins(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.status, "active"), eq(users.isReadOnly, false)))
    .orderBy(asc(users.id))
    .for("no key update");
  return rows.map(({ id }) => id);
}

/**
 * Updates a locked account. @throws HearthError EMAIL_ALREADY_USED, also when a concurrent call takes the email, or another account may
 * still restore it.
 */
export async function updateAccount(
  tx: DatabaseOrTransaction,
  userId: string,
  set: Edited<AccountFields> & { updatedAt: Date },
): Promise<void> {
  const isKept = set.email !== undefined && (await isEmailReserved(tx, set.email, { but: userId, now: set.updatedAt }));
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

import { cachedQuery } from "@hearth/db/built-once";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { merchantOf } from "@hearth/db/merchant-of";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import type { AccountStatus } from "@hearth/domain/auth/roles";
import type { BusinessType } from "@hearth/domain/merchants/business-types";
import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isEmailReserved } from "./account-tokens.repo.ts";

/** The fields of a merchant shown with an account: the merchant it pays, or the one it owns. */
export interface AccountMerchant {
  id: string;
  name: string;
  businessType: BusinessType;
  status: AccountStatus;
}

/** Reads the credentials of the account with this lower-cased email. */
export async function findCredentials(db: DatabaseOrTransaction, email: string) {
  const { id, passwordHash, status, role, firstPasswordUntil } = users;
  const [row] = await db.select({ id, passwordHash, status, role, firstPasswordUntil }).from(users).where(eq(users.email, email));
  return row ?? null;
}

/**
 * Reads the credentials and takes a share lock: neither account nor password changes until the transaction ends, and other sign-ins
 * proceed.
 */
export async function holdCredentials(tx: Transaction, email: string) {
  const { id, passwordHash, status } = users;
  const [row] = await tx.select({ id, passwordHash, status }).from(users).where(eq(users.email, email)).for("share");
  return row ?? null;
}

/** Returns the stored password hash of an account, or null where it has no password. */
export async function findPasswordHash(db: DatabaseOrTransaction, userId: string): Promise<string | null> {
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  return row?.passwordHash ?? null;
}

/** Replaces the password hash that was checked, null for none; false when it has changed meanwhile. */
export async function markPasswordChanged(
  tx: DatabaseOrTransaction,
  userId: string,
  change: { checkedHash: string | null; passwordHash: string; now: Date },
): Promise<boolean> {
  const isUnchanged = change.checkedHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, change.checkedHash);
  const rows = await tx
    .update(users)
    .set({ passwordHash: change.passwordHash, firstPasswordUntil: null, updatedAt: change.now })
    .where(and(eq(users.id, userId), isUnchanged))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Creates an account; null when its email is taken, or kept for an account that may restore it. */
export async function insertUser(db: DatabaseOrTransaction, user: typeof users.$inferInsert & { createdAt: Date }): Promise<string | null> {
  if (await isEmailReserved(db, user.email, { now: user.createdAt })) return null;
  const [row] = await db.insert(users).values(user).onConflictDoNothing({ target: users.email }).returning({ id: users.id });
  return row?.id ?? null;
}

export const enrolled = alias(merchants, "enrolled");
export const owned = alias(merchants, "owned");
/** The conditions on which the tables of `accountFields` join `users`. */
export const isEnrolledMerchant = eq(enrolled.id, users.enrolledMerchantId);
export const isOwnedMerchant = eq(owned.id, merchantOf(users.id));
export const isExternalWallet = and(eq(wallets.userId, users.id), eq(wallets.kind, "external"), isNull(wallets.unlinkedAt));

/** An account as its owner sees it. */
export const accountFields = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  role: users.role,
  status: users.status,
  address: users.address,
  phoneNumber: users.phoneNumber,
  aptNumber: users.aptNumber,
  createdAt: users.createdAt,
  staffRole: merchantStaff.role,
  isReadOnly: users.isReadOnly,
  enrolled: {
    id: enrolled.id,
    name: enrolled.name,
    businessType: enrolled.businessType,
    status: enrolled.status,
    timeZone: enrolled.timeZone,
  },
  owned: { id: owned.id, name: owned.name, businessType: owned.businessType, status: owned.status, timeZone: owned.timeZone },
  walletAddress: wallets.address,
};

const account = cachedQuery((db) =>
  db
    .select(accountFields)
    .from(users)
    .leftJoin(enrolled, isEnrolledMerchant)
    .leftJoin(merchantStaff, and(eq(merchantStaff.userId, users.id), isNull(merchantStaff.endedAt)))
    .leftJoin(owned, isOwnedMerchant)
    .leftJoin(wallets, isExternalWallet)
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare("account"),
);

/** Reads an account with the merchant it pays, the one it owns and its linked external wallet. */
export async function getAccount(db: DatabaseOrTransaction, userId: string) {
  const [row] = await account(db).execute({ userId });
  if (!row) throw new Error("The account of a living session does not exist");
  return row;
}
export type AccountRow = Awaited<ReturnType<typeof getAccount>>;

/** Returns a merchant's status, or null where it does not exist. */
export async function findMerchantStatus(db: DatabaseOrTransaction, merchantId: string): Promise<AccountStatus | null> {
  const [row] = await db.select({ status: merchants.status }).from(merchants).where(eq(merchants.id, merchantId));
  return row?.status ?? null;
}

/** A consumer's enrollment with a merchant. */
export interface Enrollment {
  merchantId: string;
  address: string;
  /** Unchanged if undefined. */
  phoneNumber?: string;
  aptNumber: string | null;
}

/** Enrolls a consumer with a merchant; false unless the merchant is active. */
export async function markEnrolled(db: DatabaseOrTransaction, userId: string, enrollment: Enrollment, now: Date): Promise<boolean> {
  const { merchantId, ...contact } = enrollment;
  const rows = await db
    .update(users)
    .set({ ...contact, enrolledMerchantId: merchantId, enrolledAt: now, updatedAt: now })
    .from(merchants)
    .where(and(eq(users.id, userId), eq(users.role, "user"), eq(merchants.id, merchantId), eq(merchants.status, "active")))
    .returning({ id: users.id });
  return rows.length > 0;
}

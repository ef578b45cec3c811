import type { Transaction } from "@hearth/db/client";
import { users } from "@hearth/db/schema/users";
import { and, asc, eq, inArray, sql } from "drizzle-orm";

/** A consumer who chose this merchant themselves, and whether they have shown that the address is theirs. */
export interface Enrolled {
  userId: string;
  isConfirmed: boolean;
}

/**
 * Consumers who chose this merchant, by email address. Held until the transaction ends, so that an address that is confirmed at the same moment is
 * seen here, or sees what this transaction leaves.
 */
export async function lockEnrolled(tx: Transaction, merchantId: string, emails: string[]): Promise<Map<string, Enrolled>> {
  const { id, email, enrolledMerchantId } = users;
  const rows = await tx
    .select({ userId: id, email, enrolledMerchantId, isConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null` })
    .from(users)
    .where(and(inArray(email, emails), eq(users.role, "user")))
    .orderBy(asc(id))
    .for("share");
  const chose = rows.filter((row) => row.enrolledMerchantId === merchantId);
  return new Map(chose.map((row) => [row.email, { userId: row.userId, isConfirmed: row.isConfirmed }]));
}

import type { Transaction } from "@hearth/db/client";
import { users } from "@hearth/db/schema/users";
import { and, eq, inArray } from "drizzle-orm";

/** Consumers who chose this merchant themselves, by e-mail address. */
export async function listEnrolled(tx: Transaction, merchantId: string, emails: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.enrolledMerchantId, merchantId), eq(users.role, "user"), inArray(users.email, emails)));
  return new Map(rows.map(({ id, email }) => [email, id]));
}

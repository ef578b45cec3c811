import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { merchants } from "@hearth/db/schema/merchants";
import { eq } from "drizzle-orm";
import type { Edited } from "../../audit/changes.ts";

/** The fields that an edit may change: everything that a merchant says about itself. Each procedure accepts some of them. */
export type MerchantFields = Pick<
  typeof merchants.$inferInsert,
  "name" | "businessType" | "contactName" | "email" | "phoneNumber" | "address" | "description" | "status" | "timeZone"
>;

export type NewMerchant = typeof merchants.$inferInsert;

/** Reads a merchant and locks its row until the transaction ends, so that concurrent edits run one after another. */
export async function lockMerchantRow(tx: Transaction, merchantId: string) {
  const [row] = await tx.select().from(merchants).where(eq(merchants.id, merchantId)).for("no key update");
  return row ?? null;
}

/** Updates a locked merchant. */
export async function updateMerchant(
  tx: DatabaseOrTransaction,
  merchantId: string,
  set: Edited<MerchantFields> & { updatedAt: Date; nameSkeleton?: string },
): Promise<void> {
  await tx.update(merchants).set(set).where(eq(merchants.id, merchantId));
}

/** Stores a new merchant and returns its id. */
export async function insertMerchant(tx: Transaction, merchant: NewMerchant): Promise<string> {
  const [row] = await tx.insert(merchants).values(merchant).returning({ id: merchants.id });
  if (!row) throw new Error("The merchant was not stored");
  return row.id;
}

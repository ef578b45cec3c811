import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { merchantStaff } from "./schema/merchant-staff.ts";
import { merchants } from "./schema/merchants.ts";
import { payees } from "./schema/payees.ts";

/** The id of the merchant that an account owns, or else works for. Two index lookups. */
export function merchantOf(userId: string | SQLWrapper): SQL<string | null> {
  const owned = sql`(select mine.id from ${merchants} mine where mine.owner_user_id = ${userId})`;
  const staffed = sql`(select staff.merchant_id from ${merchantStaff} staff where staff.user_id = ${userId} and staff.ended_at is null)`;
  return sql<string | null>`coalesce(${owned}, ${staffed})`;
}

/** Joins the current payee of a merchant. For queries that read `merchants`. */
export const currentPayee = and(eq(payees.merchantId, merchants.id), isNull(payees.endedAt));

/** A merchant with its current payee. For queries that join `currentPayee`. */
export const merchantFields = { merchant: merchants, payee: { id: payees.id, address: payees.address, provenAt: payees.provenAt } };

/** A merchant with its current payee, or without any. */
export type OwnMerchant = typeof merchants.$inferSelect & {
  payee: Pick<typeof payees.$inferSelect, keyof typeof merchantFields.payee> | null;
};

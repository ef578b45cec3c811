import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { merchantStaff } from "./schema/merchant-staff.ts";
import { merchants } from "./schema/merchants.ts";

/** The id of the merchant that an account owns, or else works for. Two index lookups. */
export function merchantOf(userId: string | SQLWrapper): SQL<string | null> {
  const owned = sql`(select mine.id from ${merchants} mine where mine.owner_user_id = ${userId})`;
  const staffed = sql`(select staff.merchant_id from ${merchantStaff} staff where staff.user_id = ${userId} and staff.ended_at is null)`;
  return sql<string | null>`coalesce(${owned}, ${staffed})`;
}

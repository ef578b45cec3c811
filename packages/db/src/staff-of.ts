import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { merchantStaff } from "./schema/merchant-staff.ts";

/** A person who works for a business with an account of their own. */
export interface StaffMember {
  userId: string;
  role: StaffRole;
}

/**
 * The staff of a business without its owner, at most `limits.staffPerMerchant`. One index lookup. Names the column's table: in a query of one
 * table the column alone would be read as the subquery's.
 */
export function staffOf(merchantId: PgColumn): SQL<StaffMember[]> {
  const ofBusiness = sql`${merchantId.table}.${sql.identifier(merchantId.name)}`;
  return sql<StaffMember[]>`(
    select coalesce(json_agg(json_build_object('userId', staff.user_id, 'role', staff.role)), '[]')
    from ${merchantStaff} staff
    where staff.merchant_id = ${ofBusiness} and staff.user_id is not null and staff.ended_at is null
  )`;
}

import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { merchantStaff } from "./schema/merchant-staff.ts";

/** A person who works for a business with an account of their own. */
export interface StaffMember {
  userId: string;
  role: StaffRole;
}

/** The staff of a business without its owner, at most `limits.staffPerMerchant`. One index lookup. */
export function staffOf(merchantId: SQLWrapper): SQL<StaffMember[]> {
  return sql<StaffMember[]>`(
    select coalesce(json_agg(json_build_object('userId', staff.user_id, 'role', staff.role)), '[]')
    from ${merchantStaff} staff
    where staff.merchant_id = ${merchantId} and staff.user_id is not null and staff.ended_at is null
  )`;
}

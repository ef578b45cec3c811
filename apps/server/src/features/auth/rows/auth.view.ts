import { accountStatuses, homePath, roles } from "@hearth/domain/auth/roles";
import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { staffRoles } from "@hearth/domain/merchants/staff-roles";
import { z } from "zod";
import type { AccountRow } from "./auth.repo.ts";

/** An account as its own owner sees it. */
export const userView = z.strictObject({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(accountStatuses),
  address: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  aptNumber: z.string().nullable(),
  /** The merchant that a consumer pays, or that a merchant's account owns. Never used for authorization. */
  selectedMerchantId: z.string().nullable(),
  walletAddress: z.string().nullable(),
  createdAt: z.string(),
  /** The role of a staff account in another account's business; null for everybody else. */
  staffRole: z.enum(staffRoles).nullable(),
  /** True for a read-only administrator. */
  isReadOnly: z.boolean(),
  merchant: z
    .strictObject({
      _id: z.string(),
      name: z.string(),
      businessType: z.enum(businessTypes),
      status: z.enum(accountStatuses),
      /** IANA zone of its days and months. */
      timeZone: z.string(),
    })
    .nullable(),
});
export type UserView = z.infer<typeof userView>;

/** The response of a sign-in: exactly the documented fields. */
export const loginView = z.strictObject({
  token: z.string(),
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  selectedMerchantId: z.string().nullable(),
  redirectPath: z.string(),
});
export type LoginView = z.infer<typeof loginView>;

export const registrationView = z.strictObject({ token: z.string(), user: userView });
export type RegistrationView = z.infer<typeof registrationView>;

export function viewUser(row: AccountRow): UserView {
  const merchant = row.role === "merchant" ? row.owned : row.enrolled;
  const merchantId = merchant === null ? null : publicId("merchant", merchant.id);
  return {
    _id: publicId("user", row.id),
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    role: row.role,
    status: row.status,
    address: row.address,
    phoneNumber: row.phoneNumber,
    aptNumber: row.aptNumber,
    selectedMerchantId: merchantId,
    walletAddress: row.walletAddress,
    createdAt: row.createdAt.toISOString(),
    staffRole: row.staffRole,
    isReadOnly: row.isReadOnly,
    merchant: merchant && viewOwnMerchant(merchant),
  };
}

function viewOwnMerchant({ id, name, businessType, status, timeZone }: NonNullable<AccountRow["owned"]>): UserView["merchant"] {
  return { _id: publicId("merchant", id), name, businessType, status, timeZone };
}

/** The response of a sign-in, made of the account and its new token. */
export function viewLogin(row: AccountRow, token: string): LoginView {
  const { _id, firstName, lastName, email, role, selectedMerchantId } = viewUser(row);
  return { token, _id, firstName, lastName, email, role, selectedMerchantId, redirectPath: homePath(role) };
}

/** A challenge of a proof of work, as JSON. */
export const signUpChallengeView = z.strictObject({ challenge: z.string() });

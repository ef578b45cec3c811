import { accountStatuses } from "@hearth/domain/auth/roles";
import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { reviewStateOf, reviewStates } from "@hearth/domain/merchants/review";
import { staffRoles, type StaffRole } from "@hearth/domain/merchants/staff-roles";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { PayoutChangeRow } from "./payout-changes.repo.ts";
import type { OwnMerchant } from "../../businesses/merchants.service.ts";

/** A pending change of a payout wallet. */
export const pendingWalletView = z.strictObject({
  _id: z.string(),
  walletAddress: z.string(),
  requestedAt: isoTime,
  takesEffectAt: isoTime,
});
export type PendingWalletView = z.infer<typeof pendingWalletView>;

/** Shows a pending change to the merchant's owner and administrators. */
export function viewPendingWallet({ id, address, requestedAt, takesEffectAt }: PendingChange): PendingWalletView {
  return {
    _id: publicId("payeeChange", id),
    walletAddress: address,
    requestedAt: requestedAt.toISOString(),
    takesEffectAt: takesEffectAt.toISOString(),
  };
}
type PendingChange = Pick<PayoutChangeRow, "id" | "address" | "requestedAt" | "takesEffectAt">;

/** A business as its owner and staff see it. */
export const businessView = z.strictObject({
  _id: z.string(),
  name: z.string(),
  businessType: z.enum(businessTypes),
  contactName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  /** One string: street, city, state zip, country. */
  address: z.string(),
  description: z.string(),
  walletAddress: z.string().nullable(),
  /** True where a signature or the wallet's exchange has proven that it is the merchant's. */
  walletProven: z.boolean(),
  /** The payout wallet that replaces the current one unless somebody stops the change. */
  pendingWallet: pendingWalletView.nullable(),
  status: z.enum(accountStatuses),
  /** The state of the administrators' review, with the reason if it was refused. */
  review: z.enum(reviewStates),
  refusalReason: z.string().nullable(),
  /** The user's role in this business. */
  yourRole: z.enum(staffRoles),
  /** IANA name. The figures use its days and months. */
  timeZone: z.string(),
  createdAt: isoTime,
  /** The version that an edit is based on. */
  updatedAt: isoTime,
  /** Counts payments of every status. */
  transactionCount: z.number().int(),
});
export type BusinessView = z.infer<typeof businessView>;

export function viewBusiness(
  merchant: OwnMerchant,
  transactionCount: number,
  pending: PayoutChangeRow | null,
  yourRole: StaffRole,
): BusinessView {
  return {
    _id: publicId("merchant", merchant.id),
    name: merchant.name,
    businessType: merchant.businessType,
    contactName: merchant.contactName,
    email: merchant.email,
    phoneNumber: merchant.phoneNumber,
    address: merchant.address,
    description: merchant.description,
    walletAddress: merchant.payee?.address ?? null,
    walletProven: merchant.payee?.provenAt != null,
    pendingWallet: pending && viewPendingWallet(pending),
    status: merchant.status,
    review: reviewStateOf(merchant),
    refusalReason: merchant.refusalReason,
    yourRole,
    timeZone: merchant.timeZone,
    createdAt: merchant.createdAt.toISOString(),
    updatedAt: merchant.updatedAt.toISOString(),
    transactionCount,
  };
}

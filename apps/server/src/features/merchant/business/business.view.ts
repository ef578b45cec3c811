import { accountStatuses } from "@hearth/domain/auth/roles";
import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { reviewStateOf, reviewStates } from "@hearth/domain/merchants/review";
import { staffRoles, type StaffRole } from "@hearth/domain/merchants/staff-roles";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { PayoutChangeRow } from "./payout-changes.repo.ts";
import type { OwnMerchant } from "../../merchants/merchants.service.ts";

/** A change of a payout wallet that waits. */
export const pendingWalletView = z.strictObject({
  _id: z.string(),
  walletAddress: z.string(),
  requestedAt: isoTime,
  takesEffectAt: isoTime,
});
export type PendingWalletView = z.infer<typeof pendingWalletView>;

/** A change that waits, as its merchant's owner and administrators see it. */
export function viewPendingWallet({ id, address, requestedAt, takesEffectAt }: PendingChange): PendingWalletView {
  return {
    _id: publicId("payeeChange", id),
    walletAddress: address,
    requestedAt: requestedAt.toISOString(),
    takesEffectAt: takesEffectAt.toISOString(),
  };
}
type PendingChange = Pick<PayoutChangeRow, "id" | "address" | "requestedAt" | "takesEffectAt">;

/** A business as its owner sees it. */
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
  /** Whether a signature, or the exchange it is at, has proven that the wallet is the merchant's. */
  walletProven: z.boolean(),
  /** Another wallet that payouts will go to unless somebody stops it. */
  pendingWallet: pendingWalletView.nullable(),
  status: z.enum(accountStatuses),
  /** Where it stands with the administrators; the reason where they refused it. */
  review: z.enum(reviewStates),
  refusalReason: z.string().nullable(),
  /** What whoever asks may do here. */
  yourRole: z.enum(staffRoles),
  /** IANA name: whose days and months the figures follow. */
  timeZone: z.string(),
  createdAt: isoTime,
  /** The version that an edit is made from. */
  updatedAt: isoTime,
  /** How many payments were ever begun. */
  transactionCount: z.number().int(),
});
export type BusinessView = z.infer<typeof businessView>;

/** The merchant's row, field by field. */
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

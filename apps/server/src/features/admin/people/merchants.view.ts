import { accountStatuses } from "@hearth/domain/auth/roles";
import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { reviewStateOf, reviewStates } from "@hearth/domain/merchants/review";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import { pendingWalletView, viewPendingWallet } from "../../merchant/business/business.view.ts";
import type { MerchantRow } from "./merchants.repo.ts";

/** A merchant as an admin sees it, in the documented wire format. */
export const adminMerchantView = z.strictObject({
  _id: z.string(),
  name: z.string(),
  businessType: z.enum(businessTypes),
  contactName: z.string(),
  address: z.string(),
  phoneNumber: z.string(),
  walletAddress: z.string().nullable(),
  /** When somebody proved that the wallet is the merchant's; null where it was only typed in. */
  walletProvenAt: isoTime.nullable(),
  /** Another wallet that payouts will go to unless somebody stops it. */
  pendingWallet: pendingWalletView.nullable(),
  description: z.string(),
  email: z.string(),
  status: z.enum(accountStatuses),
  /** Where it stands with the administrators; the reason where one refused it. */
  review: z.enum(reviewStates),
  refusalReason: z.string().nullable(),
  /** Payments of every status. */
  transactionCount: z.number().int(),
  owner: z.strictObject({ _id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  createdAt: isoTime,
  /** The version an edit is made from. */
  updatedAt: isoTime,
});
export type AdminMerchantView = z.infer<typeof adminMerchantView>;

export const merchantNameView = z.strictObject({ _id: z.string(), name: z.string() });

/** A merchant that was just made, with the password that its owner signs in with for the first time; it cannot be read again. */
export const createdMerchantView = z.strictObject({ merchant: adminMerchantView, ownerPassword: z.string() });
export type CreatedMerchantView = z.infer<typeof createdMerchantView>;

/** A row as an admin sees it. */
export function viewMerchant(
  { merchant, owner, payeeAddress, payeeProvenAt, pending }: MerchantRow,
  transactionCount: number,
): AdminMerchantView {
  const { firstName, lastName, email } = owner;
  return {
    _id: publicId("merchant", merchant.id),
    name: merchant.name,
    businessType: merchant.businessType,
    contactName: merchant.contactName,
    address: merchant.address,
    phoneNumber: merchant.phoneNumber,
    walletAddress: payeeAddress,
    walletProvenAt: payeeProvenAt?.toISOString() ?? null,
    pendingWallet: pending && viewPendingWallet(pending),
    description: merchant.description,
    email: merchant.email,
    status: merchant.status,
    review: reviewStateOf(merchant),
    refusalReason: merchant.refusalReason,
    transactionCount,
    owner: { _id: publicId("user", owner.id), firstName, lastName, email },
    createdAt: merchant.createdAt.toISOString(),
    updatedAt: merchant.updatedAt.toISOString(),
  };
}

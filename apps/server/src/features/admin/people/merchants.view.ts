import { accountStatuses } from "@hearth/domain/auth/roles";
import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { reviewStateOf, reviewStates } from "@hearth/domain/merchants/review";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import { pendingWalletView, viewPendingWallet } from "../../merchant-area/business/business.view.ts";
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
  /** The time the wallet was proven to be the merchant's; null where it was only typed in. */
  walletProvenAt: isoTime.nullable(),
  /** The payout wallet that replaces the current one unless somebody stops the change. */
  pendingWallet: pendingWalletView.nullable(),
  description: z.string(),
  email: z.string(),
  status: z.enum(accountStatuses),
  /** The state of the administrators' review, with the reason if it was refused. */
  review: z.enum(reviewStates),
  refusalReason: z.string().nullable(),
  /** Counts payments of every status. */
  transactionCount: z.number().int(),
  owner: z.strictObject({ _id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  createdAt: isoTime,
  /** IANA zone of its times. */
  timeZone: z.string(),
  /** The version that an edit is based on. */
  updatedAt: isoTime,
});
export type AdminMerchantView = z.infer<typeof adminMerchantView>;

export const merchantNameView = z.strictObject({ _id: z.string(), name: z.string() });

/** A new merchant with its owner's first password, which cannot be read again. */
export const createdMerchantView = z.strictObject({ merchant: adminMerchantView, ownerPassword: z.string() });
export type CreatedMerchantView = z.infer<typeof createdMerchantView>;

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
    timeZone: merchant.timeZone,
    updatedAt: merchant.updatedAt.toISOString(),
  };
}

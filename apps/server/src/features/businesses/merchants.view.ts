import { accountStatuses } from "@hearth/domain/auth/roles";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import type { MerchantListRow } from "./merchants.repo.ts";

/** The public details of a merchant, for every signed-in user. */
export const merchantView = z.strictObject({
  _id: z.string(),
  name: z.string(),
  businessType: z.enum(businessTypes),
  walletAddress: z.string().nullable(),
  status: z.enum(accountStatuses),
});
export type MerchantView = z.infer<typeof merchantView>;

export const merchantPageView = z.strictObject({ items: merchantView.array(), nextCursor: z.string().nullable() });
export type MerchantPageView = z.infer<typeof merchantPageView>;

/** Shows a merchant. `isHeld`: its signed payee card does not name its wallet, so nothing is paid there and the address is left out. */
export function viewMerchant(row: MerchantListRow, isHeld: boolean): MerchantView {
  return {
    _id: publicId("merchant", row.id),
    name: row.name,
    businessType: row.businessType,
    walletAddress: isHeld ? null : row.payeeAddress,
    status: row.status,
  };
}

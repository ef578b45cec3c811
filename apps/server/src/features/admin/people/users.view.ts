import { accountStatuses, roles } from "@hearth/domain/auth/roles";
import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { UserRow } from "./users.repo.ts";

/** An account as an admin sees it, in the documented wire format. */
export const adminUserView = z.strictObject({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  walletAddress: z.string().nullable(),
  /** True where the owner has signed for the wallet; null without a wallet. */
  isWalletProven: z.boolean().nullable(),
  status: z.enum(accountStatuses),
  role: z.enum(roles),
  /** The merchant that a consumer pays, or that a merchant's account owns. */
  selectedMerchantId: z.string().nullable(),
  merchantName: z.string().nullable(),
  address: z.string().nullable(),
  aptNumber: z.string().nullable(),
  /** The disputes that the account has filed, newest first. */
  disputes: z.string().array(),
  createdAt: isoTime,
  /** The version that an edit is based on. */
  updatedAt: isoTime,
});
export type AdminUserView = z.infer<typeof adminUserView>;

/** Shows an account to an admin, without its credentials. */
export function viewUser(row: UserRow, disputeIds: string[]): AdminUserView {
  const merchant = row.role === "merchant" ? row.owned : row.enrolled;
  return {
    _id: publicId("user", row.id),
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phoneNumber: row.phoneNumber,
    walletAddress: row.walletAddress,
    isWalletProven: row.walletAddress === null ? null : row.walletProvenAt !== null,
    status: row.status,
    role: row.role,
    selectedMerchantId: merchant === null ? null : publicId("merchant", merchant.id),
    merchantName: merchant?.name ?? null,
    address: row.address,
    aptNumber: row.aptNumber,
    disputes: disputeIds.map((id) => publicId("dispute", id)),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

import { editMerchantFields } from "@hearth/domain/admin/inputs";
import { z } from "zod";

/** True if an address differs from the current one. Ignores letter case. */
export function isOtherWallet(typed: string, current: string | null): boolean {
  return typed.trim().toLowerCase() !== (current ?? "").toLowerCase();
}

/** Schema of the merchant form. A wallet other than `current` requires the admin's password. */
export function editMerchantSchema(current: string | null) {
  return editMerchantFields
    .extend({ password: z.string() })
    .refine(({ walletAddress, password }) => password !== "" || !isOtherWallet(walletAddress, current), {
      path: ["password"],
      message: "Please enter your password to change where this merchant is paid",
    });
}

import { editMerchantFields } from "@hearth/domain/admin/inputs";
import { z } from "zod";

/** Whether an address is another one than that which is set; how its letters are cased does not matter. */
export function isOtherWallet(typed: string, current: string | null): boolean {
  return typed.trim().toLowerCase() !== (current ?? "").toLowerCase();
}

/** The edit form of a merchant that is paid at `current`: another wallet needs the admin's password. */
export function editMerchantSchema(current: string | null) {
  return editMerchantFields
    .extend({ password: z.string() })
    .refine(({ walletAddress, password }) => password !== "" || !isOtherWallet(walletAddress, current), {
      path: ["password"],
      message: "Please enter your password to change where this merchant is paid",
    });
}

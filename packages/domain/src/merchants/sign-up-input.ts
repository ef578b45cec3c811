import { z } from "zod";
import { newPassword, signUpProof } from "../auth/inputs.ts";
import { createPasskeyWalletInput } from "../passkey-wallet/inputs.ts";
import { signUpFields } from "./business.ts";

/**
 * A merchant's sign-up in one call, with the account and the business. The account has a password, or the wallet that its page made for a
 * challenge of `passkeyWallet.beginSignUp`.
 */
export const signUpMerchantInput = z
  .strictObject({
    ...signUpFields,
    password: newPassword.optional(),
    wallet: createPasskeyWalletInput.optional(),
    work: signUpProof.work,
  })
  .refine(({ password, wallet }) => (password === undefined) !== (wallet === undefined), {
    path: ["password"],
    message: "Please send either a password or a wallet",
  });
export type SignUpMerchantInput = z.infer<typeof signUpMerchantInput>;

import { z } from "zod";
import { newPassword, signUpProof } from "../auth/inputs.ts";
import { createPasskeyWalletInput } from "../passkey-wallet/inputs.ts";
import { signUpFields } from "./business.ts";
import { acceptStaffInvitationNames, staffInvitationInput } from "./staff.ts";

/** A new account has a password, or the wallet that its page made for a challenge of `passkeyWallet.beginSignUp`. */
const passwordOrWallet = { password: newPassword.optional(), wallet: createPasskeyWalletInput.optional() };

const hasOne = ({ password, wallet }: { password?: unknown; wallet?: unknown }) => (password === undefined) !== (wallet === undefined);
const refusal = { path: ["password"], message: "Please send either a password or a wallet" };

/** A merchant's sign-up in one call, with the account and the business. */
export const signUpMerchantInput = z.strictObject({ ...signUpFields, ...passwordOrWallet, work: signUpProof.work }).refine(hasOne, refusal);
export type SignUpMerchantInput = z.infer<typeof signUpMerchantInput>;

/** Accepts a business's invitation with a new account. */
export const acceptStaffInvitationInput = z
  .strictObject({ ...staffInvitationInput.shape, ...acceptStaffInvitationNames.shape, ...passwordOrWallet })
  .refine(hasOne, refusal);
export type AcceptStaffInvitationInput = z.infer<typeof acceptStaffInvitationInput>;

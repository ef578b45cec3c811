import { z } from "zod";
import { registerInput } from "../auth/inputs.ts";
import { passkeyName } from "../auth/passkeys.ts";
import { addressInput, signatureInput } from "../wallet/inputs.ts";
import { keyWrap } from "./key-wrap.ts";
import { registration } from "./messages.ts";

/** A new passkey with the wallet's key wrapped for it. `proof` is the key's signature of `walletProofText`. */
export const addWalletPasskeyInput = z.strictObject({ name: passkeyName, registration, wrap: keyWrap, proof: signatureInput });
export type AddWalletPasskeyInput = z.infer<typeof addWalletPasskeyInput>;

export const createPasskeyWalletInput = z.strictObject({
  ...addWalletPasskeyInput.shape,
  address: addressInput,
  recoveryWrap: keyWrap,
});
export type CreatePasskeyWalletInput = z.infer<typeof createPasskeyWalletInput>;

/** Starts a sign-up without a password. Its proofs count as those of a sign-up with one. */
export const beginPasskeySignUpInput = registerInput.pick({ firstName: true, lastName: true, email: true, invitation: true, work: true });
export type BeginPasskeySignUpInput = z.infer<typeof beginPasskeySignUpInput>;

/** The person and the wallet that its page made. */
export const passkeySignUpInput = registerInput
  .pick({ firstName: true, lastName: true, email: true })
  .extend({ wallet: createPasskeyWalletInput });
export type PasskeySignUpInput = z.infer<typeof passkeySignUpInput>;

/** The passkey that the wallet's page used. */
export const walletUseInput = z.strictObject({ credentialId: registration.shape.id });

/** A signature that sends money out of the account's wallet (EIP-3009). Times are Unix seconds. */
export const sendFromWalletInput = z.strictObject({
  to: addressInput,
  usdcUnits: z.string().regex(/^[1-9]\d{0,30}$/, "Please enter an amount above $0.00"),
  validAfter: z.int().min(0),
  validBefore: z
    .int()
    .min(0)
    .max(2 ** 40),
  nonce: z.string().regex(/^0x[\da-f]{64}$/, "Please sign again"),
  signature: signatureInput,
});
export type SendFromWalletInput = z.infer<typeof sendFromWalletInput>;

/** The address of the wallet to delete, repeated by its owner where money is in it. */
export const removeWalletInput = z.strictObject({ address: z.string().max(64).optional() });
export type RemoveWalletInput = z.infer<typeof removeWalletInput>;

/** A wallet that was taken out of use. */
export const reuseWalletInput = z.strictObject({ address: addressInput });

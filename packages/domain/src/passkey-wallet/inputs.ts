import { z } from "zod";
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

/** The passkey that the wallet's page used. */
export const walletUseInput = z.strictObject({ credentialId: registration.shape.id });

/** A wallet that was taken out of use. */
export const reuseWalletInput = z.strictObject({ address: addressInput });

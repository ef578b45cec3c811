import { z } from "zod";

/** 20 bytes of hex with 0x; the checksum is checked where the chain's tools are. */
export const addressInput = z
  .string({ error: "Wallet address is required" })
  .regex(/^0x[0-9a-fA-F]{40}$/, "Please enter a valid wallet address");

/** 65 bytes for a plain key; contract wallets and undeployed ones send more. */
export const signatureInput = z.string().regex(/^0x(?:[0-9a-fA-F]{2}){1,8192}$/, "Please sign again");

export const walletChallengeInput = z.strictObject({
  /** Whose signature is asked for. */
  address: addressInput,
  /** Where the payouts shall go, for the present payout wallet to agree to; left out, the text proves no more than whose wallet it is. */
  payoutAddress: addressInput.optional(),
});
export type WalletChallengeInput = z.infer<typeof walletChallengeInput>;
export const proveWalletInput = z.strictObject({
  message: z.string().min(1).max(4_000),
  signature: signatureInput,
  /** What kind of wallet signed, as the connector knows it; decides nothing but a label. */
  kind: z.enum(["external", "smart"]).default("external"),
});
export type ProveWalletInput = z.infer<typeof proveWalletInput>;

/** The documented call: an empty string clears. */
export const updateWalletInput = z.strictObject({ walletAddress: z.union([z.literal(""), addressInput]) });
export const saveSmartWalletInput = z.strictObject({ smartWalletAddress: addressInput });

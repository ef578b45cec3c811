import { z } from "zod";

/** 20 bytes in hex with 0x. The checksum is verified by code that has the chain's libraries. */
export const addressInput = z
  .string({ error: "Wallet address is required" })
  .regex(/^0x[0-9a-fA-F]{40}$/, "Please enter a valid wallet address");

/** 65 bytes from a plain key. Contract wallets, and undeployed ones, send more. */
export const signatureInput = z.string().regex(/^0x(?:[0-9a-fA-F]{2}){1,8192}$/, "Please sign again");

export const walletChallengeInput = z.strictObject({
  /** The wallet to be proven. */
  address: addressInput,
  /** The new payout wallet for the current one to approve. Omitted, the signature only proves the wallet. */
  payoutAddress: addressInput.optional(),
});
export type WalletChallengeInput = z.infer<typeof walletChallengeInput>;
export const proveWalletInput = z.strictObject({
  message: z.string().min(1).max(4_000),
  signature: signatureInput,
  /** The kind of wallet, as the connector knows it. Only a label. */
  kind: z.enum(["external", "smart"]).default("external"),
});
export type ProveWalletInput = z.infer<typeof proveWalletInput>;

/** Sets or clears the wallet. A documented call; an empty string clears it. */
export const updateWalletInput = z.strictObject({ walletAddress: z.union([z.literal(""), addressInput]) });
export const saveSmartWalletInput = z.strictObject({ smartWalletAddress: addressInput });

import { z } from "zod";
import type { WalletRow } from "./wallet.repo.ts";

/** What is linked to an account, as the documented call answers it, and whether any of it is proven. */
export const walletStatusView = z.strictObject({
  smartWalletAddress: z.string().nullable(),
  walletAddress: z.string().nullable(),
  smartWalletCreated: z.boolean(),
  coinbaseAccountConnected: z.boolean(),
  proven: z.boolean(),
});
export type WalletStatusView = z.infer<typeof walletStatusView>;

export const walletAddressView = z.strictObject({ walletAddress: z.string().nullable() });
export type WalletAddressView = z.infer<typeof walletAddressView>;

export const challengeView = z.strictObject({ message: z.string(), nonce: z.string(), expiresAt: z.string() });
export type ChallengeView = z.infer<typeof challengeView>;

/** Base units of 6 decimals as a string of digits, because JSON's numbers end before USDC does. */
export const balanceView = z.strictObject({ address: z.string(), usdcUnits: z.string() });
export type BalanceView = z.infer<typeof balanceView>;

/** An account's linked wallets as its holder sees them. */
export function viewWalletStatus(linked: WalletRow[]): WalletStatusView {
  const addressOf = (kind: WalletRow["kind"]) => linked.find((wallet) => wallet.kind === kind)?.address ?? null;
  const smartWalletAddress = addressOf("smart");
  return {
    smartWalletAddress,
    walletAddress: addressOf("external"),
    smartWalletCreated: smartWalletAddress !== null,
    coinbaseAccountConnected: addressOf("exchange") !== null,
    proven: linked.some((wallet) => wallet.provenAt !== null && wallet.kind !== "payout"),
  };
}

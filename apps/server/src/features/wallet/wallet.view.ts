import { z } from "zod";
import type { WalletRow } from "./wallet.repo.ts";

/** An account's linked wallets in the documented format. `proven`: at least one of them is proven. */
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

/** Base units (6 decimals) as a string of digits, because USDC amounts exceed JSON's exact numbers. */
export const balanceView = z.strictObject({ address: z.string(), usdcUnits: z.string() });
export type BalanceView = z.infer<typeof balanceView>;

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

import type { Outputs } from "../../../lib/trpc.ts";

/** The account's passkey wallet, and the origin of its page. */
export interface OpenedWallet {
  wallet: NonNullable<Outputs["passkeyWallet"]["read"]["wallet"]>;
  walletOrigin: string;
}

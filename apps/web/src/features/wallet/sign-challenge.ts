import { trpcClient } from "../../lib/trpc.ts";
import type { WalletSigner } from "./use-wallet-signer.ts";

/**
 * Has the owner of a connected wallet sign the server's challenge. The signature proves ownership once, or agrees to another payout
 * address.
 */
export async function signChallenge(
  { signText }: WalletSigner,
  address: string,
  payoutAddress?: string,
): Promise<{ message: string; signature: string }> {
  const { message } = await trpcClient.wallet.challenge.mutate({ address, payoutAddress });
  return { message, signature: await signText(message) };
}

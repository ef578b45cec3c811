import { type Config } from "wagmi";
import { signMessage } from "wagmi/actions";
import { trpcClient } from "../../lib/trpc.ts";
import type { ConnectedWallet } from "./use-wallet.ts";

/**
 * Has the owner of a connected wallet sign the server's challenge. The signature proves ownership once, or agrees to another payout
 * address.
 */
export async function signChallenge(
  config: Config,
  { address, connector }: ConnectedWallet,
  payoutAddress?: string,
): Promise<{ message: string; signature: string }> {
  const { message } = await trpcClient.wallet.challenge.mutate({ address, payoutAddress });
  const signature = await signMessage(config, { account: address, connector, message });
  return { message, signature };
}

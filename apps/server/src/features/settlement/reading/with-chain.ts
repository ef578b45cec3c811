import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { HearthError } from "@hearth/domain/errors";

/** Runs a chain query for a request. Turns ChainUnavailable into the API error CHAIN_UNAVAILABLE. */
export async function withChain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChainUnavailable) throw new HearthError("CHAIN_UNAVAILABLE", { cause: error });
    throw error;
  }
}

import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { HearthError } from "@hearth/domain/errors";

/** Asks the chain; when it is away or unsure, the payer is told so and nothing else happens. */
export async function withChain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChainUnavailable) throw new HearthError("CHAIN_UNAVAILABLE", { cause: error });
    throw error;
  }
}

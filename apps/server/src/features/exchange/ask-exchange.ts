import { HearthError } from "@hearth/domain/errors";
import { type ExchangeAccountProvider, ProviderUnavailable } from "@hearth/exchange/provider";
import type { Deps } from "../../deps.ts";

/** The exchange. @throws HearthError EXCHANGE_OFF where none is configured. */
export function exchangeOf(deps: Deps): ExchangeAccountProvider {
  if (deps.exchange === null) throw new HearthError("EXCHANGE_OFF");
  return deps.exchange;
}

/** Asks the exchange; when it is away or answers nonsense, the person is told so and nothing else happens. Its refusals pass through. */
export async function told<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new HearthError("EXCHANGE_UNAVAILABLE", { cause: error });
    throw error;
  }
}

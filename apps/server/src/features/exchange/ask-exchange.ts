import { HearthError } from "@hearth/domain/errors";
import { type ExchangeAccountProvider, ProviderUnavailable } from "@hearth/exchange/provider";
import type { Deps } from "../../deps.ts";

/** Returns the exchange. @throws HearthError EXCHANGE_OFF when none is configured. */
export function exchangeOf(deps: Deps): ExchangeAccountProvider {
  if (deps.exchange === null) throw new HearthError("EXCHANGE_OFF");
  return deps.exchange;
}

/** Runs an exchange call for a request. Turns ProviderUnavailable into EXCHANGE_UNAVAILABLE; refusals pass through. */
export async function withExchange<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new HearthError("EXCHANGE_UNAVAILABLE", { cause: error });
    throw error;
  }
}

import { demoCredentials } from "@hearth/simulator/exchange/credentials";
import type { Simulator } from "@hearth/simulator/simulator";

/** The configuration for a server under test that uses a simulator's exchange and onramp. */
export function exchangeEnv({ url }: Simulator): Record<string, string> {
  return {
    EXCHANGE_API_URL: url,
    EXCHANGE_LOGIN_URL: url,
    EXCHANGE_CLIENT_ID: demoCredentials.clientId,
    EXCHANGE_CLIENT_SECRET: demoCredentials.clientSecret,
    ONRAMP_API_URL: `${url}/platform`,
    ONRAMP_STATUS_URL: url,
    ONRAMP_KEY_ID: demoCredentials.apiKeyId,
    ONRAMP_KEY_SECRET: demoCredentials.apiKeySecret,
    ONRAMP_WEBHOOK_SECRETS: demoCredentials.webhookSecret,
  };
}

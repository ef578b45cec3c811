import type { NetworkName } from "@hearth/chain/networks";
import type { AccountClientConfig } from "@hearth/exchange/account-client";
import type { OnrampClientConfig } from "@hearth/exchange/onramp-client";
import { z } from "zod";

const url = z.url({ protocol: /^https?$/ });

/** Variables of the exchange and the onramp. */
export const providerVariables = {
  EXCHANGE_API_URL: url.default("https://api.coinbase.com"),
  EXCHANGE_LOGIN_URL: url.default("https://login.coinbase.com"),
  EXCHANGE_CLIENT_ID: z.string().optional(),
  EXCHANGE_CLIENT_SECRET: z.string().optional(),
  ONRAMP_API_URL: url.default("https://api.cdp.coinbase.com/platform"),
  ONRAMP_STATUS_URL: url.default("https://api.developer.coinbase.com"),
  ONRAMP_KEY_ID: z.string().optional(),
  ONRAMP_KEY_SECRET: z.string().optional(),
  /** One secret, or two separated by a comma during a rotation. */
  ONRAMP_WEBHOOK_SECRETS: z.string().optional(),
  /** 32 bytes in base64; during a rotation the new and the old key, separated by a comma. */
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/, "32 bytes in base64, as `openssl rand -base64 32` prints them")
    .optional(),
};
type ProviderVariables = z.output<z.ZodObject<typeof providerVariables>>;

/** The external services besides the chain; null where not configured. */
export interface Providers {
  exchange: AccountClientConfig | null;
  onramp: OnrampClientConfig | null;
  onrampWebhookSecrets: string[];
  /** The first key encrypts, all keys decrypt. */
  encryptionKeys: [Buffer, ...Buffer[]];
}

/** A well-known key, so that the local network needs no setup. */
const localKey = Buffer.alloc(32, "hearth");

/** Reads the configured providers. A provider is enabled by its key or client. @throws Error where half of a pair is missing. */
export function readProviders(env: ProviderVariables, network: NetworkName): Providers {
  const exchange = pair(env, "EXCHANGE_CLIENT_ID", "EXCHANGE_CLIENT_SECRET");
  const onramp = pair(env, "ONRAMP_KEY_ID", "ONRAMP_KEY_SECRET");
  if (env.ENCRYPTION_KEY === undefined && network !== "local") {
    throw new Error(
      "ENCRYPTION_KEY is missing: second factors and tokens of the exchange are kept encrypted. Make one with: openssl rand -base64 32",
    );
  }
  return {
    exchange: exchange && {
      apiUrl: env.EXCHANGE_API_URL,
      loginUrl: env.EXCHANGE_LOGIN_URL,
      clientId: exchange.id,
      clientSecret: exchange.secret,
    },
    onramp: onramp && { apiUrl: env.ONRAMP_API_URL, statusUrl: env.ONRAMP_STATUS_URL, key: onramp },
    onrampWebhookSecrets: (env.ONRAMP_WEBHOOK_SECRETS ?? "").split(",").filter((secret) => secret !== ""),
    encryptionKeys: readEncryptionKeys(env.ENCRYPTION_KEY),
  };
}

function readEncryptionKeys(list: string | undefined): [Buffer, ...Buffer[]] {
  const [first = localKey, ...others] = (list?.split(",") ?? []).map((key) => Buffer.from(key, "base64"));
  return [first, ...others];
}

type Names = keyof { [Name in keyof ProviderVariables as Name extends `${string}_ID` | `${string}_SECRET` ? Name : never]: true };

function pair(env: ProviderVariables, idName: Names, secretName: Names): { id: string; secret: string } | null {
  const [id, secret] = [env[idName], env[secretName]];
  if (id === undefined && secret === undefined) return null;
  if (id === undefined || secret === undefined) throw new Error(`${idName} and ${secretName} are given together, or neither of them.`);
  return { id, secret };
}

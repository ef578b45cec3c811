import { askProvider } from "./http.ts";
import { createOauthClient, type OauthConfig } from "./oauth-client.ts";
import { type ExchangeAccountProvider, ProviderUnavailable } from "./provider.ts";
import { accountsWire, addressesWire, newAddressWire, paymentMethodsWire, userWire } from "./wire.ts";

/** The exchange's address and our OAuth client there. */
export interface AccountClientConfig extends OauthConfig {
  /** `https://api.coinbase.com` */
  apiUrl: string;
}

/** At 25 accounts a page, more than anybody holds currencies. */
const maxPages = 20;

/** Creates a client for the exchange's accounts over its real HTTP interface. */
export function createAccountClient(config: AccountClientConfig): ExchangeAccountProvider {
  const { apiUrl, timeoutMs } = config;
  return {
    ...createOauthClient(config),
    externalUserId: async (bearer) => (await askProvider(userWire, { url: new URL("/v2/user", apiUrl), bearer, timeoutMs })).data.id,
    usdcAddress: (bearer) => findUsdcAddress(config, bearer),
    hasBankAccount: async (bearer) => {
      const url = new URL("/api/v3/brokerage/payment_methods", apiUrl);
      const { payment_methods: methods } = await askProvider(paymentMethodsWire, { url, bearer, timeoutMs });
      return methods.some(
        (method) =>
          /ACH|BANK/i.test(method.type) && method.verified === true && (method.allow_buy === true || method.allow_deposit === true),
      );
    },
  };
}

type Api = Pick<AccountClientConfig, "apiUrl" | "timeoutMs">;

async function findUsdcAddress(api: Api, bearer: string): Promise<string | null> {
  const { apiUrl, timeoutMs } = api;
  const accountId = await findUsdcAccount(api, bearer);
  if (accountId === null) return null;
  const url = new URL(`/v2/accounts/${encodeURIComponent(accountId)}/addresses`, apiUrl);
  const { data: addresses } = await askProvider(addressesWire, { url, bearer, timeoutMs });
  const onBase = addresses.find(({ network }) => network === "base");
  if (onBase) return onBase.address;
  return (await askProvider(newAddressWire, { url, bearer, body: { network: "base" }, timeoutMs })).data.address;
}

async function findUsdcAccount({ apiUrl, timeoutMs }: Api, bearer: string): Promise<string | null> {
  let url = new URL("/v2/accounts?limit=25", apiUrl);
  for (let page = 0; page < maxPages; page += 1) {
    const { data, pagination } = await askProvider(accountsWire, { url, bearer, timeoutMs });
    const account = data.find(({ currency, type }) => currency === "USDC" && type === "wallet");
    if (account) return account.id;
    if (!pagination?.next_uri) return null;
    url = nextPage(pagination.next_uri, apiUrl);
  }
  return null;
}

/** Refuses a next page on another origin, so that the token goes only to the exchange. */
function nextPage(nextUri: string, apiUrl: string): URL {
  const url = URL.parse(nextUri, apiUrl);
  if (url === null || url.origin !== new URL(apiUrl).origin) throw new ProviderUnavailable("The next page is on another origin");
  return url;
}

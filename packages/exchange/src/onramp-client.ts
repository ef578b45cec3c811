import { type ApiKey, signApiToken } from "./api-token.ts";
import { askProvider } from "./http.ts";
import type { OnrampProvider, OnrampTransaction } from "./provider.ts";
import { onrampState } from "./status.ts";
import { onrampSessionWire, onrampTransactionsWire } from "./wire.ts";

/** The onramp's addresses and our API key. */
export interface OnrampClientConfig {
  /** `https://api.cdp.coinbase.com/platform`, for creating sessions. */
  apiUrl: string;
  /** `https://api.developer.coinbase.com`, for reading outcomes. */
  statusUrl: string;
  key: ApiKey;
  /** Timeout of each call. */
  timeoutMs?: number;
}

/** The provider's own default is one transaction. */
const pageSize = "10";

/** Creates a client for the onramp over its real HTTP interface. */
export function createOnrampClient({ apiUrl, statusUrl, key, timeoutMs }: OnrampClientConfig): OnrampProvider {
  return {
    createSession: async (order) => {
      const url = new URL(`${apiUrl.replace(/\/$/, "")}/v2/onramp/sessions`);
      const body = {
        destinationAddress: order.destination,
        destinationNetwork: "base",
        purchaseCurrency: "USDC",
        purchaseAmount: order.usdcAmount,
        paymentCurrency: "USD",
        partnerUserRef: order.userRef,
        redirectUrl: order.redirectUrl,
        clientIp: order.clientIp,
      };
      const bearer = await signApiToken(key, "POST", url);
      const { session } = await askProvider(onrampSessionWire, { url, bearer, body, timeoutMs });
      return { url: session.onrampUrl };
    },
    transactions: async (userRef) => {
      const url = new URL(`/onramp/v1/buy/user/${encodeURIComponent(userRef)}/transactions`, statusUrl);
      const bearer = await signApiToken(key, "GET", url);
      url.searchParams.set("page_size", pageSize);
      const { transactions } = await askProvider(onrampTransactionsWire, { url, bearer, timeoutMs });
      return transactions.map((transaction): OnrampTransaction => ({
        id: transaction.transaction_id,
        state: onrampState(transaction.status),
        txHash: readHash(transaction.tx_hash),
        destination: transaction.wallet_address ?? null,
      }));
    },
  };
}

function readHash(text: string | null | undefined): `0x${string}` | null {
  return /^0x[0-9a-f]{64}$/i.test(text ?? "") ? `0x${(text ?? "").slice(2).toLowerCase()}` : null;
}

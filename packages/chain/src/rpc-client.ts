import { createPublicClient, defineChain, type HttpTransport, http, type PublicClient, type Transport } from "viem";
import type { Network } from "./networks.ts";

/** Default timeout of one RPC request. A waiting page has not timed out by then. */
export const defaultTimeoutMs = 5_000;
/** Several times the size of a full block's transfers. Larger answers are requested in smaller parts. */
const largestAnswerBytes = 32 * 1024 * 1024;

/** Describes a network to viem, without Multicall3: the local chain has none, and batching over HTTP does the same. */
export function viemChain(network: Network, rpcUrl: string) {
  return defineChain({
    id: network.chainId,
    name: network.label,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
}

/** A provider's name in logs and alarms: only its host, because a URL's path, names and passwords may hold keys. */
export function providerName(rpcUrl: string): string {
  return new URL(rpcUrl).host;
}

/**
 * HTTP transport to one RPC that retries a lost request once. Concurrent requests are sent as one JSON-RPC batch, for which viem waits a
 * millisecond. `isAlone` is for a single request for which somebody waits.
 */
export function rpcTransport(rpcUrl: string, timeoutMs: number, { isAlone = false } = {}): HttpTransport {
  const patience = { retryCount: 1, retryDelay: 100, timeout: timeoutMs, fetchFn: fetchWithoutRetryAfter };
  return http(rpcUrl, { batch: isAlone ? false : { batchSize: 100 }, maxResponseBodySize: largestAnswerBytes, ...patience });
}

/** Creates a viem client for reading. `asUnavailable` turns its errors into ChainUnavailable. */
export function createRpcClient(network: Network, rpcUrl: string, transport: Transport): PublicClient {
  return createPublicClient({ chain: viemChain(network, rpcUrl), transport, cacheTime: 0 });
}

/** Removes the Retry-After header, because viem would sleep for its duration, even an hour, while people wait. */
async function fetchWithoutRetryAfter(...input: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...input);
  if (!response.headers.has("retry-after")) return response;
  const headers = new Headers(response.headers);
  headers.delete("retry-after");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

import { createPublicClient, defineChain, type HttpTransport, http, type PublicClient, type Transport } from "viem";
import type { Network } from "./networks.ts";

/** One RPC request may take this long by default; a page that waits for it is still alive then. */
export const defaultTimeoutMs = 5_000;
/** Several times what the transfers of a full block take; what is larger is asked for in smaller parts. */
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

/** What a provider is called in logs and alarms: its host alone, because paths, names and passwords of an address hold keys. */
export function providerName(rpcUrl: string): string {
  return new URL(rpcUrl).host;
}

/**
 * HTTP to one RPC; a lost request is tried once more. What is asked in the same moment travels as one JSON-RPC batch, for which viem waits a
 * millisecond; `isAlone` is for a question that comes alone while somebody waits.
 */
export function rpcTransport(rpcUrl: string, timeoutMs: number, { isAlone = false } = {}): HttpTransport {
  const patience = { retryCount: 1, retryDelay: 100, timeout: timeoutMs, fetchFn: fetchWithoutRetryAfter };
  return http(rpcUrl, { batch: isAlone ? false : { batchSize: 100 }, maxResponseBodySize: largestAnswerBytes, ...patience });
}

/** A viem client for reading. What it throws becomes ChainUnavailable in `asUnavailable`. */
export function createRpcClient(network: Network, rpcUrl: string, transport: Transport): PublicClient {
  return createPublicClient({ chain: viemChain(network, rpcUrl), transport, cacheTime: 0 });
}

/** viem would sleep as long as a Retry-After header says, be it an hour; people wait here, so it must not see one. */
async function fetchWithoutRetryAfter(...input: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...input);
  if (!response.headers.has("retry-after")) return response;
  const headers = new Headers(response.headers);
  headers.delete("retry-after");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

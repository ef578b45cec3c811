import { type Address, type Hex, numberToHex, padHex, type PublicClient, toEventSelector } from "viem";
import { ChainUnsure } from "./chain-errors.ts";
import { authorizationUsedTopic } from "./transfer-binding.ts";

/** Result of an authorization according to its own log; null without a log. */
export type AuthorizationResult = "used" | "cancelled" | null;

/** Identifies an authorization on the chain. */
export interface AuthorizationName {
  from: Address;
  nonce: Hex;
}

const cancelledTopic = toEventSelector("AuthorizationCanceled(address,bytes32)");

/**
 * Reads the results of authorizations from the token's logs within the blocks, both ends included. One query for all, by authorizer and
 * nonce, which the token indexes. Throws ChainUnsure if the node has not seen `toBlock`, because a lagging node returns fewer logs without
 * an error.
 */
export async function readAuthorizationResults(
  client: PublicClient,
  token: Address,
  auths: AuthorizationName[],
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<AuthorizationResult[]> {
  if (auths.length === 0) return [];
  const range = { address: token, fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) };
  const authorizers = [...new Set(auths.map(({ from }) => topicOf(from)))];
  const topics = [[authorizationUsedTopic, cancelledTopic], authorizers, auths.map(({ nonce }) => nonce)];
  const [head, logs] = await Promise.all([
    client.request({ method: "eth_blockNumber" }),
    client.request({ method: "eth_getLogs", params: [{ ...range, topics }] }),
  ]);
  if (BigInt(head) < toBlock) throw new ChainUnsure(`The node has not seen block ${toBlock}.`);
  const fates = new Map<string, AuthorizationResult>();
  for (const {
    topics: [topic, authorizer, nonce],
  } of logs)
    fates.set(`${authorizer} ${nonce}`, topic === cancelledTopic ? "cancelled" : "used");
  return auths.map(({ from, nonce }) => fates.get(`${topicOf(from)} ${nonce.toLowerCase()}`) ?? null);
}

function topicOf(address: Address): Hex {
  return padHex(`0x${address.slice(2).toLowerCase()}`, { size: 32 });
}

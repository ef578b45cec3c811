import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from "viem";
import { type AuthorizationRefusal, refusalIn } from "./authorization-refusal.ts";
import { encodeAuthorization, mostAuthorizationGas, type SignedTransferAuthorization } from "./usdc.ts";

/** Multicall3, which lies at one address on every network. Source: https://www.multicall3.com */
export const multicall3Address: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";

/**
 * How many authorizations one transaction of the relayer carries at most. What a key signed costs the same every time; a contract wallet runs code
 * of its own, and may burn what all of them were given.
 */
export const mostTogether = { keys: 200, contracts: 8 } as const;

/**
 * The most gas that one transaction of the relayer offers: what Base lets a transaction have is 16,777,216, and local blocks hold 30,000,000.
 * Source: https://docs.base.org/base-chain/network-information/throughput-and-limits
 */
export const mostBatchGas = 16_000_000n;
/** For the transaction itself and for what Multicall3 does around its calls. */
const overheadGas = 60_000n;

/**
 * What one authorization may use in a transaction that carries at most so many: its share of the most, and never more than one may have at all.
 * With 200 that is 79,700, and a key needs some 55,000 in a batch; a contract wallet needs the whole.
 */
export function gasOfEach(most: number): bigint {
  const share = (mostBatchGas - overheadGas) / BigInt(most);
  return share < mostAuthorizationGas ? share : mostAuthorizationGas;
}

/** What a transaction offers that carries `count` authorizations and may carry `most`. */
export function gasOfBatch(count: number, most: number): bigint {
  return overheadGas + BigInt(count) * gasOfEach(most);
}

/** How many authorizations a balance in wei pays for, where a transaction may carry `most`; the node asks for all that is offered. */
export function affordableCount(wei: bigint, maxFeePerGas: bigint, most: number): number {
  const gas = wei / maxFeePerGas - overheadGas;
  const count = gas / gasOfEach(most);
  return count > BigInt(most) ? most : Math.max(0, Number(count));
}

/** Where and how authorizations are carried: one straight to the token, several by Multicall3, where one that fails leaves the others alone. */
export function encodeCarrying(token: Address, auths: SignedTransferAuthorization[]): { to: Address; data: Hex } {
  const [only, ...others] = auths;
  if (only !== undefined && others.length === 0) return { to: token, data: encodeAuthorization(only) };
  return { to: multicall3Address, data: encodeBatch(token, auths) };
}

/** Several authorizations in one call of Multicall3. */
export function encodeBatch(token: Address, auths: SignedTransferAuthorization[]): Hex {
  const calls = auths.map((auth) => ({ target: token, allowFailure: true, callData: encodeAuthorization(auth) }));
  return encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
}

/** What the token says to each authorization of a batch, in its order: null where it takes it. */
export function readBatchAnswers(data: Hex): (AuthorizationRefusal | null)[] {
  const answers = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data });
  return answers.map(({ success, returnData }) => (success ? null : refusalIn(returnData)));
}

import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from "viem";
import { type AuthorizationRefusal, refusalIn } from "./authorization-refusal.ts";
import { encodeAuthorization, maxAuthorizationGas, type SignedTransferAuthorization } from "./usdc.ts";

/** Multicall3, which has the same address on every network. Source: https://www.multicall3.com */
export const multicall3Address: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";

/**
 * Maximum number of authorizations in one transaction of the relayer. A key's signature always costs the same. A contract wallet runs its
 * own code and may use up the gas of the whole transaction.
 */
export const mostTogether = { keys: 200, contracts: 8 } as const;

/**
 * Maximum gas of one transaction of the relayer. Base allows 16,777,216 per transaction, and local blocks hold 30,000,000. Source:
 * https://docs.base.org/base-chain/network-information/throughput-and-limits
 */
export const maxBatchGas = 16_000_000n;
/** For the transaction itself and for Multicall3's own work around its calls. */
const overheadGas = 60_000n;

/**
 * Gas limit of one authorization in a transaction that carries at most `most`: its share of the maximum, and at most
 * `maxAuthorizationGas`. With 200 that is 79,700, and a key needs some 55,000 in a batch. A contract wallet needs the whole.
 */
export function gasOfEach(maxTogether: number): bigint {
  const share = (maxBatchGas - overheadGas) / BigInt(maxTogether);
  return share < maxAuthorizationGas ? share : maxAuthorizationGas;
}

/** Gas limit of a transaction that carries `count` authorizations and may carry `most`. */
export function gasOfBatch(count: number, maxTogether: number): bigint {
  return overheadGas + BigInt(count) * gasOfEach(maxTogether);
}

/**
 * Number of authorizations that a balance in wei pays for, if a transaction may carry `most`. The node requires the balance to cover the
 * whole gas limit.
 */
export function affordableCount(wei: bigint, maxFeePerGas: bigint, maxTogether: number): number {
  const gas = wei / maxFeePerGas - overheadGas;
  const count = gas / gasOfEach(maxTogether);
  return count > BigInt(maxTogether) ? maxTogether : Math.max(0, Number(count));
}

/**
 * Returns the target and calldata for authorizations. A single one goes straight to the token, several go through Multicall3, where a
 * failing one does not affect the others.
 */
export function encodeSubmission(token: Address, auths: SignedTransferAuthorization[]): { to: Address; data: Hex } {
  const [only, ...others] = auths;
  if (only !== undefined && others.length === 0) return { to: token, data: encodeAuthorization(only) };
  return { to: multicall3Address, data: encodeBatch(token, auths) };
}

/** Encodes several authorizations as one call of Multicall3. */
export function encodeBatch(token: Address, auths: SignedTransferAuthorization[]): Hex {
  const calls = auths.map((auth) => ({ target: token, allowFailure: true, callData: encodeAuthorization(auth) }));
  return encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
}

/** Returns the token's answer to each authorization of a batch, in order: null if it accepts it. */
export function readBatchAnswers(data: Hex): (AuthorizationRefusal | null)[] {
  const answers = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data });
  return answers.map(({ success, returnData }) => (success ? null : refusalIn(returnData)));
}

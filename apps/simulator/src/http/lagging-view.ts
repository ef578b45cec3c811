import { z } from "zod";
import type { Forward, RpcCall, RpcOutcome } from "./json-rpc.ts";

const hexNumber = z.string().regex(/^0x[0-9a-f]+$/i);
const placed = z.looseObject({ blockNumber: hexNumber.nullish(), number: hexNumber.nullish() });
const filterSchema = z.looseObject({ fromBlock: z.string().optional(), toBlock: z.string().optional() });

/** The index of the block parameter of methods that read state. */
const stateMethods: Record<string, number> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
};

/**
 * Answers a call like a node that lacks the newest `lag` blocks: without their blocks, logs, receipts and balances, for every method.
 * Pending transactions (`pending`) are known to it.
 */
export async function answerLagging({ method, params }: RpcCall, lag: number, forward: Forward): Promise<RpcOutcome> {
  const newest = await numberOf("latest", forward);
  const visible = newest > BigInt(lag) ? newest - BigInt(lag) : 0n;
  const statePlace = stateMethods[method];
  if (statePlace !== undefined) return forward(method, withBlock(params, statePlace, visible));
  switch (method) {
    case "eth_blockNumber":
      return { result: toHex(visible) };
    case "eth_getBlockByNumber": {
      const number = await resolveBlock(params[0], visible, forward);
      return number === null ? { result: null } : forward(method, [toHex(number), ...params.slice(1)]);
    }
    case "eth_getBlockByHash":
    case "eth_getTransactionReceipt":
    case "eth_getTransactionByHash":
      return hideUnseen(await forward(method, params), visible);
    case "eth_getLogs":
      return visibleLogs(params, visible, forward);
    default:
      return forward(method, params);
  }
}

function withBlock(params: unknown[], place: number, visible: bigint): unknown[] {
  const at = params[place] ?? "latest";
  const changed = [...params];
  changed[place] = at === "latest" ? toHex(visible) : at;
  return changed;
}

/** Resolves a block number or tag, or null if this node does not know it. */
async function resolveBlock(at: unknown, visible: bigint, forward: Forward): Promise<bigint | null> {
  if (at === "latest" || at === "pending" || at === undefined) return visible;
  if (at === "earliest") return 0n;
  if (at === "safe" || at === "finalized") {
    const number = await numberOf(at, forward);
    return number < visible ? number : visible;
  }
  const number = BigInt(hexNumber.parse(at));
  return number > visible ? null : number;
}

function hideUnseen(outcome: RpcOutcome, visible: bigint): RpcOutcome {
  if ("error" in outcome || outcome.result === null) return outcome;
  return isVisible(outcome.result, visible) ? outcome : { result: null };
}

async function visibleLogs(params: unknown[], visible: bigint, forward: Forward): Promise<RpcOutcome> {
  const outcome = await forward("eth_getLogs", [filterSchema.parse(params[0])]);
  if ("error" in outcome) return outcome;
  return {
    result: z
      .array(placed)
      .parse(outcome.result)
      .filter((log) => isVisible(log, visible)),
  };
}

function isVisible(thing: unknown, visible: bigint): boolean {
  const { blockNumber, number } = placed.parse(thing);
  const at = blockNumber ?? number;
  return at === undefined || at === null || BigInt(at) <= visible;
}

async function numberOf(tag: string, forward: Forward): Promise<bigint> {
  const outcome = await forward("eth_getBlockByNumber", [tag, false]);
  if ("error" in outcome) throw new Error("The chain has no such block.");
  return BigInt(hexNumber.parse(placed.parse(outcome.result).number));
}

function toHex(number: bigint): string {
  return `0x${number.toString(16)}`;
}

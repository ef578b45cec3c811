import { z } from "zod";
import type { LocalChain } from "../local-chain.ts";
import type { Forward } from "./json-rpc.ts";

const askedNumber = z.tuple([z.string().regex(/^0x[0-9a-f]+$/i), z.literal(false)]);

/**
 * Wraps a node and adds blocks from the archive that the chain has dropped. They have no transactions, because only empty blocks are
 * archived.
 */
export function withArchive(forward: Forward, { archivedBlock }: Pick<LocalChain, "archivedBlock">): Forward {
  return async (method, params) => {
    const outcome = await forward(method, params);
    if (method !== "eth_getBlockByNumber" || !("result" in outcome) || outcome.result !== null) return outcome;
    const asked = askedNumber.safeParse(params);
    const block = asked.success ? await archivedBlock(BigInt(asked.data[0])) : null;
    if (block === null) return outcome;
    const { number, timestamp, hash, parentHash } = block;
    return { result: { number: toHex(number), timestamp: toHex(timestamp), hash, parentHash, transactions: [] } };
  };
}

function toHex(number: bigint): string {
  return `0x${number.toString(16)}`;
}

import type { Address, Hex } from "viem";
import { z } from "zod";
import type { ArchivedBlock } from "./block-archive.ts";

/**
 * The EIP-2935 contract with the hashes of the newest 8,191 blocks. Hearth never reads them, and they take a megabyte in each state that
 * anvil keeps.
 */
export const hashHistoryAddress: Address = "0x0000F90827F1C53a10cb7A02335B175320002935";

const hex = z.custom<Hex>((value) => typeof value === "string" && /^0x[0-9a-f]*$/i.test(value));
const blockSchema = z.looseObject({
  header: z.looseObject({ number: hex, parentHash: hex, timestamp: hex }),
  transactions: z.array(z.unknown()),
});
/** The parts of a dump about blocks and accounts. Other parts are passed through. */
const stateSchema = z.looseObject({
  best_block_number: z.number(),
  blocks: z.array(blockSchema),
  accounts: z.record(z.string(), z.unknown()),
});

/**
 * Removes the hash history from an anvil dump, and all empty blocks except the first and the newest `keptBlocks`. Returns the removed
 * blocks separately.
 *
 * anvil never drops a block, and each dump contains all of them: about 2 kB per block in memory and while writing the file.
 */
export function thinState(dump: string, keptBlocks: number): { state: string; dropped: ArchivedBlock[] } {
  const { blocks, accounts: all, ...rest } = stateSchema.parse(JSON.parse(dump));
  const numberOf = ({ header }: z.infer<typeof blockSchema>) => BigInt(header.number);
  const first = blocks.map(numberOf).reduce((least, number) => (number < least ? number : least), BigInt(rest.best_block_number));
  // A block does not contain its own hash; the next block does.
  const hashes = new Map(blocks.map((block) => [numberOf(block) - 1n, block.header.parentHash]));
  const dropped: ArchivedBlock[] = [];
  const recentBlocks = blocks.filter((block) => {
    const [number, hash] = [numberOf(block), hashes.get(numberOf(block))];
    const isNew = number > BigInt(rest.best_block_number - keptBlocks);
    if (isNew || number === first || block.transactions.length > 0 || hash === undefined) return true;
    dropped.push({ number, hash, parentHash: block.header.parentHash, timestamp: BigInt(block.header.timestamp) });
    return false;
  });
  const accounts = Object.fromEntries(
    Object.entries(all).filter(([address]) => address.toLowerCase() !== hashHistoryAddress.toLowerCase()),
  );
  return { state: JSON.stringify({ ...rest, accounts, blocks: recentBlocks }), dropped };
}

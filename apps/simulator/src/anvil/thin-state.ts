import type { Address, Hex } from "viem";
import { z } from "zod";
import type { ArchivedBlock } from "./block-archive.ts";

/**
 * Where EIP-2935 keeps the hashes of the newest 8,191 blocks. Nothing of Hearth's asks for them, and they are in each state that anvil keeps: a megabyte
 * each.
 */
export const hashHistoryAddress: Address = "0x0000F90827F1C53a10cb7A02335B175320002935";

const hex = z.custom<Hex>((value) => typeof value === "string" && /^0x[0-9a-f]*$/i.test(value));
const blockSchema = z.looseObject({
  header: z.looseObject({ number: hex, parentHash: hex, timestamp: hex }),
  transactions: z.array(z.unknown()),
});
/** As far as it concerns blocks and whose accounts there are; what else a dump has is carried along. */
const stateSchema = z.looseObject({
  best_block_number: z.number(),
  blocks: z.array(blockSchema),
  accounts: z.record(z.string(), z.unknown()),
});

/**
 * Takes the history of hashes out of a dump of anvil, and the blocks without transactions, but for the first and the newest `keptBlocks`; answers
 * those blocks beside the rest.
 *
 * anvil never forgets a block, and each dump has all of them: some two kilobytes a block in memory and on the way to the file.
 */
export function thinState(dump: string, keptBlocks: number): { state: string; dropped: ArchivedBlock[] } {
  const { blocks, accounts: all, ...rest } = stateSchema.parse(JSON.parse(dump));
  const numberOf = ({ header }: z.infer<typeof blockSchema>) => BigInt(header.number);
  const first = blocks.map(numberOf).reduce((least, number) => (number < least ? number : least), BigInt(rest.best_block_number));
  // A block does not say its own hash; the one on top of it does.
  const hashes = new Map(blocks.map((block) => [numberOf(block) - 1n, block.header.parentHash]));
  const dropped: ArchivedBlock[] = [];
  const kept = blocks.filter((block) => {
    const [number, hash] = [numberOf(block), hashes.get(numberOf(block))];
    const isNew = number > BigInt(rest.best_block_number - keptBlocks);
    if (isNew || number === first || block.transactions.length > 0 || hash === undefined) return true;
    dropped.push({ number, hash, parentHash: block.header.parentHash, timestamp: BigInt(block.header.timestamp) });
    return false;
  });
  const accounts = Object.fromEntries(
    Object.entries(all).filter(([address]) => address.toLowerCase() !== hashHistoryAddress.toLowerCase()),
  );
  return { state: JSON.stringify({ ...rest, accounts, blocks: kept }), dropped };
}

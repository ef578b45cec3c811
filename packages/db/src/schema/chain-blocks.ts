import { integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { blockNumber, hex, instant } from "../columns.ts";

/**
 * A block that the watcher has read and that is not final yet. The rows are the block history back to the common ancestor when the chain
 * reorganises.
 */
export const chainBlocks = pgTable(
  "chain_blocks",
  {
    chainId: integer("chain_id").notNull(),
    number: blockNumber("number").notNull(),
    hash: hex("hash").notNull(),
    parentHash: hex("parent_hash").notNull(),
    time: instant("time").notNull(),
  },
  (table) => [primaryKey({ name: "chain_blocks_pkey", columns: [table.chainId, table.number] })],
);

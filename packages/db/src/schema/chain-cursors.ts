import { sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { blockNumber, hex, instant } from "../columns.ts";

/**
 * Position of the watcher on one chain, by block and hash; one row per chain. Two processes may read ahead, but only one advances the
 * cursor, in the transaction that writes what it read. Up to `blockNumber`, every transfer that may be a payment is stored; up to
 * `keptNumber`, which follows it, every transfer. `completionsStopped` is the reconciler's emergency brake.
 */
export const chainCursors = pgTable("chain_cursors", {
  chainId: integer("chain_id").primaryKey(),
  blockNumber: blockNumber("block_number").notNull(),
  blockHash: hex("block_hash").notNull(),
  blockTime: instant("block_time").notNull(),
  keptNumber: blockNumber("kept_number")
    .notNull()
    .default(sql`0`),
  /** The time of block `keptNumber`. */
  keptTime: instant("kept_time")
    .notNull()
    .default(sql`'epoch'`),
  finalizedNumber: blockNumber("finalized_number").notNull(),
  reconciledNumber: blockNumber("reconciled_number").notNull(),
  completionsStoppedAt: instant("completions_stopped_at"),
  updatedAt: instant("updated_at").notNull(),
});

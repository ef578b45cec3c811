import { refundProblems } from "@hearth/domain/refunds/problems";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blockNumber, createdAt, hex, instant, primaryId, usdcUnits } from "../columns.ts";
import { refunds } from "./refunds.ts";

/**
 * One USDC transfer log that carries a refund's binding and is not what was asked for, as the chain holds it now: kept so that nobody's
 * money goes unseen. A row whose block leaves the chain is removed when its blocks are read again. `over` stands beside the refund that
 * the same log completes; `short` counts towards what its refund's dispute is owed; no other one counts for anything.
 */
export const oddRefundTransfers = pgTable(
  "odd_refund_transfers",
  {
    id: primaryId(),
    refundId: uuid("refund_id")
      .notNull()
      .references(() => refunds.id),
    problem: text("problem", { enum: refundProblems }).notNull(),
    chainId: integer("chain_id").notNull(),
    txHash: hex("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    blockNumber: blockNumber("block_number").notNull(),
    blockHash: hex("block_hash").notNull(),
    blockTime: instant("block_time").notNull(),
    fromAddress: hex("from_address").notNull(),
    toAddress: hex("to_address").notNull(),
    usdcUnits: usdcUnits("usdc_units").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("odd_refund_transfers_log_key").on(table.chainId, table.txHash, table.logIndex),
    index("odd_refund_transfers_refund_idx").on(table.refundId),
    check("odd_refund_transfers_problem_known", sql`${table.problem} in ('foreignWallet', 'wrongAddress', 'short', 'over', 'duplicate')`),
  ],
);

import { factsKey, placeKey, transferKey } from "@hearth/chain/transfer-facts";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { type KnownRow, listRowsOfTransactions, type TransferRow } from "../../ledger/transfers.repo.ts";
import { rollBackTransfers } from "./undo-transfers.ts";

/**
 * The ledger's row for a log.
 * - `same`: its row, equal in every field.
 * - `occupied`: a living row with other facts holds the log's place, or a row of its transaction in an old block could not be undone.
 * Reading changes neither; the comparison with the chain reports both.
 * - `back`: the row of this money from a block that left the chain.
 */
export type KnownAs = { kind: "same" | "occupied"; row: TransferRow } | { kind: "back"; row: KnownRow } | { kind: "new" };

/** Rows of some transactions. Each is given to one log at most. */
export interface KnownRows {
  /** Finds the row of a log. Call in chain order, once per log. */
  take(log: ObservedTransfer): KnownAs;
}

/**
 * Loads the rows of the logs' transactions. A transaction is in one block at a time, so living rows in other blocks are rolled back first.
 * One statement when there are none. Requires the cursor's lock.
 */
export async function loadKnownRows(tx: Transaction, chainId: number, logs: readonly ObservedTransfer[], now: Date): Promise<KnownRows> {
  if (logs.length === 0) return matchRows([]);
  const blocks = new Map(logs.map(({ txHash, blockHash }) => [txHash, blockHash]));
  const rows = await listRowsOfTransactions(tx, chainId, [...blocks.keys()]);
  const isElsewhere = (row: TransferRow) => row.reorgedAt === null && row.blockHash !== blocks.get(row.txHash);
  const unmatchedRows = rows.filter(isElsewhere);
  if (unmatchedRows.length === 0) return matchRows(rows);
  await rollBackTransfers(tx, unmatchedRows.toSorted(newestFirst), now);
  return matchRows(await listRowsOfTransactions(tx, chainId, [...blocks.keys()]));
}

/**
 * Pairs logs with rows by their facts. Rows with equal facts are interchangeable. Prefers a row that a person decided on, so that the
 * decision survives as long as any of the money does. Then the row with the log's own index, then the lowest index.
 */
export function matchRows(rows: readonly KnownRow[]): KnownRows {
  const onChainRows = rows.filter(({ reorgedAt }) => reorgedAt === null);
  const rowsByPlace = new Map(onChainRows.map((row) => [placeKey(row), row]));
  const byTransaction = new Map(onChainRows.map((row) => [row.txHash, row]));
  const orphanedByFacts = Map.groupBy(
    rows.filter(({ reorgedAt }) => reorgedAt !== null),
    (row) => factsKey(asLog(row)),
  );
  return {
    take: (log) => {
      const [there, beside] = [rowsByPlace.get(placeKey(log)), byTransaction.get(log.txHash)];
      if (beside && beside.blockHash !== log.blockHash) return { kind: "occupied", row: beside };
      if (there) return { kind: transferKey(asLog(there)) === transferKey(log) ? "same" : "occupied", row: there };
      const equal = orphanedByFacts.get(factsKey(log)) ?? [];
      const rank = (row: KnownRow) => [Number(!row.isDecided), Number(row.logIndex !== log.logIndex), row.logIndex] as const;
      const [row] = equal.toSorted((left, right) => compareRanks(rank(left), rank(right)));
      if (!row) return { kind: "new" };
      equal.splice(equal.indexOf(row), 1);
      return { kind: "back", row };
    },
  };
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return (left[at] ?? 0) - (right[at] ?? 0);
}

/** Sorts newest first, the order in which rows are rolled back. */
export function newestFirst(left: TransferRow, right: TransferRow): number {
  return Number(right.blockNumber - left.blockNumber) || right.logIndex - left.logIndex;
}

/** Converts a row to the log that it stores. */
export function asLog(row: TransferRow): ObservedTransfer {
  return {
    chainId: row.chainId,
    txHash: row.txHash,
    logIndex: row.logIndex,
    blockNumber: row.blockNumber,
    blockHash: row.blockHash,
    blockTime: row.blockTime,
    token: row.tokenAddress,
    from: row.fromAddress,
    to: row.toAddress,
    usdcUnits: row.usdcUnits,
    binding: row.binding === null ? null : { hash: row.binding, by: row.boundBy === "calldata" ? "calldata" : "authorization" },
  };
}

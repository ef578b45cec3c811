import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { placeKey, transferKey } from "@hearth/chain/transfer-facts";
import type { Transaction } from "@hearth/db/client";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { Deps } from "../../../deps.ts";
import { clearAlarm, listLivingKeys, raiseAlarm } from "../../alarms/alarms.repo.ts";
import {
  type Cursor,
  findCursor,
  lockCursor,
  lowerReconciled,
  moveReconciled,
  setCompletionsStopped,
} from "../../ledger/chain-cursor.repo.ts";
import { insertRowlessMoney, listRowlessMoney, type RowlessMoney } from "../../ledger/journal.repo.ts";
import { findTransfer, listForeignRecipients, listTransfersBetween, type TransferRow } from "../../ledger/transfers.repo.ts";
import { endSetAside } from "../../../jobs/work-list.ts";
import { asLog } from "./known-rows.ts";
import { logItem, recordTransfers } from "./record-transfers.ts";
import { loadWatchedWallets, readTransfers, readUnwatchedRows, type WatchedWallets } from "./watched-wallets.ts";

const pageBlocks = 1_900n;
/** More differing rows in a page are neither chance nor one mistake: reading itself is in doubt. */
const mostDiffering = 10;
/** Alarms of differing rows that each run checks again. */
const recheckedAtOnce = 100;
const differsPrefix = "ledger-differs-";

export interface Reconciliation {
  /** Last block up to which ledger and chain are known to agree. */
  upTo: bigint;
  /** Transfers on the chain but not in the ledger. This run recorded them. */
  missing: number;
  /** Transfers in the ledger but not on the chain. Completions are stopped until a person has investigated. */
  invented: number;
  /** Transfers whose row differs from its log. Each has an alarm; a person has to mend the row. */
  differing: number;
  /** True when every final block was compared. False after `pages`, or when the chain lacks something that the ledger has. */
  isDone: boolean;
}

/**
 * Compares the ledger with the chain over the recorded blocks that became final since the last run, or from `from` on. Transfers are
 * compared log by log, sums without rows by wallet and block.
 * - Missing in the ledger: recorded.
 * - Missing on the chain: stops completions; every later run compares again until it is repaired.
 * - Different facts: an alarm for the row, since nothing else depends on it. Above ten rows in a page, reading is in doubt and completions
 * stop too.
 *
 * Throws ChainUnavailable.
 */
export async function reconcileLedger(deps: Deps, options: { from?: bigint; pages?: number } = {}): Promise<Reconciliation> {
  await recheckDiffering(deps);
  const compared = await compareOn(deps, options);
  return { ...compared, differing: (await listLivingKeys(deps.db, differsPrefix, recheckedAtOnce)).length };
}

async function compareOn(
  deps: Deps,
  { from, pages = Infinity }: { from?: bigint; pages?: number },
): Promise<Omit<Reconciliation, "differing">> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  if (!cursor) return { upTo: 0n, missing: 0, invented: 0, isDone: true };
  const start = from === undefined || from > cursor.reconciledNumber ? cursor.reconciledNumber : from - 1n;
  const total = { upTo: start, missing: 0, invented: 0, isDone: false };
  const end = cursor.finalizedNumber < cursor.keptNumber ? cursor.finalizedNumber : cursor.keptNumber;
  for (let page = 0; page < pages && total.upTo < end; page++) {
    const to = total.upTo + pageBlocks < end ? total.upTo + pageBlocks : end;
    const { missing, invented, failed, upTo } = await comparePage(deps, cursor, total.upTo + 1n, to);
    total.missing += missing;
    total.invented += invented;
    if (invented + failed > 0) return total;
    total.upTo = upTo;
  }
  total.isDone = total.upTo >= end;
  if (total.isDone && from === undefined) await clearAlarm(deps.db, "ledger-invented", deps.clock.now());
  return total;
}

/** Compares one page of blocks, sized for one step. `upTo` is its last block. */
async function comparePage(deps: Deps, cursor: Cursor, from: bigint, last: bigint) {
  const wallets = await loadWatchedWallets(deps.db, deps.clock.now());
  // A refund's transfer to an unwatched recipient is looked up at its recipient.
  const recipients = await listForeignRecipients(deps.db, cursor.chainId, from, last);
  const { transfers: read, upTo: to } = await readTransfers(deps, wallets, { from, to: last, recipients });
  const inLedger = await listTransfersBetween(deps.db, cursor.chainId, from, to);
  const onChain = [...read, ...(await readUnwatchedRows(deps, wallets, { rows: inLedger, read }))];
  const keyOf = (log: ObservedTransfer) => transferKey(log, deps.network.dustFloorUnits);
  const [chainKeys, ledgerKeys] = [new Set(onChain.map(keyOf)), new Set(inLedger.map((row) => keyOf(asLog(row))))];
  const notOnChain = inLedger.filter((row) => !chainKeys.has(keyOf(asLog(row))));
  const [differing, invented] = split(notOnChain, onChain);
  await raiseDiffering(deps, differing);
  if (invented.length > 0) await pullBrake(deps, cursor, { from, count: invented.length, first: invented[0]?.txHash ?? "" });
  const now = deps.clock.now();
  const found = await deps.db.transaction(async (tx) => {
    await lockCursor(tx, cursor.chainId);
    const lacking = onChain.filter((transfer) => !ledgerKeys.has(keyOf(transfer)));
    const { writtenCount: missing, unkept, failed } = await recordTransfers(tx, deps.network, lacking, wallets, now);
    const apart = await compareUnkept(tx, unkept, { wallets, chainId: cursor.chainId, from, to, now });
    if (invented.length + apart.invented + failed === 0) await moveReconciled(tx, cursor.chainId, to);
    return { missing: missing + apart.missing, invented: apart.invented, failed, lacking };
  });
  if (found.failed === 0)
    await endSetAside(
      deps,
      "log",
      found.lacking.map((log) => logItem(log).id),
    );
  if (found.invented > 0) await pullBrake(deps, cursor, { from, count: found.invented, first: "" });
  if (found.missing > 0) {
    const missed = found.missing === 1 ? "1 transfer had been missed and was" : `${found.missing} transfers had been missed and were`;
    const message = `${missed} recorded by the comparison with the chain.`;
    await raiseAlarm(deps.db, { key: "ledger-missed", message, data: { fromBlock: String(from), toBlock: String(to) }, now });
  }
  return { missing: found.missing, invented: invented.length + found.invented, failed: found.failed, upTo: to };
}

/**
 * Splits wrong rows into those with another log at their place and those without a log. When more than ten differ, all count as without a
 * log.
 */
function split(notOnChain: TransferRow[], onChain: ObservedTransfer[]): [differing: TransferRow[], invented: TransferRow[]] {
  const places = new Map(onChain.map((log) => [placeKey(log), log.blockHash]));
  const isThere = (row: TransferRow) => places.get(placeKey(row)) === row.blockHash;
  const differing = notOnChain.filter(isThere);
  return differing.length > mostDiffering ? [[], notOnChain] : [differing, notOnChain.filter((row) => !isThere(row))];
}

async function raiseDiffering(deps: Deps, rows: readonly TransferRow[]): Promise<void> {
  for (const { id, txHash, logIndex } of rows) {
    const name = publicId("transfer", id);
    const message = `The transfer ${name} differs from its log on the chain. Its payment is in doubt until someone runs: hearth ledger mend ${name}`;
    await raiseAlarm(deps.db, { key: differsAlarm(id), message, data: { txHash, logIndex: String(logIndex) }, now: deps.clock.now() });
  }
}

export function differsAlarm(transferId: string): string {
  return `${differsPrefix}${publicId("transfer", transferId)}`;
}

/** Checks rows with an alarm again, and clears the alarms of those that are right. */
async function recheckDiffering(deps: Deps): Promise<void> {
  for (const key of await listLivingKeys(deps.db, differsPrefix, recheckedAtOnce)) {
    const row = await findTransfer(deps.db, parsePublicId("transfer", key.slice(differsPrefix.length)) ?? "");
    const logs = row?.reorgedAt === null ? await deps.chain.transfersInTx(row.txHash) : [];
    const isWrong = row?.reorgedAt === null && !logs.some((log) => transferKey(log) === transferKey(asLog(row)));
    if (!isWrong) await clearAlarm(deps.db, key, deps.clock.now());
  }
}

/**
 * Compares sums without rows by wallet and block. Inserts what the journal lacks and returns the number of mismatches that the chain lacks.
 */
async function compareUnkept(
  tx: Transaction,
  onChain: RowlessMoney[],
  { wallets, chainId, from, to, now }: { wallets: WatchedWallets; chainId: number; from: bigint; to: bigint; now: Date },
): Promise<{ missing: number; invented: number }> {
  const placeOf = ({ walletAddress, blockNumber }: RowlessMoney) => `${walletAddress.toLowerCase()} ${blockNumber}`;
  // A wallet not proven by that block has no such sums to compare.
  const isComparable = ({ walletAddress, blockNumber }: RowlessMoney) => wallets.ownersOf(walletAddress, blockNumber, false).length > 0;
  const inJournal = new Map((await listRowlessMoney(tx, chainId, from, to)).filter(isComparable).map((money) => [placeOf(money), money]));
  const lacking = onChain
    .map((money) => {
      const known = inJournal.get(placeOf(money));
      inJournal.delete(placeOf(money));
      return { ...money, inUnits: money.inUnits - (known?.inUnits ?? 0n), outUnits: money.outUnits - (known?.outUnits ?? 0n) };
    })
    .filter(({ inUnits, outUnits }) => inUnits !== 0n || outUnits !== 0n);
  const isMore = ({ inUnits, outUnits }: RowlessMoney) => inUnits >= 0n && outUnits >= 0n;
  const missing = lacking.filter(isMore);
  await insertRowlessMoney(tx, missing, now);
  return { missing: missing.length, invented: inJournal.size + lacking.length - missing.length };
}

/** Stops completions. Blocks from `from` on have to be compared again. */
async function pullBrake(
  deps: Deps,
  cursor: Cursor,
  { from, count, first }: { from: bigint; count: number; first: string },
): Promise<void> {
  const now = deps.clock.now();
  const subject = count === 1 ? "1 transfer of the ledger is" : `${count} transfers of the ledger are`;
  const message = `${subject} not on the chain. No payment is completed until a person has looked.`;
  await deps.db.transaction(async (tx) => {
    await lowerReconciled(tx, cursor.chainId, from > 0n ? from - 1n : 0n);
    await setCompletionsStopped(tx, cursor.chainId, true, now);
  });
  await raiseAlarm(deps.db, { key: "ledger-invented", message, data: { first }, now });
}

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
import { insertUnkept, listUnkept, type UnkeptMoney } from "../../ledger/journal.repo.ts";
import { findTransfer, listForeignRecipients, listTransfersBetween, type TransferRow } from "../../ledger/transfers.repo.ts";
import { endSetAside } from "../../../jobs/work-list.ts";
import { asLog } from "./known-rows.ts";
import { logItem, recordTransfers } from "./record-transfers.ts";
import { loadWatchedWallets, readTransfers, readUnlooked, type WatchedWallets } from "./watched-wallets.ts";

const pageBlocks = 1_900n;
/** More rows of a page than these do not differ by chance or by one mistake: then what reading tells is in doubt. */
const mostDiffering = 10;
/** Rows that differed and are looked at again by each run. */
const recheckedAtOnce = 100;
const differs = "ledger-differs-";

export interface Reconciliation {
  /** Up to which block ledger and chain are known to agree. */
  upTo: bigint;
  /** On the chain but not in the ledger; recorded by this run. */
  missing: number;
  /** In the ledger but not on the chain; completions are stopped and a person has to look. */
  invented: number;
  /** On the chain with other facts than its row; each has an alarm, and a person has to mend the row. */
  differing: number;
  /** Whether everything final was compared; false after `pages`, or where the chain does not have what the ledger has. */
  isDone: boolean;
}

/**
 * Compares the ledger with the chain over the blocks that are kept and have become final since the last comparison, or from a given block on: transfers log
 * by log, and what is only added up by wallet and block. What the watcher missed is recorded; what the chain does not have pulls the emergency
 * brake, and is compared again by every later run until it is put right. A row whose log has other facts gets an alarm of its own, since nothing else
 * depends on it; when more than a few differ, reading itself is in doubt and the brake is pulled as well. Throws ChainUnavailable.
 */
export async function reconcileLedger(deps: Deps, options: { from?: bigint; pages?: number } = {}): Promise<Reconciliation> {
  await recheckDiffering(deps);
  const compared = await compareOn(deps, options);
  return { ...compared, differing: (await listLivingKeys(deps.db, differs, recheckedAtOnce)).length };
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

/** Compares as many of the blocks as one step should carry, and says how many those were. */
async function comparePage(deps: Deps, cursor: Cursor, from: bigint, last: bigint) {
  const wallets = await loadWatchedWallets(deps.db, deps.clock.now());
  // What was kept for its refund alone is looked for where it went.
  const recipients = await listForeignRecipients(deps.db, cursor.chainId, from, last);
  const { transfers: read, upTo: to } = await readTransfers(deps, wallets, { from, to: last, recipients });
  const inLedger = await listTransfersBetween(deps.db, cursor.chainId, from, to);
  const onChain = [...read, ...(await readUnlooked(deps, wallets, { rows: inLedger, read }))];
  const keyOf = (log: ObservedTransfer) => transferKey(log, deps.network.dustFloorUnits);
  const [chainKeys, ledgerKeys] = [new Set(onChain.map(keyOf)), new Set(inLedger.map((row) => keyOf(asLog(row))))];
  const wrong = inLedger.filter((row) => !chainKeys.has(keyOf(asLog(row))));
  const [differing, invented] = split(wrong, onChain);
  await raiseDiffering(deps, differing);
  if (invented.length > 0) await pullBrake(deps, cursor, { from, count: invented.length, first: invented[0]?.txHash ?? "" });
  const now = deps.clock.now();
  const found = await deps.db.transaction(async (tx) => {
    await lockCursor(tx, cursor.chainId);
    const lacking = onChain.filter((transfer) => !ledgerKeys.has(keyOf(transfer)));
    const { written: missing, unkept, failed } = await recordTransfers(tx, deps.network, lacking, wallets, now);
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

/** Rows that differ from a log at their own place, and rows without a log there. When more than a few differ, all count as the latter. */
function split(wrong: TransferRow[], onChain: ObservedTransfer[]): [differing: TransferRow[], invented: TransferRow[]] {
  const places = new Map(onChain.map((log) => [placeKey(log), log.blockHash]));
  const isThere = (row: TransferRow) => places.get(placeKey(row)) === row.blockHash;
  const differing = wrong.filter(isThere);
  return differing.length > mostDiffering ? [[], wrong] : [differing, wrong.filter((row) => !isThere(row))];
}

async function raiseDiffering(deps: Deps, rows: readonly TransferRow[]): Promise<void> {
  for (const { id, txHash, logIndex } of rows) {
    const name = publicId("transfer", id);
    const message = `The transfer ${name} differs from its log on the chain. Its payment is in doubt until somebody runs: hearth ledger mend ${name}`;
    await raiseAlarm(deps.db, { key: differsAlarm(id), message, data: { txHash, logIndex: String(logIndex) }, now: deps.clock.now() });
  }
}

/** The key of the alarm about a row that differs from its log. */
export function differsAlarm(transferId: string): string {
  return `${differs}${publicId("transfer", transferId)}`;
}

/** Looks again at rows that differed, and ends the alarms about those that do not any more. */
async function recheckDiffering(deps: Deps): Promise<void> {
  for (const key of await listLivingKeys(deps.db, differs, recheckedAtOnce)) {
    const row = await findTransfer(deps.db, parsePublicId("transfer", key.slice(differs.length)) ?? "");
    const logs = row?.reorgedAt === null ? await deps.chain.transfersInTx(row.txHash) : [];
    const isWrong = row?.reorgedAt === null && !logs.some((log) => transferKey(log) === transferKey(asLog(row)));
    if (!isWrong) await clearAlarm(deps.db, key, deps.clock.now());
  }
}

/** Compares what is only added up, wallet by wallet and block by block; what the journal lacks is written, what the chain lacks is counted. */
async function compareUnkept(
  tx: Transaction,
  onChain: UnkeptMoney[],
  { wallets, chainId, from, to, now }: { wallets: WatchedWallets; chainId: number; from: bigint; to: bigint; now: Date },
): Promise<{ missing: number; invented: number }> {
  const placeOf = ({ walletAddress, blockNumber }: UnkeptMoney) => `${walletAddress.toLowerCase()} ${blockNumber}`;
  // Of a wallet that nobody had proven by then, nothing was asked that could be compared.
  const isComparable = ({ walletAddress, blockNumber }: UnkeptMoney) => wallets.ownersOf(walletAddress, blockNumber, false).length > 0;
  const inJournal = new Map((await listUnkept(tx, chainId, from, to)).filter(isComparable).map((money) => [placeOf(money), money]));
  const lacking = onChain
    .map((money) => {
      const known = inJournal.get(placeOf(money));
      inJournal.delete(placeOf(money));
      return { ...money, inUnits: money.inUnits - (known?.inUnits ?? 0n), outUnits: money.outUnits - (known?.outUnits ?? 0n) };
    })
    .filter(({ inUnits, outUnits }) => inUnits !== 0n || outUnits !== 0n);
  const isMore = ({ inUnits, outUnits }: UnkeptMoney) => inUnits >= 0n && outUnits >= 0n;
  const missing = lacking.filter(isMore);
  await insertUnkept(tx, missing, now);
  return { missing: missing.length, invented: inJournal.size + lacking.length - missing.length };
}

/** Stops completions for what was found from a block on, which therefore counts as compared no longer. */
async function pullBrake(
  deps: Deps,
  cursor: Cursor,
  { from, count, first }: { from: bigint; count: number; first: string },
): Promise<void> {
  const now = deps.clock.now();
  const what = count === 1 ? "1 transfer of the ledger is" : `${count} transfers of the ledger are`;
  const message = `${what} not on the chain. No payment is completed until a person has looked.`;
  await deps.db.transaction(async (tx) => {
    await lowerReconciled(tx, cursor.chainId, from > 0n ? from - 1n : 0n);
    await setCompletionsStopped(tx, cursor.chainId, true, now);
  });
  await raiseAlarm(deps.db, { key: "ledger-invented", message, data: { first }, now });
}

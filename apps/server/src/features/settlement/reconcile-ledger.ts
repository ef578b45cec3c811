import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Deps } from "../../deps.ts";
import { clearAlarm, raiseAlarm } from "../alarms/alarms.repo.ts";
import { type Cursor, findCursor, lockCursor, moveReconciled, setCompletionsStopped } from "../ledger/chain-cursor.repo.ts";
import { listPayeeAddresses, listTransfersBetween, type TransferRow } from "../ledger/transfers.repo.ts";
import { recordTransfer } from "./record-transfer.ts";

const pageBlocks = 1_900n;
/** How far the database's clock may be ahead of the chain's, whose blocks tell whole seconds. */
const clocksApartMs = 60_000;

export interface Reconciliation {
  /** Up to which block ledger and chain are known to agree. */
  upTo: bigint;
  /** On the chain but not in the ledger; recorded by this run. */
  missing: number;
  /** In the ledger but not on the chain; completions are stopped and a person has to look. */
  invented: number;
  /** Whether everything final was compared; false after `pages`, or where the chain does not have what the ledger has. */
  isDone: boolean;
}

/**
 * Compares the ledger with the chain over the blocks that have become final since the last comparison, or from a given block on. What the
 * watcher missed is recorded; what the chain does not have pulls the emergency brake. Throws ChainUnavailable.
 */
export async function reconcileLedger(
  deps: Deps,
  { from, pages = Infinity }: { from?: bigint; pages?: number } = {},
): Promise<Reconciliation> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  if (!cursor) return { upTo: 0n, missing: 0, invented: 0, isDone: true };
  const start = from === undefined || from > cursor.reconciledNumber ? cursor.reconciledNumber : from - 1n;
  const total: Reconciliation = { upTo: start, missing: 0, invented: 0, isDone: false };
  const end = cursor.finalizedNumber < cursor.blockNumber ? cursor.finalizedNumber : cursor.blockNumber;
  for (let page = 0; page < pages && total.upTo < end; page++) {
    const to = total.upTo + pageBlocks < end ? total.upTo + pageBlocks : end;
    const { missing, invented } = await comparePage(deps, cursor, total.upTo + 1n, to);
    total.missing += missing;
    total.invented += invented;
    if (invented > 0) return total;
    total.upTo = to;
  }
  total.isDone = total.upTo >= end;
  if (total.isDone && from === undefined) await clearAlarm(deps.db, "ledger-invented", deps.clock.now());
  return total;
}

async function comparePage(deps: Deps, cursor: Cursor, from: bigint, to: bigint) {
  const payees = await listPayeeAddresses(deps.db);
  const payeeOf = new Map(payees.map((payee) => [payee.address.toLowerCase(), payee]));
  const addresses = payees.map((payee) => payee.address);
  const onChain = addresses.length === 0 ? [] : await deps.chain.transfersTo(addresses, from, to);
  const inLedger = await listTransfersBetween(deps.db, cursor.chainId, from, to);
  const ledgerKeys = new Set(inLedger.map(keyOf));
  const chainKeys = new Set(onChain.map(keyOf));
  // What a wallet received before any merchant was paid there was nobody's to keep.
  const isOurs = ({ to, blockTime }: ObservedTransfer) =>
    blockTime.getTime() + clocksApartMs >= (payeeOf.get(to.toLowerCase())?.since.getTime() ?? 0);
  const missing = onChain.filter((transfer) => !ledgerKeys.has(keyOf(transfer)) && isOurs(transfer));
  const invented = inLedger.filter((transfer) => !chainKeys.has(keyOf(transfer)));
  if (invented.length > 0) await pullBrake(deps, cursor, invented);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await lockCursor(tx, cursor.chainId);
    for (const transfer of missing) {
      const merchantId = payeeOf.get(transfer.to.toLowerCase())?.merchantId;
      if (merchantId !== undefined) await recordTransfer(tx, deps.network, transfer, merchantId, now);
    }
    if (invented.length === 0) await moveReconciled(tx, cursor.chainId, to);
  });
  if (missing.length > 0) {
    const message = `${missing.length} transfers had been missed and were recorded by the comparison with the chain.`;
    await raiseAlarm(deps.db, { key: `ledger-missed-${from}`, message, now });
  }
  return { missing: missing.length, invented: invented.length };
}

async function pullBrake(deps: Deps, cursor: Cursor, invented: TransferRow[]): Promise<void> {
  const now = deps.clock.now();
  const message = `${invented.length} transfers of the ledger are not on the chain. No payment is completed until a person has looked.`;
  await setCompletionsStopped(deps.db, cursor.chainId, now);
  await raiseAlarm(deps.db, { key: "ledger-invented", message, data: { first: invented[0]?.txHash ?? "" }, now });
}

/** A transfer in both worlds: where it is, how much, and to whom. */
function keyOf(transfer: ObservedTransfer | TransferRow): string {
  const to = "to" in transfer ? transfer.to : transfer.toAddress;
  return [transfer.txHash, transfer.logIndex, transfer.blockHash, transfer.usdcUnits, to.toLowerCase()].join(":");
}

import type { Network } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { placeKey } from "@hearth/chain/transfer-facts";
import type { Transaction } from "@hearth/db/client";
import { isDatabaseAway } from "@hearth/db/errors";
import type { RowlessMoney } from "../../ledger/journal.repo.ts";
import { listKnownBindings, listWithCandidates } from "../../ledger/observed.repo.ts";
import { insertStrangers } from "../../ledger/strangers.repo.ts";
import type { Item } from "../../../jobs/set-aside.repo.ts";
import { tryEach } from "../../../jobs/work-list.ts";
import { loadKnownRows } from "./known-rows.ts";
import { recordPayments } from "./record-payments.ts";
import { addUp, type KnownLog, recordLog, unkeptOf } from "./record-transfer.ts";
import type { WatchedWallets } from "./watched-wallets.ts";

export interface RecordedPage {
  /** Number of rows inserted or updated. */
  writtenCount: number;
  /** Money recorded only as sums, by wallet and block. */
  unkept: RowlessMoney[];
  /** Number of logs that could not be recorded. Each has an alarm, and the comparison with the chain records it later. */
  failed: number;
}

/** Lookups for logs without a row: which references are ours, and which logs an open checkout of a proven wallet may fit. */
interface Known {
  bindings: ReadonlySet<string>;
  candidates: ReadonlySet<string>;
}

/**
 * Records a page of observed transfers. Same result as calling `recordTransfer` for each in the chain's order, in far fewer statements: transfers of
 * strangers are written together, and so are first payments by reference. Runs under the cursor's lock.
 */
export async function recordTransfers(
  tx: Transaction,
  network: Network,
  observed: ObservedTransfer[],
  wallets: WatchedWallets,
  now: Date,
): Promise<RecordedPage> {
  const rows = await loadKnownRows(tx, network.chainId, observed, now);
  const logs = observed
    .map((log): KnownLog => ({ observed: log, known: rows.take(log) }))
    .filter(({ known: { kind } }) => kind === "back" || kind === "new");
  const known = await lookUp(
    tx,
    network,
    logs.map((log) => log.observed),
  );
  const kinds = Map.groupBy(logs, (log) => kindOf(log, network, wallets, known));
  const strangers = (kinds.get("stranger") ?? []).flatMap(({ observed: transfer }) => {
    const [merchantId] = wallets.ownersOf(transfer.to, transfer.blockNumber, false);
    return merchantId === undefined ? [] : [{ observed: transfer, merchantId }];
  });
  await insertStrangers(tx, strangers, now);
  const unkept = (kinds.get("unkept") ?? []).flatMap((log) => unkeptOf(log.observed, wallets));
  let writtenCount = strangers.length;
  const somebodys = kinds.get("somebody") ?? [];
  // Next to returning money, chain order decides which transfer pays a payment.
  const isBack = somebodys.some((log) => log.known.kind === "back");
  const others = isBack ? somebodys : await recordFirst(tx, network, somebodys, wallets, now);
  writtenCount += somebodys.length - others.length;
  const work = (inner: Transaction, log: KnownLog) => recordLog(inner, network, log, wallets, now);
  const { done, failed } = await tryEach(tx, others, { list: "log", work, itemOf: ({ observed: log }) => logItem(log), now });
  for (const recorded of done) {
    if (recorded.kind === "unkept") unkept.push(...recorded.money);
    else if (recorded.isNew) writtenCount += 1;
  }
  return { writtenCount, unkept: addUp(unkept), failed: failed.length };
}

/** Records first payments together. Returns the remaining logs: all of them when the batch fails. */
async function recordFirst(...[tx, network, logs, wallets, now]: Parameters<typeof recordPayments>): Promise<readonly KnownLog[]> {
  if (logs.length === 0) return [];
  try {
    return await tx.transaction((inner) => recordPayments(inner, network, logs, wallets, now));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return logs;
  }
}

export function logItem({ txHash, logIndex }: ObservedTransfer): Item {
  const name = `${txHash} ${logIndex}`;
  return { id: name, name };
}

/** Classifies a log. "somebody" means that it may concern a payment or a refund and is recorded individually. */
function kindOf(
  { observed, known: { kind } }: KnownLog,
  network: Network,
  wallets: WatchedWallets,
  { bindings, candidates }: Known,
): "stranger" | "unkept" | "somebody" {
  const { binding, from, to, blockNumber, usdcUnits } = observed;
  if (kind === "back" || candidates.has(placeKey(observed)) || (binding !== null && bindings.has(binding.hash))) return "somebody";
  if (usdcUnits < network.dustFloorUnits) return "unkept";
  // A merchant's outgoing transfer may be a refund, even without a reference.
  if (wallets.isRefundWallet(from) || wallets.ownersOf(from, blockNumber, false).length > 0) return "somebody";
  return wallets.ownersOf(to, blockNumber, false).length > 0 ? "stranger" : "unkept";
}

async function lookUp(tx: Transaction, network: Network, observed: ObservedTransfer[]): Promise<Known> {
  if (observed.length === 0) return { bindings: new Set(), candidates: new Set() };
  const hashes = [...new Set(observed.flatMap(({ binding }) => binding?.hash ?? []))];
  const unbound = observed.filter(({ binding, usdcUnits }) => binding === null && usdcUnits >= network.dustFloorUnits);
  return {
    bindings: new Set(await listKnownBindings(tx, network.chainId, hashes)),
    candidates: new Set((await listWithCandidates(tx, network.chainId, unbound)).map(placeKey)),
  };
}

import type { Network } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import type { UnkeptMoney } from "../../ledger/journal.repo.ts";
import { listKnownBindings, listKnownLogs, listWithCandidates } from "../../ledger/observed.repo.ts";
import { insertStrangers } from "../../ledger/strangers.repo.ts";
import { recordPayments } from "./record-payments.ts";
import { addUp, recordTransfer, unkeptOf } from "./record-transfer.ts";
import type { WatchedWallets } from "./watched-wallets.ts";

/** What became of the logs of a page. */
export interface RecordedPage {
  /** How many rows were written or brought up to date. */
  written: number;
  /** What is only added up, by wallet and block. */
  unkept: UnkeptMoney[];
}

/** What the ledger knows of a page's logs; by `logKey`, and by binding. */
interface Known {
  /** With the block that each has its row in; null where that has left the chain. */
  logs: ReadonlyMap<string, string | null>;
  /** The transactions whose block has left the chain. */
  gone: ReadonlySet<string>;
  bindings: ReadonlySet<string>;
  candidates: ReadonlySet<string>;
}

/**
 * Takes down what the chain shows, as `recordTransfer` does for each. What strangers sent, which no reference of ours, no proven wallet and no
 * earlier row ties to anybody, is unmatched without a further look, and is written together: however much there is, it costs three questions
 * and one statement for every few thousand. So are first payments by reference. What has its row in this very block is left alone. Runs under the cursor's lock.
 */
export async function recordTransfers(
  tx: Transaction,
  network: Network,
  observed: ObservedTransfer[],
  wallets: WatchedWallets,
  now: Date,
): Promise<RecordedPage> {
  const known = await lookUp(tx, network, observed);
  const unknown = observed.filter((transfer) => known.logs.get(logKey(transfer)) !== transfer.blockHash);
  const kinds = Map.groupBy(unknown, (transfer) => kindOf(transfer, network, wallets, known));
  const strangers = (kinds.get("stranger") ?? []).flatMap((transfer) => {
    const [merchantId] = wallets.ownersOf(transfer.to, transfer.blockNumber, false);
    return merchantId === undefined ? [] : [{ observed: transfer, merchantId }];
  });
  await insertStrangers(tx, strangers, now);
  const unkept = (kinds.get("unkept") ?? []).flatMap((transfer) => unkeptOf(transfer, wallets));
  let written = strangers.length;
  const somebodys = kinds.get("somebody") ?? [];
  const others = somebodys.some((transfer) => known.logs.has(logKey(transfer)) || known.gone.has(transfer.txHash))
    ? somebodys // What comes back with its payment is looked at in the chain's order.
    : await recordPayments(tx, network, somebodys, wallets, now);
  written += somebodys.length - others.length;
  for (const transfer of others) {
    const recorded = await recordTransfer(tx, network, transfer, wallets, now);
    if (recorded.kind === "unkept") unkept.push(...recorded.money);
    else if (recorded.isNew) written += 1;
  }
  return { written, unkept: addUp(unkept) };
}

/** Whom a log may concern; what may be somebody's is looked at by itself. */
function kindOf(transfer: ObservedTransfer, network: Network, wallets: WatchedWallets, known: Known): "stranger" | "unkept" | "somebody" {
  const { binding, from, to, blockNumber, usdcUnits } = transfer;
  const key = logKey(transfer);
  const hasRow = known.logs.has(key) || known.gone.has(transfer.txHash);
  if (hasRow || known.candidates.has(key) || (binding !== null && known.bindings.has(binding.hash))) return "somebody";
  if (usdcUnits < network.dustFloorUnits) return "unkept";
  // What a merchant sends may be a refund that fits, also without a reference.
  if (wallets.isRefundWallet(from) || wallets.ownersOf(from, blockNumber, false).length > 0) return "somebody";
  return wallets.ownersOf(to, blockNumber, false).length > 0 ? "stranger" : "unkept";
}

async function lookUp(tx: Transaction, network: Network, observed: ObservedTransfer[]): Promise<Known> {
  if (observed.length === 0) return { logs: new Map(), gone: new Set(), bindings: new Set(), candidates: new Set() };
  const hashes = [...new Set(observed.flatMap(({ binding }) => binding?.hash ?? []))];
  const unbound = observed.filter(({ binding, usdcUnits }) => binding === null && usdcUnits >= network.dustFloorUnits);
  const logs = await listKnownLogs(tx, network.chainId, observed);
  return {
    logs: new Map(logs.map((log) => [logKey(log), log.blockHash])),
    gone: new Set(logs.flatMap(({ txHash, blockHash }) => (blockHash === null ? txHash : []))),
    bindings: new Set(await listKnownBindings(tx, network.chainId, hashes)),
    candidates: new Set((await listWithCandidates(tx, network.chainId, unbound)).map(logKey)),
  };
}

function logKey({ txHash, logIndex }: Pick<ObservedTransfer, "txHash" | "logIndex">): string {
  return `${txHash} ${logIndex}`;
}

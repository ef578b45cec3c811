import { sameAddress } from "@hearth/chain/addresses";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { placeKey, transferKey } from "@hearth/chain/transfer-facts";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, formatUsdc } from "@hearth/domain/money";
import type { Deps } from "../../../deps.ts";
import { type Cursor, findCursor } from "../../ledger/chain-cursor.repo.ts";
import { listKnownBindings } from "../../ledger/observed.repo.ts";
import { listForeignRecipients, listTransfersBetween, type TransferRow } from "../../ledger/transfers.repo.ts";
import { findLowestBlock, listPaymentsByBinding, listWalletMoves, type WalletMove } from "./rebuild.repo.ts";
import { asLog } from "../recording/known-rows.ts";
import { loadWatchedWallets, readTransfers, readUnwatchedRows, type WatchedWallets } from "../recording/watched-wallets.ts";

/** Blocks per request, the same as the chain reader's. */
const pageBlocks = 1_900n;

export interface RebuildOptions {
  /** First block to read again. Null: the lowest block of which the ledger holds anything. */
  fromBlock: bigint | null;
  /** Restricts the comparison to one merchant. Null: all. */
  merchantId: string | null;
}

/** A range of blocks that was read again. */
export interface ComparedStretch {
  /** Number of the chain's transfers in the range. */
  compared: number;
  /** Last block of the range; null when the ledger holds nothing. */
  upTo: bigint | null;
  differences: string[];
  isDone: boolean;
}

/**
 * Re-reads a range of blocks and derives from the chain alone the transfers, the journal's sum per wallet and block, and the payments paid
 * by reference. Reports where the stored state differs. A range is sized for one step: 1,900 blocks or about a thousand transfers. Costs
 * one reader page at the node and seven statements. Throws ChainUnavailable.
 */
export async function compareStretch(
  deps: Deps,
  after: bigint | null,
  { fromBlock, merchantId }: RebuildOptions,
): Promise<ComparedStretch> {
  const { db, network } = deps;
  const cursor = await findCursor(db, network.chainId);
  const start = after === null ? (fromBlock ?? (await findLowestBlock(db, network.chainId))) : after + 1n;
  if (!cursor || start === null || start > cursor.keptNumber) return { compared: 0, upTo: null, differences: [], isDone: true };
  const last = start + pageBlocks - 1n < cursor.keptNumber ? start + pageBlocks - 1n : cursor.keptNumber;
  const wallets = ofMerchant(await loadWatchedWallets(db, deps.clock.now()), merchantId);
  const recipients = await listForeignRecipients(db, network.chainId, start, last);
  const { transfers: read, upTo } = await readTransfers(deps, wallets, { from: start, to: last, recipients });
  const rows = await listTransfersBetween(db, network.chainId, start, upTo);
  const transfers = [...read, ...(await readUnwatchedRows(deps, wallets, { rows: rows.filter((row) => isOf(row, merchantId)), read }))];
  const differences = [
    ...(await compareTransfers(deps, transfers, rows, { wallets, merchantId })),
    ...compareWallets(transfers, await listWalletMoves(db, wallets.addresses.map(toLower), start, upTo), wallets),
    ...(await comparePayments(deps, cursor, transfers, wallets)),
  ];
  const touches = ({ from, to, blockNumber, binding }: ObservedTransfer) =>
    [to, from].some((address) => wallets.ownersOf(address, blockNumber, binding !== null).length > 0);
  return { compared: transfers.filter(touches).length, upTo, differences, isDone: upTo >= cursor.keptNumber };
}

function ofMerchant(wallets: WatchedWallets, merchantId: string | null): WatchedWallets {
  if (merchantId === null) return wallets;
  const isTheirs = (address: `0x${string}`) => wallets.ownersOf(address, 2n ** 62n, true).includes(merchantId);
  return {
    ...wallets,
    addresses: wallets.addresses.filter(isTheirs),
    unproven: wallets.unproven.filter(isTheirs),
    ownersOf: (address, block, isBound) => (isTheirs(address) ? wallets.ownersOf(address, block, isBound) : []),
  };
}

const toLower = (address: string) => address.toLowerCase();

async function compareTransfers(
  deps: Deps,
  onChain: ObservedTransfer[],
  rows: TransferRow[],
  { wallets, merchantId }: { wallets: WatchedWallets; merchantId: string | null },
): Promise<string[]> {
  const { chainId, dustFloorUnits } = deps.network;
  const [logsByKey, rowsByKey] = [new Map(onChain.map((log) => [placeKey(log), log])), new Map(rows.map((row) => [placeKey(row), row]))];
  const unknown = onChain.filter((log) => !rowsByKey.has(placeKey(log)) && log.usdcUnits >= dustFloorUnits);
  const bindings = unknown.flatMap(({ binding }) => binding?.hash ?? []);
  const payees = new Map<string, `0x${string}`>(
    (await listPaymentsByBinding(deps.db, chainId, bindings)).map((one) => [one.binding, one.payeeAddress]),
  );
  const refunds = new Set((await listKnownBindings(deps.db, chainId, bindings)).filter((known) => !payees.has(known)));
  const missing = unknown.filter(({ to, blockNumber, binding }) => {
    const payee = binding === null ? undefined : payees.get(binding.hash);
    const isPaidThere = payee !== undefined && sameAddress(payee, to);
    return (
      wallets.ownersOf(to, blockNumber, isPaidThere).length > 0 || (merchantId === null && binding !== null && refunds.has(binding.hash))
    );
  });
  return [
    ...missing.map(
      (log) => `${nameOf(log)} is on the chain and not in the ledger. hearth reconcile --from-block ${log.blockNumber} records it.`,
    ),
    ...rows.flatMap((row) => {
      if (!isOf(row, merchantId)) return [];
      const log = logsByKey.get(placeKey(row));
      if (log === undefined || log.blockHash !== row.blockHash)
        return [
          `${nameOf(row)} is in the ledger and not on the chain. hearth chain repair --to-block ${row.blockNumber - 1n} takes it back.`,
        ];
      if (transferKey(log, dustFloorUnits) === transferKey(asLog(row), dustFloorUnits)) return [];
      const onChainTransfer = `${formatUsdc(log.usdcUnits)} USDC from ${log.from} to ${log.to}`;
      return [
        `${nameOf(row)} is another one on the chain: ${onChainTransfer}. hearth ledger mend ${publicId("transfer", row.id)} puts it right.`,
      ];
    }),
  ];
}

function isOf(row: TransferRow, merchantId: string | null): boolean {
  return merchantId === null || row.merchantId === merchantId || row.senderMerchantId === merchantId;
}

function nameOf({
  txHash,
  logIndex,
  blockNumber,
  usdcUnits,
}: Pick<ObservedTransfer, "txHash" | "logIndex" | "blockNumber" | "usdcUnits">): string {
  return `Log ${logIndex} of ${txHash} in block ${blockNumber} (${formatUsdc(usdcUnits)} USDC)`;
}

/**
 * Re-reads a range of blocks and derives from the chain alone the transfers, the journal's sum per wallet and block, and the payments paid
 * by reference. Reports where the stored state differs. A range is sized for one step: 1,900 blocks or about a thousand transfers. Costs
 * one reader page at the node and seven statements. Throws ChainUnavailable.
 */
function compareWallets(onChain: ObservedTransfer[], journal: WalletMove[], wallets: WatchedWallets): string[] {
  // For a wallet not proven by that block the journal has only bound transfers. `compareTransfers` has compared them log by log.
  const isWhole = (address: `0x${string}`, blockNumber: bigint) => wallets.ownersOf(address, blockNumber, false).length > 0;
  const moved = new Map<string, bigint>();
  const move = (address: `0x${string}`, blockNumber: bigint, units: bigint) => {
    if (!isWhole(address, blockNumber)) return;
    const key = `${address.toLowerCase()} ${blockNumber}`;
    moved.set(key, (moved.get(key) ?? 0n) + units);
  };
  for (const { from, to, blockNumber, usdcUnits } of onChain) {
    move(to, blockNumber, usdcUnits);
    move(from, blockNumber, -usdcUnits);
  }
  const posted = new Map(
    journal.filter(({ wallet, block }) => isWhole(wallet, block)).map(({ wallet, block, units }) => [`${wallet} ${block}`, units]),
  );
  return [...new Set([...moved.keys(), ...posted.keys()])].flatMap((key) => {
    const [chain, journalled] = [moved.get(key) ?? 0n, posted.get(key) ?? 0n];
    const [wallet, block] = key.split(" ");
    if (chain === journalled) return [];
    return [`Wallet ${wallet} in block ${block}: the chain moves ${formatUsdc(chain)} USDC, the journal ${formatUsdc(journalled)}.`];
  });
}

/** Reports payments that are not completed although a final block pays them by reference. Reports nothing while completions are stopped. */
async function comparePayments(deps: Deps, cursor: Cursor, onChain: ObservedTransfer[], wallets: WatchedWallets): Promise<string[]> {
  if (cursor.completionsStoppedAt !== null) return [];
  const final = onChain.filter(({ binding, blockNumber }) => binding !== null && blockNumber <= cursor.finalizedNumber);
  const bound = Map.groupBy(final, ({ binding }) => binding?.hash ?? "0x");
  const payments = await listPaymentsByBinding(deps.db, deps.network.chainId, [...bound.keys()]);
  return payments.flatMap(({ id, status, binding, payeeAddress, amountCents }) => {
    const pays = ({ from, to, blockNumber, usdcUnits }: ObservedTransfer) =>
      sameAddress(to, payeeAddress) &&
      !sameAddress(from, to) &&
      usdcUnits >= centsToUsdcUnits(amountCents) &&
      wallets.ownersOf(to, blockNumber, true).length > 0;
    const log = status === "completed" ? undefined : bound.get(binding)?.find(pays);
    return log === undefined ? [] : [`Payment ${publicId("payment", id)} is ${status}; ${nameOf(log)} pays it.`];
  });
}

import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { placeKey } from "@hearth/chain/transfer-facts";
import type { ChooseTransfers, Stretch } from "@hearth/chain/transfer-scan";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { limits } from "@hearth/domain/limits";
import type { Deps } from "../../../deps.ts";
import { listRefundRecipients, listRefundWallets } from "../../ledger/refunds.repo.ts";
import { listWatchedAddresses, type TransferRow, type WatchedAddress } from "../../ledger/transfers.repo.ts";

const dayMs = 86_400_000;

/** Period after a refund began in which its money is seen from any wallet. Money from the merchant's own wallets is always seen. */
const recipientsWatchedMs = 30 * dayMs;

/**
 * Period after its newest checkout in which an unproven wallet is read for bound transfers, even late ones. Anybody can enter any wallet as
 * their own, so a wallet that nobody pays must cost nothing.
 */
const unprovenWatchedMs = limits.unprovenWatchedDays * dayMs;

/** Transactions requested concurrently, each with its receipt. */
const transactionsAtOnce = 100;

type Address = `0x${string}`;

/** The payout wallets to watch. */
export interface WatchedWallets {
  /** Wallets of which everything is read, without duplicates. */
  addresses: Address[];
  /** Unproven wallets with recent checkouts. Only bound transfers are read. */
  unproven: Address[];
  /**
   * Returns the merchants that owned an address at a block, the current one first. An unbound transfer at an unproven wallet belongs to
   * nobody.
   */
  ownersOf(address: Address, blockNumber: bigint, isBound: boolean): string[];
  /**
   * Returns true when a merchant has proven the wallet for refunds. Such wallets add no log filters: transfers to refund recipients are
   * read anyway, and its other transfers do not matter.
   */
  isRefundWallet(address: Address): boolean;
  /** Grows when a wallet is added, proven, or gets its first recent checkout. */
  size: number;
}

/** Loads every wallet at which a merchant is or was paid, with how it has to be read at `now`. */
export async function loadWatchedWallets(db: DatabaseOrTransaction, now: Date): Promise<WatchedWallets> {
  const rows = await listWatchedAddresses(db, new Date(now.getTime() - unprovenWatchedMs));
  const refundWallets = new Set(await listRefundWallets(db));
  const byAddress = Map.groupBy(rows, ({ address }) => address.toLowerCase());
  const which = (isMeant: (owners: WatchedAddress[]) => boolean) =>
    [...byAddress.values()].flatMap((owners) => (isMeant(owners) ? (owners[0]?.address ?? []) : []));
  const isProven = (owners: WatchedAddress[]) => owners.some(({ provenFromBlock }) => provenFromBlock !== null);
  return {
    addresses: which(isProven),
    unproven: which((owners) => !isProven(owners) && owners.some(({ hasCheckout }) => hasCheckout)),
    ownersOf: (address, blockNumber, isBound) => {
      const isTheirs = ({ fromBlock, provenFromBlock }: WatchedAddress) => {
        const first = isBound ? fromBlock : provenFromBlock;
        return first !== null && first <= blockNumber;
      };
      const owners = byAddress.get(address.toLowerCase()) ?? [];
      return [...new Set(owners.filter(isTheirs).map(({ merchantId }) => merchantId))];
    },
    isRefundWallet: (address) => refundWallets.has(address.toLowerCase()),
    size: rows.reduce(
      (sum, { provenFromBlock, hasCheckout }) => sum + 1 + Number(hasCheckout) + (provenFromBlock === null ? 0 : 2),
      refundWallets.size,
    ),
  };
}

/**
 * Reads the transfers of a block range that concern somebody here, in chain order and without duplicates. Covers transfers to and from
 * payout wallets and to recent refund recipients, and bound transfers at unproven wallets. Reads as many blocks as one step should carry,
 * at least the first. `choose` filters the transfers. Throws ChainUnavailable.
 */
export async function readTransfers(
  deps: Deps,
  wallets: WatchedWallets,
  { from, to, recipients = [], choose }: { from: bigint; to: bigint; recipients?: Address[]; choose?: ChooseTransfers },
): Promise<Stretch> {
  const since = new Date(deps.clock.now().getTime() - recipientsWatchedMs);
  const payers = await listRefundRecipients(deps.db, deps.network.chainId, since);
  const receivers = [...new Set([...wallets.addresses, ...payers, ...recipients])];
  return deps.chain.transfersInvolving({ to: receivers, from: wallets.addresses, onlyBound: wallets.unproven }, from, to, choose);
}

/**
 * Reads the transactions of rows that `readTransfers` could not find, because their unproven wallet is not read in full or not any more.
 * Costs one transaction lookup each. Throws ChainUnavailable.
 */
export async function readUnwatchedRows(
  deps: Deps,
  wallets: WatchedWallets,
  { rows, read }: { rows: TransferRow[]; read: ObservedTransfer[] },
): Promise<ObservedTransfer[]> {
  const found = new Set(read.map(placeKey));
  const whole = new Set(wallets.addresses.map((address) => address.toLowerCase()));
  const unlooked = rows.filter((row) => !found.has(placeKey(row)) && !whole.has(row.toAddress.toLowerCase()));
  const places = new Set(unlooked.map(placeKey));
  const hashes = [...new Set(unlooked.map(({ txHash }) => txHash))];
  const onChain: ObservedTransfer[] = [];
  for (let at = 0; at < hashes.length; at += transactionsAtOnce) {
    const some = hashes.slice(at, at + transactionsAtOnce);
    onChain.push(...(await Promise.all(some.map((hash) => deps.chain.transfersInTx(hash)))).flat());
  }
  return onChain.filter((transfer) => places.has(placeKey(transfer)));
}

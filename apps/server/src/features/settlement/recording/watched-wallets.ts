import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { placeKey } from "@hearth/chain/transfer-facts";
import type { ChooseTransfers, Stretch } from "@hearth/chain/transfer-scan";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { limits } from "@hearth/domain/limits";
import type { Deps } from "../../../deps.ts";
import { listRefundRecipients, listRefundWallets } from "../../ledger/refunds.repo.ts";
import { listWatchedAddresses, type TransferRow, type WatchedAddress } from "../../ledger/transfers.repo.ts";

const dayMs = 86_400_000;

/** How long after a refund was begun money for it is seen from whatever wallet it comes; from the merchant's own it is seen for ever. */
const recipientsWatchedMs = 30 * dayMs;

/**
 * So long after its newest checkout an unproven wallet is read for what a reference binds, however late. Anybody may name any wallet as their own;
 * one that nobody pays costs nothing.
 */
const unprovenWatchedMs = limits.unprovenWatchedDays * dayMs;

/** So many transactions are asked for at the same time, each with its receipt. */
const transactionsAtOnce = 100;

type Address = `0x${string}`;

/** The payout wallets that money is watched at. */
export interface WatchedWallets {
  /** Those that everything is read of, each once. */
  addresses: Address[];
  /** Those that only what carries a reference is read of: nobody has proven them, and somebody may be paying there. */
  unproven: Address[];
  /**
   * The merchants that an address belonged to at a block, the current one first: for a transfer that a reference binds, or for any other, which
   * is nobody's while the wallet is unproven.
   */
  ownersOf(address: Address, blockNumber: bigint, isBound: boolean): string[];
  /**
   * Whether some merchant has proven a wallet to refund from. No blocks are read for its sake: whatever reaches somebody a refund was begun for is
   * read anyway, and nothing else that it sends is of interest.
   */
  isRefundWallet(address: Address): boolean;
  /** Grows when a wallet is added, proven or begins to be read. */
  size: number;
}

/** Every wallet that a merchant is or was ever paid at, as it has to be read at a moment. */
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
 * Transfers within the blocks that concern somebody here, in the chain's order, each once: to a payout wallet, from one, or to somebody whom a
 * refund was begun for lately; to and from unproven wallets what carries a reference. As many blocks as one step should carry, and at least the
 * first; of them what `choose` chooses, where it is given. Throws ChainUnavailable.
 */
export async function readTransfers(
  deps: Deps,
  wallets: WatchedWallets,
  { from, to, recipients = [], choose }: { from: bigint; to: bigint; recipients?: Address[]; choose?: ChooseTransfers },
): Promise<Stretch> {
  const since = new Date(deps.clock.now().getTime() - recipientsWatchedMs);
  const payers = await listRefundRecipients(deps.db, deps.network.chainId, since);
  const receivers = [...new Set([...wallets.addresses, ...payers, ...recipients])];
  return deps.chain.transfersTouching({ to: receivers, from: wallets.addresses, onlyBound: wallets.unproven }, from, to, choose);
}

/**
 * What the chain has now of rows that `readTransfers` did not find since it did not look: they are kept at a wallet that nobody has proven, which
 * is not read any more or was read whole once. Costs a look at each one's transaction. Throws ChainUnavailable.
 */
export async function readUnlooked(
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

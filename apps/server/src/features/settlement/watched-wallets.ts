import type { OnlyBound } from "@hearth/chain/bindable-logs";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import { listRefundRecipients } from "../ledger/refunds.repo.ts";
import { listWatchedAddresses, type WatchedAddress } from "../ledger/transfers.repo.ts";

const dayMs = 86_400_000;

/** So long after a refund was begun, money for it is seen from whatever wallet it comes; from the merchant's own it is seen for ever. */
const recipientsWatchedMs = 30 * dayMs;

/**
 * So long after the newest checkout for it was made, an unproven wallet is read for what a reference binds, however late. Anybody may name any
 * wallet as their own; one that nobody pays costs nothing.
 */
const unprovenWatchedMs = 90 * dayMs;

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
  /** Grows when a wallet is added, proven or begins to be read. */
  size: number;
}

/** Every wallet that a merchant is or was ever paid at, as it has to be read at a moment. */
export async function loadWatchedWallets(db: DatabaseOrTransaction, now: Date): Promise<WatchedWallets> {
  const rows = await listWatchedAddresses(db, new Date(now.getTime() - unprovenWatchedMs));
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
    size: rows.reduce((sum, { provenFromBlock, hasCheckout }) => sum + 1 + Number(hasCheckout) + (provenFromBlock === null ? 0 : 2), 0),
  };
}

/** What is read, and of whom besides those who are watched. */
interface Reading {
  from: bigint;
  to: bigint;
  /** Everything to these is read too. */
  recipients?: Address[];
}

/**
 * Every transfer within the blocks that concerns somebody here, in the chain's order, each once: to a payout wallet, from one, or to somebody
 * whom a refund was begun for lately; to and from unproven wallets what carries a reference. Throws ChainUnavailable.
 */
export async function readTransfers(
  deps: Deps,
  wallets: WatchedWallets,
  { from, to, recipients = [] }: Reading,
): Promise<ObservedTransfer[]> {
  const since = new Date(deps.clock.now().getTime() - recipientsWatchedMs);
  const payers = await listRefundRecipients(deps.db, deps.network.chainId, since);
  const receivers = [...new Set([...wallets.addresses, ...payers, ...recipients])];
  const bound: OnlyBound = { leastUnits: deps.network.dustFloorUnits };
  const read = await Promise.all([
    receivers.length === 0 ? [] : deps.chain.transfersTo(receivers, from, to),
    wallets.addresses.length === 0 ? [] : deps.chain.transfersFrom(wallets.addresses, from, to),
    wallets.unproven.length === 0 ? [] : deps.chain.transfersTo(wallets.unproven, from, to, bound),
    wallets.unproven.length === 0 ? [] : deps.chain.transfersFrom(wallets.unproven, from, to, bound),
  ]);
  const logs = new Map(read.flat().map((observed) => [`${observed.txHash} ${observed.logIndex}`, observed]));
  return [...logs.values()].toSorted((left, right) => Number(left.blockNumber - right.blockNumber) || left.logIndex - right.logIndex);
}

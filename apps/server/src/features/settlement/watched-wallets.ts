import type { Stretch } from "@hearth/chain/transfer-scan";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import { listRefundRecipients } from "../ledger/refunds.repo.ts";
import { listWatchedAddresses } from "../ledger/transfers.repo.ts";

/** How long after a refund was begun money for it is seen from whatever wallet it comes; from the merchant's own it is seen for ever. */
const recipientsWatchedMs = 30 * 86_400_000;

type Address = `0x${string}`;

/** The payout wallets that money is watched at. */
export interface WatchedWallets {
  /** Each address once. */
  addresses: Address[];
  /** The merchants that an address belonged to at a block, the current one first. */
  ownersOf(address: Address, blockNumber: bigint): string[];
  /** Changes when a wallet is added. */
  size: number;
}

/** Every wallet that a merchant is or was ever paid at. */
export async function loadWatchedWallets(db: DatabaseOrTransaction): Promise<WatchedWallets> {
  const rows = await listWatchedAddresses(db);
  const byAddress = Map.groupBy(rows, ({ address }) => address.toLowerCase());
  return {
    addresses: [...byAddress.values()].flatMap(([first]) => first?.address ?? []),
    ownersOf: (address, blockNumber) => {
      const owners = byAddress.get(address.toLowerCase()) ?? [];
      return [...new Set(owners.filter(({ fromBlock }) => fromBlock <= blockNumber).map(({ merchantId }) => merchantId))];
    },
    size: rows.length,
  };
}

/**
 * Transfers within the blocks that concern somebody here, in the chain's order, each once: to a payout wallet, from one, or to somebody whom a
 * refund was begun for lately. As many blocks as one step should carry, and at least the first. Throws ChainUnavailable.
 */
export async function readTransfers(
  deps: Deps,
  wallets: WatchedWallets,
  { from, to, recipients = [] }: { from: bigint; to: bigint; recipients?: Address[] },
): Promise<Stretch> {
  const since = new Date(deps.clock.now().getTime() - recipientsWatchedMs);
  const payers = await listRefundRecipients(deps.db, deps.network.chainId, since);
  const receivers = [...new Set([...wallets.addresses, ...payers, ...recipients])];
  return deps.chain.transfersTouching({ to: receivers, from: wallets.addresses }, from, to);
}

import type { ChooseTransfers, ListedTransfer } from "@hearth/chain/transfer-scan";
import { usdcUnitsToCents } from "@hearth/domain/money";
import type { Deps } from "../../../deps.ts";
import { type PriceAtAddress, listAwaitedPrices } from "../../ledger/observed.repo.ts";
import type { WatchedWallets } from "../recording/watched-wallets.ts";

/** A wallet is crowded above this many transfers in a block; a block is crowded above this many in total. */
const crowdedAbove = { wallet: 20, block: 500 };
/** Transfers read first at a crowded wallet in a block: per price, and for all prices together. */
const chosenAtMost = { price: 20, wallet: 200 };
/** Period in which an unbound transfer may still belong to a checkout of its price. */
const priceValidMs = 86_400_000;

/**
 * Chooses the transfers that a payer may be waiting for, so that a crowd of strangers' transfers does not delay them. Chooses every
 * transfer at an uncrowded wallet. At a crowded one it chooses transfers of exactly a price that an open checkout asks for there.
 * `recordDeferredTransfers` records the others soon after. One wallet's crowd does not affect another wallet, and one price's crowd does not affect
 * another price.
 *
 * Free for a block without a crowd; one statement for a page with one.
 */
export function createChoice(deps: Pick<Deps, "db" | "network" | "clock">, wallets: Pick<WatchedWallets, "addresses">): ChooseTransfers {
  const senders = new Set(wallets.addresses.map(toLower));
  const since = new Date(deps.clock.now().getTime() - priceValidMs);
  const filterAwaitedPrices = createPriceFilter((prices) => listAwaitedPrices(deps.db, deps.network.chainId, prices, since));
  return async (listed) => {
    const blocks = [...Map.groupBy(listed, ({ blockNumber }) => blockNumber).values()];
    const [calm, crowds]: [ListedTransfer[], ListedTransfer[][]] = [[], []];
    for (const block of blocks) {
      // Transfers from a payout wallet are counted at that wallet, whatever their recipient.
      for (const touching of Map.groupBy(block, ({ from, to }) => toLower(senders.has(toLower(from)) ? from : to)).values())
        if (touching.length > crowdedAbove.wallet || block.length > crowdedAbove.block) crowds.push(touching);
        else calm.push(...touching);
    }
    const isAwaited = await filterAwaitedPrices(crowds.flat());
    return [...calm, ...crowds.flatMap((crowd) => chooseAwaited(crowd, isAwaited))];
  };
}

/** Keeps the transfers whose price is that of an open checkout, limited per price and per wallet. */
function chooseAwaited(crowd: ListedTransfer[], isAwaited: (transfer: ListedTransfer) => boolean): ListedTransfer[] {
  const byPrice = Map.groupBy(crowd.filter(isAwaited), (transfer) => transfer.usdcUnits);
  return [...byPrice.values()].flatMap((transfers) => transfers.slice(0, chosenAtMost.price)).slice(0, chosenAtMost.wallet);
}

/** Looks up each price once, so that the choice is the same for every provider's answer. */
function createPriceFilter(lookUp: (prices: PriceAtAddress[]) => Promise<PriceAtAddress[]>) {
  const known = new Map<string, Promise<Set<string>>>();
  return async (transfers: ListedTransfer[]) => {
    const fresh = new Map<string, PriceAtAddress>();
    for (const transfer of transfers) {
      const price = priceOf(transfer);
      if (price !== null && !known.has(keyOf(price))) fresh.set(keyOf(price), price);
    }
    const found = lookUp([...fresh.values()]).then((prices) => new Set(prices.map(keyOf)));
    for (const key of fresh.keys()) known.set(key, found);
    const all = new Set((await Promise.all(new Set(known.values()))).flatMap((keys) => [...keys]));
    return (transfer: ListedTransfer) => {
      const price = priceOf(transfer);
      return price !== null && all.has(keyOf(price));
    };
  };
}

function priceOf({ to, usdcUnits }: ListedTransfer): PriceAtAddress | null {
  const cents = usdcUnitsToCents(usdcUnits);
  return cents === null || cents > 2 ** 31 - 1 ? null : { address: toLower(to), cents };
}

function keyOf({ address, cents }: PriceAtAddress): string {
  return `${address} ${cents}`;
}

function toLower(address: string): string {
  return address.toLowerCase();
}

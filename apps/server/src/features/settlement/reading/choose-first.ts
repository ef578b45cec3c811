import type { ChooseTransfers, ListedTransfer } from "@hearth/chain/transfer-scan";
import { usdcUnitsToCents } from "@hearth/domain/money";
import type { Deps } from "../../../deps.ts";
import { type AskedAmount, listAsked } from "../../ledger/observed.repo.ts";
import type { WatchedWallets } from "../recording/watched-wallets.ts";

/** A wallet that no more transfers touch in a block is not crowded, and a block that holds no more is not either. */
const crowdedAbove = { wallet: 20, block: 500 };
/** At a crowded wallet so many of a block are looked at first for each price, and for all prices together. */
const chosenAtMost = { price: 20, wallet: 200 };
/** A price is somebody's for as long as money without a reference may be theirs. */
const askedWithinMs = 86_400_000;

/**
 * Chooses what a payer may be waiting for, so that no crowd of strangers' transfers is read before it: everything at wallets that are not crowded,
 * and at a crowded one what moves exactly a price that somebody is asked for there. What is left is kept soon after, in `keepRest`. A wallet's
 * crowd says nothing of another wallet, and one price's nothing of another price.
 *
 * Costs nothing in a block without a crowd, and one statement for a page with one.
 */
export function createChoice(deps: Pick<Deps, "db" | "network" | "clock">, wallets: Pick<WatchedWallets, "addresses">): ChooseTransfers {
  const senders = new Set(wallets.addresses.map(toLower));
  const since = new Date(deps.clock.now().getTime() - askedWithinMs);
  const asked = createAsked((prices) => listAsked(deps.db, deps.network.chainId, prices, since));
  return async (listed) => {
    const blocks = [...Map.groupBy(listed, ({ blockNumber }) => blockNumber).values()];
    const [calm, crowds]: [ListedTransfer[], ListedTransfer[][]] = [[], []];
    for (const block of blocks) {
      // Whoever sends from a payout wallet crowds that wallet, wherever it goes.
      for (const touching of Map.groupBy(block, ({ from, to }) => toLower(senders.has(toLower(from)) ? from : to)).values())
        if (touching.length > crowdedAbove.wallet || block.length > crowdedAbove.block) crowds.push(touching);
        else calm.push(...touching);
    }
    const isAsked = await asked(crowds.flat());
    return [...calm, ...crowds.flatMap((crowd) => chooseAsked(crowd, isAsked))];
  };
}

/** Those of a price that somebody is asked for, a few of each price. */
function chooseAsked(crowd: ListedTransfer[], isAsked: (transfer: ListedTransfer) => boolean): ListedTransfer[] {
  const byPrice = Map.groupBy(crowd.filter(isAsked), (transfer) => transfer.usdcUnits);
  return [...byPrice.values()].flatMap((transfers) => transfers.slice(0, chosenAtMost.price)).slice(0, chosenAtMost.wallet);
}

/** Looks each price up once, so that every provider's transfers are chosen alike. */
function createAsked(lookUp: (prices: AskedAmount[]) => Promise<AskedAmount[]>) {
  const known = new Map<string, Promise<Set<string>>>();
  return async (transfers: ListedTransfer[]) => {
    const fresh = new Map<string, AskedAmount>();
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

function priceOf({ to, usdcUnits }: ListedTransfer): AskedAmount | null {
  const cents = usdcUnitsToCents(usdcUnits);
  return cents === null || cents > 2 ** 31 - 1 ? null : { address: toLower(to), cents };
}

function keyOf({ address, cents }: AskedAmount): string {
  return `${address} ${cents}`;
}

function toLower(address: string): string {
  return address.toLowerCase();
}

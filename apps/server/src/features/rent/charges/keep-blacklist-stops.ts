import { ChainUnavailable } from "@hearth/chain/chain-errors";
import type { Deps } from "../../../deps.ts";
import { beginBlacklistStops, endBlacklistStops, listPayeesWithFeeChecks } from "../rows/payment-stops.repo.ts";

/** Payout wallets that are asked about together. */
const payeesAtOnce = 200;

/**
 * Keeps since when the payout wallets of businesses whose late fees are to be decided are blacklisted, so that nobody can pay there. A wallet that is found
 * blacklisted is taken to have been so from the day before the oldest day that is to be decided. While the chain does not answer, what was known stays.
 */
export async function keepBlacklistStops({ db, chain, clock }: Deps, upTo: Date): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const payees = await listPayeesWithFeeChecks(db, { upTo, after, limit: payeesAtOnce });
    const answers = await Promise.all(payees.map(({ address }) => chain.isBlacklisted(address))).catch(passUnlessAway);
    if (answers === null) return;
    const blocked = payees.filter((_, place) => answers[place] === true);
    await beginBlacklistStops(db, blocked);
    const free = payees.filter(({ isStopped }, place) => isStopped && answers[place] === false);
    await endBlacklistStops(
      db,
      free.map(({ merchantId }) => merchantId),
      clock.now(),
    );
    after = payees.at(-1)?.merchantId ?? null;
    if (payees.length < payeesAtOnce) return;
  }
}

function passUnlessAway(error: unknown): null {
  if (error instanceof ChainUnavailable) return null;
  throw error;
}

import { ChainUnavailable } from "@hearth/chain/chain-errors";
import type { Deps } from "../../../deps.ts";
import { beginBlacklistStops, endBlacklistStops, listPayeesWithFeeChecks } from "../rows/payment-stops.repo.ts";

/** Payout wallets per page. */
const payeesAtOnce = 200;

/**
 * Records since when payout wallets are blacklisted, so that nobody can pay there. Checks the businesses with late fees to decide. A wallet found blacklisted
 * counts as blacklisted from the day before the oldest undecided day. Changes nothing while the chain does not answer.
 */
export async function updateBlacklistStops({ db, chain, clock }: Deps, upTo: Date): Promise<void> {
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

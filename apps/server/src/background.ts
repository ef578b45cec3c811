import type { Deps } from "./deps.ts";
import { startExpiring } from "./jobs/expire-payments.job.ts";
import { startFollowingOrders } from "./jobs/follow-orders.job.ts";
import { startRelaying, startWatchingGas } from "./jobs/relay-authorizations.job.ts";
import { startSendingMails } from "./jobs/send-mails.job.ts";
import { startScheduledJobs } from "./jobs/scheduled-jobs.ts";
import { startFinalizing, startWatchingChain } from "./jobs/watch-chain.job.ts";

/** Starts everything that works without being asked. Any number of processes may; each step's winner is decided in the database. */
export async function startBackground(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const loops = [
    startWatchingChain(deps),
    startRelaying(deps),
    startWatchingGas(deps),
    startExpiring(deps),
    startFollowingOrders(deps),
    startFinalizing(deps),
    startSendingMails(deps),
  ];
  const jobs = await startScheduledJobs(deps);
  return {
    stop: async () => {
      await Promise.all([...loops.map((loop) => loop.stop()), jobs.stop()]);
    },
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase } from "@hearth/db/client";
import { holdLock } from "@hearth/db/held-lock";
import type { Deps } from "./deps.ts";
import { startAllocatingRent } from "./jobs/allocate-rent.job.ts";
import { startHeartbeats } from "./jobs/heartbeats.ts";
import { startExpiring } from "./jobs/expire-payments.job.ts";
import { startFollowingOrders } from "./jobs/follow-orders.job.ts";
import { startRelaying, startWatchingGas } from "./jobs/relay-authorizations.job.ts";
import { startSendingAlarms } from "./jobs/send-alarm-webhooks.job.ts";
import { startSendingMails } from "./jobs/send-mails.job.ts";
import { startScheduledJobs } from "./jobs/scheduled-jobs.ts";
import { startFinalizing, startReading } from "./jobs/watch-chain.job.ts";

/** How long a step that runs may take to its end; what it leaves undone, the next process does, as after a crash. */
const stepLimitMs = 2_000;

/** As many connections as there is usually work at once; they are opened when they are needed. */
const poolSize = 4;

/**
 * Starts everything that works without being asked. Any number of processes may: one of them works at a time, so that what the node is asked does
 * not grow with them, and another goes on within five seconds of its end. Each step's winner is decided in the database all the same. It has
 * connections of its own, so that payers whose money is there do not stand in line behind those who ask.
 */
export async function startBackground(asking: Deps, stopped: ReadonlySet<string> = new Set()): Promise<{ stop(): Promise<void> }> {
  const { db, close } = connectDatabase(asking.env.databaseUrl, { poolSize, directUrl: asking.env.databaseDirectUrl });
  const deps = { ...asking, db };
  const turn = await holdLock(deps.env.databaseDirectUrl, `hearth background ${deps.network.chainId}`);
  const heartbeats = await startHeartbeats(deps);
  const host = { isOurs: turn.isHeld, heartbeats, stopped };
  const starts = [
    startReading,
    startRelaying,
    startWatchingGas,
    startExpiring,
    startFollowingOrders,
    startFinalizing,
    startAllocatingRent,
    startSendingMails,
    startSendingAlarms,
  ];
  const loops = starts.flatMap((start) => start(deps, host));
  const jobs = await startScheduledJobs(deps, { heartbeats, stopped });
  return {
    stop: async () => {
      const ended = Promise.all([...loops.map((loop) => loop.stop()), jobs.stop(stepLimitMs)]);
      await Promise.race([ended, sleep(stepLimitMs, undefined, { ref: false })]);
      await heartbeats.stop();
      await turn.close();
      await close();
    },
  };
}

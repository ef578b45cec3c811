import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase } from "@hearth/db/client";
import { holdLock } from "@hearth/db/held-lock";
import type { Deps } from "./deps.ts";
import { startHeartbeats } from "./jobs/heartbeats.ts";
import {
  startAllocatingRent,
  startExpiring,
  startFinalizing,
  startFollowingOrders,
  startReading,
  startRelaying,
  startSendingAlarms,
  startSendingMails,
  startWatchingGas,
} from "./jobs/loops.ts";
import { startScheduledJobs } from "./jobs/scheduled-jobs.ts";

/** The maximum time that running steps get at shutdown. The next process continues unfinished steps, as after a crash. */
const stepLimitMs = 2_000;

/** Matches the usual amount of concurrent work; connections are opened on demand. */
const poolSize = 4;

/**
 * Starts the background work. Any number of processes may: one of them works at a time, so the load on the node does not grow with them.
 * Another takes over within five seconds of its end. The outcome of each step is still decided in the database. Uses connections of its
 * own, so that background work never waits behind requests.
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

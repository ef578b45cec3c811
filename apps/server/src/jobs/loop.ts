import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../deps.ts";
import type { LoopName } from "./declared.ts";
import type { Heartbeats } from "./heartbeats.ts";
import { runWithin } from "./run-deps.ts";

export interface Loop {
  /** Aborts the running step, waits for its end, and starts no other. */
  stop(): Promise<void>;
}

/** State shared by the loops of one worker. */
export interface LoopHost {
  /** True while this process holds the work. No step starts while it does not. */
  isOurs(): boolean;
  heartbeats: Pick<Heartbeats, "succeeded" | "failed">;
  /** Loops that do not run, for the drill that expects their alarms. */
  stopped?: ReadonlySet<string>;
}

interface LoopOptions {
  name: LoopName;
  everyMs: number;
  host: LoopHost;
  /** One step. Returning `true` runs the next at once, a number runs it after that many ms. `deps.ending` is aborted when the step has to stop. */
  step: (deps: Deps) => Promise<boolean | number | void>;
  onFailure?: (error: unknown) => Promise<void>;
  onSuccess?: () => Promise<void>;
}

/** The longest pause before a failed step is retried. */
const longestPauseMs = 5_000;
/** Interval at which a process that does not hold the work checks again. */
const longestWaitMs = 500;
/** A step over a list stops after this time, and the next step does the rest. */
const stepLimitMs = 60_000;

/**
 * Runs a step repeatedly, with a pause between, until stopped. A failed step is retried. Steps keep no state of their own, so nothing is lost. Reports the
 * result of each step to the heartbeats, which log new errors and raise an alarm when no step succeeds in time.
 */
export function startLoop(deps: Deps, options: LoopOptions): Loop {
  const { name, everyMs, host } = options;
  if (host.stopped?.has(name) === true) return { stop: async () => {} };
  const stopping = new AbortController();
  let failures = 0;
  const turn = async (): Promise<number> => {
    if (!host.isOurs()) return Math.min(everyMs, longestWaitMs);
    const run = runWithin(deps, stepLimitMs, [stopping.signal]);
    try {
      const again = await options.step(run.deps);
      failures = 0;
      host.heartbeats.succeeded(name);
      await options.onSuccess?.();
      if (typeof again === "number") return again;
      return again === true ? 0 : everyMs;
    } catch (error) {
      failures += 1;
      host.heartbeats.failed(name, error);
      await options.onFailure?.(error).catch(() => {});
      return Math.min(longestPauseMs, everyMs * 2 ** Math.min(failures, 5));
    } finally {
      run.release();
    }
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      const pauseMs = await turn();
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../deps.ts";
import type { LoopName } from "./declared.ts";
import type { Heartbeats } from "./heartbeats.ts";
import { runWithin } from "./run-deps.ts";

export interface Loop {
  /** Tells the step that runs to stop, waits for its end, and begins no other. */
  stop(): Promise<void>;
}

/** What the loops of one worker share. */
export interface LoopHost {
  /** Whether the work is this process's now; while it is not, no step begins. */
  isOurs(): boolean;
  heartbeats: Pick<Heartbeats, "succeeded" | "failed">;
  /** Loops that do not run, for the drill that looks for their alarms. */
  stopped?: ReadonlySet<string>;
}

interface LoopOptions {
  name: LoopName;
  everyMs: number;
  host: LoopHost;
  /** One step; `true` asks for the next at once, a number for it after so many ms. Its `deps.ending` says when to stop. */
  step: (deps: Deps) => Promise<boolean | number | void>;
  onFailure?: (error: unknown) => Promise<void>;
  onSuccess?: () => Promise<void>;
}

/** A failed step is tried again after a pause that grows up to this. */
const longestPauseMs = 5_000;
/** Whoever waits for the work looks this often whether it has come. */
const longestWaitMs = 500;
/** A step that works through a list stops after this and leaves what is left to the next. */
const stepLimitMs = 60_000;

/**
 * Runs a step again and again, with a pause between, until stopped. A step that fails is tried again; nothing is lost, because steps keep no state of their
 * own. Each step's end is told to the heartbeats, which log each new error and raise an alarm where none succeeds in time.
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

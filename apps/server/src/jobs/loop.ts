import { setTimeout as sleep } from "node:timers/promises";
import { ChainUnavailable } from "@hearth/chain/chain-errors";
import type { Log } from "../deps.ts";

export interface Loop {
  /** Lets the step that runs come to its end, and begins no other. */
  stop(): Promise<void>;
}

interface LoopOptions {
  name: string;
  everyMs: number;
  log: Log;
  /** Whether the work is this process's now; while it is not, no step begins. */
  isOurs?: () => boolean;
  /** One step; `true` asks for the next at once, a number for it after so many ms. */
  step: () => Promise<boolean | number | void>;
  onFailure?: (error: unknown) => Promise<void>;
  onSuccess?: () => Promise<void>;
}

/** A failed step is tried again after a pause that grows up to this. */
const longestPauseMs = 5_000;
/** Whoever waits for the work looks this often whether it has come. */
const longestWaitMs = 500;

/** Runs a step again and again, with a pause between, until stopped. A step that fails is logged and tried again; nothing is lost, because steps keep no state of their own. */
export function startLoop(options: LoopOptions): Loop {
  const { name, everyMs, log } = options;
  const stopping = new AbortController();
  let failures = 0;
  const turn = async (): Promise<number> => {
    if (options.isOurs?.() === false) return Math.min(everyMs, longestWaitMs);
    try {
      const again = await options.step();
      if (failures > 0) log.info({ loop: name }, "Works again");
      failures = 0;
      await options.onSuccess?.();
      if (typeof again === "number") return again;
      return again === true ? 0 : everyMs;
    } catch (error) {
      failures += 1;
      if (failures === 1)
        (error instanceof ChainUnavailable ? log.warn : log.error).call(
          log,
          { loop: name, err: error },
          "A step failed and is tried again",
        );
      await options.onFailure?.(error).catch(() => {});
      return Math.min(longestPauseMs, everyMs * 2 ** Math.min(failures, 5));
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

import type { Deps } from "../deps.ts";

/** One run of a loop or job. */
export interface RunDeps {
  /** The worker's dependencies. `ending` is aborted when the run has to stop: at its deadline, or by one of the signals. */
  deps: Deps;
  /** Frees the deadline's timer. */
  release(): void;
}

/** Gives a run its deadline. Work on lists watches `deps.ending` and stops between two items. */
export function runWithin(deps: Deps, limitMs: number, signals: readonly AbortSignal[]): RunDeps {
  const ending = new AbortController();
  const stop = () => ending.abort();
  const timer = setTimeout(stop, limitMs);
  const all = [...signals, deps.ending.signal];
  if (all.some(({ aborted }) => aborted)) stop();
  for (const signal of all) signal.addEventListener("abort", stop, { signal: ending.signal });
  return {
    deps: { ...deps, ending },
    release: () => {
      clearTimeout(timer);
      for (const signal of all) signal.removeEventListener("abort", stop);
    },
  };
}

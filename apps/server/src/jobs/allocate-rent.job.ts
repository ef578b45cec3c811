import type { Deps } from "../deps.ts";
import { allocateWaiting } from "../features/rent/charges/allocate-leases.ts";
import { type Loop, type LoopHost, startLoop } from "./loop.ts";

/** Allocates money that has arrived for leases to their charges, once a second. */
export function startAllocatingRent(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "allocate-rent", everyMs: 1_000, host, step: async (run) => void (await allocateWaiting(run)) });
}

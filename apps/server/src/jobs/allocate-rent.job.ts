import type { Deps } from "../deps.ts";
import { allocateWaiting } from "../features/rent/charges/allocate-leases.ts";
import { type Loop, startLoop } from "./loop.ts";

/** Puts money that has come for a lease to what is owed on it, once a second. */
export function startAllocatingRent(deps: Deps, isOurs: () => boolean): Loop {
  const step = async () => void (await allocateWaiting(deps));
  return startLoop({ name: "allocate-rent", everyMs: 1_000, log: deps.log, isOurs, step });
}

import type { Deps } from "../deps.ts";
import { followOrders } from "../features/payments/onramp/follow-orders.ts";
import { type Loop, type LoopHost, startLoop } from "./loop.ts";

/** Follows purchases at the onramp, one step a second. */
export function startFollowingOrders(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "follow-orders", everyMs: 1_000, host, step: followOrders });
}

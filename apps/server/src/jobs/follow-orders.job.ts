import type { Deps } from "../deps.ts";
import { followOrders } from "../features/payments/onramp/follow-orders.ts";
import { type Loop, startLoop } from "./loop.ts";

/** Follows purchases at the onramp, one step a second. */
export function startFollowingOrders(deps: Deps, isOurs: () => boolean): Loop {
  return startLoop({ name: "follow-orders", everyMs: 1_000, log: deps.log, isOurs, step: () => followOrders(deps) });
}

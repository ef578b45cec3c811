import type { Deps } from "../deps.ts";
import { expirePayments, expireTopUps, type Swept } from "../features/payments/checkout/end-payment.ts";
import { type Loop, type LoopHost, startLoop } from "./loop.ts";

/** Ends expired checkouts once a second, and again at once while a step ended some and more are left. */
export function startExpiring(deps: Deps, host: LoopHost): Loop {
  let [payments, topUps]: [Swept, Swept] = [
    { ended: 0, next: null },
    { ended: 0, next: null },
  ];
  const step = async (deps: Deps) => {
    [payments, topUps] = [await expirePayments(deps, payments.next), await expireTopUps(deps, topUps.next)];
    return [payments, topUps].some(({ ended, next }) => ended > 0 && next !== null);
  };
  return startLoop(deps, { name: "expire-payments", everyMs: 1_000, host, step });
}

import type { Deps } from "../deps.ts";
import { expirePayments, expiryBatch } from "../features/payments/checkout/end-payment.ts";
import { expireTopUps } from "../features/payments/checkout/end-top-up.ts";
import { type Loop, startLoop } from "./loop.ts";

/** Ends the checkouts that are over, once a second. */
export function startExpiring(deps: Deps, isOurs: () => boolean): Loop {
  const step = async () => {
    const [payments, topUps] = [await expirePayments(deps), await expireTopUps(deps, expiryBatch)];
    return payments === expiryBatch || topUps === expiryBatch;
  };
  return startLoop({ name: "expire-payments", everyMs: 1_000, log: deps.log, isOurs, step });
}

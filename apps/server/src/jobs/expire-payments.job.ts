import type { Deps } from "../deps.ts";
import { expirePayment } from "../features/payments/end-payment.ts";
import { listExpiredIds } from "../features/payments/payments.repo.ts";
import { type Loop, startLoop } from "./loop.ts";

const batch = 100;

/** Fails the pending payments whose checkout is over: the sweep narrows, each payment is read again under lock. */
export async function expirePayments(deps: Deps): Promise<number> {
  const ids = await listExpiredIds(deps.db, deps.clock.now(), batch);
  let ended = 0;
  for (const id of ids) if (await expirePayment(deps, id)) ended++;
  return ended;
}

/** Sweeps once a second. */
export function startExpiring(deps: Deps): Loop {
  return startLoop({ name: "expire-payments", everyMs: 1_000, log: deps.log, step: async () => (await expirePayments(deps)) === batch });
}

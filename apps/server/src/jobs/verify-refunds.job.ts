import type { Deps } from "../deps.ts";
import { verifyRefunds } from "../features/refunds/verify-refunds.ts";
import { type Loop, startLoop } from "./loop.ts";

/** Looks for the transfers of refunds once a block. */
export function startVerifyingRefunds(deps: Deps): Loop {
  const everyMs = deps.network.blockTimeSeconds * 1_000;
  return startLoop({ name: "verify-refunds", everyMs, log: deps.log, step: () => verifyRefunds(deps) });
}

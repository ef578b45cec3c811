import { loadTwice } from "../../../ui/lazy-part.tsx";
import { notReached } from "../../../lib/wallet-page.ts";
import type { SignInOutcome } from "../actions.ts";
import type * as TouchCalls from "./touch-calls.ts";

/** Loads the calls of a sign-up in the wallet's page, and makes one of them. Says so where the code does not come: nothing was made yet. */
export async function byTouch(call: (calls: typeof TouchCalls) => Promise<SignInOutcome>): Promise<SignInOutcome> {
  const calls = await loadTwice(() => import("./touch-calls.ts")).catch(() => null);
  return calls === null ? { ok: false, message: notReached } : call(calls);
}

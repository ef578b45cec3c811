import type { Deps } from "../../../deps.ts";
import { isAnythingAwaited } from "../../ledger/waiting.repo.ts";

/** After any event, somebody is assumed to be waiting for this long. */
const activityMs = 10_000;
/** A merchant who begins a refund sends it soon. An older open refund does not keep the reader polling. */
const refundAwaitedMs = 3_600_000;

/** Returns true when somebody waits for the chain's next blocks. Free while events arrive; otherwise one statement. */
export async function isAnyoneWaitingForChain(deps: Pick<Deps, "db" | "clock" | "paymentEvents" | "merchantEvents">): Promise<boolean> {
  const lastEventAt = Math.max(deps.paymentEvents.lastAt(), deps.merchantEvents.lastAt());
  if (performance.now() - lastEventAt < activityMs) return true;
  return isAnythingAwaited(deps.db, new Date(deps.clock.now().getTime() - refundAwaitedMs));
}

import type { Deps } from "../../../deps.ts";
import { isAnythingAwaited } from "../../ledger/waiting.repo.ts";

/** So long after anything happened to anybody something is taken to wait. */
const stirredMs = 10_000;
/** A merchant who begins a refund sends it soon; later ones are seen as soon as anything is. */
const refundAwaitedMs = 3_600_000;

/** Whether anybody waits for what the chain says next. Costs nothing while things happen, and a statement otherwise. */
export async function isChainAwaited(deps: Pick<Deps, "db" | "clock" | "paymentEvents" | "merchantEvents">): Promise<boolean> {
  const stirredAt = Math.max(deps.paymentEvents.lastAt(), deps.merchantEvents.lastAt());
  if (performance.now() - stirredAt < stirredMs) return true;
  return isAnythingAwaited(deps.db, new Date(deps.clock.now().getTime() - refundAwaitedMs));
}

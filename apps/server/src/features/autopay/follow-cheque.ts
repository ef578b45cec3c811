import { nextTry } from "@hearth/domain/autopay/cheques";
import type { Deps } from "../../deps.ts";
import { changeIfUnchanged } from "./change-ready.ts";
import { type ChequeRow, findOutcome, updateCheque } from "./cheques.repo.ts";
import { endCheque, skipCancelled, tellOfTrouble, voidCheque } from "./end-cheque.ts";
import { findArrived, findFate, hasRunOutUnspent } from "./find-fate.ts";
import { judgeCheque } from "./judge-cheque.ts";
import { whyFailed } from "./why-failed.ts";

/** Interval of checks until a sent scheduled payment has ended. */
const followMs = 60_000;

/**
 * Follows a sent scheduled payment: ends it as paid, or retries it when the relayer gave up and there is time. The payment stays open for a
 * retry. Skips one that its payer cancelled, and voids one that no longer matches the bill. Fails it only when it can never move money.
 */
export async function followCheque(deps: Deps, cheque: ChequeRow): Promise<void> {
  if (cheque.paymentId === null) throw new Error("A sent scheduled payment has no payment");
  const outcome = await findOutcome(deps.db, cheque.paymentId);
  if (outcome === null) throw new Error("A scheduled payment's payment was not found");
  const { status, isLiving, failure, hasMoney } = outcome;
  if (status === "completed") return changeIfUnchanged(deps, cheque, (tx, held, now) => endCheque(tx, held, { status: "paid" }, now));
  if (hasMoney || (status === "pending" && (isLiving || failure === "alreadyPaid"))) return waitFor(deps, cheque);
  const { lease, reason } = await judgeCheque(deps.db, cheque, deps.clock.now());
  if (status === "cancelled") return changeIfUnchanged(deps, cheque, (tx, held, now) => skipCancelled(tx, held, lease, now));
  if ((await findArrived(deps.db, cheque)) !== null) return waitFor(deps, cheque);
  const isOver = cheque.validBefore * 1_000 <= deps.clock.now().getTime();
  const trouble = isOver ? await judgeAtEnd(deps, cheque) : await whyFailed(deps, cheque, failure);
  if (trouble === null) return waitFor(deps, cheque);
  if (trouble === "used") {
    if ((await findFate(deps, cheque)) !== "cancelled") return waitFor(deps, cheque);
    return changeIfUnchanged(deps, cheque, (tx, held, now) => voidCheque(tx, held, { lease, reason: "cancelled" }, now));
  }
  if (reason !== null) return changeIfUnchanged(deps, cheque, (tx, held, now) => voidCheque(tx, held, { lease, reason }, now));
  if (!isOver && status !== "pending") return waitFor(deps, cheque);
  const next = nextTry(deps.clock.now(), cheque);
  return changeIfUnchanged(deps, cheque, async (tx, held, now) => {
    if (next === null) await endCheque(tx, held, { status: "failed", trouble }, now);
    else await updateCheque(tx, held.id, { status: "ready", trouble, nextLookAt: next }, now);
    await tellOfTrouble(tx, held, { lease, trouble, stage: next === null ? "over" : "trying" }, now);
  });
}

/** Returns the trouble of a scheduled payment after its deadline: expired or spent. Null while the chain is not read that far. */
async function judgeAtEnd(deps: Deps, cheque: ChequeRow): Promise<"expired" | "used" | null> {
  const isUnspent = await hasRunOutUnspent(deps, cheque);
  return isUnspent === null ? null : isUnspent ? "expired" : "used";
}

function waitFor(deps: Deps, cheque: ChequeRow): Promise<void> {
  const next = new Date(deps.clock.now().getTime() + followMs);
  return changeIfUnchanged(deps, cheque, (tx, held, now) => updateCheque(tx, held.id, { nextLookAt: next }, now));
}

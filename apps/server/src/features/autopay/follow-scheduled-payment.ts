import { nextTry, type ScheduledPaymentTrouble } from "@hearth/domain/autopay/scheduled-payments";
import type { Deps } from "../../deps.ts";
import { changeIfUnchanged } from "./change-ready.ts";
import { type ScheduledPaymentRow, findOutcome, updateScheduledPayment } from "./scheduled-payments.repo.ts";
import { endScheduledPayment, skipCancelled, tellOfTrouble, voidScheduledPayment } from "./end-scheduled-payment.ts";
import { findArrived, findFate, hasRunOutUnspent } from "./find-fate.ts";
import { judgeScheduledPayment } from "./judge-scheduled-payment.ts";
import { askToken } from "./ask-token.ts";
import { readAuthorization } from "./signature.ts";

/** Maps the relayer's failure to the trouble that its payer is shown. */
const foundByRelayer: Record<string, ScheduledPaymentTrouble> = {
  balance: "balance",
  blacklisted: "blacklisted",
  paused: "paused",
  signature: "signature",
  used: "used",
  gas: "relay",
  relayer: "relay",
  merchant: "merchant",
};

/** Interval of checks until a sent scheduled payment has ended. */
const followMs = 60_000;

/**
 * Follows a sent scheduled payment: ends it as paid, or retries it when the relayer gave up and there is time. The payment stays open for a
 * retry. Skips one that its payer cancelled, and voids one that no longer matches the bill. Fails it only when it can never move money.
 */
export async function followScheduledPayment(deps: Deps, scheduledPayment: ScheduledPaymentRow): Promise<void> {
  if (scheduledPayment.paymentId === null) throw new Error("A sent scheduled payment has no payment");
  const outcome = await findOutcome(deps.db, scheduledPayment.paymentId);
  if (outcome === null) throw new Error("A scheduled payment's payment was not found");
  const { status, isLiving, failure, hasMoney } = outcome;
  if (status === "completed")
    return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) => endScheduledPayment(tx, current, { status: "paid" }, now));
  if (hasMoney || (status === "pending" && (isLiving || failure === "alreadyPaid"))) return waitFor(deps, scheduledPayment);
  const { lease, reason } = await judgeScheduledPayment(deps.db, scheduledPayment, deps.clock.now());
  if (status === "cancelled")
    return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) => skipCancelled(tx, current, lease, now));
  if ((await findArrived(deps.db, scheduledPayment)) !== null) return waitFor(deps, scheduledPayment);
  const isOver = scheduledPayment.validBefore * 1_000 <= deps.clock.now().getTime();
  const trouble = isOver ? await judgeAtEnd(deps, scheduledPayment) : await whyFailed(deps, scheduledPayment, failure);
  if (trouble === null) return waitFor(deps, scheduledPayment);
  if (trouble === "used") {
    if ((await findFate(deps, scheduledPayment)) !== "cancelled") return waitFor(deps, scheduledPayment);
    return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) =>
      voidScheduledPayment(tx, current, { lease, reason: "cancelled" }, now),
    );
  }
  if (reason !== null)
    return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) => voidScheduledPayment(tx, current, { lease, reason }, now));
  if (!isOver && status !== "pending") return waitFor(deps, scheduledPayment);
  const next = nextTry(deps.clock.now(), scheduledPayment);
  return changeIfUnchanged(deps, scheduledPayment, async (tx, current, now) => {
    if (next === null) await endScheduledPayment(tx, current, { status: "failed", trouble }, now);
    else await updateScheduledPayment(tx, current.id, { status: "ready", trouble, nextLookAt: next }, now);
    await tellOfTrouble(tx, current, { lease, trouble, stage: next === null ? "over" : "trying" }, now);
  });
}

/** Returns the trouble of a scheduled payment after its deadline: expired or spent. Null while the chain is not read that far. */
async function judgeAtEnd(deps: Deps, scheduledPayment: ScheduledPaymentRow): Promise<"expired" | "used" | null> {
  const isUnspent = await hasRunOutUnspent(deps, scheduledPayment);
  return isUnspent === null ? null : isUnspent ? "expired" : "used";
}

function waitFor(deps: Deps, scheduledPayment: ScheduledPaymentRow): Promise<void> {
  const next = new Date(deps.clock.now().getTime() + followMs);
  return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) => updateScheduledPayment(tx, current.id, { nextLookAt: next }, now));
}

/**
 * Returns why a sent scheduled payment was not paid before its deadline: the token's present answer. If the token would accept it now, the
 * relayer's failure counts instead. Throws ChainUnavailable.
 */
async function whyFailed(deps: Deps, scheduledPayment: ScheduledPaymentRow, failure: string | null): Promise<ScheduledPaymentTrouble> {
  const answer = await askToken(deps, readAuthorization(deps, scheduledPayment));
  if (answer !== "fine" && answer !== "later" && answer !== "other") return answer;
  return foundByRelayer[failure ?? ""] ?? "other";
}

import { noticeAheadMs } from "@hearth/domain/autopay/scheduled-payments";
import type { Deps } from "../../deps.ts";
import { workThrough } from "../../jobs/work-list.ts";
import { notify } from "../notifications/notify.ts";
import type { LeaseToPay } from "../rent/bills/bills.service.ts";
import { askToken } from "./ask-token.ts";
import { changeIfUnchanged } from "./change-ready.ts";
import { scheduledPaymentItem, dueBatch } from "./scheduled-payment-item.ts";
import { isPayerActive, listToCheck, type ScheduledPaymentRow, updateScheduledPayment } from "./scheduled-payments.repo.ts";
import { aboutScheduledPayment, tellOfTrouble, voidScheduledPayment } from "./end-scheduled-payment.ts";
import { findArrived, findFate, findFinalBlock } from "./find-fate.ts";
import { judgeScheduledPayment } from "./judge-scheduled-payment.ts";
import { readAuthorization } from "./signature.ts";

const dayMs = 86_400_000;

/** Delay of the next check while searching for the fate of a spent signature. */
const againMs = 10 * 60_000;

/**
 * Checks every pending scheduled payment once a day: does it still match the bill, and would USDC accept it on its due date? Notifies the
 * payer of trouble, and five days before the due date. Throws ChainUnavailable. Returns the number checked.
 */
export async function checkScheduledPayments(deps: Deps): Promise<number> {
  const due = deps.clock.now();
  const { worked } = await workThrough(deps, {
    list: "check-scheduled-payment",
    ...dueBatch,
    next: (limit) => listToCheck(deps.db, { due, now: deps.clock.now(), limit }),
    itemOf: scheduledPaymentItem,
    work: async (scheduledPayment) => {
      await checkScheduledPayment(deps, scheduledPayment);
      return "done";
    },
  });
  return worked;
}

async function checkScheduledPayment(deps: Deps, scheduledPayment: ScheduledPaymentRow): Promise<void> {
  const { lease, reason } = await judgeScheduledPayment(deps.db, scheduledPayment, deps.clock.now());
  if (reason !== null)
    return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) => voidScheduledPayment(tx, current, { lease, reason }, now));
  const dueMs = (scheduledPayment.validAfter + 1) * 1_000;
  // Read before the token's answer: a signature unspent after this read was unspent at this block.
  const finalBlock = await findFinalBlock(deps);
  const answer = await askToken(deps, readAuthorization(deps, scheduledPayment), new Date(dueMs));
  if (answer === "used") return endSpent(deps, scheduledPayment, lease);
  return changeIfUnchanged(deps, scheduledPayment, async (tx, current, now) => {
    const isNear = dueMs - noticeAheadMs <= now.getTime();
    // The money is needed on the due date only, so an empty wallet weeks before is no trouble.
    const isFine = answer === "fine" || answer === "later" || (answer === "balance" && !isNear);
    // After its window, the current state does not explain why it was not paid.
    const isOver = current.validBefore * 1_000 <= now.getTime();
    const trouble = isOver ? current.trouble : isFine ? null : answer;
    const mayTell = isNear && current.toldAt === null && now.getTime() < dueMs;
    // Nothing is sent for a suspended payer, so nothing is coming. The first check after activation announces it.
    const isToTell = mayTell && (await isPayerActive(tx, current.payerId));
    const tomorrow = now.getTime() + dayMs;
    const next = new Date(isNear ? tomorrow : Math.min(tomorrow, dueMs - noticeAheadMs));
    // The token checks the nonce before the balance, so these two answers prove it unspent. Other answers prove nothing.
    const isUnspent = finalBlock !== null && (answer === "fine" || answer === "balance");
    const changes = { ...(isToTell && { toldAt: now }), ...(isUnspent && { unusedBlock: finalBlock, searchedBlock: null }) };
    const set = { trouble, nextCheckAt: now.getTime() < dueMs ? next : null, ...changes };
    await updateScheduledPayment(tx, current.id, set, now);
    if (isToTell) {
      const event = { kind: "autopayComing" as const, ...aboutScheduledPayment(current, lease) };
      await notify(tx, { userIds: [current.payerId], key: `autopay-coming:${current.id}`, event, now });
    }
    if (trouble !== null && now.getTime() < dueMs) await tellOfTrouble(tx, current, { lease, trouble, stage: "ahead" }, now);
  });
}

/** Voids a scheduled payment whose signature was cancelled on the chain. One that moved money is credited by the sending job. */
async function endSpent(deps: Deps, scheduledPayment: ScheduledPaymentRow, lease: LeaseToPay): Promise<void> {
  const fate = (await findArrived(deps.db, scheduledPayment)) === null ? await findFate(deps, scheduledPayment) : "used";
  if (fate === "cancelled")
    return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) =>
      voidScheduledPayment(tx, current, { lease, reason: "cancelled" }, now),
    );
  await changeIfUnchanged(deps, scheduledPayment, (tx, current, now) => {
    const again = new Date(now.getTime() + againMs);
    return updateScheduledPayment(tx, current.id, { nextCheckAt: again, ...(fate === "used" && { nextLookAt: now }) }, now);
  });
}

import { publicId } from "@hearth/domain/ids";
import { payeeCardAlarmKey } from "@hearth/domain/operations/alarms";
import { cardWaitHours } from "@hearth/domain/payee-card";
import type { Deps } from "../../deps.ts";
import { type Outcome, workThrough } from "../../jobs/work-list.ts";
import { listLivingKeys } from "../alarms/alarms.repo.ts";
import { notify } from "../notifications/notify.ts";
import { listCardedMerchants, listOpenNotices, listPayers, lockPayerNotice, updatePayerNotice } from "./payee-cards.repo.ts";
import { checkPayee, judgePayee } from "./payee-cards.ts";

const noticesAtOnce = 20;
/** Payers notified in one transaction. */
const payersAtOnce = 200;
/** Accounts count as payers for a year after their last payment or lease. */
const payerMs = 365 * 86_400_000;

type OpenNotice = Awaited<ReturnType<typeof listOpenNotices>>[number];

/**
 * Notifies every payer of a business whose payout wallet changed without the signature of the wallet before. Sends 200 notifications in each
 * transaction, which also stores the progress, so that a stopped run continues there.
 */
export async function notifyPayers(deps: Deps): Promise<void> {
  await workThrough(deps, {
    list: "notify-payers",
    pageSize: noticesAtOnce,
    next: (limit) => listOpenNotices(deps.db, deps.clock.now(), limit),
    itemOf: ({ notice: { id, merchantId } }) => ({ id, name: publicId("merchant", merchantId), merchantId }),
    work: (open) => notifyPage(deps, open),
  });
}

function notifyPage(deps: Deps, { notice, name, timeZone, address }: OpenNotice): Promise<Outcome> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const locked = await lockPayerNotice(tx, notice.id);
    if (locked === null || locked.finishedAt !== null) return "held";
    const since = new Date(now.getTime() - payerMs);
    const userIds = await listPayers(tx, notice.merchantId, { since, after: locked.afterUserId, limit: payersAtOnce });
    const event = { kind: "payeeReplaced", merchant: name, address, waitHours: cardWaitHours, at: now.toISOString(), timeZone } as const;
    if (userIds.length > 0) await notify(tx, { userIds, key: `payee-replaced:${notice.payeeId}`, event, now });
    const isLast = userIds.length < payersAtOnce;
    await updatePayerNotice(tx, notice.id, { afterUserId: userIds.at(-1) ?? locked.afterUserId, finishedAt: isLast ? now : null });
    return isLast ? "done" : "more";
  });
}

const merchantsAtOnce = 200;

/**
 * Compares the payee of every business that has a card with its cards. Raises an alarm for each business whose payee is another one, and clears
 * the alarms of the others. Cards that cannot be judged stop no other business: the first error is thrown once all were compared.
 */
export async function checkPayeeCards(deps: Deps): Promise<void> {
  const raised = new Set(await listLivingKeys(deps.db, payeeCardAlarmKey(""), 1_000));
  let after: string | null = null;
  const failures: unknown[] = [];
  while (!deps.ending.signal.aborted) {
    const page: Awaited<ReturnType<typeof listCardedMerchants>> = await listCardedMerchants(deps.db, after, merchantsAtOnce);
    for (const merchant of page) {
      const isAlarmed = raised.has(payeeCardAlarmKey(publicId("merchant", merchant.merchantId)));
      try {
        if (isAlarmed || (await judgePayee(deps, merchant)).is === "refused") await checkPayee(deps, merchant);
      } catch (error) {
        failures.push(new Error(`The payee card of ${publicId("merchant", merchant.merchantId)} cannot be judged`, { cause: error }));
      }
    }
    if (page.length < merchantsAtOnce) break;
    after = page.at(-1)?.merchantId ?? null;
  }
  if (failures.length > 0) throw failures[0];
}

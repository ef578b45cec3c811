import { toldAheadMs } from "@hearth/domain/autopay/cheques";
import type { Deps } from "../../deps.ts";
import { workThrough } from "../../jobs/work-list.ts";
import { notify } from "../notifications/notify.ts";
import type { LeaseToPay } from "../rent/bills/bills.service.ts";
import { askToken } from "./ask-token.ts";
import { changeReady } from "./change-ready.ts";
import { chequeItem, together } from "./cheque-item.ts";
import { type ChequeRow, listToCheck, updateCheque } from "./cheques.repo.ts";
import { aboutCheque, tellOfTrouble, voidCheque } from "./end-cheque.ts";
import { findArrived, findFate, findFinalBlock } from "./find-fate.ts";
import { judgeCheque } from "./judge-cheque.ts";
import { readAuthorization } from "./signature.ts";

const dayMs = 86_400_000;

/** While it is looked for what became of a spent signature, its check comes again so soon. */
const againMs = 10 * 60_000;

/**
 * Looks once a day at each cheque that waits for its day: whether it still stands for what is owed, and what the token would say on that day as things are
 * now. Tells the payer of trouble, and five days before that it is about to be paid. Throws ChainUnavailable. Answers how many it looked at.
 */
export async function checkCheques(deps: Deps): Promise<number> {
  const due = deps.clock.now();
  const { worked } = await workThrough(deps, {
    list: "check-cheque",
    ...together,
    next: (limit) => listToCheck(deps.db, { due, now: deps.clock.now(), limit }),
    itemOf: chequeItem,
    work: async (cheque) => {
      await checkCheque(deps, cheque);
      return "done";
    },
  });
  return worked;
}

async function checkCheque(deps: Deps, cheque: ChequeRow): Promise<void> {
  const { lease, reason } = await judgeCheque(deps.db, cheque, deps.clock.now());
  if (reason !== null) return changeReady(deps, cheque, (tx, held, now) => voidCheque(tx, held, { lease, reason }, now));
  const dueMs = (cheque.validAfter + 1) * 1_000;
  // Read before the token is asked: what it calls unspent after that was unspent by this block.
  const finalBlock = await findFinalBlock(deps);
  const said = await askToken(deps, readAuthorization(deps, cheque), new Date(dueMs));
  if (said === "used") return endSpent(deps, cheque, lease);
  return changeReady(deps, cheque, async (tx, held, now) => {
    const isNear = dueMs - toldAheadMs <= now.getTime();
    // Money is needed on the day, so that a wallet that is empty weeks before is no trouble.
    const trouble = said === "fine" || said === "later" || (said === "balance" && !isNear) ? null : said;
    const isToTell = isNear && held.toldAt === null && now.getTime() < dueMs;
    const tomorrow = now.getTime() + dayMs;
    const next = new Date(isNear ? tomorrow : Math.min(tomorrow, dueMs - toldAheadMs));
    // The token looks at the nonce before the balance; of other refusals and of nodes without its day nothing follows.
    const isUnspent = finalBlock !== null && (said === "fine" || said === "balance");
    const seen = { ...(isToTell && { toldAt: now }), ...(isUnspent && { unusedBlock: finalBlock, searchedBlock: null }) };
    const set = { trouble, nextCheckAt: now.getTime() < dueMs ? next : null, ...seen };
    await updateCheque(tx, held.id, set, now);
    if (isToTell) {
      const event = { kind: "autopayComing" as const, ...aboutCheque(held, lease) };
      await notify(tx, { userIds: [held.payerId], key: `autopay-coming:${held.id}`, event, now });
    }
    if (trouble !== null && now.getTime() < dueMs) await tellOfTrouble(tx, held, { lease, trouble, stage: "ahead" }, now);
  });
}

/** Ends a cheque whose signature its payer has cancelled; one that has moved money is credited by the job that sends. */
async function endSpent(deps: Deps, cheque: ChequeRow, lease: LeaseToPay): Promise<void> {
  const fate = (await findArrived(deps.db, cheque)) === null ? await findFate(deps, cheque) : "used";
  if (fate === "cancelled") return changeReady(deps, cheque, (tx, held, now) => voidCheque(tx, held, { lease, reason: "cancelled" }, now));
  await changeReady(deps, cheque, (tx, held, now) => {
    const again = new Date(now.getTime() + againMs);
    return updateCheque(tx, held.id, { nextCheckAt: again, ...(fate === "used" && { nextLookAt: now }) }, now);
  });
}

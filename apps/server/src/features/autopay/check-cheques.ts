import { toldAheadMs } from "@hearth/domain/autopay/cheques";
import type { Deps } from "../../deps.ts";
import { notify } from "../notifications/notify.ts";
import { askToken } from "./ask-token.ts";
import { changeReady } from "./change-ready.ts";
import { type ChequeRow, listToCheck, updateCheque } from "./cheques.repo.ts";
import { aboutCheque, tellOfTrouble, voidCheque } from "./end-cheque.ts";
import { judgeCheque } from "./judge-cheque.ts";
import { readAuthorization } from "./signature.ts";

const pageSize = 100;
const dayMs = 86_400_000;

/**
 * Looks once a day at each cheque that waits for its day: whether it still stands for what is owed, and what the token would say on that day as things are
 * now. Tells the payer of trouble, and five days before that it is about to be paid. Throws ChainUnavailable. Answers how many it looked at.
 */
export async function checkCheques(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let looked = 0;
  for (;;) {
    const due = await listToCheck(deps.db, now, pageSize);
    for (const cheque of due) await checkCheque(deps, cheque);
    looked += due.length;
    if (due.length < pageSize) return looked;
  }
}

async function checkCheque(deps: Deps, cheque: ChequeRow): Promise<void> {
  const { lease, reason } = await judgeCheque(deps.db, cheque, deps.clock.now());
  if (reason !== null) return changeReady(deps, cheque, (tx, held, now) => voidCheque(tx, held, { lease, reason }, now));
  const dueMs = (cheque.validAfter + 1) * 1_000;
  const said = await askToken(deps, readAuthorization(deps, cheque), new Date(dueMs));
  if (said === "used") return changeReady(deps, cheque, (tx, held, now) => voidCheque(tx, held, { lease, reason: "cancelled" }, now));
  return changeReady(deps, cheque, async (tx, held, now) => {
    const isNear = dueMs - toldAheadMs <= now.getTime();
    // Money is needed on the day, so that a wallet that is empty weeks before is no trouble.
    const trouble = said === "fine" || said === "later" || (said === "balance" && !isNear) ? null : said;
    const isToTell = isNear && held.toldAt === null && now.getTime() < dueMs;
    const tomorrow = now.getTime() + dayMs;
    const next = new Date(isNear ? tomorrow : Math.min(tomorrow, dueMs - toldAheadMs));
    const set = { trouble, nextCheckAt: now.getTime() < dueMs ? next : null, ...(isToTell && { toldAt: now }) };
    await updateCheque(tx, held.id, set, now);
    if (isToTell) {
      const event = { kind: "autopayComing" as const, ...aboutCheque(held, lease) };
      await notify(tx, { userIds: [held.payerId], key: `autopay-coming:${held.id}`, event, now });
    }
    if (trouble !== null && now.getTime() < dueMs) await tellOfTrouble(tx, held, { lease, trouble, stage: "ahead" }, now);
  });
}

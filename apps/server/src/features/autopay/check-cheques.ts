import { toldAheadMs } from "@hearth/domain/autopay/cheques";
import type { Deps } from "../../deps.ts";
import { workThrough } from "../../jobs/work-list.ts";
import { notify } from "../notifications/notify.ts";
import type { LeaseToPay } from "../rent/bills/bills.service.ts";
import { askToken } from "./ask-token.ts";
import { changeIfUnchanged } from "./change-ready.ts";
import { chequeItem, dueBatch } from "./cheque-item.ts";
import { type ChequeRow, listToCheck, updateCheque } from "./cheques.repo.ts";
import { aboutCheque, tellOfTrouble, voidCheque } from "./end-cheque.ts";
import { findArrived, findFate, findFinalBlock } from "./find-fate.ts";
import { judgeCheque } from "./judge-cheque.ts";
import { readAuthorization } from "./signature.ts";

const dayMs = 86_400_000;

/** Delay of the next check while searching for the fate of a spent signature. */
const againMs = 10 * 60_000;

/**
 * Checks every pending scheduled payment once a day: does it still match the bill, and would USDC accept it on its due date? Notifies the
 * payer of trouble, and five days before the due date. Throws ChainUnavailable. Returns the number checked.
 */
export async function checkCheques(deps: Deps): Promise<number> {
  const due = deps.clock.now();
  const { worked } = await workThrough(deps, {
    list: "check-cheque",
    ...dueBatch,
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
  if (reason !== null) return changeIfUnchanged(deps, cheque, (tx, held, now) => voidCheque(tx, held, { lease, reason }, now));
  const dueMs = (cheque.validAfter + 1) * 1_000;
  // Read before the token's answer: a signature unspent after this read was unspent at this block.
  const finalBlock = await findFinalBlock(deps);
  const answer = await askToken(deps, readAuthorization(deps, cheque), new Date(dueMs));
  if (answer === "used") return endSpent(deps, cheque, lease);
  return changeIfUnchanged(deps, cheque, async (tx, held, now) => {
    const isNear = dueMs - toldAheadMs <= now.getTime();
    // The money is needed on the due date only, so an empty wallet weeks before is no trouble.
    const trouble = answer === "fine" || answer === "later" || (answer === "balance" && !isNear) ? null : answer;
    const isToTell = isNear && held.toldAt === null && now.getTime() < dueMs;
    const tomorrow = now.getTime() + dayMs;
    const next = new Date(isNear ? tomorrow : Math.min(tomorrow, dueMs - toldAheadMs));
    // The token checks the nonce before the balance, so these two answers prove it unspent. Other answers prove nothing.
    const isUnspent = finalBlock !== null && (answer === "fine" || answer === "balance");
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

/** Voids a scheduled payment whose signature was cancelled on the chain. One that moved money is credited by the sending job. */
async function endSpent(deps: Deps, cheque: ChequeRow, lease: LeaseToPay): Promise<void> {
  const fate = (await findArrived(deps.db, cheque)) === null ? await findFate(deps, cheque) : "used";
  if (fate === "cancelled")
    return changeIfUnchanged(deps, cheque, (tx, held, now) => voidCheque(tx, held, { lease, reason: "cancelled" }, now));
  await changeIfUnchanged(deps, cheque, (tx, held, now) => {
    const again = new Date(now.getTime() + againMs);
    return updateCheque(tx, held.id, { nextCheckAt: again, ...(fate === "used" && { nextLookAt: now }) }, now);
  });
}

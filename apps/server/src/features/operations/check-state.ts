import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import { stateParts, statePlace } from "@hearth/domain/operations/inputs";
import { clearAlarm, raiseAlarm } from "../alarms/alarms.repo.ts";
import { disputeRules } from "../disputes/check-disputes.ts";
import { leaseRules } from "../rent/charges/check-leases.ts";
import { ledgerRules } from "../settlement/checking/check-invariants.ts";
import { checkChanges, checkStretch, stateBeginning } from "../settlement/checking/check-state.ts";
import { findStateCheck, insertStateCheck, markChecked, type StateCheck } from "./state-checks.repo.ts";

/** All invariants of the stored state. */
export const stateRules = [...ledgerRules, ...disputeRules, ...leaseRules];

/** Working time of a run. Runs start every minute, and each continues where the previous one stopped. */
const runMs = 50_000;
/** After each statement, the check sleeps this many times the statement's duration, because people's requests share the database. */
const restsAsLong = 19;
/** The maximum sleep after a statement, so that a run of the job ends in time. */
const longestRestMs = 10_000;
/** Minimum time between the starts of two checks of the whole state. */
const pauseMs = 24 * 60 * 60_000;

/** Checks the changes since the last sound check, and raises an alarm while anything contradicts. */
export async function reportChanges(deps: Deps): Promise<void> {
  await report(deps, "invariants-broken", await checkChanges(deps.db, stateRules));
}

async function report(deps: Deps, key: string, broken: string[]): Promise<void> {
  const now = deps.clock.now();
  if (broken.length === 0) return clearAlarm(deps.db, key, now);
  deps.log.error({ broken: broken.slice(0, 20) }, "The state contradicts itself");
  const message = broken.length === 1 ? "1 contradiction in the state" : `${broken.length} contradictions in the state`;
  await raiseAlarm(deps.db, { key, message, data: { first: broken[0] ?? "" }, now });
}

/**
 * Continues the check of the whole state for most of a minute, working a twentieth of the time. Starts anew a day after the last check.
 * Raises an alarm at the first contradiction, and clears it when a complete check has found none.
 */
export async function checkWholeInBackground(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const last = await findStateCheck(db);
  if (last?.endedAt && clock.now().getTime() - last.createdAt.getTime() < pauseMs) return;
  const check = last === null || last.endedAt !== null ? await insertStateCheck(db, clock.now()) : last;
  await goOn(deps, check);
}

async function goOn(deps: Deps, check: StateCheck): Promise<void> {
  const { db, clock, ending } = deps;
  const until = performance.now() + runMs;
  const rest = restBetween(ending.signal);
  let place = check.part === null ? stateBeginning : statePlace.parse({ part: check.part, after: check.after });
  let { contradictions, first } = check;
  do {
    const { broken, next } = await checkStretch(db, stateRules, place, { rest });
    contradictions += broken.length;
    first ??= broken[0] ?? null;
    await markChecked(db, check.id, {
      part: next?.part ?? stateParts[0],
      after: next?.after ?? null,
      contradictions,
      first,
      endedAt: next === null ? clock.now() : null,
    });
    if (broken.length > 0) await report(deps, "state-broken", broken);
    if (next === null) return contradictions === 0 ? clearAlarm(db, "state-broken", clock.now()) : undefined;
    place = next;
    await rest();
  } while (performance.now() < until && !ending.signal.aborted);
}

/** Sleeps in proportion to the time worked since the last sleep; not at all once the process is shutting down. */
function restBetween(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    const restMs = Math.min((performance.now() - since) * restsAsLong, longestRestMs);
    await sleep(restMs, undefined, { signal }).catch(() => {}); // rejects only when the process shuts down
    since = performance.now();
  };
}

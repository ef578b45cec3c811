import type { Defect } from "./defect.ts";

const alarms = "apps/server/src/features/alarms";
const telling = `${alarms}/alarms.int.test.ts`;

/** Defects that hide alarms, or the end of alarms, from an operator. */
export const alarming: Defect[] = [
  {
    name: "an alarm that was raised in silence is never told",
    file: `${alarms}/alarms.repo.ts`,
    find: "gt(alarmSilences.until, now)",
    plant: "gt(alarmSilences.until, new Date(0))",
    test: telling,
  },
  {
    name: "the pager hears that an alarm is over before it hears of it",
    file: `${alarms}/alarm-webhooks.repo.ts`,
    find: 'eq(first.status, "waiting"),',
    plant: 'eq(first.status, "failed"),',
    test: telling,
  },
  {
    name: "an alarm that the pager refused is taken for told",
    file: `${alarms}/call-webhook.ts`,
    find: "return answer.ok ? null",
    plant: "return answer.status > 0 ? null",
    test: telling,
  },
  {
    name: "alarms are told to the pager unsigned",
    file: `${alarms}/call-webhook.ts`,
    find: "new Webhook(secret).sign(id, at, body)",
    plant: 'new Webhook(secret).sign(id, at, "")',
    test: telling,
  },
  {
    name: "a chain that stays away alarms nobody",
    file: "apps/server/src/features/settlement/reading/chain-pulse.ts",
    find: "awaySince ??= now;",
    plant: "awaySince = now;",
    test: "apps/server/src/features/settlement/reading/chain-pulse.int.test.ts",
  },
  {
    name: "what contradicts among what has changed alarms nobody",
    file: "apps/server/src/features/operations/check-state.ts",
    find: '"invariants-broken", await checkChanges(deps.db, stateRules)',
    plant: '"invariants-broken", (await checkChanges(deps.db, stateRules)).slice(1)',
    test: "apps/server/src/features/operations/check-state.int.test.ts",
  },
  {
    name: "money that reading had missed alarms nobody",
    file: "apps/server/src/features/settlement/recording/reconcile-ledger.ts",
    find: "if (found.missing > 0) {",
    plant: "if (found.missing > 1) {",
    test: "apps/server/src/features/operations/operations.int.test.ts",
  },
  {
    name: "an alarm about what has happened lives for ever",
    file: "packages/domain/src/operations/alarms.ts",
    find: "singleEvents.some((start) => key.startsWith(start))",
    plant: "singleEvents.includes(key) && false",
    test: telling,
  },
  {
    name: "completions go on though what was found in old blocks is not put right",
    file: "apps/server/src/features/settlement/recording/reconcile-ledger.ts",
    find: "await lowerReconciled(tx, cursor.chainId, from > 0n ? from - 1n : 0n);",
    plant: "",
    test: "apps/server/src/features/operations/operations.int.test.ts",
  },
];

import type { Defect } from "./defect.ts";

const alarms = "apps/server/src/features/alarms";
const telling = `${alarms}/alarms.int.test.ts`;

/** Defects that hide alarms, or the end of alarms, from an operator. */
export const alarming: Defect[] = [
  {
    name: "never sends an alarm that was raised during a silence",
    file: `${alarms}/alarms.repo.ts`,
    find: "gt(alarmSilences.until, now)",
    plant: "gt(alarmSilences.until, new Date(0))",
    test: telling,
  },
  {
    name: "tells the pager that an alarm is over before it tells about the alarm",
    file: `${alarms}/alarm-webhooks.repo.ts`,
    find: 'eq(first.status, "waiting"),',
    plant: 'eq(first.status, "failed"),',
    test: telling,
  },
  {
    name: "counts an alarm that the pager refused as delivered",
    file: `${alarms}/call-webhook.ts`,
    find: "return answer.ok ? null",
    plant: "return answer.status > 0 ? null",
    test: telling,
  },
  {
    name: "sends alarms to the pager without a signature",
    file: `${alarms}/call-webhook.ts`,
    find: "new Webhook(secret).sign(id, at, body)",
    plant: 'new Webhook(secret).sign(id, at, "")',
    test: telling,
  },
  {
    name: "raises no alarm while the chain stays unreachable",
    file: "apps/server/src/features/settlement/reading/chain-pulse.ts",
    find: "unavailableSince ??= now;",
    plant: "unavailableSince = now;",
    test: "apps/server/src/features/settlement/reading/chain-pulse.int.test.ts",
  },
  {
    name: "raises no alarm for a contradiction in recent changes",
    file: "apps/server/src/features/operations/check-state.ts",
    find: '"invariants-broken", await checkChanges(deps.db, stateRules)',
    plant: '"invariants-broken", (await checkChanges(deps.db, stateRules)).slice(1)',
    test: "apps/server/src/features/operations/check-state.int.test.ts",
  },
  {
    name: "raises no alarm for transfers that reading missed",
    file: "apps/server/src/features/settlement/recording/reconcile-ledger.ts",
    find: "if (found.missing > 0) {",
    plant: "if (found.missing > 1) {",
    test: "apps/server/src/features/operations/operations.int.test.ts",
  },
  {
    name: "never ends an alarm about a single event",
    file: "packages/domain/src/operations/alarms.ts",
    find: "singleEvents.some((start) => key.startsWith(start))",
    plant: "singleEvents.includes(key) && false",
    test: telling,
  },
  {
    name: "completes payments before differences in old blocks are corrected",
    file: "apps/server/src/features/settlement/recording/reconcile-ledger.ts",
    find: "await lowerReconciled(tx, cursor.chainId, from > 0n ? from - 1n : 0n);",
    plant: "",
    test: "apps/server/src/features/operations/operations.int.test.ts",
  },
];

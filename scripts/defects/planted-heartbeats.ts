import type { Defect } from "./defect.ts";

const jobs = "apps/server/src/jobs";
const heartbeatsTest = `${jobs}/heartbeats.int.test.ts`;
const scheduledTest = `${jobs}/scheduled-jobs.int.test.ts`;
const poisonedTest = `${jobs}/poisoned-items.int.test.ts`;

/** Defects that stop background work or run it twice, without an alarm. */
export const heartbeats: Defect[] = [
  {
    name: "a loop that is silent raises no alarm",
    file: `${jobs}/watch-heartbeats.ts`,
    find: "for (const { row, message } of troubles) {",
    plant: "for (const { row, message } of troubles.slice(0, 0)) {",
    test: heartbeatsTest,
  },
  {
    name: "nobody notices that no worker runs",
    file: `${jobs}/watch-heartbeats.ts`,
    find: "const isGone = worker !== undefined && isOverdue(worker, now);",
    plant: "const isGone = worker !== undefined && worker.dueSeconds < 0;",
    test: heartbeatsTest,
  },
  {
    name: "the alarm that no worker runs is sent by the worker alone",
    file: `${jobs}/watch-heartbeats.ts`,
    find: 'if (isSilent("send-alarm-webhooks")) await sendAlarmWebhooks(deps);',
    plant: "",
    test: heartbeatsTest,
  },
  {
    name: "a job that fails each time is an alarm only once it is overdue",
    file: `${jobs}/heartbeats.repo.ts`,
    find: 'case when beat."lastSuccessAt" is null then job_heartbeats.failures else 0 end',
    plant: "0",
    test: heartbeatsTest,
  },
  {
    name: "the lasting error that follows a short one is logged nowhere",
    file: `${jobs}/heartbeats.ts`,
    find: "if (logged.has(kind) || logged.size >= mostLogged) return;",
    plant: "if (logged.size > 0 || logged.has(kind)) return;",
    test: heartbeatsTest,
  },
  {
    name: "a second run begins beside one that takes too long",
    file: `${jobs}/scheduled-jobs.ts`,
    find: "expireInSeconds: 86_400",
    plant: "expireInSeconds: 1",
    test: scheduledTest,
  },
  {
    name: "what a run leaves at its deadline waits for the next hour",
    file: `${jobs}/scheduled-jobs.ts`,
    find: "if (run.deps.ending.signal.aborted)",
    plant: "if (run.deps.ending.signal.aborted && limitMs < 0)",
    test: scheduledTest,
  },
  {
    name: "an item that fails stops the rest of its list",
    file: `${jobs}/work-list.ts`,
    find: "await setAside(deps, work.list, item, error);",
    plant: "throw error;",
    test: poisonedTest,
  },
  {
    name: "one signed payment that cannot be stored holds up all others",
    file: "apps/server/src/features/payments/relay/carry-queued.ts",
    find: "if (error instanceof ChainUnavailable || isDatabaseAway(error)) throw error;",
    plant: "throw error;",
    test: poisonedTest,
  },
];

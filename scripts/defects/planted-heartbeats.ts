import type { Defect } from "./defect.ts";

const jobs = "apps/server/src/jobs";
const heartbeatsTest = `${jobs}/heartbeats.int.test.ts`;
const scheduledTest = `${jobs}/scheduled-jobs.int.test.ts`;
const poisonedTest = `${jobs}/poisoned-items.int.test.ts`;

/** Defects that stop background work or run it twice, without an alarm. */
export const heartbeats: Defect[] = [
  {
    name: "raises no alarm for a loop without a heartbeat",
    file: `${jobs}/watch-heartbeats.ts`,
    find: "for (const { row, message } of troubles) {",
    plant: "for (const { row, message } of troubles.slice(0, 0)) {",
    test: heartbeatsTest,
  },
  {
    name: "raises no alarm when no worker runs",
    file: `${jobs}/watch-heartbeats.ts`,
    find: "const isGone = worker !== undefined && isOverdue(worker, now);",
    plant: "const isGone = worker !== undefined && worker.dueSeconds < 0;",
    test: heartbeatsTest,
  },
  {
    name: "lets only a worker send the alarm that no worker runs",
    file: `${jobs}/watch-heartbeats.ts`,
    find: 'if (isSilent("send-alarm-webhooks")) await sendAlarmWebhooks(deps);',
    plant: "",
    test: heartbeatsTest,
  },
  {
    name: "raises the alarm about a job that always fails only when it is overdue",
    file: `${jobs}/heartbeats.repo.ts`,
    find: 'case when beat."lastSuccessAt" is null then job_heartbeats.failures else 0 end',
    plant: "0",
    test: heartbeatsTest,
  },
  {
    name: "does not log a lasting error that follows a short one",
    file: `${jobs}/heartbeats.ts`,
    find: "if (logged.has(kind) || logged.size >= mostLogged) return;",
    plant: "if (logged.size > 0 || logged.has(kind)) return;",
    test: heartbeatsTest,
  },
  {
    name: "shows in the CLI a job as working that has not succeeded for a day",
    file: `${jobs}/judge-heartbeats.ts`,
    find: "trouble: isWorker(row) ? workerProblem : retryHintOf(row, isChainAway, now),",
    plant: "trouble: isWorker(row) ? workerProblem : null,",
    test: "apps/cli/src/hearth.int.test.ts",
  },
  {
    name: "starts a second run while a slow one is still running",
    file: `${jobs}/scheduled-jobs.ts`,
    find: "expireInSeconds: 86_400",
    plant: "expireInSeconds: 1",
    test: scheduledTest,
  },
  {
    name: "delays the rest of a run that reached its deadline to the next hour",
    file: `${jobs}/scheduled-jobs.ts`,
    find: "if (run.deps.ending.signal.aborted)",
    plant: "if (run.deps.ending.signal.aborted && limitMs < 0)",
    test: scheduledTest,
  },
  {
    name: "stops the rest of a list at an item that fails",
    file: `${jobs}/work-list.ts`,
    find: "await setAside(deps, work.list, item, error);",
    plant: "throw error;",
    test: poisonedTest,
  },
  {
    name: "blocks all signed payments when one cannot be stored",
    file: "apps/server/src/features/payments/relay/send-queued.ts",
    find: "if (error instanceof ChainUnavailable || isDatabaseAway(error)) throw error;",
    plant: "throw error;",
    test: poisonedTest,
  },
];

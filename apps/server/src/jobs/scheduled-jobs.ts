import { PgBoss } from "pg-boss";
import type { Deps } from "../deps.ts";
import { notifyUnsentAlarms } from "../features/alarms/alarms.repo.ts";
import { sweepUploads } from "../features/disputes/forget-uploads.ts";
import { checkScheduledPayments } from "../features/autopay/check-scheduled-payments.ts";
import { sendScheduledPayments } from "../features/autopay/send-scheduled-payments.ts";
import { checkPayeeCards, notifyPayers } from "../features/payees/notify-payers.ts";
import { settleDisputes } from "../features/disputes/settle-disputes.ts";
import { foldFigures } from "../features/figures/figures.service.ts";
import { sendDailySummaries } from "../features/merchant-area/dashboard/daily-summaries.ts";
import { applyDueChanges } from "../features/merchant-area/business/payout-change.service.ts";
import { checkWholeInBackground, reportChanges } from "../features/operations/check-state.ts";
import { chargeLateFees } from "../features/rent/charges/charge-late-fees.ts";
import { countPastDue, makeCharges } from "../features/rent/charges/make-charges.ts";
import { sendWaitingInvitations } from "../features/rent/invitations/send-waiting-invitations.ts";
import { remindByRule } from "../features/rent/reminders/remind-by-rule.ts";
import { eraseLeftSignatures } from "../features/payments/relay/end-relays.ts";
import { checkOrders } from "../features/payments/onramp/check-orders.ts";
import { catchUpWallets } from "../features/settlement/recording/catch-up-wallets.ts";
import { reconcileLedger } from "../features/settlement/recording/reconcile-ledger.ts";
import { reviewOpenRefunds } from "../features/settlement/returns/review-open-refund.ts";
import { forgetRows } from "./forget-rows.ts";
import { forgetUntried } from "./work-list.ts";
import { type JobName, jobs } from "./declared.ts";
import type { Heartbeats } from "./heartbeats.ts";
import { listOverdueJobs } from "./heartbeats.repo.ts";
import { indexEndedJobs } from "./queue.repo.ts";
import { runWithin } from "./run-deps.ts";

/** Pages of 1,900 blocks that one run reads again: two days of the chain, one or two requests a second. */
const catchUpPages = 50;

/** The function of each scheduled job. */
export const runs: Record<JobName, (deps: Deps) => Promise<unknown>> = {
  "reconcile-ledger": async (deps) => {
    const { missing, invented, upTo } = await reconcileLedger(deps);
    if (missing + invented > 0) deps.log.error({ missing, invented, upTo: String(upTo) }, "Ledger and chain disagreed");
  },
  "apply-payout-changes": async (deps) => {
    await applyDueChanges(deps);
    await notifyPayers(deps);
  },
  "check-payee-cards": checkPayeeCards,
  "review-refunds": reviewOpenRefunds,
  "fold-figures": async (deps) => {
    await foldFigures(deps.db);
  },
  "tell-alarms": async (deps) => {
    await notifyUnsentAlarms(deps.db, deps.clock.now());
    await forgetUntried(deps);
  },
  "check-invariants": reportChanges,
  "check-state": checkWholeInBackground,
  "settle-disputes": settleDisputes,
  "catch-up-wallets": async (deps) => {
    const { found } = await catchUpWallets(deps, { pages: catchUpPages });
    if (found > 0) deps.log.info({ found }, "Found payments for checkouts from wallets that were proven later");
  },
  "check-orders": checkOrders,
  "send-invitations": sendWaitingInvitations,
  "make-charges": async (deps) => {
    await makeCharges(deps);
    await countPastDue(deps);
  },
  "charge-late-fees": chargeLateFees,
  "remind-tenants": remindByRule,
  "send-scheduled-payments": sendScheduledPayments,
  "check-scheduled-payments": checkScheduledPayments,
  "erase-signatures": eraseLeftSignatures,
  "forget-rows": forgetRows,
  "daily-summaries": sendDailySummaries,
  "sweep-uploads": async (deps) => {
    const removed = await sweepUploads(deps);
    if (removed > 0) deps.log.info({ removed }, "Removed orphaned uploads");
  },
};

/** A run's deadline in ms. Another run at once continues what it left undone. */
const runLimitMs = 240_000;

/**
 * Queue options of every scheduled run, times in seconds. Runs of one name never overlap, so one whose process died blocks the next. A live process sends a
 * heartbeat every ten seconds. The library's check, once a minute, expires a run without one for twenty seconds, and retries it ten to twenty seconds later.
 * A live run expires only after a day, the library's longest time: otherwise a second run would start beside the first, which nothing can stop from outside.
 * A run that does not stop at its deadline raises the job's alarm.
 */
const terms = { retryLimit: 2, retryDelay: 10, expireInSeconds: 86_400, heartbeatSeconds: 20, notify: true };
/** PostgreSQL notifies a worker of a new run. Polling finds a retry, and a run whose notification was lost. */
const pollSeconds = 10;

interface Options {
  heartbeats: Pick<Heartbeats, "succeeded" | "failed">;
  /** Replacements for some jobs, for tests. */
  instead?: Partial<typeof runs>;
  limitMs?: number;
  /** Jobs that do not run, for the drill that expects their alarms. */
  stopped?: ReadonlySet<string>;
}

/**
 * Starts the schedule. The library stores failed runs with their error and retries them. An overdue job runs at once. `stop` aborts every run and waits for
 * their ends.
 */
export async function startScheduledJobs(
  deps: Deps,
  { heartbeats, instead = {}, limitMs = runLimitMs, stopped = new Set() }: Options,
): Promise<{ stop(limitMs: number): Promise<void> }> {
  // The migrations made the queue's schema. A server may not create it.
  const address = { connectionString: deps.env.databaseDirectUrl, application_name: "hearth-jobs", max: 2 };
  const boss = new PgBoss({ ...address, createSchema: false, useListenNotify: true });
  boss.on("error", (error: unknown) => deps.log.warn({ err: error }, "The job queue could not be reached"));
  await boss.start();
  await indexEndedJobs(deps.db);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const runOnce = async (name: JobName, lost: AbortSignal): Promise<void> => {
    const run = runWithin(deps, limitMs, [stopping.signal, lost]);
    try {
      await (instead[name] ?? runs[name])(run.deps);
      // Another run continues where this one was stopped. If another process continued meanwhile, it finds nothing to do.
      if (run.deps.ending.signal.aborted)
        await boss.send(name, {}).catch((error: unknown) => deps.log.warn({ err: error, name }, "A job's next run could not be queued"));
      heartbeats.succeeded(name);
    } catch (error) {
      heartbeats.failed(name, error);
      throw error;
    } finally {
      run.release();
    }
  };
  const names = Object.keys(jobs).filter(isJobName);
  for (const name of names) {
    if (stopped.has(name)) continue;
    await boss.createQueue(name, { policy: "singleton", ...terms });
    // A queue of an earlier version would keep its old options.
    await boss.updateQueue(name, terms);
    await boss.work(name, { notifyPollingIntervalSeconds: pollSeconds }, async ([job]) => {
      const run = runOnce(name, job?.signal ?? stopping.signal);
      running.add(run);
      await run.finally(() => running.delete(run));
    });
    await boss.schedule(name, jobs[name].cron);
  }
  await endFormerJobs(boss);
  for (const name of await listOverdueJobs(deps.db, deps.clock.now())) if (isJobName(name) && !stopped.has(name)) await boss.send(name, {});
  return {
    stop: async (timeout) => {
      stopping.abort();
      await boss.stop({ graceful: true, timeout });
      await Promise.allSettled(running);
    },
  };
}

const isJobName = (name: string): name is JobName => name in jobs;

/** Removes the schedules of jobs that this version does not have, with their queues. Their runs would otherwise wait forever. */
async function endFormerJobs(boss: PgBoss): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (isJobName(name)) continue;
    await boss.unschedule(name);
    await boss.deleteQueue(name);
  }
}

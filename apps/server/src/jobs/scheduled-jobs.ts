import { PgBoss } from "pg-boss";
import type { Deps } from "../deps.ts";
import { tellOfUntold } from "../features/alarms/alarms.repo.ts";
import { sweepUploads } from "../features/disputes/forget-uploads.ts";
import { checkCheques } from "../features/autopay/check-cheques.ts";
import { sendCheques } from "../features/autopay/send-cheques.ts";
import { settleDisputes } from "../features/disputes/settle-disputes.ts";
import { foldFigures } from "../features/figures/figures.service.ts";
import { sendDailySummaries } from "../features/merchant/dashboard/daily-summaries.ts";
import { applyDueChanges } from "../features/merchant/business/payout-change.service.ts";
import { checkWholeInBackground, reportChanges } from "../features/operations/check-state.ts";
import { chargeLateFees } from "../features/rent/charges/charge-late-fees.ts";
import { makeCharges } from "../features/rent/charges/make-charges.ts";
import { remindByRule } from "../features/rent/reminders/remind-by-rule.ts";
import { eraseLeftSignatures } from "../features/payments/relay/end-relays.ts";
import { checkOrders } from "../features/payments/onramp/check-orders.ts";
import { catchUpWallets } from "../features/settlement/recording/catch-up-wallets.ts";
import { reconcileLedger } from "../features/settlement/recording/reconcile-ledger.ts";
import { reviewOpenRefunds } from "../features/settlement/returns/review-open-refund.ts";
import { forgetRows } from "./forget-rows.ts";
import { forgetUntried } from "./work-list.ts";
import { indexEndedJobs } from "./queue.repo.ts";

/** Pages of 1,900 blocks that one run reads again: two days of the chain, a request or two a second. */
const catchUpPages = 50;

/** What runs on a schedule, each at most once at a time over all processes. Names are what an operator sees in the jobs' list. */
const scheduled: { name: string; cron: string; run: (deps: Deps) => Promise<void> }[] = [
  {
    name: "reconcile-ledger",
    cron: "* * * * *",
    run: async (deps) => {
      const { missing, invented, upTo } = await reconcileLedger(deps);
      if (missing + invented > 0) deps.log.error({ missing, invented, upTo: String(upTo) }, "Ledger and chain disagreed");
    },
  },
  {
    name: "apply-payout-changes",
    cron: "* * * * *",
    run: async (deps) => {
      await applyDueChanges(deps);
    },
  },
  {
    name: "review-refunds",
    cron: "*/10 * * * *",
    run: async (deps) => {
      await reviewOpenRefunds(deps);
    },
  },
  {
    name: "fold-figures",
    cron: "* * * * *",
    run: async (deps) => {
      await foldFigures(deps.db);
    },
  },
  {
    name: "tell-alarms",
    cron: "* * * * *",
    run: async (deps) => {
      await tellOfUntold(deps.db, deps.clock.now());
      await forgetUntried(deps);
    },
  },
  { name: "check-invariants", cron: "*/10 * * * *", run: reportChanges },
  { name: "check-state", cron: "* * * * *", run: checkWholeInBackground },
  {
    name: "settle-disputes",
    cron: "*/10 * * * *",
    run: async (deps) => {
      await settleDisputes(deps);
    },
  },
  {
    name: "catch-up-wallets",
    cron: "* * * * *",
    run: async (deps) => {
      const { found } = await catchUpWallets(deps, { pages: catchUpPages });
      if (found > 0) deps.log.info({ found }, "Money for checkouts was found at wallets that are proven by now");
    },
  },
  { name: "check-orders", cron: "*/10 * * * *", run: checkOrders },
  {
    name: "make-charges",
    cron: "*/10 * * * *",
    run: async (deps) => {
      await makeCharges(deps);
    },
  },
  {
    name: "charge-late-fees",
    cron: "*/10 * * * *",
    run: async (deps) => {
      await chargeLateFees(deps);
    },
  },
  {
    name: "remind-tenants",
    cron: "11 * * * *",
    run: async (deps) => {
      await remindByRule(deps);
    },
  },
  {
    name: "send-cheques",
    cron: "* * * * *",
    run: async (deps) => {
      await sendCheques(deps);
    },
  },
  {
    name: "check-cheques",
    cron: "*/10 * * * *",
    run: async (deps) => {
      await checkCheques(deps);
    },
  },
  {
    name: "erase-signatures",
    cron: "57 * * * *",
    run: async (deps) => {
      await eraseLeftSignatures(deps);
    },
  },
  {
    name: "forget-rows",
    cron: "*/10 * * * *",
    run: async (deps) => {
      await forgetRows(deps);
    },
  },
  {
    name: "daily-summaries",
    cron: "7 * * * *",
    run: async (deps) => {
      await sendDailySummaries(deps);
    },
  },
  {
    name: "sweep-uploads",
    cron: "37 * * * *",
    run: async (deps) => {
      const removed = await sweepUploads(deps);
      if (removed > 0) deps.log.info({ removed }, "Uploaded files that belonged to nothing were removed");
    },
  },
];

/**
 * How every scheduled run is kept, times in seconds. Runs of one name come one at a time, so one whose process died stands in the way of the next. Living
 * processes report every ten seconds that a run goes on; one that was not reported for twenty is given up by the library's next look, once a minute, and
 * begun again ten seconds later. No run takes longer than 300.
 */
const terms = { retryLimit: 2, retryDelay: 10, expireInSeconds: 300, heartbeatSeconds: 20 };

/** Starts the schedule; failed runs are kept by the library with their error and tried again. */
export async function startScheduledJobs(deps: Deps): Promise<{ stop(limitMs: number): Promise<void> }> {
  // Its schema was made by whoever ran the migrations: a server may make none.
  const address = { connectionString: deps.env.databaseDirectUrl, application_name: "hearth-jobs", max: 2 };
  const boss = new PgBoss({ ...address, createSchema: false });
  boss.on("error", (error: unknown) => deps.log.warn({ err: error }, "The job queue could not be reached"));
  await boss.start();
  await indexEndedJobs(deps.db);
  await endFormerJobs(boss);
  for (const { name, cron, run } of scheduled) {
    await boss.createQueue(name, { policy: "singleton", ...terms });
    // One that an earlier version made keeps its terms otherwise.
    await boss.updateQueue(name, terms);
    await boss.work(name, async () => run(deps));
    await boss.schedule(name, cron);
  }
  return { stop: (timeout) => boss.stop({ graceful: true, timeout }) };
}

/** Ends the schedules of jobs that this version has not, with their queues: nobody works on them, and their runs would wait for ever. */
async function endFormerJobs(boss: PgBoss): Promise<void> {
  const names = new Set(scheduled.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) {
    if (names.has(name)) continue;
    await boss.unschedule(name);
    await boss.deleteQueue(name);
  }
}

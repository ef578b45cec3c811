import { limits } from "@hearth/domain/limits";
import { PgBoss } from "pg-boss";
import type { Deps } from "../deps.ts";
import { forgetByPolicy } from "../features/account/close-account.service.ts";
import { forgetPasskeyChallenges } from "../features/auth/factors/passkey-ceremony.ts";
import { tellOfUntold } from "../features/alarms/alarms.repo.ts";
import { forgetAlarmWebhooks } from "../features/alarms/send-alarm-webhooks.ts";
import { forgetDevices } from "../features/auth/sessions/known-devices.ts";
import { forgetOldTokens } from "../features/auth/sessions/account-tokens.ts";
import { sweepUploads } from "../features/disputes/forget-uploads.ts";
import { checkCheques } from "../features/autopay/check-cheques.ts";
import { sendCheques } from "../features/autopay/send-cheques.ts";
import { settleDisputes } from "../features/disputes/settle-disputes.ts";
import { foldFigures } from "../features/figures/figures.service.ts";
import { forgetOldMails } from "../features/mail/send-mails.ts";
import { sendDailySummaries } from "../features/merchant/dashboard/daily-summaries.ts";
import { applyDueChanges } from "../features/merchant/business/payout-change.service.ts";
import { forgetOldNotifications } from "../features/notifications/notifications.service.ts";
import { checkWholeInBackground, reportChanges } from "../features/operations/check-state.ts";
import { chargeLateFees } from "../features/rent/charges/charge-late-fees.ts";
import { makeCharges } from "../features/rent/charges/make-charges.ts";
import { remindByRule } from "../features/rent/reminders/remind-by-rule.ts";
import { eraseLeftSignatures } from "../features/payments/relay/end-relays.ts";
import { checkOrders, forgetProviderEvents } from "../features/payments/onramp/check-orders.ts";
import { catchUpWallets } from "../features/settlement/recording/catch-up-wallets.ts";
import { reconcileLedger } from "../features/settlement/recording/reconcile-ledger.ts";
import { reviewOpenRefunds } from "../features/settlement/returns/review-open-refund.ts";
import { forgetEndedWindows } from "../shared-limits.repo.ts";
import { forgetUntried } from "./work-list.ts";
import { indexEndedJobs } from "./queue.repo.ts";
import { deleteKeysBefore } from "../idempotency/idempotency.repo.ts";

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
    name: "forget-provider-events",
    cron: "27 * * * *",
    run: async (deps) => {
      await forgetProviderEvents(deps);
    },
  },
  {
    name: "forget-idempotency-keys",
    cron: "17 * * * *",
    run: async (deps) => {
      await deleteKeysBefore(deps.db, new Date(deps.clock.now().getTime() - limits.idempotencyKeyHours * 3_600_000));
    },
  },
  {
    name: "forget-tries",
    cron: "47 * * * *",
    run: async (deps) => {
      await forgetEndedWindows(deps.db, deps.clock.now());
      await forgetDevices(deps);
      await forgetPasskeyChallenges(deps);
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
    name: "forget-by-policy",
    cron: "53 * * * *",
    run: async (deps) => {
      await forgetByPolicy(deps);
    },
  },
  {
    name: "forget-mails",
    cron: "47 * * * *",
    run: async (deps) => {
      await forgetOldMails(deps);
      await forgetAlarmWebhooks(deps);
      await forgetOldNotifications(deps);
      await forgetOldTokens(deps);
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
  for (const { name, cron, run } of scheduled) {
    await boss.createQueue(name, { policy: "singleton", ...terms });
    // One that an earlier version made keeps its terms otherwise.
    await boss.updateQueue(name, terms);
    await boss.work(name, async () => run(deps));
    await boss.schedule(name, cron);
  }
  return { stop: (timeout) => boss.stop({ graceful: true, timeout }) };
}

import { usdcUnitsToWholeUsdc } from "@hearth/domain/money";
import { Gauge, Registry } from "prom-client";
import type { Deps } from "../deps.ts";
import { readWaitingWebhooks } from "../features/alarms/alarm-webhooks.repo.ts";
import { listLivingAlarms } from "../features/alarms/alarms.repo.ts";
import { oddKinds, readFiguresOf } from "../features/figures/figures.service.ts";
import { listFailedJobs } from "../jobs/failed-jobs.repo.ts";
import { listHeartbeats } from "../jobs/heartbeats.repo.ts";
import { answerLimitMs, within } from "./answer-limit.ts";
import { findWatchedBlockTime } from "./health.repo.ts";
import { countConnections, readOutbox, readRelayQueue } from "./metrics.repo.ts";

/** The active worker checks its gas every ten seconds. An older value is stale: another process is active, or the chain is unavailable. */
const gasIsKnownMs = 60_000;

/**
 * Creates the operator's gauges, read on request: about ten statements, each by an index of waiting items. All but streams and gas are the
 * same in every process. A process without a recent gas reading omits that gauge. Without the database, its gauges are omitted and
 * `hearth_database_up` is 0.
 */
export function createOperatingGauges(deps: Deps, limitMs = answerLimitMs): { read(): Promise<string> } {
  const registry = new Registry();
  const { db, network, clock, streams } = deps;
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `hearth_${name}`, help, labelNames, registers: [registry] });
  const up = gauge("database_up", "1 if the database answers, otherwise 0");
  const open = gauge("open_streams", "Open live streams of this process");
  const gas = gauge("relayer_gas_ether", "The relayer's balance for gas");
  const lag = gauge("chain_lag_seconds", "Age of the newest block read");
  const queued = gauge("relay_queue", "Authorizations that wait for the relayer");
  const waiting = gauge("relay_queue_age_seconds", "Waiting time of the oldest authorization");
  const mails = gauge("mail_outbox", "Mails that wait for a mail server");
  const mailsWait = gauge("mail_outbox_age_seconds", "Waiting time of the oldest mail");
  const webhooks = gauge("alarm_webhooks", "Alarm calls that wait for the webhook");
  const webhooksWait = gauge("alarm_webhooks_age_seconds", "Waiting time of the oldest alarm call");
  const alarms = gauge("alarms", "Open alarms, by key", ["key"]);
  const beats = gauge("heartbeat_age_seconds", "Time since the last success of each loop and job, and since any worker ran, by name", [
    "name",
  ]);
  const beatsDue = gauge("heartbeat_due_seconds", "Heartbeat age above which an alarm is raised, by name", ["name"]);
  const jobs = gauge("failed_jobs", "Scheduled runs that failed for good without a later success, by the job's name", ["name"]);
  const unmatched = gauge(
    "unmatched_transfers",
    "Transfers to merchants that fit no payment and are not settled: unmatched, short, duplicate",
  );
  const value = gauge("unmatched_usdc", "Sum of the unmatched transfers, in whole USDC");
  const connections = gauge("database_connections", "Connections to the database, by state", ["state"]);
  const behind = gauge("replica_behind_seconds", "Maximum lag of the replica, if there is one that follows");
  const plain = [gas, behind, lag, queued, waiting, mails, mailsWait, webhooks, webhooksWait, unmatched, value];
  const labelled = [alarms, beats, beatsDue, jobs, connections];

  const secondsSince = (then: Date) => Math.max(0, (clock.now().getTime() - then.getTime()) / 1000);
  const readAll = () =>
    Promise.all([
      findWatchedBlockTime(db, network.chainId),
      readRelayQueue(db, network.chainId),
      readOutbox(db),
      deps.env.alarmWebhook && readWaitingWebhooks(db),
      listLivingAlarms(db),
      listFailedJobs(db),
      readFiguresOf(db, null, {}, oddKinds),
      countConnections(db),
      listHeartbeats(db),
    ]);
  let pending: ReturnType<typeof readAll> | null = null;
  /** Concurrent callers share one reading, so that requests do not queue up at a database that hangs. */
  const readDatabase = async () => {
    pending ??= readAll().finally(() => (pending = null));
    const [blockTime, queue, outbox, webhookQueue, openAlarms, failed, figures, states, heartbeats] = await within(limitMs, pending);
    if (blockTime !== null) lag.set(secondsSince(blockTime));
    queued.set(queue.count);
    waiting.set(queue.since === null ? 0 : secondsSince(queue.since));
    mails.set(outbox.count);
    mailsWait.set(outbox.since === null ? 0 : secondsSince(outbox.since));
    if (webhookQueue !== null) {
      webhooks.set(webhookQueue.count);
      webhooksWait.set(webhookQueue.since === null ? 0 : secondsSince(webhookQueue.since));
    }
    for (const { key } of openAlarms) alarms.set({ key }, 1);
    for (const { name, lastSuccessAt, since, dueSeconds } of heartbeats) {
      beats.set({ name }, secondsSince(lastSuccessAt ?? since));
      beatsDue.set({ name }, dueSeconds);
    }
    for (const { name, count } of failed) jobs.set({ name }, count);
    const odd = oddKinds.map((kind) => figures(kind));
    unmatched.set(odd.reduce((sum, { count }) => sum + count, 0));
    value.set(usdcUnitsToWholeUsdc(odd.reduce((sum, { units }) => sum + units, 0n)));
    for (const { state, count } of states) connections.set({ state }, count);
  };
  return {
    read: async () => {
      open.set(streams.count());
      for (const each of plain) each.remove();
      for (const each of labelled) each.reset();
      const gasReading = deps.metrics.lastGas();
      if (gasReading !== null && clock.now().getTime() - gasReading.at.getTime() < gasIsKnownMs) gas.set(Number(gasReading.wei) / 1e18);
      const seconds = deps.replica?.secondsBehind() ?? null;
      if (seconds !== null) behind.set(seconds);
      try {
        await readDatabase();
        up.set(1);
      } catch (error) {
        up.set(0);
        deps.log.warn({ err: error }, "The gauges could not be read");
      }
      return registry.metrics();
    },
  };
}

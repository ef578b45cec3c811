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

/** Whoever works looks every ten seconds. What was seen longer ago is another process's to say by now, or nobody's while the chain is away. */
const gasIsKnownMs = 60_000;

/**
 * What an operator watches, read when it is asked for: some ten statements, each by an index of what waits. All but the streams and the
 * gas are the same whichever process is asked; who has not looked at the gas lately does not say what there is. Where the database is away they are left out, and `hearth_database_up` is 0.
 */
export function createOperatingGauges(deps: Deps, limitMs = answerLimitMs): { read(): Promise<string> } {
  const registry = new Registry();
  const { db, network, clock, streams } = deps;
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `hearth_${name}`, help, labelNames, registers: [registry] });
  const up = gauge("database_up", "Whether the database answers");
  const open = gauge("open_streams", "Live streams that this process serves");
  const gas = gauge("relayer_gas_ether", "What the relayer has for gas");
  const lag = gauge("chain_lag_seconds", "Age of the newest block that was read");
  const queued = gauge("relay_queue", "Authorizations that wait for the relayer");
  const waiting = gauge("relay_queue_age_seconds", "How long the first of them has waited");
  const mails = gauge("mail_outbox", "Mails that wait for a mail server");
  const mailsWait = gauge("mail_outbox_age_seconds", "How long the first of them has waited");
  const webhooks = gauge("alarm_webhooks", "Alarms that wait to be told to the webhook");
  const webhooksWait = gauge("alarm_webhooks_age_seconds", "How long the first of them has waited");
  const alarms = gauge("alarms", "Living alarms, by their key", ["key"]);
  const beats = gauge("heartbeat_age_seconds", "How long ago each loop and job last succeeded, and any worker ran, by name", ["name"]);
  const beatsDue = gauge("heartbeat_due_seconds", "How long ago that may be before there is an alarm", ["name"]);
  const jobs = gauge("failed_jobs", "Scheduled runs that failed for good and have not worked since, by the job's name", ["name"]);
  const unmatched = gauge(
    "unmatched_transfers",
    "Transfers to merchants that no payment has and nobody has settled: unmatched, short, duplicate",
  );
  const value = gauge("unmatched_usdc", "What they are worth, in whole USDC");
  const connections = gauge("database_connections", "Connections to the database, by state", ["state"]);
  const behind = gauge("replica_behind_seconds", "How far the replica is behind the database at most, where there is one that follows");
  const plain = [gas, behind, lag, queued, waiting, mails, mailsWait, webhooks, webhooksWait, unmatched, value];
  const labelled = [alarms, beats, beatsDue, jobs, connections];

  const secondsSince = (then: Date) => Math.max(0, (clock.now().getTime() - then.getTime()) / 1000);
  const ask = () =>
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
  let asked: ReturnType<typeof ask> | null = null;
  /** One reading at a time, shared by whoever asks meanwhile: those who ask a database that hangs do not queue up there. */
  const readDatabase = async () => {
    asked ??= ask().finally(() => (asked = null));
    const [blockTime, queue, outbox, untold, living, failed, figures, states, heartbeats] = await within(limitMs, asked);
    if (blockTime !== null) lag.set(secondsSince(blockTime));
    queued.set(queue.count);
    waiting.set(queue.since === null ? 0 : secondsSince(queue.since));
    mails.set(outbox.count);
    mailsWait.set(outbox.since === null ? 0 : secondsSince(outbox.since));
    if (untold !== null) {
      webhooks.set(untold.count);
      webhooksWait.set(untold.since === null ? 0 : secondsSince(untold.since));
    }
    for (const { key } of living) alarms.set({ key }, 1);
    for (const { name, lastSuccessAt, since, dueSeconds } of heartbeats) {
      beats.set({ name }, secondsSince(lastSuccessAt ?? since));
      beatsDue.set({ name }, dueSeconds);
    }
    for (const { name, count } of failed) jobs.set({ name }, count);
    const odd = oddKinds.map((kind) => figures(kind));
    unmatched.set(odd.reduce((sum, { count }) => sum + count, 0));
    value.set(usdcUnitsToWholeUsdc(odd.reduce((sum, { units }) => sum + units, 0n)));
    for (const { state, count: of } of states) connections.set({ state }, of);
  };
  return {
    read: async () => {
      open.set(streams.count());
      for (const each of plain) each.remove();
      for (const each of labelled) each.reset();
      const seen = deps.metrics.lastGas();
      if (seen !== null && clock.now().getTime() - seen.at.getTime() < gasIsKnownMs) gas.set(Number(seen.wei) / 1e18);
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

import { urgencySince } from "@hearth/domain/disputes/urgency";
import { formatUsd, usdcUnitsToWholeCents } from "@hearth/domain/money";
import type { Deps } from "../../../deps.ts";
import { listLivingAlarms } from "../../alarms/alarms.repo.ts";
import type { AttentionItem } from "./attention.view.ts";
import { oddKinds, readFiguresOf } from "../../figures/figures.service.ts";
import { readHeldCount } from "../../businesses/review.service.ts";
import { findChainHead } from "../rows/chain-head.repo.ts";
import { listFailedJobs } from "../../../jobs/failed-jobs.repo.ts";
import { findOldestUnmatched, countOpenDisputes, sumOwedRefunds } from "./dashboard.repo.ts";

/** Age of the newest block read after which the chain watcher counts as stalled. */
const watcherLagMs = 2 * 60_000;

/** Lists everything that needs an admin's attention, high severity first; within it alarms, then money, then people who wait. */
export async function listAttention(deps: Deps): Promise<AttentionItem[]> {
  const parts = [aboutAlarms, aboutWatcher, aboutOddMoney, aboutDisputes, aboutRefunds, aboutHeld, aboutJobs];
  const lists = await Promise.all(parts.map((about) => about(deps)));
  const rank = { high: 0, medium: 1 };
  return lists.flat().toSorted((left, right) => rank[left.severity] - rank[right.severity]);
}

async function aboutAlarms({ db }: Deps): Promise<AttentionItem[]> {
  const alarms = await listLivingAlarms(db);
  return alarms.map(({ id, message, raisedAt, acknowledgedAt }) => ({
    id,
    kind: "alarm",
    severity: acknowledgedAt === null ? "high" : "medium",
    message,
    since: raisedAt.toISOString(),
  }));
}

async function aboutWatcher({ db, network, clock }: Deps): Promise<AttentionItem[]> {
  const head = await findChainHead(db, network.chainId);
  if (head === null || clock.now().getTime() - head.blockTime.getTime() < watcherLagMs) return [];
  const message = "The chain has not been read to its newest block. Payments complete when it is caught up.";
  return [{ id: "watcher", kind: "watcher", severity: "high", message, since: head.blockTime.toISOString() }];
}

const oddVerdicts = ["unmatched", "short", "duplicate"] as const;
const oddWords: Record<(typeof oddVerdicts)[number], (count: number) => string> = {
  unmatched: (count) => `${plural(count, "transfer")} ${count === 1 ? "matches" : "match"} no payment`,
  short: (count) =>
    count === 1 ? "1 transfer is less than its bill, which stays open" : `${count} transfers are less than their bills, which stay open`,
  duplicate: (count) => `${plural(count, "transfer")} came for ${count === 1 ? "a payment that was" : "payments that were"} already paid`,
};

async function aboutOddMoney({ db }: Deps): Promise<AttentionItem[]> {
  const figures = await readFiguresOf(db, null, {}, oddKinds);
  const items = await Promise.all(
    oddVerdicts.map(async (verdict): Promise<AttentionItem[]> => {
      const { count, units } = figures(`odd:${verdict}`);
      const since = count === 0 ? null : await findOldestUnmatched(db, verdict);
      if (since === null) return [];
      const message = `${oddWords[verdict](count)} · ${formatUsd(usdcUnitsToWholeCents(units))}`;
      return [{ id: verdict, kind: "oddMoney", severity: "medium", message, since: since.toISOString() }];
    }),
  );
  return items.flat();
}

async function aboutDisputes({ db, clock }: Deps): Promise<AttentionItem[]> {
  const now = clock.now();
  const open = await countOpenDisputes(db, { high: urgencySince("high", now), medium: urgencySince("medium", now) });
  const item = (urgency: "high" | "medium", text: string): AttentionItem[] => {
    const { count, since } = open[urgency];
    if (since === null) return [];
    const message = `${plural(count, "dispute")} open for ${text}`;
    return [{ id: `disputes-${urgency}`, kind: "disputes", severity: urgency, message, since: new Date(since).toISOString() }];
  };
  return [...item("high", "7 days or more"), ...item("medium", "3 to 6 days")];
}

async function aboutRefunds({ db }: Deps): Promise<AttentionItem[]> {
  const { count, cents, since } = await sumOwedRefunds(db);
  if (count === 0) return [];
  const message = `${formatUsd(cents)} owed to payers in ${plural(count, "refund")} after approved disputes`;
  return [{ id: "refunds", kind: "refunds", severity: "medium", message, since: since?.toISOString() ?? null }];
}

async function aboutHeld({ db }: Deps): Promise<AttentionItem[]> {
  const { count, since } = await readHeldCount(db);
  if (count === 0) return [];
  const message = `${plural(count, "business", "businesses")} ${count === 1 ? "waits" : "wait"} for a review`;
  return [{ id: "held", kind: "heldMerchants", severity: "medium", message, since: since?.toISOString() ?? null }];
}

async function aboutJobs({ db }: Deps): Promise<AttentionItem[]> {
  const failed = await listFailedJobs(db);
  return failed.map(({ name, count, lastId, since }) => ({
    id: `job-${name}`,
    kind: "failedJobs",
    severity: "medium",
    message: `The job ${name} failed ${count === 1 ? "once" : `${count} times`} and has not worked since`,
    since: since.toISOString(),
    jobId: lastId,
  }));
}

function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

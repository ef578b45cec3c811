import { formatUsd, usdcUnitsToWholeCents } from "@hearth/domain/money";
import type { Figures } from "../../figures/figures.service.ts";
import type { AttentionItem } from "./attention.view.ts";
import type { WaitingForAdmin } from "./dashboard.repo.ts";

/** Age of the newest block read after which the chain watcher counts as stalled. */
const watcherLagMs = 2 * 60_000;

/** Lists everything that needs an admin's attention, high severity first; within it alarms, then money, then people who wait. */
export function listAttention(waiting: WaitingForAdmin, figures: Figures, now: Date): AttentionItem[] {
  const lists = [
    aboutAlarms(waiting),
    aboutWatcher(waiting, now),
    aboutOddMoney(waiting, figures),
    aboutDisputes(waiting),
    aboutRefunds(waiting),
    aboutHeld(waiting),
    aboutJobs(waiting),
  ];
  const rank = { high: 0, medium: 1 };
  return lists.flat().toSorted((left, right) => rank[left.severity] - rank[right.severity]);
}

const isoOf = (time: string) => new Date(time).toISOString();

function aboutAlarms({ alarms }: WaitingForAdmin): AttentionItem[] {
  return alarms.map(({ id, message, raisedAt, acknowledgedAt }) => ({
    id,
    kind: "alarm",
    severity: acknowledgedAt === null ? "high" : "medium",
    message,
    since: isoOf(raisedAt),
  }));
}

function aboutWatcher({ readTo }: WaitingForAdmin, now: Date): AttentionItem[] {
  if (readTo === null || now.getTime() - new Date(readTo).getTime() < watcherLagMs) return [];
  const message = "The chain has not been read to its newest block. Payments complete when it is caught up.";
  return [{ id: "watcher", kind: "watcher", severity: "high", message, since: isoOf(readTo) }];
}

const oddVerdicts = ["unmatched", "short", "duplicate"] as const;
const oddWords: Record<(typeof oddVerdicts)[number], (count: number) => string> = {
  unmatched: (count) => `${plural(count, "transfer")} ${count === 1 ? "matches" : "match"} no payment`,
  short: (count) =>
    count === 1 ? "1 transfer is less than its bill, which stays open" : `${count} transfers are less than their bills, which stay open`,
  duplicate: (count) => `${plural(count, "transfer")} came for ${count === 1 ? "a payment that was" : "payments that were"} already paid`,
};

function aboutOddMoney({ odd }: WaitingForAdmin, figures: Figures): AttentionItem[] {
  return oddVerdicts.flatMap((verdict): AttentionItem[] => {
    const { count, units } = figures(`odd:${verdict}`);
    const since = odd[verdict];
    if (count === 0 || since === null) return [];
    const message = `${oddWords[verdict](count)} · ${formatUsd(usdcUnitsToWholeCents(units))}`;
    return [{ id: verdict, kind: "oddMoney", severity: "medium", message, since: isoOf(since) }];
  });
}

function aboutDisputes({ open }: WaitingForAdmin): AttentionItem[] {
  const item = (urgency: "high" | "medium", text: string): AttentionItem[] => {
    const { count, since } = open[urgency];
    if (since === null) return [];
    const message = `${plural(count, "dispute")} open for ${text}`;
    return [{ id: `disputes-${urgency}`, kind: "disputes", severity: urgency, message, since: isoOf(since) }];
  };
  return [...item("high", "7 days or more"), ...item("medium", "3 to 6 days")];
}

function aboutRefunds({ owed: { count, cents, since } }: WaitingForAdmin): AttentionItem[] {
  if (count === 0) return [];
  const message = `${formatUsd(cents)} owed to payers in ${plural(count, "refund")} after approved disputes`;
  return [{ id: "refunds", kind: "refunds", severity: "medium", message, since: since && isoOf(since) }];
}

function aboutHeld({ held: { count, since } }: WaitingForAdmin): AttentionItem[] {
  if (count === 0) return [];
  const message = `${plural(count, "business", "businesses")} ${count === 1 ? "waits" : "wait"} for a review`;
  return [{ id: "held", kind: "heldMerchants", severity: "medium", message, since: since && isoOf(since) }];
}

function aboutJobs({ jobs }: WaitingForAdmin): AttentionItem[] {
  return jobs.map(({ name, count, lastId, since }) => ({
    id: `job-${name}`,
    kind: "failedJobs",
    severity: "medium",
    message: `The job ${name} failed ${count === 1 ? "once" : `${count} times`} and has not worked since`,
    since: isoOf(since),
    jobId: lastId,
  }));
}

function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

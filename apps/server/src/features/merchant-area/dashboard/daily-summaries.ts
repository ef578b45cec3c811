import { publicId } from "@hearth/domain/ids";
import type { Deps } from "../../../deps.ts";
import { listHeld } from "../../../jobs/set-aside.repo.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { notify, toBusiness } from "../../notifications/notify.ts";
import { countOpenDisputes, countOwedRefunds, countUnmatchedTransfers, listOwners } from "./summaries.repo.ts";

/** Local hour from which a merchant's daily summary is sent. */
const summaryHour = 8;
/** Merchants per query. */
const businessesAtOnce = 200;

/**
 * Sends each business a daily summary of what needs its attention, after eight in the morning local time. Skips businesses with nothing
 * waiting. Queries only the waiting items and their merchants. Returns the number of businesses notified, including those notified before.
 */
export async function sendDailySummaries(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  const [disputes, owed, unmatched] = (await Promise.all([countOpenDisputes(db), countOwedRefunds(db), countUnmatchedTransfers(db)])).map(
    byMerchant,
  );
  const ids = new Set([disputes, owed, unmatched].flatMap((counts) => [...(counts?.keys() ?? [])]));
  const waiting = [...ids];
  let offset = 0;
  let notified = 0;
  await workThrough(deps, {
    list: "daily-summary",
    pageSize: businessesAtOnce,
    next: async (limit) => {
      const due: Owner[] = [];
      for (; offset < waiting.length && due.length < limit; offset += limit) {
        const page = waiting.slice(offset, offset + limit);
        const heldBackIds = await listHeld(db, "daily-summary", page, now);
        const owners = await listOwners(db, page);
        due.push(...owners.filter(({ id, timeZone }) => !heldBackIds.has(id) && localTime(now, timeZone).hour >= summaryHour));
      }
      return due;
    },
    itemOf: ({ id }) => ({ id, name: publicId("merchant", id), merchantId: id }),
    work: async ({ id, name, timeZone, ...recipients }) => {
      const counts = { openDisputes: disputes?.get(id) ?? 0, owedRefunds: owed?.get(id) ?? 0, unmatchedTransfers: unmatched?.get(id) ?? 0 };
      await db.transaction((tx) =>
        notify(tx, {
          ...toBusiness(recipients, "dailySummary"),
          key: `daily-summary:${id}:${localTime(now, timeZone).day}`,
          event: { kind: "dailySummary", merchant: name, ...counts },
          now,
        }),
      );
      notified += 1;
      return "done";
    },
  });
  return notified;
}

type Owner = Awaited<ReturnType<typeof listOwners>>[number];

function byMerchant(rows: { merchantId: string | null; count: number }[]): Map<string, number> {
  return new Map(rows.flatMap(({ merchantId, count }) => (merchantId === null ? [] : [[merchantId, count] as const])));
}

/** Cached for each zone: creating a formatter for each business took longer than everything else. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached !== undefined) return cached;
  const options = { timeZone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const;
  const formatter = new Intl.DateTimeFormat("en-CA", options);
  formatters.set(timeZone, formatter);
  return formatter;
}

function localTime(now: Date, timeZone: string): { day: string; hour: number } {
  const text = formatterFor(timeZone).format(now); // 2026-11-20, 09
  return { day: text.slice(0, 10), hour: Number(text.slice(-2)) };
}

import { publicId } from "@hearth/domain/ids";
import type { Deps } from "../../../deps.ts";
import { listHeld } from "../../../jobs/set-aside.repo.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { notify, toBusiness } from "../../notifications/notify.ts";
import { countOpenDisputes, countOwedRefunds, countUnmatchedTransfers, listOwners } from "./summaries.repo.ts";

/** When a merchant's day begins, by the clock of their zone. */
const summaryHour = 8;
/** Businesses that one statement asks for. */
const businessesAtOnce = 200;

/**
 * Tells each owner and those who manage a business, once on a day and after eight in the morning at their place, what waits for them; nobody where nothing does. Reads what
 * waits, and the merchants that it waits for. Answers how many were told or had been.
 */
export async function sendDailySummaries(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  const [disputes, owed, unmatched] = (await Promise.all([countOpenDisputes(db), countOwedRefunds(db), countUnmatchedTransfers(db)])).map(
    byMerchant,
  );
  const ids = new Set([disputes, owed, unmatched].flatMap((counts) => [...(counts?.keys() ?? [])]));
  const waiting = [...ids];
  let at = 0;
  let told = 0;
  await workThrough(deps, {
    list: "daily-summary",
    pageSize: businessesAtOnce,
    next: async (limit) => {
      const due: Owner[] = [];
      for (; at < waiting.length && due.length < limit; at += limit) {
        const page = waiting.slice(at, at + limit);
        const held = await listHeld(db, "daily-summary", page, now);
        const owners = await listOwners(db, page);
        due.push(...owners.filter(({ id, timeZone }) => !held.has(id) && localTime(now, timeZone).hour >= summaryHour));
      }
      return due;
    },
    itemOf: ({ id }) => ({ id, name: publicId("merchant", id), merchantId: id }),
    work: async ({ id, name, timeZone, ...people }) => {
      const counts = { openDisputes: disputes?.get(id) ?? 0, owedRefunds: owed?.get(id) ?? 0, unmatchedTransfers: unmatched?.get(id) ?? 0 };
      await db.transaction((tx) =>
        notify(tx, {
          ...toBusiness(people, "dailySummary"),
          key: `daily-summary:${id}:${localTime(now, timeZone).day}`,
          event: { kind: "dailySummary", merchant: name, ...counts },
          now,
        }),
      );
      told += 1;
      return "done";
    },
  });
  return told;
}

type Owner = Awaited<ReturnType<typeof listOwners>>[number];

function byMerchant(rows: { merchantId: string | null; count: number }[]): Map<string, number> {
  return new Map(rows.flatMap(({ merchantId, count }) => (merchantId === null ? [] : [[merchantId, count] as const])));
}

/** One for each zone: making one for each business took longer than all the rest. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const shape = { timeZone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const;
  const made = new Intl.DateTimeFormat("en-CA", shape);
  clocks.set(timeZone, made);
  return made;
}

function localTime(now: Date, timeZone: string): { day: string; hour: number } {
  const text = clockOf(timeZone).format(now); // 2026-11-20, 09
  return { day: text.slice(0, 10), hour: Number(text.slice(-2)) };
}

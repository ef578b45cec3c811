import { limits } from "@hearth/domain/limits";
import { everything } from "../../../kit/list/paged-list.tsx";
import { Button } from "../../../ui/button.tsx";
import { zoneDay } from "../../../ui/dates.ts";
import { Empty } from "../../../ui/empty.tsx";
import type { DetailSearch } from "../searches.ts";

/** Default first day of a detail page: 30 days ago. */
export function recentDaysStart(now = new Date()): string {
  return zoneDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - limits.adminDetailDays));
}

interface DatesInAddress {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** Reads the dates from the URL. No dates mean the last 30 days; an empty date is unbounded. */
export function daysOf({ startDate, endDate }: DatesInAddress): DatesInAddress {
  return { startDate: (startDate ?? recentDaysStart()) || undefined, endDate: endDate || undefined };
}

/** Converts chosen dates for the URL. An unbounded start is written as empty, because a missing one means the last 30 days. */
export function daysInAddress({ startDate, endDate }: DatesInAddress): DatesInAddress {
  return { startDate: startDate ?? "", endDate: endDate || undefined };
}

interface NoneWithinDatesProps {
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
  noun: "transactions" | "disputes";
}

/** Empty state within the chosen dates, with a button that shows all dates. Without a filter it only says that there are none. */
export function NoneWithinDates({ search, onSearch, noun }: NoneWithinDatesProps) {
  const showAll = () => onSearch({ ...everything, ...daysInAddress({}) });
  const isEverything = search.startDate === "" && !search.endDate && search.search === undefined && search.status === undefined;
  if (isEverything) return <Empty>{`There are no ${noun}.`}</Empty>;
  return <Empty action={<Button onClick={showAll}>Show all dates</Button>}>{`There are no such ${noun} within these dates.`}</Empty>;
}

import { limits } from "@hearth/domain/limits";
import { everything } from "../../../kit/list/paged-list.tsx";
import { Button } from "../../../ui/button.tsx";
import { zoneDay } from "../../../ui/dates.ts";
import { Empty } from "../../../ui/empty.tsx";
import type { DetailSearch } from "../searches.ts";

/** The day with which an admin's view of one user or merchant begins: 30 days ago. */
export function recentDaysStart(now = new Date()): string {
  return zoneDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - limits.adminDetailDays));
}

interface DatesInAddress {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** The days that an address means: none given are the last 30, an empty one is open. */
export function daysOf({ startDate, endDate }: DatesInAddress): DatesInAddress {
  return { startDate: (startDate ?? recentDaysStart()) || undefined, endDate: endDate || undefined };
}

/** The days as an address holds them, once somebody has chosen them: an open start is said, or it would mean the last 30 again. */
export function daysInAddress({ startDate, endDate }: DatesInAddress): DatesInAddress {
  return { startDate: startDate ?? "", endDate: endDate || undefined };
}

interface NoneWithinDatesProps {
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
  noun: "transactions" | "disputes";
}

/** Nothing of somebody's within the chosen days, with a way to all days; where those are shown already, there is nothing. */
export function NoneWithinDates({ search, onSearch, noun }: NoneWithinDatesProps) {
  const showAll = () => onSearch({ ...everything, ...daysInAddress({}) });
  const isEverything = search.startDate === "" && !search.endDate && search.search === undefined && search.status === undefined;
  if (isEverything) return <Empty>{`There are no ${noun}.`}</Empty>;
  return <Empty action={<Button onClick={showAll}>Show all dates</Button>}>{`There are no such ${noun} within these dates.`}</Empty>;
}

import { Button } from "../../../ui/button.tsx";
import { Empty } from "../../../ui/empty.tsx";
import type { DetailSearch } from "./detail-search.ts";
import { everything } from "../../../kit/list/nothing-fits.tsx";
import { daysInAddress } from "./recent-days.ts";

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

import { ListFilters, StatusTabs } from "../../../kit/list/list-filters.tsx";
import { disputeColumn, DisputeList } from "../disputes/dispute-list.tsx";
import type { DetailSearch } from "../searches.ts";
import { daysInAddress, daysOf, NoneWithinDates } from "./recent-days.tsx";
import type { Whose } from "./transactions-tab.tsx";

interface DisputesTabProps {
  of: Whose;
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
}

const { date, merchantTitle, user, email, reason, status, amount } = disputeColumn;
const columnsOf = {
  user: [date, merchantTitle, reason, status, amount],
  merchant: [date, user, email, reason, status, amount],
};

/** Disputes of a user or against a merchant. Default: the last 30 days. */
export function DisputesTab({ of, search, onSearch }: DisputesTabProps) {
  const days = daysOf(search);
  return (
    <>
      <ListFilters draft value={days} onFilter={(chosen) => onSearch(daysInAddress(chosen))} />
      <StatusTabs of="dispute" statuses={["open", "closed"]} value={search.status} onChange={(next) => onSearch({ status: next })} />
      <DisputeList
        filter={{ ...of, ...days, status: search.status ?? "all" }}
        columns={"userId" in of ? columnsOf.user : columnsOf.merchant}
        empty={<NoneWithinDates search={search} onSearch={onSearch} noun="disputes" />}
      />
    </>
  );
}

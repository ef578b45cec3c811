import { ListFilters, StatusTabs } from "../../../kit/list/list-filters.tsx";
import { disputeColumn, DisputeList } from "../disputes/dispute-list.tsx";
import type { DetailSearch } from "../searches.ts";
import { daysInAddress, daysOf, NoneWithinDates } from "./recent-days.tsx";
import type { RecordOwner } from "./transactions-tab.tsx";

interface DisputesTabProps {
  owner: RecordOwner;
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
}

const { date, merchantTitle, payer, reason, status, amount } = disputeColumn;
const columnsOf = {
  user: [date, merchantTitle, reason, status, amount],
  merchant: [date, payer, reason, status, amount],
};

/** Disputes of a user or against a merchant. Default: the last 30 days. */
export function DisputesTab({ owner, search, onSearch }: DisputesTabProps) {
  const days = daysOf(search);
  return (
    <>
      <ListFilters draft value={days} onFilter={(chosen) => onSearch(daysInAddress(chosen))} />
      <StatusTabs kind="dispute" statuses={["open", "closed"]} value={search.status} onChange={(next) => onSearch({ status: next })} />
      <DisputeList
        name={"userId" in owner ? "user-disputes" : "merchant-disputes"}
        order={search.order}
        onOrder={(order) => onSearch({ order })}
        filter={{ ...owner, ...days, status: search.status ?? "all" }}
        columns={"userId" in owner ? columnsOf.user : columnsOf.merchant}
        empty={<NoneWithinDates search={search} onSearch={onSearch} noun="disputes" />}
      />
    </>
  );
}

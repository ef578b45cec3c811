import { AppLink } from "../../../kit/links.tsx";
import { Ledger } from "../../../ui/ledger.tsx";
import { disputeColumn, disputeName } from "../disputes/dispute-columns.tsx";
import { DisputeStatusTabs } from "../disputes/dispute-status-tabs.tsx";
import { failedWords, useDisputeList } from "../disputes/use-dispute-list.ts";
import type { DetailSearch } from "./detail-search.ts";
import { FilterForm } from "../../../kit/list/filter-form.tsx";
import { ListStates } from "../../../kit/list/list-states.tsx";
import { NoneWithinDates } from "./none-within-dates.tsx";
import { PageFoot } from "../../../kit/list/page-foot.tsx";
import { daysInAddress, daysOf } from "./recent-days.ts";
import type { Whose } from "./transactions-tab.tsx";

interface DisputesTabProps {
  of: Whose;
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
}

const { date, merchantTitle, email, reason, status, amount } = disputeColumn;
const columnsOf = {
  user: [date, merchantTitle, reason, status, amount],
  merchant: [date, email, reason, status, amount],
};

/** The disputes of one user, or against one merchant: the last 30 days unless others are chosen. */
export function DisputesTab({ of, search, onSearch }: DisputesTabProps) {
  const days = daysOf(search);
  const filter = { ...of, ...days, status: search.status ?? ("all" as const) };
  const { query, rows } = useDisputeList(filter);
  return (
    <>
      <FilterForm value={days} onApply={(chosen) => onSearch(daysInAddress(chosen))} />
      <DisputeStatusTabs value={search.status} onChange={(next) => onSearch({ status: next })} />
      <ListStates
        query={query}
        rows={rows}
        failed={failedWords(filter)}
        empty={<NoneWithinDates search={search} onSearch={onSearch} noun="disputes" />}
      >
        {(disputes) => (
          <>
            <Ledger
              dense
              cards="wide"
              caption="Disputes"
              columns={"userId" in of ? columnsOf.user : columnsOf.merchant}
              rows={disputes}
              rowKey={({ _id }) => _id}
              rowName={disputeName}
              open={({ _id }, props) => <AppLink to="/admin/disputes/$id" params={{ id: _id }} {...props} />}
            />
            <PageFoot query={query} shown={disputes.length} noun="dispute" failed={failedWords(filter)} />
          </>
        )}
      </ListStates>
    </>
  );
}

import { ListFilters, StatusTabs } from "../../../kit/list/list-filters.tsx";
import { everything, NothingFits } from "../../../kit/list/paged-list.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { disputeColumn, DisputeList } from "./dispute-list.tsx";
import type { DisputeSearch } from "../searches.ts";

const { date, payer, merchant, status: statusColumn, reason, amount } = disputeColumn;
const columns = [date, payer, merchant, reason, statusColumn, amount];

interface DisputesProps {
  search: DisputeSearch;
  onFilter: (filter: Partial<DisputeSearch>) => void;
}

/** List of all disputes, ordered by date or amount, with filters for text, dates and status. */
export function Disputes({ search, onFilter }: DisputesProps) {
  const { status, order, ...filter } = search;
  return (
    <Page>
      <PageHead title="Disputes" />
      <ListFilters value={filter} onFilter={onFilter} placeholder="User email, merchant or ID" />
      <StatusTabs kind="dispute" statuses={["open", "closed"]} value={status} onChange={(next) => onFilter({ status: next })} />
      <DisputeList
        sticky
        name="all-disputes"
        order={order}
        onOrder={(next) => onFilter({ order: next })}
        filter={{ ...filter, status: status ?? "all" }}
        columns={columns}
        empty={
          <NothingFits filter={{ ...filter, status }} onClear={() => onFilter(everything)} none="No one has disputed a payment.">
            No dispute matches this filter.
          </NothingFits>
        }
      />
    </Page>
  );
}

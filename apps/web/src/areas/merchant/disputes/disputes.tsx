import { disputeStatuses, type DisputeStatus } from "@hearth/domain/disputes/status";
import { overPage } from "../../../lib/close-over.ts";
import { AppLink } from "../../../kit/links.tsx";
import { Ledger } from "../../../ui/ledger.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { disputeColumns, disputeName } from "./dispute-columns.tsx";
import type { DisputeSearch } from "./dispute-search.ts";
import { DisputeStats } from "./dispute-stats.tsx";
import { useDisputeTotals, useMerchantDisputes } from "./use-merchant-disputes.ts";

const words: Record<DisputeStatus, string> = { open: "Open", closed: "Closed", resolved: "Resolved", escalated: "Escalated" };

interface DisputesProps {
  search: DisputeSearch;
  onFilter: (filter: Partial<DisputeSearch>) => void;
}

/** The disputes about the merchant's payments: by status, by days, newest first. */
export function Disputes({ search, onFilter }: DisputesProps) {
  const totals = useDisputeTotals(search);
  return (
    <>
      <PageHead title="Disputes" />
      <DisputeStats totals={totals.data} />
      <ListFilters value={search} words={words} statuses={disputeStatuses} totals={totals.data} onFilter={onFilter} />
      <DisputeList search={search} />
    </>
  );
}

function DisputeList({ search }: { search: DisputeSearch }) {
  const disputes = useMerchantDisputes(search);
  return (
    <PagedList
      pages={disputes}
      failed="Failed to load disputes"
      empty={emptyText(search)}
      count={(shown) => (shown === 1 ? "1 dispute" : `${shown} disputes`)}
    >
      {(rows) => (
        <Ledger
          sticky
          cards="wide"
          caption="Disputes"
          columns={disputeColumns}
          rows={rows}
          rowKey={({ _id }) => _id}
          rowName={disputeName}
          open={({ _id }, props) => (
            <AppLink to="/merchant/disputes/$id" params={{ id: _id }} search={search} state={overPage} preload={false} {...props} />
          )}
        />
      )}
    </PagedList>
  );
}

function emptyText({ status, startDate, endDate }: DisputeSearch): string {
  if (startDate !== undefined || endDate !== undefined) return "No such dispute was filed within these dates.";
  return status === undefined ? "Nobody has disputed a payment." : `There are no ${words[status].toLowerCase()} disputes.`;
}

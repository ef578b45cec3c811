import { disputeStatuses, type DisputeStatus } from "@hearth/domain/disputes/status";
import { AppLink } from "../../../lib/links.tsx";
import { Button } from "../../../ui/button.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Ledger, LedgerFoot } from "../../../ui/ledger.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { DateFields } from "../date-fields.tsx";
import styles from "../transactions/transactions.module.css";
import { useMerchantStats } from "../use-merchant-stats.ts";
import { disputeColumns, disputeName } from "./dispute-columns.tsx";
import type { DisputeSearch } from "./dispute-search.ts";
import { DisputeStats } from "./dispute-stats.tsx";
import { useDisputeTotals, useMerchantDisputes } from "./use-merchant-disputes.ts";

const failed = "Failed to load disputes";
const words: Record<DisputeStatus, string> = { open: "Open", closed: "Closed", resolved: "Resolved", escalated: "Escalated" };

interface DisputesProps {
  search: DisputeSearch;
  onFilter: (filter: Partial<DisputeSearch>) => void;
}

/** The disputes about the merchant's payments: by status, by days, newest first. */
export function Disputes({ search, onFilter }: DisputesProps) {
  const totals = useDisputeTotals(search);
  const status = search.status ?? "all";
  return (
    <>
      <PageHead title="Disputes" />
      <DisputeStats totals={totals.data} />
      <div className={styles.filters}>
        <DateFields startDate={search.startDate} endDate={search.endDate} onChange={onFilter} />
      </div>
      <FilterTabs
        label="Status"
        value={status}
        onChange={(next) => onFilter({ status: next === "all" ? undefined : next })}
        options={[
          { value: "all" as const, label: "All", count: totals.data?.all.count },
          ...disputeStatuses.map((value) => ({ value, label: words[value], count: totals.data?.[value].count })),
        ]}
      />
      <DisputeList search={search} />
    </>
  );
}

function DisputeList({ search }: { search: DisputeSearch }) {
  const disputes = useMerchantDisputes(search);
  const timeZone = useMerchantStats().data?.timeZone;
  const rows = disputes.data?.pages.flatMap(({ items }) => items);
  if (!rows) {
    if (!disputes.isError) return <SkeletonLedger />;
    return (
      <ErrorState onRetry={() => void disputes.refetch()} busy={disputes.isFetching}>
        {failed}
      </ErrorState>
    );
  }
  if (rows.length === 0) return <Empty>{emptyText(search)}</Empty>;
  return (
    <>
      <Ledger
        sticky
        cards="wide"
        caption="Disputes"
        columns={disputeColumns(timeZone)}
        rows={rows}
        rowKey={({ _id }) => _id}
        rowName={disputeName}
        open={({ _id }, props) => <AppLink to="/merchant/disputes/$id" params={{ id: _id }} {...props} />}
      />
      <LedgerFoot count={rows.length === 1 ? "1 dispute" : `${rows.length} disputes`}>
        {disputes.hasNextPage && (
          <Button busy={disputes.isFetchingNextPage} onClick={() => void disputes.fetchNextPage()}>
            Load more
          </Button>
        )}
      </LedgerFoot>
      {disputes.isFetchNextPageError && <FieldError>{failed}</FieldError>}
    </>
  );
}

function emptyText({ status, startDate, endDate }: DisputeSearch): string {
  if (startDate !== undefined || endDate !== undefined) return "No such dispute was filed within these dates.";
  return status === undefined ? "Nobody has disputed a payment." : `There are no ${words[status].toLowerCase()} disputes.`;
}

import { paymentStatuses, type PaymentStatus } from "@hearth/domain/payments/status";
import { trpcClient } from "../../../lib/trpc.ts";
import { AppLink, CrumbLink, TextLink } from "../../../kit/links.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Ledger } from "../../../ui/ledger.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { FilterForm } from "../../../kit/list/filter-form.tsx";
import { MerchantSelect } from "../merchants/merchant-select.tsx";
import { everything, NothingFits } from "../../../kit/list/nothing-fits.tsx";
import { type BoundedCount, boundedText, PageFoot } from "../../../kit/list/page-foot.tsx";
import { transactionColumn, transactionName } from "./transaction-columns.tsx";
import type { TransactionSearch } from "./transaction-search.ts";
import { useTransactionCounts, useTransactions, type TransactionFilter } from "./use-transactions.ts";
import { CsvButton } from "../../../kit/csv-button.tsx";

const failed = "Failed to load transactions";
const { date, email, merchant, status: statusColumn, amount } = transactionColumn;
const columns = [date, email, merchant, statusColumn, amount];
const words: Record<PaymentStatus, string> = { pending: "Pending", completed: "Completed", failed: "Failed", cancelled: "Cancelled" };

interface TransactionsProps {
  search: TransactionSearch;
  onFilter: (filter: Partial<TransactionSearch>) => void;
}

/** Everybody's transactions: searched, by merchant, days and status, newest first. */
export function Transactions({ search: { status, ...filter }, onFilter }: TransactionsProps) {
  const { data: counts } = useTransactionCounts(filter);
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/dashboard">Dashboard</CrumbLink>}
        title="Transactions"
        sub={<TextLink to="/admin/transactions/unmatched">Unmatched money</TextLink>}
        actions={<ExportButton filter={{ ...filter, status }} />}
      />
      <FilterForm
        value={filter}
        onApply={onFilter}
        placeholder="User email, merchant or ID"
        more={(draft, change) => <MerchantSelect value={draft.merchantId} onChange={(merchantId) => change({ merchantId })} />}
      />
      <FilterTabs
        label="Status"
        value={status ?? "all"}
        onChange={(next) => onFilter({ status: next === "all" ? undefined : next })}
        options={(["all", ...paymentStatuses] as const).map((value) => ({
          value,
          label: value === "all" ? "All" : words[value],
          count: counts ? boundedText(counts[value]) : undefined,
        }))}
      />
      <TransactionList search={{ ...filter, status }} total={counts?.[status ?? "all"]} onClear={() => onFilter(everything)} />
    </Page>
  );
}

interface TransactionListProps {
  search: TransactionSearch;
  total: BoundedCount | undefined;
  onClear: () => void;
}

function TransactionList({ search, total, onClear }: TransactionListProps) {
  const transactions = useTransactions(search);
  const rows = transactions.data?.pages.flatMap(({ items }) => items);
  if (!rows) {
    if (!transactions.isError) return <SkeletonLedger rows={10} />;
    return (
      <ErrorState onRetry={() => void transactions.refetch()} busy={transactions.isFetching}>
        {failed}
      </ErrorState>
    );
  }
  if (rows.length === 0) {
    return (
      <NothingFits filter={search} onClear={onClear} none="Nobody has paid anything yet.">
        No transaction fits this filter.
      </NothingFits>
    );
  }
  return (
    <>
      <Ledger
        dense
        sticky
        cards="wide"
        caption="Transactions"
        columns={columns}
        rows={rows}
        rowKey={({ _id }) => _id}
        rowName={transactionName}
        open={({ _id }, props) => <AppLink to="/admin/transactions/$id" params={{ id: _id }} {...props} />}
      />
      <PageFoot query={transactions} shown={rows.length} total={total} noun="transaction" failed={failed} />
    </>
  );
}

/** Takes the listed transactions away as a CSV file. */
function ExportButton({ filter }: { filter: TransactionFilter }) {
  return <CsvButton load={() => trpcClient.admin.exportTransactions.query(filter)} />;
}

import { paymentStatuses } from "@hearth/domain/payments/status";
import { keepPreviousData } from "@tanstack/react-query";
import { CsvButton } from "../../../kit/csv-button.tsx";
import { AppLink, CrumbLink, TextLink } from "../../../kit/links.tsx";
import { ListFilters, StatusTabs } from "../../../kit/list/list-filters.tsx";
import { boundedText, everything, NothingFits } from "../../../kit/list/paged-list.tsx";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { Page, PageHead } from "../../../ui/page.tsx";
import { MerchantSelect } from "../merchants/merchant-select.tsx";
import { transactionColumn } from "./transaction-columns.tsx";
import { TransactionList, transactionsLiveMs } from "./transaction-list.tsx";
import type { TransactionSearch } from "../searches.ts";

const { seal, date, payer, home, for: bill, merchant, status: statusColumn, amount } = transactionColumn;
const columns = [seal, date, payer, merchant, home, bill, statusColumn, amount];

interface TransactionsProps {
  search: TransactionSearch;
  onFilter: (filter: Partial<TransactionSearch>) => void;
}

/** List of all transactions, ordered by date or amount, with filters for text, merchant, dates and status. */
export function Transactions({ search, onFilter }: TransactionsProps) {
  const { status, order, ...filter } = search;
  // Null if the text matches too many to count.
  const { data: counts } = trpc.admin.transactionCounts.useQuery(filter, {
    placeholderData: keepPreviousData,
    refetchInterval: transactionsLiveMs,
  });
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/dashboard">Dashboard</CrumbLink>}
        title="Transactions"
        sub={<TextLink to="/admin/transactions/unmatched">Unmatched money</TextLink>}
        actions={<CsvButton load={() => trpcClient.admin.exportTransactions.query({ ...filter, status })} />}
      />
      <ListFilters
        value={filter}
        onFilter={onFilter}
        placeholder="User email, merchant or ID"
        more={(draft, change) => <MerchantSelect value={draft.merchantId} onChange={(merchantId) => change({ merchantId })} />}
      />
      <StatusTabs
        kind="payment"
        statuses={paymentStatuses}
        value={status}
        count={(tab) => (counts ? boundedText(counts[tab]) : undefined)}
        onChange={(next) => onFilter({ status: next })}
      />
      <TransactionList
        sticky
        name="all-transactions"
        hiddenAtFirst={["home"]}
        filter={{ ...filter, status }}
        order={order}
        onOrder={(next) => onFilter({ order: next })}
        columns={columns}
        total={counts?.[status ?? "all"]}
        empty={
          <NothingFits filter={{ ...filter, status }} onClear={() => onFilter(everything)} none="No one has paid anything yet.">
            No transaction matches this filter.
          </NothingFits>
        }
        skeletonRows={10}
        open={({ _id }, props) => <AppLink to="/admin/transactions/$id" params={{ id: _id }} {...props} />}
      />
    </Page>
  );
}

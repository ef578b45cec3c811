import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Ledger, type LedgerColumn, LedgerFoot } from "../../../ui/ledger.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { ButtonLink, CrumbLink } from "../../../kit/links.tsx";
import { type ListedPayment, openPayment, paymentColumns, paymentName } from "../../../features/payments/payment-columns.tsx";
import { ReceiptIcon } from "../../../features/payments/receipt/receipt-icon.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { type HistoryFilter, isNarrowed, toPaymentFilter } from "./history-search.ts";
import { monthOf, monthWords } from "./month.ts";
import { CsvButton } from "../../../kit/csv-button.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Text } from "../../../ui/words.tsx";
import { centsOf } from "../../../kit/cents.ts";
import styles from "./history.module.css";

const pageSize = 20;

/** The payer's payments under a filter, page by page; asked with the plain call, because the server takes the documented fields and no others. */
function useHistory(history: HistoryFilter) {
  const filter = { ...toPaymentFilter(history), limit: pageSize };
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.payments.list, filter, "infinite"),
    queryFn: ({ pageParam, signal }) => trpcClient.payments.list.query({ ...filter, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
  });
}

/** What such payments come to, by status and by month. */
function useHistoryTotals(history: HistoryFilter) {
  return trpc.payments.historyTotals.useQuery(toPaymentFilter(history), { placeholderData: keepPreviousData });
}

const failed = "Failed to load transactions. Please try again later.";

const columns: LedgerColumn<ListedPayment>[] = [
  ...paymentColumns,
  { id: "receipt", head: "Receipt", kind: "aside", cell: (payment) => <ReceiptIcon payment={payment} /> },
];

interface PaymentHistoryProps {
  filter: HistoryFilter;
  onFilter: (part: HistoryFilter) => void;
  onClear: () => void;
}

/** All payments of the account, newest first and by month; each opens with its details. */
export function PaymentHistory({ filter, onFilter, onClear }: PaymentHistoryProps) {
  const totals = useHistoryTotals(filter);
  const isEmpty = totals.data?.count.all === 0 && !isNarrowed(filter);
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>}
        title="Payment history"
        actions={!isEmpty && <ExportButton filter={filter} />}
      />
      {!isEmpty && <HistoryFilters filter={filter} count={totals.data?.count} onFilter={onFilter} />}
      <PaymentList filter={filter} totals={totals.data} onClear={onClear} />
    </Page>
  );
}

interface PaymentListProps extends Pick<PaymentHistoryProps, "filter" | "onClear"> {
  totals: ReturnType<typeof useHistoryTotals>["data"];
}

function PaymentList({ filter, totals, onClear }: PaymentListProps) {
  const history = useHistory(filter);
  const payments = history.data?.pages.flatMap(({ items }) => items);
  if (!payments) {
    if (!history.isError) return <SkeletonLedger rows={12} />;
    return (
      <ErrorState onRetry={() => void history.refetch()} busy={history.isFetching}>
        {failed}
      </ErrorState>
    );
  }
  if (payments.length === 0) return <NothingFound isNarrowed={isNarrowed(filter)} onClear={onClear} />;
  return (
    <>
      <Ledger
        sticky
        cards="wide"
        caption="Payments"
        columns={columns}
        rows={payments}
        rowKey={({ id }) => id}
        rowName={paymentName}
        open={openPayment("/payment-history")}
        groups={{
          of: ({ createdAt }) => monthOf(createdAt),
          heading: (month) => <MonthHeading month={month} total={totals?.months.find((one) => one.month === month)} />,
        }}
      />
      <LedgerFoot count={countText(payments.length, totals?.count[filter.status ?? "all"])}>
        {history.hasNextPage && (
          <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Load more
          </Button>
        )}
      </LedgerFoot>
      {history.isFetchNextPageError && <FieldError>{failed}</FieldError>}
    </>
  );
}

function NothingFound({ isNarrowed: isFiltered, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (isFiltered) return <Empty action={<Button onClick={onClear}>Clear filters</Button>}>No payment matches these filters.</Empty>;
  return <Empty action={<ButtonLink to="/payment">Send payment</ButtonLink>}>You have not paid anything yet.</Empty>;
}

function countText(shown: number, total: number | undefined): string {
  const all = Math.max(total ?? shown, shown);
  const noun = all === 1 ? "payment" : "payments";
  const number = (count: number) => count.toLocaleString("en-US");
  return shown < all ? `${number(shown)} of ${number(all)} ${noun}` : `${number(all)} ${noun}`;
}

/** Takes the payments of the filter away as a CSV file, all of them and not only those on screen. */
function ExportButton({ filter }: { filter: HistoryFilter }) {
  return <CsvButton load={() => trpcClient.payments.exportHistory.query(toPaymentFilter(filter))} />;
}

interface MonthHeadingProps {
  month: string;
  /** The whole month under the filter, also what is not listed yet; undefined until it is known. */
  total: { count: number; paid: number } | undefined;
}

/** A month in the history, with what was paid in it. */
function MonthHeading({ month, total }: MonthHeadingProps) {
  return (
    <span className={styles.month}>
      {monthWords(month)}
      {total && (
        <Text as="span" size="note" muted>
          {total.count === 1 ? "1 payment" : `${total.count} payments`}
          {total.paid > 0 && (
            <>
              , <Amount cents={centsOf(total.paid)} className={styles.paid} /> paid
            </>
          )}
        </Text>
      )}
    </span>
  );
}

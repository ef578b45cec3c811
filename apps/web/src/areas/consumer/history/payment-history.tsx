import { paymentStatuses } from "@hearth/domain/payments/status";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { Empty } from "../../../ui/empty.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { ButtonLink, CrumbLink } from "../../../kit/links.tsx";
import { ListFilters, StatusTabs } from "../../../kit/list/list-filters.tsx";
import { NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { sorted } from "../../../kit/list/sorted.ts";
import { usePages } from "../../../kit/list/use-pages.ts";
import { type ListedPayment, openPayment, paymentColumns, paymentName } from "../../../features/payments/payment-columns.tsx";
import { ReceiptIcon } from "../../../features/payments/receipt/receipt-menu.tsx";
import { type HistoryFilter, toPaymentFilter } from "./history-search.ts";
import { monthOf, monthWords } from "../../../ui/dates.ts";
import { CsvButton } from "../../../kit/csv-button.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Text } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { TimeZoneContext, useTimeZone } from "../../../ui/time-zone.ts";
import styles from "./history.module.css";

/** Loads the totals of the filtered payments, by status and month. */
function useHistoryTotals(history: HistoryFilter) {
  const timeZone = useTimeZone();
  return trpc.payments.historyTotals.useQuery(toPaymentFilter(history, timeZone), { placeholderData: keepPreviousData });
}

const columns: DataTableColumn<ListedPayment>[] = [
  ...paymentColumns,
  { id: "receipt", head: "Receipt", kind: "aside", cell: (payment) => <ReceiptIcon payment={payment} /> },
];

interface PaymentHistoryProps {
  filter: HistoryFilter;
  onFilter: (part: HistoryFilter) => void;
  onClear: () => void;
}

/**
 * Payment history, ordered by date or amount, grouped by month if by date. Each payment opens with its details. Days and months are in the
 * time zone of the business that the tenant pays.
 */
export function PaymentHistory(props: PaymentHistoryProps) {
  const { data } = trpc.auth.me.useQuery();
  return (
    <TimeZoneContext value={data?.merchant?.timeZone}>
      <History {...props} />
    </TimeZoneContext>
  );
}

function History({ filter: { order, ...filter }, onFilter, onClear }: PaymentHistoryProps) {
  const totals = useHistoryTotals(filter);
  const count = totals.data?.count;
  const isWhole = Object.values(filter).every((part) => part === undefined);
  const isEmpty = count?.all === 0 && isWhole;
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>}
        title="Payment history"
        sub={isWhole && count ? countWords(count) : undefined}
        actions={!isEmpty && <ExportButton filter={filter} />}
      />
      {!isEmpty && (
        <>
          <ListFilters value={filter} placeholder="Description, merchant, amount or transaction" onFilter={onFilter} />
          <StatusTabs
            kind="payment"
            statuses={paymentStatuses}
            value={filter.status}
            count={(status) => count?.[status]}
            onChange={(status) => onFilter({ status })}
          />
        </>
      )}
      <PaymentList {...{ filter, order, onFilter, onClear }} totals={totals.data} />
    </Page>
  );
}

/** Says how many payments count, as the dashboard does, and how many more are listed: the failed and the cancelled ones. */
function countWords({ pending, completed, failed, cancelled }: NonNullable<ReturnType<typeof useHistoryTotals>["data"]>["count"]): string {
  const [counted, others] = [pending + completed, failed + cancelled];
  const words = counted === 1 ? "1 payment" : `${counted.toLocaleString("en-US")} payments`;
  return others === 0 ? words : `${words}, and ${others.toLocaleString("en-US")} that failed or ${others === 1 ? "was" : "were"} cancelled`;
}

interface PaymentListProps extends PaymentHistoryProps {
  order: HistoryFilter["order"];
  totals: ReturnType<typeof useHistoryTotals>["data"];
}

function PaymentList({ filter, order, totals, onFilter, onClear }: PaymentListProps) {
  const timeZone = useTimeZone();
  const total = totals?.count[filter.status ?? "all"];
  return (
    <PagedList
      pages={usePages(trpc.payments.list, { ...toPaymentFilter(filter, timeZone), order }, { size: 20 })}
      noun="payment"
      total={total === undefined ? undefined : { count: total }}
      failed="Failed to load transactions. Please try again later."
      empty={
        <NothingFits
          filter={filter}
          onClear={onClear}
          none={<Empty action={<ButtonLink to="/payment">Send payment</ButtonLink>}>You have not paid anything yet.</Empty>}
        >
          No payment matches these filters.
        </NothingFits>
      }
      skeletonRows={12}
    >
      {(payments) => (
        <DataTable
          sticky
          cards="wide"
          caption="Payments"
          columns={sorted(columns, order, (next) => onFilter({ order: next }))}
          rows={payments}
          rowKey={({ id }) => id}
          rowName={paymentName}
          open={openPayment("/payment-history")}
          groups={order === undefined || order === "oldest" ? byMonth(totals, timeZone) : undefined}
        />
      )}
    </PagedList>
  );
}

/** Groups payments ordered by date under month headings. */
function byMonth(totals: PaymentListProps["totals"], timeZone: string | undefined) {
  return {
    of: ({ createdAt }: ListedPayment) => monthOf(createdAt, timeZone),
    heading: (month: string) => <MonthHeading month={month} total={totals?.months.find((total) => total.month === month)} />,
  };
}

/** Downloads all payments of the filter as a CSV file, including those not yet on screen. */
function ExportButton({ filter }: { filter: HistoryFilter }) {
  const timeZone = useTimeZone();
  return <CsvButton load={() => trpcClient.payments.exportHistory.query(toPaymentFilter(filter, timeZone))} />;
}

interface MonthHeadingProps {
  month: string;
  /** Totals of the whole month under the filter, including payments not listed yet. Undefined until known. */
  total: { count: number; paidCount: number; paid: number } | undefined;
}

/** Heading of a month: how many payments were paid with how much, and how many are not. */
function MonthHeading({ month, total }: MonthHeadingProps) {
  return (
    <span className={styles.month}>
      {monthWords(month)}
      {total && (
        <Text as="span" size="note" muted>
          {total.paidCount > 0 && (
            <>
              {total.paidCount} paid, <Amount cents={centsOf(total.paid)} className={styles.paid} />
            </>
          )}
          {total.paidCount > 0 && total.count > total.paidCount && ", "}
          {total.count > total.paidCount && `${total.count - total.paidCount} not paid`}
        </Text>
      )}
    </span>
  );
}

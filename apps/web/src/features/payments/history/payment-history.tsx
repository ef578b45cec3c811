import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { ButtonLink, CrumbLink } from "../../../lib/links.tsx";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Ledger, LedgerFoot } from "../../../ui/ledger.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { openPayment, paymentColumns, paymentName } from "../payment-columns.tsx";

const pageSize = 20;
const failed = "Failed to load transactions. Please try again later.";

/** All payments of the account, newest first; each opens with its details. */
export function PaymentHistory() {
  const history = usePages();
  const payments = history.data?.pages.flatMap(({ items }) => items);
  return (
    <Page>
      <PageHead crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>} title="Payment history" />
      {!payments && history.isError && (
        <ErrorState onRetry={() => void history.refetch()} busy={history.isFetching}>
          {failed}
        </ErrorState>
      )}
      {!payments && !history.isError && <SkeletonLedger rows={8} />}
      {payments?.length === 0 && (
        <Empty action={<ButtonLink to="/payment">Send payment</ButtonLink>}>You have not paid anything yet.</Empty>
      )}
      {payments !== undefined && payments.length > 0 && (
        <>
          <Ledger
            sticky
            caption="All payments"
            columns={paymentColumns}
            rows={payments}
            rowKey={({ id }) => id}
            rowName={paymentName}
            open={openPayment("/payment-history")}
          />
          <LedgerFoot count={countText(payments.length, history.hasNextPage)}>
            {history.hasNextPage && (
              <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
                Load more
              </Button>
            )}
          </LedgerFoot>
          {history.isFetchNextPageError && <FieldError>{failed}</FieldError>}
        </>
      )}
    </Page>
  );
}

/** Asked for page by page with the plain call, because the server takes the documented fields and no others. */
function usePages() {
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.payments.list, { limit: pageSize }, "infinite"),
    queryFn: ({ pageParam, signal }) => trpcClient.payments.list.query({ limit: pageSize, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  });
}

function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `The newest ${count} payments`;
  return count === 1 ? "1 payment" : `${count} payments`;
}

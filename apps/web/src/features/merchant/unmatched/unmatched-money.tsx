import { AppLink, CrumbLink } from "../../../lib/links.tsx";
import { Button } from "../../../ui/button.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Ledger, LedgerFoot } from "../../../ui/ledger.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { useMerchantStats } from "../use-merchant-stats.ts";
import { oddTransferColumns, oddTransferName } from "./odd-transfer-columns.tsx";
import { type Shown, useOddTransfers } from "./use-odd-transfers.ts";

const failed = "Failed to load transactions";
const empty: Record<Shown, string> = {
  open: "All money in your wallet has found its payment.",
  setAside: "Nothing is marked as not rent.",
};

/** Transfers that reached the merchant's wallet and fit no payment; each opens to be attached to one, or marked as not rent. */
export function UnmatchedMoney({ show, onShow }: { show: Shown; onShow: (show: Shown) => void }) {
  const transfers = useOddTransfers(show);
  const openCount = transfers.data?.pages[0]?.openCount;
  return (
    <>
      <PageHead
        crumb={<CrumbLink to="/merchant/transactions">Transactions</CrumbLink>}
        title="Unmatched money"
        sub="It is in your wallet, but it fits no payment. Say what it is for."
      />
      <FilterTabs
        label="Unmatched money"
        value={show}
        onChange={onShow}
        options={[
          { value: "open", label: "To look at", count: openCount },
          { value: "setAside", label: "Not rent" },
        ]}
      />
      <TransferList show={show} transfers={transfers} />
    </>
  );
}

function TransferList({ show, transfers }: { show: Shown; transfers: ReturnType<typeof useOddTransfers> }) {
  const timeZone = useMerchantStats().data?.timeZone;
  const rows = transfers.data?.pages.flatMap(({ items }) => items);
  if (!rows) {
    if (!transfers.isError) return <SkeletonLedger />;
    return (
      <ErrorState onRetry={() => void transfers.refetch()} busy={transfers.isFetching}>
        {failed}
      </ErrorState>
    );
  }
  if (rows.length === 0) return <Empty>{empty[show]}</Empty>;
  return (
    <>
      <Ledger
        sticky
        cards="wide"
        caption="Unmatched money"
        columns={oddTransferColumns(timeZone)}
        rows={rows}
        rowKey={({ _id }) => _id}
        rowName={oddTransferName}
        open={({ _id }, props) => (
          <AppLink to="/merchant/transactions/unmatched" search={{ show, transfer: _id }} preload={false} {...props} />
        )}
      />
      <LedgerFoot count={rows.length === 1 ? "1 transfer" : `${rows.length} transfers`}>
        {transfers.hasNextPage && (
          <Button busy={transfers.isFetchingNextPage} onClick={() => void transfers.fetchNextPage()}>
            Load more
          </Button>
        )}
      </LedgerFoot>
      {transfers.isFetchNextPageError && <FieldError>{failed}</FieldError>}
    </>
  );
}

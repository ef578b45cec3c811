import { overPage } from "../../../lib/close-over.ts";
import { AppLink, CrumbLink } from "../../../kit/links.tsx";
import { Ledger, type LedgerColumn } from "../../../ui/ledger.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { oddTransferName, whatItIs } from "../../../features/unmatched/transfer-words.ts";
import { type Shown, useOddTransfers } from "./use-odd-transfers.ts";
import { Hash } from "../../../ui/hash.tsx";
import { Moment } from "../../../ui/moment.tsx";
import type { OddTransfer } from "../../../features/unmatched/area.ts";
import { LikelyFor } from "../../../features/unmatched/likely-for.tsx";

/** Money without a payment in a ledger. */
const oddTransferColumns: LedgerColumn<OddTransfer>[] = [
  { id: "received", head: "Received", kind: "meta", cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  { id: "what", head: "What it is", kind: "title", cell: whatItIs },
  { id: "likely", head: "Likely for", kind: "sub", cell: LikelyFor },
  { id: "from", head: "From wallet", kind: "aside", cell: ({ from }) => <Hash value={from} shape="address" what="sender's address" /> },
  {
    id: "transaction",
    head: "Transaction",
    kind: "aside",
    cell: ({ transactionHash, explorerUrl }) => <Hash value={transactionHash} explorerUrl={explorerUrl ?? undefined} />,
  },
  { id: "amount", head: "Amount (USDC)", kind: "amount", cell: ({ usdc }) => usdc },
];

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
  return (
    <PagedList
      pages={transfers}
      failed="Failed to load transactions"
      empty={empty[show]}
      count={(shown) => (shown === 1 ? "1 transfer" : `${shown} transfers`)}
    >
      {(rows) => (
        <Ledger
          sticky
          cards="wide"
          caption="Unmatched money"
          columns={oddTransferColumns}
          rows={rows}
          rowKey={({ _id }) => _id}
          rowName={oddTransferName}
          open={({ _id }, props) => (
            <AppLink to="/merchant/transactions/unmatched" search={{ show, transfer: _id }} state={overPage} preload={false} {...props} />
          )}
        />
      )}
    </PagedList>
  );
}

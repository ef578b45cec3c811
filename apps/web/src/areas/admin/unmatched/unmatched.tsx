import { overlayState, useCloseRoutedDialog } from "../../../lib/close-over.ts";
import { AppLink, CrumbLink } from "../../../kit/links.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { DataTable, type DataTableColumn, InCard } from "../../../ui/data-table.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { likelyFor, oddTransferName, transferKind } from "../../../features/unmatched/transfer-facts.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { MerchantSelect } from "../merchants/merchant-select.tsx";
import { everything, NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { TransferDialog } from "./transfer-dialog.tsx";
import type { TransferSearch } from "../searches.ts";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";

type Transfer = Outputs["admin"]["transfers"]["items"][number];

/** Columns of unmatched money in the admin area. */
const transferColumns: DataTableColumn<Transfer>[] = [
  { id: "received", head: "Received", kind: "meta", cell: ({ receivedAt, timeZone }) => <Time at={receivedAt} timeZone={timeZone} /> },
  { id: "merchant", head: "Merchant", kind: "title", cell: ({ merchant }) => merchant.name },
  { id: "what", head: "What it is", kind: "sub", slack: true, cell: transferKind },
  {
    id: "likely",
    head: "Likely for",
    kind: "aside",
    cell: ({ verdict, meantFor, ...rest }) => (verdict === "matched" ? meantFor?.payer : likelyFor(rest)),
  },
  { id: "from", head: "From wallet", kind: "aside", cell: ({ from }) => <Hash value={from} shape="address" what="sender's address" /> },
  { id: "amount", head: "Amount (USDC)", kind: "amount", cell: ({ usdc }) => <InCard unit="USDC">{usdc}</InCard> },
];

const failed = "Failed to load transactions";
const noneWords = {
  open: "No money to review. All of it is matched to a payment.",
  setAside: "Nothing was set aside.",
  sentBack: "Nothing was sent back.",
  attached: "No person has attached anything.",
};
const nothingFitsWords = {
  open: "No money that waits for review matches this filter.",
  setAside: "Nothing that was set aside matches this filter.",
  sentBack: "Nothing that was sent back matches this filter.",
  attached: "Nothing that a person has attached matches this filter.",
};

interface UnmatchedProps {
  search: TransferSearch;
  onChange: (search: Partial<TransferSearch>) => void;
}

/** Unmatched money of all merchants: open, set aside, sent back, or attached by hand. Each transfer opens in a dialog. */
export function Unmatched({ search: { transfer, show = "open", ...filter }, onChange }: UnmatchedProps) {
  const query = { ...filter, show };
  const close = useCloseRoutedDialog(() => onChange({ transfer: undefined }));
  const pages = usePages(trpc.admin.transfers, query);
  const openCount = trpc.admin.transfers.useQuery({ limit: 1 }).data?.openCount;
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/transactions">Transactions</CrumbLink>}
        title="Unmatched money"
        sub="It reached a merchant's wallet and matches no payment."
      />
      <ListFilters
        value={filter}
        onFilter={onChange}
        placeholder="Merchant, wallet, hash, ID"
        more={(draft, change) => <MerchantSelect value={draft.merchantId} onChange={(merchantId) => change({ merchantId })} />}
      />
      <FilterTabs
        label="Unmatched money"
        value={show}
        onChange={(next) => onChange({ show: next })}
        options={[
          { value: "open", label: "To review", count: openCount },
          { value: "setAside", label: "Set aside" },
          { value: "sentBack", label: "Sent back" },
          { value: "attached", label: "Attached" },
        ]}
      />
      <PagedList
        compact
        pages={pages}
        noun="transfer"
        failed={failed}
        empty={
          <NothingFits filter={filter} onClear={() => onChange(everything)} none={noneWords[show]}>
            {nothingFitsWords[show]}
          </NothingFits>
        }
      >
        {(transfers) => (
          <DataTable
            dense
            sticky
            cards="wide"
            caption="Unmatched money"
            columns={transferColumns}
            rows={transfers}
            rowKey={({ _id }) => _id}
            rowName={oddTransferName}
            open={({ _id }, props) => (
              <AppLink
                to="/admin/transactions/unmatched"
                search={{ ...filter, show, transfer: _id }}
                state={overlayState}
                preload={false}
                resetScroll={false}
                {...props}
              />
            )}
          />
        )}
      </PagedList>
      <TransferDialog transferId={transfer} onClose={close} />
    </Page>
  );
}

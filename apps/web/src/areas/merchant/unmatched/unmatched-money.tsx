import { Permitted } from "../../../kit/permission.tsx";
import { overlayState } from "../../../lib/close-over.ts";
import { AppLink, CrumbLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { DataTable, type DataTableColumn, InCard } from "../../../ui/data-table.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Dialog, useLastShown } from "../../../ui/dialog.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { likelyFor, oddTransferName, TransferFacts, transferKind } from "../../../features/unmatched/transfer-facts.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { TransferClaims } from "../../../features/unmatched/claims.tsx";
import type { OddTransfer } from "../../../features/unmatched/area.ts";
import { RestoreButton } from "../../../features/unmatched/restore-button.tsx";
import { DecisionForm } from "../../../features/unmatched/decision-form.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { useRefetchInterval } from "../live.ts";
import { useSendBack } from "../refunds/use-refunds.ts";
import { isBeingReturned, SendBack } from "./send-back.tsx";

type Shown = "open" | "setAside" | "sentBack";

const liveMs = 15_000;

const oddTransferColumns: DataTableColumn<OddTransfer>[] = [
  { id: "received", head: "Received", kind: "meta", cell: ({ receivedAt, timeZone }) => <Time at={receivedAt} timeZone={timeZone} /> },
  { id: "what", head: "What it is", kind: "title", cell: transferKind },
  { id: "likely", head: "Likely for", kind: "sub", cell: likelyFor },
  {
    id: "transaction",
    head: "Transaction",
    kind: "aside",
    cell: ({ transactionHash, explorerUrl }) => <Hash value={transactionHash} explorerUrl={explorerUrl ?? undefined} />,
  },
  { id: "amount", head: "Amount (USDC)", kind: "amount", cell: ({ usdc }) => <InCard unit="USDC">{usdc}</InCard> },
];

const empty: Record<Shown, string> = {
  open: "All money in your wallet is matched to a payment.",
  setAside: "Nothing is marked as not rent.",
  sentBack: "Nothing was sent back.",
};

interface UnmatchedMoneyProps {
  show: Shown;
  onShow: (show: Shown) => void;
  /** The transfer to show. Undefined closes the dialog. */
  transferId: string | undefined;
  onClose: () => void;
}

/** Lists transfers to the merchant's wallet that match no payment. Each can be attached to a payment, marked as not rent, or sent back. */
export function UnmatchedMoney({ show, onShow, transferId, onClose }: UnmatchedMoneyProps) {
  const pages = usePages(trpc.merchant.oddTransfers, { show }, { liveMs: useRefetchInterval(liveMs) });
  const openCount = pages.data?.pages[0]?.openCount;
  const opened = pages.data?.pages.flatMap(({ items }) => items).find(({ _id }) => _id === transferId);
  return (
    <>
      <PageHead
        crumb={<CrumbLink to="/merchant/transactions">Transactions</CrumbLink>}
        title="Unmatched money"
        sub="It is in your wallet, but it matches no payment. Say what it is for."
      />
      <FilterTabs
        label="Unmatched money"
        value={show}
        onChange={onShow}
        options={[
          { value: "open", label: "To review", count: openCount },
          { value: "setAside", label: "Not rent" },
          { value: "sentBack", label: "Sent back" },
        ]}
      />
      <PagedList
        pages={pages}
        noun="transfer"
        total={show === "open" && openCount !== undefined ? { count: openCount } : undefined}
        failed="Failed to load transactions"
        empty={empty[show]}
        skeletonRows={5}
      >
        {(rows) => (
          <DataTable
            sticky
            cards="wide"
            caption="Unmatched money"
            columns={oddTransferColumns}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={oddTransferName}
            open={({ _id }, props) => (
              <AppLink
                to="/merchant/transactions/unmatched"
                search={{ show, transfer: _id }}
                state={overlayState}
                preload={false}
                {...props}
              />
            )}
          />
        )}
      </PagedList>
      <TransferDialog transferId={transferId} transfer={opened} onClose={onClose} />
    </>
  );
}

interface TransferDialogProps {
  transferId: string | undefined;
  /** Undefined if it is no longer in the list. A decision moves it to another list, but keeps the dialog open. */
  transfer: OddTransfer | undefined;
  onClose: () => void;
}

/** An unmatched transfer in a dialog, with the decisions about it. */
function TransferDialog({ transferId, transfer, onClose }: TransferDialogProps) {
  const shownTransfer = useLastShown(transfer);
  if (shownTransfer === undefined) return null;
  return (
    <Dialog open={transferId === shownTransfer._id} onClose={onClose} title={`${shownTransfer.usdc} USDC`}>
      <Decisions key={shownTransfer._id} transfer={shownTransfer} onDone={onClose} />
    </Dialog>
  );
}

function Decisions({ transfer, onDone }: { transfer: OddTransfer; onDone: () => void }) {
  const sendBack = useSendBack(transfer._id);
  const { data, error } = sendBack;
  const isGoing = data ? isBeingReturned(data) : transfer.sendBack !== null;
  return (
    <Stack wide>
      <DescriptionList>
        {/* The return's current state is shown below, because the list's may be outdated */}
        <TransferFacts area="merchant" transfer={data ? { ...transfer, sendBack: null } : transfer} />
      </DescriptionList>
      {!isGoing && <TransferClaims area="merchant" transfer={transfer} onDone={onDone} />}
      {!isGoing && transfer.isAttached && (
        <Alert title={`It counts for ${transfer.meantFor?.description ?? "a payment"}`}>Only an administrator can take it off again.</Alert>
      )}
      {!isGoing &&
        !transfer.isAttached &&
        (transfer.setAsideAt === null ? (
          <Permitted least="manager">
            <DecisionForm area="merchant" transfer={transfer} onDone={onDone} />
          </Permitted>
        ) : (
          <RestoreButton area="merchant" transferId={transfer._id} onDone={onDone} />
        ))}
      {data ? (
        <SendBack state={data} />
      ) : error ? (
        <ErrorState onRetry={() => void sendBack.refetch()} busy={sendBack.isFetching}>
          Failed to load whether it can be sent back
        </ErrorState>
      ) : (
        <Loading label="Loading whether it can be sent back">
          <Skeleton width="9rem" />
        </Loading>
      )}
    </Stack>
  );
}

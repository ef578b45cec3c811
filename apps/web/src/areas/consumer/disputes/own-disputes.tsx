import { displayStatus } from "@hearth/domain/disputes/status";
import { RefundMark } from "../../../features/disputes/dispute-mark.tsx";
import { whoActsNext } from "../../../features/disputes/next-step.ts";
import { openPayment } from "../../../features/payments/payment-columns.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { ButtonLink, CrumbLink } from "../../../kit/links.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Status } from "../../../kit/status/status.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";

type ListedDispute = Outputs["disputes"]["list"]["items"][number];

const columns: DataTableColumn<ListedDispute>[] = [
  { id: "filed", head: "Filed", kind: "meta", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: "reason", head: "Reason", kind: "title", wraps: true, cell: ({ reason }) => reason },
  { id: "about", head: "About", kind: "sub", wraps: true, slack: true, cell: aboutOf },
  { id: "status", head: "Status", kind: "status", cell: DisputeState },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
];

/** Names the payment and its merchant, and for an open dispute who acts next. */
function aboutOf(dispute: ListedDispute): string {
  const about = `${dispute.paymentId.description}, ${dispute.merchantId.name}`;
  return dispute.status === "open" ? `${about}. ${whoActsNext(dispute)}` : about;
}

/** The state of a refund that was approved, or else how the dispute stands. */
function DisputeState({ status, resolution, refund }: ListedDispute) {
  if (refund) return <RefundMark refund={refund} />;
  if (status === "open" || !resolution) return <Status kind="dispute" value={status} />;
  return <Status kind="payment" value={displayStatus("completed", { status, ...resolution }, false)} />;
}

/** Lists all disputes of the payer, newest first. Each opens with its payment. */
export function OwnDisputes() {
  const open = openPayment("/disputes");
  return (
    <Page>
      <PageHead crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>} title="Disputes" />
      <PagedList
        pages={usePages(trpc.disputes.list, {}, { size: 20 })}
        noun="dispute"
        failed="Failed to load your disputes"
        empty={
          <Empty action={<ButtonLink to="/payment-history">Payment history</ButtonLink>}>
            You have not disputed a payment. If something is wrong with one, open it in your payment history and file a dispute there.
          </Empty>
        }
      >
        {(disputes) => (
          <DataTable
            cards="wide"
            caption="Disputes"
            columns={columns}
            rows={disputes}
            rowKey={({ _id }) => _id}
            rowName={({ reason, disputeId }) => `${reason}, dispute ${disputeId}`}
            open={({ paymentId: { _id: id } }, props) => open({ id }, props)}
          />
        )}
      </PagedList>
    </Page>
  );
}

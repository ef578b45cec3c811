import { troubleWords, voidWords } from "@hearth/domain/notifications/autopay-words";
import { centsOf } from "../../../kit/cents.ts";
import { TextLink } from "../../../kit/links.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { dayWords } from "../../../ui/dates.ts";

type ScheduledPayment = Outputs["autopay"]["forAdmin"][number];

const statusWords: Record<ScheduledPayment["status"], string> = {
  asked: "Not signed",
  ready: "Signed",
  sent: "Being paid",
  paid: "Paid",
  skipped: "Left out",
  paused: "Paused",
  stopped: "Stopped",
  void: "Off",
  failed: "Not paid",
};

const scheduledPaymentColumns: DataTableColumn<ScheduledPayment>[] = [
  { id: "month", head: "For", kind: "title", cell: ({ description }) => description },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => statusWords[status] },
  {
    id: "note",
    head: "Why",
    kind: "sub",
    slack: true,
    cell: ({ trouble, voidReason }) => (trouble !== null ? troubleWords[trouble] : voidReason && voidWords[voidReason]),
  },
  { id: "from", head: "From wallet", kind: "aside", cell: ({ from }) => <Hash value={from} shape="address" what="payer's address" /> },
  { id: "due", head: "Due", kind: "meta", cell: ({ dueOn }) => dayWords(dueOn) },
  {
    id: "payment",
    head: "Payment",
    kind: "meta",
    cell: ({ paymentId, description }) =>
      paymentId && (
        <TextLink to="/admin/transactions/$id" params={{ id: paymentId }} aria-label={`See payment of ${description}`}>
          See payment
        </TextLink>
      ),
  },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
];

/** Lists the scheduled payments that tenants of a lease have signed for autopay, without signatures. */
export function ScheduledPayments({ leaseId }: { leaseId: string }) {
  const scheduledPayments = trpc.autopay.forAdmin.useQuery({ leaseId });
  if (scheduledPayments.isError) {
    return (
      <ErrorState onRetry={() => void scheduledPayments.refetch()} busy={scheduledPayments.isFetching}>
        Failed to load the scheduled payments
      </ErrorState>
    );
  }
  if (scheduledPayments.data === undefined) return <SkeletonLedger rows={2} />;
  if (scheduledPayments.data.length === 0) return <Empty>No tenant has set autopay.</Empty>;
  return (
    <DataTable
      dense
      cards="wide"
      caption="Scheduled payments"
      columns={scheduledPaymentColumns}
      rows={scheduledPayments.data}
      rowKey={({ _id }) => _id}
    />
  );
}

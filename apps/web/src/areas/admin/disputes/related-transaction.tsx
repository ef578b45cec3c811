import { AppLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Ledger, type LedgerColumn } from "../../../ui/ledger.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { centsOf } from "../../../kit/cents.ts";
import type { Outputs } from "../../../lib/trpc.ts";

type DisputeDetail = Outputs["disputes"]["getForAdmin"];

type Payment = DisputeDetail["paymentId"];

const columns: LedgerColumn<Payment>[] = [
  { id: "date", head: "Date", kind: "meta", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { id: "id", head: "Transaction ID", kind: "title", cell: ({ _id }) => <Hash value={_id} what="transaction ID" /> },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => <Status of="payment" value={status} /> },
  { id: "amount", head: "Amount", kind: "amount", cell: (payment) => <Amount cents={centsOf(payment.amount)} /> },
];

/** The transaction that a dispute is about. */
export function RelatedTransaction({ payment }: { payment: Payment }) {
  return (
    <Ledger
      caption="Related transaction"
      columns={columns}
      rows={[payment]}
      rowKey={({ _id }) => _id}
      rowName={({ description }) => description}
      open={({ _id }, props) => <AppLink to="/admin/transactions/$id" params={{ id: _id }} {...props} />}
    />
  );
}

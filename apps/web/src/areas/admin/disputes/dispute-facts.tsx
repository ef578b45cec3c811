import { TextLink, AppLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Text } from "../../../ui/typography.tsx";
import { businessTypeName } from "../../../features/enrollment/business-types.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import styles from "./disputes.module.css";
import { Section } from "../../../ui/page.tsx";
import { OddRefunds } from "../transactions/odd-refunds.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Status } from "../../../kit/status/status.tsx";

type DisputeDetail = Outputs["disputes"]["getForAdmin"];

/** Facts about a dispute: the parties and the reason. */
export function DisputeFacts({ dispute }: { dispute: DisputeDetail }) {
  const { userId: user, merchantId: merchant } = dispute;
  return (
    <DescriptionList ruled>
      <Description label="User">
        <TextLink to="/admin/users/$id" params={{ id: user._id }}>
          {user.firstName} {user.lastName}
        </TextLink>
        <Text as="div" size="note" muted>
          {user.email}
        </Text>
      </Description>
      <Description label="Merchant">
        <TextLink to="/admin/merchants/$id" params={{ id: merchant._id }}>
          {merchant.name}
        </TextLink>
        <Text as="div" size="note" muted>
          {businessTypeName(merchant.businessType)}
        </Text>
      </Description>
      <Description label="Reason">
        <span className={styles.said}>{dispute.reason}</span>
      </Description>
      <Description label="What happened">{dispute.description && <span className={styles.said}>{dispute.description}</span>}</Description>
      <Description label="Notes">{dispute.notes && <span className={styles.said}>{dispute.notes}</span>}</Description>
    </DescriptionList>
  );
}

/** Lists refunds of an approved dispute that the merchant sent incorrectly. Renders nothing if there are none. */
export function OddRefundsBlock({ dispute: { _id, paymentId: payment, resolution } }: { dispute: DisputeDetail }) {
  const isApproved = resolution?.result === "chargedBack";
  const { data } = trpc.admin.transaction.useQuery({ transactionId: payment._id }, { enabled: isApproved });
  const refundIds = data?.refunds.filter(({ disputeId }) => disputeId === _id).map((refund) => refund._id) ?? [];
  const transfers = data?.oddRefundTransfers.filter(({ refundId }) => refundIds.includes(refundId)) ?? [];
  if (transfers.length === 0) return null;
  return (
    <div className={styles.block}>
      <Section title="Refunds sent differently than requested" ruled>
        <OddRefunds transfers={transfers} />
      </Section>
    </div>
  );
}

type Payment = DisputeDetail["paymentId"];

const columns: DataTableColumn<Payment>[] = [
  { id: "date", head: "Date", kind: "meta", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: "id", head: "Transaction ID", kind: "title", cell: ({ _id }) => <Hash value={_id} what="transaction ID" /> },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => <Status kind="payment" value={status} /> },
  { id: "amount", head: "Amount", kind: "amount", cell: (payment) => <Amount cents={centsOf(payment.amount)} /> },
];

/** The disputed transaction. */
export function RelatedTransaction({ payment }: { payment: Payment }) {
  return (
    <DataTable
      caption="Related transaction"
      columns={columns}
      rows={[payment]}
      rowKey={({ _id }) => _id}
      rowName={({ description }) => description}
      open={({ _id }, props) => <AppLink to="/admin/transactions/$id" params={{ id: _id }} {...props} />}
    />
  );
}

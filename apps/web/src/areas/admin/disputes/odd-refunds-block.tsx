import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { Section } from "../../../ui/page.tsx";
import { OddRefunds } from "../transactions/odd-refunds.tsx";
import styles from "./disputes.module.css";

type DisputeDetail = Outputs["disputes"]["getForAdmin"];

/** What the merchant has sent otherwise than asked for the refund of an approved dispute; nothing where all is as it should be. */
export function OddRefundsBlock({ dispute: { _id, paymentId: payment, resolution } }: { dispute: DisputeDetail }) {
  const isApproved = resolution?.result === "chargedBack";
  const { data } = trpc.admin.transaction.useQuery({ transactionId: payment._id }, { enabled: isApproved });
  const own = data?.refunds.filter(({ disputeId }) => disputeId === _id).map((refund) => refund._id) ?? [];
  const transfers = data?.oddRefundTransfers.filter(({ refundId }) => own.includes(refundId)) ?? [];
  if (transfers.length === 0) return null;
  return (
    <div className={styles.block}>
      <Section title="Refunds sent otherwise than asked" ruled>
        <OddRefunds transfers={transfers} />
      </Section>
    </div>
  );
}

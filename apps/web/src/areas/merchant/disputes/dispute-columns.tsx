import { disputeUrgency } from "@hearth/domain/disputes/urgency";
import { Amount } from "../../../ui/amount.tsx";
import type { DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { ageText, RefundMark } from "../../../features/disputes/dispute-mark.tsx";
import styles from "./disputes.module.css";
import type { Outputs } from "../../../lib/trpc.ts";

type MerchantDispute = Outputs["disputes"]["listForMerchant"]["items"][number];

/** Columns of a merchant's disputes. An open one shows its urgency. */
export const disputeColumns: DataTableColumn<MerchantDispute>[] = [
  { id: "filed", head: "Filed", kind: "meta", cell: ({ createdAt, timeZone }) => <Time at={createdAt} timeZone={timeZone} /> },
  { id: "reason", head: "Reason", kind: "title", cell: ({ reason }) => reason },
  { id: "payer", head: "Payer", kind: "sub", cell: ({ userId }) => `${userId.firstName} ${userId.lastName}` },
  { id: "status", head: "Status", kind: "status", cell: StandingCell },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
];

function StandingCell({ status, createdAt, resolution, refund }: MerchantDispute) {
  return (
    <span className={styles.both}>
      <Status kind="dispute" value={status} /> {status === "open" && <Urgency filedAt={createdAt} />}
      {refund ? <RefundMark refund={refund} /> : resolution && <Status kind="result" value={resolution.result} />}
    </span>
  );
}

/** Urgency of an open dispute, by its age. */
export function Urgency({ filedAt }: { filedAt: string }) {
  const { urgency, days } = disputeUrgency(new Date(filedAt), new Date());
  return <Status kind="urgency" value={urgency} suffix={ageText(days)} />;
}

/** Accessible name of a row's link. */
export function disputeName({ disputeId, reason }: MerchantDispute): string {
  return `dispute ${disputeId}, ${reason}`;
}

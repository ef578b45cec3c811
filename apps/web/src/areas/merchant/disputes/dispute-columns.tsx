import { Amount } from "../../../ui/amount.tsx";
import type { DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { DisputeStanding } from "../../../features/disputes/dispute-mark.tsx";
import styles from "./disputes.module.css";
import type { Outputs } from "../../../lib/trpc.ts";

export type MerchantDispute = Outputs["disputes"]["listForMerchant"]["items"][number];

/** Columns of a merchant's disputes. */
export const disputeColumns: DataTableColumn<MerchantDispute>[] = [
  { id: "date", head: "Filed", kind: "meta", cell: ({ createdAt, timeZone }) => <Time at={createdAt} timeZone={timeZone} /> },
  { id: "reason", head: "Reason", kind: "title", cell: ({ reason }) => reason },
  { id: "payer", head: "Payer", kind: "sub", cell: ({ userId }) => `${userId.firstName} ${userId.lastName}` },
  {
    id: "status",
    head: "Status",
    kind: "status",
    cell: (dispute) => (
      <span className={styles.both}>
        <DisputeStanding dispute={dispute} />
      </span>
    ),
  },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
];

/** Accessible name of a row's link. */
export function disputeName({ disputeId, reason }: MerchantDispute): string {
  return `dispute ${disputeId}, ${reason}`;
}

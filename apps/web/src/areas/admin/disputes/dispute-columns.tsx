import { limits } from "@hearth/domain/limits";
import type { Outputs } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Clipped } from "../../../ui/clipped.tsx";
import type { LedgerColumn } from "../../../ui/ledger.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { Cut } from "../../../ui/cut.tsx";

export type Dispute = Outputs["disputes"]["listForAdmin"]["items"][number];

const reason: LedgerColumn<Dispute> = {
  id: "reason",
  head: "Reason",
  kind: "sub",
  cell: (dispute) => <Cut text={dispute.reason} length={limits.adminReasonLength} />,
};

/** The columns that lists of disputes are put together from. */
export const disputeColumn = {
  date: { id: "date", head: "Date", kind: "meta", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  email: { id: "email", head: "User email", kind: "title", fit: true, cell: ({ userId }) => <Clipped text={userId.email} /> },
  merchant: { id: "merchant", head: "Merchant", kind: "aside", cell: ({ merchantId }) => <Clipped text={merchantId.name} lines={2} /> },
  merchantTitle: {
    id: "merchant",
    head: "Merchant",
    kind: "title",
    fit: true,
    cell: ({ merchantId }) => <Clipped text={merchantId.name} />,
  },
  amount: { id: "amount", head: "Amount", kind: "amount", cell: (dispute) => <Amount cents={centsOf(dispute.amount)} /> },
  status: { id: "status", head: "Status", kind: "status", cell: ({ status }) => <Status of="dispute" value={status} /> },
  reason,
} satisfies Record<string, LedgerColumn<Dispute>>;

/** How a row is called in its link. */
export function disputeName({ disputeId, userId }: Dispute): string {
  return `dispute ${disputeId} of ${userId.email}`;
}

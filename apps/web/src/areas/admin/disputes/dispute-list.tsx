import { limits } from "@hearth/domain/limits";
import type { ReactNode } from "react";
import { AppLink } from "../../../kit/links.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { type Inputs, type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Truncate } from "../../../ui/clipped.tsx";
import { DataTable, type DataTableColumn, type DataTableProps } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { NameAndEmail } from "../../../features/payments/transaction-parts.tsx";
import { DisputeStanding } from "../../../features/disputes/dispute-mark.tsx";
import { centsOf } from "../../../kit/cents.ts";

type Dispute = Outputs["disputes"]["listForAdmin"]["items"][number];

const reason: DataTableColumn<Dispute> = {
  id: "reason",
  head: "Reason",
  kind: "sub",
  slack: true,
  wraps: true,
  cell: (dispute) => <Truncate text={dispute.reason} length={limits.adminReasonLength} />,
};

export const disputeColumn = {
  date: { id: "date", head: "Date", kind: "meta", cell: ({ createdAt, timeZone }) => <Time at={createdAt} timeZone={timeZone} /> },
  /** The payer with their email, which is too long for a column of its own. */
  payer: { id: "user", head: "User", kind: "title", wraps: true, cell: ({ userId }) => <NameAndEmail person={userId} /> },
  merchant: { id: "merchant", head: "Merchant", kind: "aside", wraps: true, cell: ({ merchantId }) => merchantId.name },
  merchantTitle: { id: "merchant", head: "Merchant", kind: "title", cell: ({ merchantId }) => merchantId.name },
  amount: { id: "amount", head: "Amount", kind: "amount", cell: (dispute) => <Amount cents={centsOf(dispute.amount)} /> },
  status: { id: "status", head: "Status", kind: "status", cell: (dispute) => <DisputeStanding dispute={dispute} /> },
  reason,
} satisfies Record<string, DataTableColumn<Dispute>>;

function userName({ userId }: Pick<Dispute, "userId">): string {
  return `${userId.firstName} ${userId.lastName}`;
}

type DisputeFilter = Omit<Inputs["disputes"]["listForAdmin"], "limit" | "cursor">;

interface DisputeListProps extends Pick<DataTableProps<Dispute>, "columns" | "sticky"> {
  filter: DisputeFilter;
  empty: ReactNode;
}

/** Lists disputes that match a filter, newest first. Each opens on its own page. */
export function DisputeList({ filter, empty, columns, sticky }: DisputeListProps) {
  const pages = usePages(trpc.disputes.listForAdmin, filter);
  return (
    <PagedList compact pages={pages} noun="dispute" failed={failedWords(filter)} empty={empty}>
      {(rows) => (
        <DataTable
          {...{ columns, sticky }}
          dense
          cards="wide"
          caption="Disputes"
          rows={rows}
          rowKey={({ _id }) => _id}
          rowName={(dispute) => `dispute ${dispute.disputeId} of ${userName(dispute)}`}
          open={({ _id }, props) => <AppLink to="/admin/disputes/$id" params={{ id: _id }} {...props} />}
        />
      )}
    </PagedList>
  );
}

/** Error message of the list. With a filter it says that filtering failed. */
function failedWords({ search, startDate, endDate, status }: DisputeFilter): string {
  const isFiltered = Boolean(search ?? startDate ?? endDate) || (status !== undefined && status !== "all");
  return isFiltered ? "Failed to filter disputes" : "Failed to load disputes";
}

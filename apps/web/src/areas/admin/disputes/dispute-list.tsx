import { limits } from "@hearth/domain/limits";
import type { ReactNode } from "react";
import { AppLink } from "../../../kit/links.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { type Inputs, type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Clipped, Truncate } from "../../../ui/clipped.tsx";
import { DataTable, type DataTableColumn, type DataTableProps } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { centsOf } from "../../../kit/cents.ts";

type Dispute = Outputs["disputes"]["listForAdmin"]["items"][number];

const reason: DataTableColumn<Dispute> = {
  id: "reason",
  head: "Reason",
  kind: "sub",
  cell: (dispute) => <Truncate text={dispute.reason} length={limits.adminReasonLength} />,
};

/** The columns that lists of disputes are put together from. */
export const disputeColumn = {
  date: { id: "date", head: "Date", kind: "meta", cell: ({ createdAt }) => <Time at={createdAt} /> },
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
} satisfies Record<string, DataTableColumn<Dispute>>;

type DisputeFilter = Omit<Inputs["disputes"]["listForAdmin"], "limit" | "cursor">;

interface DisputeListProps extends Pick<DataTableProps<Dispute>, "columns" | "sticky"> {
  filter: DisputeFilter;
  empty: ReactNode;
  className?: string | undefined;
}

/** Disputes under a filter, newest first; each opens on its own page. */
export function DisputeList({ filter, empty, className, columns, sticky }: DisputeListProps) {
  const pages = usePages(trpc.disputes.listForAdmin, filter);
  return (
    <PagedList compact pages={pages} noun="dispute" failed={failedWords(filter)} empty={empty}>
      {(rows) => (
        <div className={className}>
          <DataTable
            {...{ columns, sticky }}
            dense
            cards="wide"
            caption="Disputes"
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={({ disputeId, userId }) => `dispute ${disputeId} of ${userId.email}`}
            open={({ _id }, props) => <AppLink to="/admin/disputes/$id" params={{ id: _id }} {...props} />}
          />
        </div>
      )}
    </PagedList>
  );
}

/** What is said when the list could not be loaded: with a filter, it is the filter that failed. */
function failedWords({ search, startDate, endDate, status }: DisputeFilter): string {
  const isFiltered = Boolean(search ?? startDate ?? endDate) || (status !== undefined && status !== "all");
  return isFiltered ? "Failed to filter disputes" : "Failed to load disputes";
}

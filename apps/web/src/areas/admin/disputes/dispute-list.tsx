import { limits } from "@hearth/domain/limits";
import type { ReactNode } from "react";
import { AppLink } from "../../../kit/links.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { loadAll } from "../../../kit/list/load-all.ts";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { SelectionBar, useChosen } from "../../../kit/list/selection.tsx";
import { type Order, sorted } from "../../../kit/list/sorted.ts";
import { usePages } from "../../../kit/list/use-pages.ts";
import { SaveButton } from "../../../kit/save-button.tsx";
import { downloadText } from "../../../lib/download.ts";
import { type Inputs, type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Truncate } from "../../../ui/clipped.tsx";
import type { DataTableColumn, DataTableProps } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { NameAndEmail } from "../../../features/payments/transaction-parts.tsx";
import { disputesCsv } from "../../../features/disputes/disputes-csv.ts";
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
  payer: { id: "user", head: "User", kind: "title", wide: true, cell: ({ userId }) => <NameAndEmail person={userId} /> },
  merchant: { id: "merchant", head: "Merchant", kind: "aside", wraps: true, cell: ({ merchantId }) => merchantId.name },
  merchantTitle: { id: "merchant", head: "Merchant", kind: "title", cell: ({ merchantId }) => merchantId.name },
  amount: { id: "amount", head: "Amount", kind: "amount", cell: (dispute) => <Amount cents={centsOf(dispute.amount)} /> },
  status: { id: "status", head: "Status", kind: "status", cell: (dispute) => <DisputeStanding dispute={dispute} /> },
  reason,
} satisfies Record<string, DataTableColumn<Dispute>>;

function userName({ userId }: Pick<Dispute, "userId">): string {
  return `${userId.firstName} ${userId.lastName}`;
}

type DisputeFilter = Omit<Inputs["disputes"]["listForAdmin"], "limit" | "cursor" | "order">;

interface DisputeListProps extends Pick<DataTableProps<Dispute>, "columns" | "sticky"> {
  /** Name of the list in the browser's storage, for its hidden columns. */
  name: string;
  filter: DisputeFilter;
  order: Order;
  onOrder: (order: Order) => void;
  empty: ReactNode;
}

/** Lists disputes that match a filter, ordered by date or amount. Each opens on its own page; the chosen ones, or all, can be exported. */
export function DisputeList({ name, filter, order, onOrder, empty, columns, sticky }: DisputeListProps) {
  const pages = usePages(trpc.disputes.listForAdmin, { ...filter, order });
  const chosen = useChosen<Dispute>(({ _id }) => _id, JSON.stringify(filter));
  const save = (rows: readonly Dispute[]) => downloadText("disputes.csv", disputesCsv(rows), "text/csv");
  const saveAll = async () => save(await loadAll((page) => trpcClient.disputes.listForAdmin.query({ ...filter, order, ...page })));
  return (
    <>
      <PagedList compact pages={pages} noun="dispute" failed={failedWords(filter)} empty={empty}>
        {(rows) => (
          <ListTable
            {...{ name, sticky }}
            tools={<SaveButton small label="Export CSV" save={saveAll} />}
            caption="Disputes"
            columns={sorted(columns, order, onOrder)}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={(dispute) => `dispute ${dispute.disputeId} of ${userName(dispute)}`}
            choice={chosen}
            open={({ _id }, props) => <AppLink to="/admin/disputes/$id" params={{ id: _id }} {...props} />}
          />
        )}
      </PagedList>
      <SelectionBar chosen={chosen} noun="dispute">
        <SaveButton small label="Export selected" save={() => save(chosen.rows)} />
      </SelectionBar>
    </>
  );
}

/** Error message of the list. With a filter it says that filtering failed. */
function failedWords({ search, startDate, endDate, status }: DisputeFilter): string {
  const isFiltered = Boolean(search ?? startDate ?? endDate) || (status !== undefined && status !== "all");
  return isFiltered ? "Failed to filter disputes" : "Failed to load disputes";
}

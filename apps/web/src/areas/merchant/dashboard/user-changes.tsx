import { useWords } from "../../../kit/words.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";

type Change = Outputs["merchant"]["userChanges"][number];

const columns: DataTableColumn<Change>[] = [
  { id: "name", head: "Name", kind: "title", cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { id: "apartment", head: "Apt", kind: "aside", cell: ({ aptNumber }) => aptNumber },
  { id: "change", head: "Change", kind: "status", cell: ({ change }) => (change === "enrolled" ? "Enrolled" : "Left") },
  { id: "date", head: "Date", kind: "meta", cell: ({ at }) => <Time at={at} /> },
];

/** Who enrolled with the merchant this month, and who left. */
export function UserChangesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const title = useWords()("Tenant changes this month");
  const changes = trpc.merchant.userChanges.useQuery({}, { enabled: open });
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {changes.data ? (
        changes.data.length === 0 ? (
          <Empty>Nobody enrolled with you or left this month.</Empty>
        ) : (
          <DataTable caption={title} columns={columns} rows={changes.data} rowKey={({ id }) => id} />
        )
      ) : changes.isError ? (
        <ErrorState onRetry={() => void changes.refetch()} busy={changes.isFetching}>
          Failed to load dashboard data
        </ErrorState>
      ) : (
        <SkeletonLedger rows={3} />
      )}
    </Dialog>
  );
}

import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { useWording } from "../../../kit/words.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Time } from "../../../ui/moment.tsx";

type Change = Outputs["merchant"]["userChanges"]["items"][number];

const columns: DataTableColumn<Change>[] = [
  { id: "name", head: "Name", kind: "title", cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { id: "apartment", head: "Apt", kind: "aside", cell: ({ aptNumber }) => aptNumber },
  { id: "change", head: "Change", kind: "status", cell: ({ change }) => (change === "enrolled" ? "Enrolled" : "Left") },
  { id: "date", head: "Date", kind: "meta", cell: ({ at }) => <Time at={at} /> },
];

/** Lists who enrolled with the merchant this month, and who left. */
export function UserChangesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const title = useWording()("Tenant changes this month");
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {open && <UserChanges />}
    </Dialog>
  );
}

function UserChanges() {
  const pages = usePages(trpc.merchant.userChanges, {});
  return (
    <PagedList
      pages={pages}
      noun="change"
      failed="Failed to load dashboard data"
      empty="No one enrolled with you or left this month."
      skeletonRows={3}
      compact
    >
      {(rows) => <DataTable caption="Changes this month" columns={columns} rows={[...rows]} rowKey={({ id }) => id} />}
    </PagedList>
  );
}

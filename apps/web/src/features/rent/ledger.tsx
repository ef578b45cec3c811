import type { ReactNode } from "react";
import { PagedList, type PagedListProps } from "../../kit/list/paged-list.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { ledgerColumns, type LedgerLine } from "./ledger-columns.tsx";

interface LedgerProps {
  pages: PagedListProps<LedgerLine>["pages"];
  caption: string;
  /** What can be done with a line. */
  act?: (line: LedgerLine) => ReactNode;
}

/** What was charged and paid under a lease, the newest day first. */
export function Ledger({ pages, caption, act }: LedgerProps) {
  return (
    <PagedList pages={pages} noun="line" failed="Failed to load the ledger" empty="Nothing was charged yet.">
      {(rows) => <DataTable caption={caption} columns={ledgerColumns(act)} rows={rows} rowKey={({ _id }) => _id} />}
    </PagedList>
  );
}

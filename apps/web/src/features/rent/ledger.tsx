import type { ReactNode } from "react";
import { PagedList, type PagedListProps } from "../../kit/list/paged-list.tsx";
import { useWording } from "../../kit/words.ts";
import { monthWords } from "../../ui/dates.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { ledgerColumns, type LedgerLine } from "./ledger-columns.tsx";

interface LedgerProps {
  pages: PagedListProps<LedgerLine>["pages"];
  caption: string;
  /** Action on a line. */
  act?: (line: LedgerLine) => ReactNode;
}

/** Lists the charges and payments of a lease, newest first. */
export function Ledger({ pages, caption, act }: LedgerProps) {
  const reword = useWording();
  return (
    <PagedList pages={pages} noun="line" failed="Failed to load the ledger" empty="Nothing was charged yet.">
      {(rows) => (
        <DataTable
          caption={caption}
          columns={ledgerColumns({ reword, act })}
          rows={rows}
          rowKey={({ _id }) => _id}
          groups={{ of: ({ on }) => on.slice(0, 7), heading: monthWords }}
        />
      )}
    </PagedList>
  );
}

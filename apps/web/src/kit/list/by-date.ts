import type { DataTableColumn } from "../../ui/data-table.tsx";

/** Whether the oldest come first; nothing means that the newest do. */
export type Oldest = "oldest" | undefined;

/** Sorts a list by its column of dates, from either end; the other columns stay as they are. */
export function sortedByDate<Row>(
  columns: readonly DataTableColumn<Row>[],
  order: Oldest,
  onOrder: (order: Oldest) => void,
): DataTableColumn<Row>[] {
  const sort = {
    order: order === "oldest" ? ("ascending" as const) : ("descending" as const),
    onSort: () => onOrder(order === "oldest" ? undefined : "oldest"),
  };
  return columns.map((column) => (column.id === "date" ? { ...column, sort } : column));
}

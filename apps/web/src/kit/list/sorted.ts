import type { DataTableColumn } from "../../ui/data-table.tsx";

/** Sort order. Undefined means newest first. */
export type Order = "oldest" | "largest" | "smallest" | undefined;

/** Makes a list sortable by date and amount. The first click on a head sorts newest or largest first; the next one reverses the order. */
export function sorted<Row>(
  columns: readonly DataTableColumn<Row>[],
  order: Order,
  onOrder: (order: Order) => void,
): DataTableColumn<Row>[] {
  const ends: Record<string, [Order, Order]> = { date: [undefined, "oldest"], amount: ["largest", "smallest"] };
  return columns.map((column) => {
    const [down, up] = ends[column.id] ?? [];
    if (up === undefined) return column;
    const is = order === up ? "ascending" : order === down ? "descending" : "none";
    return { ...column, sort: { order: is, onSort: () => onOrder(is === "descending" ? up : down) } };
  });
}

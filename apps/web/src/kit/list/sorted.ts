import type { DataTableColumn } from "../../ui/data-table.tsx";

/** What comes first; nothing means that the newest do. */
export type Order = "oldest" | "largest" | "smallest" | undefined;

/** Sorts a list by its dates or its amounts, from either end: a first press brings the newest or the largest up, another one the other end. */
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

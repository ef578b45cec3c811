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

/** A list's sort order as its address holds it: the column's sort name and its direction. */
export interface SortSearch<Name extends string> {
  sort?: Name | undefined;
  order?: "ascending" | "descending" | undefined;
}

/** Sort of a column: its name on the server, and the direction of the first click. */
export type SortableColumns<Name extends string> = Readonly<Record<string, { sort: Name; first: "ascending" | "descending" }>>;

/** Makes columns sortable by their id. The first click on a head sorts by it, the next one reverses, the third returns to the list's own order. */
export function sortedBy<Row, Name extends string>(
  columns: readonly DataTableColumn<Row>[],
  sortable: SortableColumns<Name>,
  { sort, order }: SortSearch<Name>,
  onSort: (search: SortSearch<Name>) => void,
): DataTableColumn<Row>[] {
  return columns.map((column) => {
    const own = sortable[column.id];
    if (own === undefined) return column;
    const { first } = own;
    const is = sort === own.sort ? (order ?? first) : "none";
    const other = first === "ascending" ? "descending" : "ascending";
    const press = () => {
      if (is === "none") onSort({ sort: own.sort, order: undefined });
      else if (is === first) onSort({ sort: own.sort, order: other });
      else onSort({ sort: undefined, order: undefined });
    };
    return { ...column, sort: { order: is, onSort: press } };
  });
}

import { ArrowDown, ArrowUp, ChevronRight, ChevronsUpDown } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import cardStyles from "./data-table-cards.module.css";
import styles from "./data-table.module.css";
import { type RowProps, rowProps } from "./row-keys.ts";
import { VisuallyHidden, Text } from "./typography.tsx";

export interface DataTableColumn<Row> {
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /**
   * What the cell is, and so where it goes when rows become cards: `title` and `amount` above, `meta` and `status` below,
   * `sub` between them over the whole width; `aside` stands only in a table that has room for it. A `mark` stands first, and its head is
   * only spoken.
   */
  kind: "mark" | "title" | "amount" | "sub" | "meta" | "status" | "aside";
  /** Takes the widest share of the room, and gives way where there is little; the title does where no column asks for it. */
  slack?: boolean;
  /** Figures that stand below each other, beside the amount. */
  figures?: boolean;
  /** Takes the lines it needs, where nothing else shows the whole of its words. */
  wraps?: boolean;
  /** The order the rows are in now by this column, and what a press on its head does. */
  sort?: { order: "ascending" | "descending" | "none"; onSort: () => void } | undefined;
}

/** What a ledger gives to the link or button of a row. */
export interface OpenProps extends RowProps {
  className: string;
  children: ReactNode;
  "aria-label": string;
}

export interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Gives each row its link or button: spread the props on `<TextLink>`-like anchors or on a plain `<button type="button">`. */
  open?: ((row: Row, props: OpenProps) => ReactElement) | undefined;
  /** What a row is called in its link: "View November rent". */
  rowName?: (row: Row) => string;
  /** Rows become cards below 30 rem of room, or below 37 for a ledger of many columns: the room that a screen of 640 px has. */
  cards?: "narrow" | "wide";
  dense?: boolean;
  /** The head stays in view while a long ledger scrolls. */
  sticky?: boolean | undefined;
  /** Inside a sheet: hairline above, no head, its own margins. */
  inset?: boolean;
  /** Parts the rows under headings, which stay in view with a sticky head; rows of one group stand together already. */
  groups?: { of: (row: Row) => string; heading: (group: string) => ReactNode } | undefined;
}

/** A part of the ledger, as table and as card. */
const part = (name: string) => cx(styles[name], cardStyles[name]);

/** A ledger: an ink rule, a head, hairlines between rows. The whole row opens by click, and by Enter on its link; the arrow keys go from row to row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, cards = "narrow", dense = false, sticky = false, inset = false, groups } = props;
  return (
    <div className={cardStyles[cards]}>
      <table
        className={cx(part("table"), dense && styles.dense, sticky && styles.sticky, inset && part("inset"), inset && styles.plain)}
        role="table"
      >
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        {!inset && <DataTableHead columns={columns} opens={Boolean(props.open)} />}
        {groupsOf(rows, groups?.of).map((group) => (
          <tbody key={group.name} role="rowgroup">
            {groups && <GroupRow span={columns.length + (props.open ? 1 : 0)}>{groups.heading(group.name)}</GroupRow>}
            {group.rows.map((row) => (
              <DataTableRow key={rowKey(row)} row={row} {...props} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Neighbours of one group together; all rows are one group where there are no groups. */
function groupsOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string = () => "all"): { name: string; rows: Row[] }[] {
  const groups: { name: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const name = nameOf(row);
    const last = groups.at(-1);
    if (last?.name === name) last.rows.push(row);
    else groups.push({ name, rows: [row] });
  }
  return groups;
}

function GroupRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr role="row" className={part("group")}>
      <th role="rowheader" scope="rowgroup" colSpan={span}>
        {children}
      </th>
    </tr>
  );
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

function DataTableHead<Row>({ columns, opens }: { columns: readonly DataTableColumn<Row>[]; opens: boolean }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ id, head, kind, figures, sort }) => (
          <th key={id} role="columnheader" scope="col" className={cx(styles[kind], figures && styles.figures)} aria-sort={sort?.order}>
            {sort ? (
              <button type="button" className={styles.sort} onClick={sort.onSort}>
                {head}
                <Icon icon={sortIcons[sort.order]} size={12} />
              </button>
            ) : kind === "mark" ? (
              <VisuallyHidden>{head}</VisuallyHidden>
            ) : (
              head
            )}
          </th>
        ))}
        {opens && (
          <th role="columnheader" scope="col">
            <VisuallyHidden>Open</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

function DataTableRow<Row>({ row, columns, open, rowName }: DataTableProps<Row> & { row: Row }) {
  const slack = columns.find((column) => column.slack) ?? columns.find(({ kind }) => kind === "title");
  return (
    <tr role="row" className={cx(part("row"), open && part("opens"))}>
      {columns.map((column) => {
        const content = column.cell(row);
        return (
          <td
            key={column.id}
            role="cell"
            className={cx(
              part(column.kind),
              column === slack && styles.slack,
              column.figures && styles.figures,
              column.wraps && styles.wraps,
            )}
            // One line, cut where there is no room: the whole of it is in the tooltip
            title={typeof content === "string" ? content : undefined}
          >
            {content}
          </td>
        );
      })}
      {open && (
        <td role="cell" className={part("action")}>
          {open(row, {
            ...rowProps,
            className: part("open"),
            "aria-label": rowName ? `View ${rowName(row)}` : "View",
            children: (
              <>
                View
                <Icon icon={ChevronRight} />
              </>
            ),
          })}
        </td>
      )}
    </tr>
  );
}

/** Below a ledger: how many results there are, and Load more or the pages. */
export function DataTableFoot({ count, children }: { count: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.foot}>
      <Text size="note" muted>
        {count}
      </Text>
      {children}
    </div>
  );
}

/** A number whose unit its column's head tells; where rows are cards, which have no head, the unit stands beside it. */
export function InCard({ unit, children }: { unit: string; children: ReactNode }) {
  return (
    <>
      {children}
      <span className={styles.unit}> {unit}</span>
    </>
  );
}

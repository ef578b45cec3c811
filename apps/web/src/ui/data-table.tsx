import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, ChevronsUpDown } from "lucide-react";
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
   * Role of the column, which decides its place in a card: `title` and `amount` above, `meta` and `status` below, `sub` between them at
   * full width. `aside` is shown only in a table with enough room. A `mark` comes first, and its head is only announced.
   */
  kind: "mark" | "title" | "amount" | "sub" | "meta" | "status" | "aside";
  /** Takes most of the remaining width and shrinks first. Default: the title column. */
  slack?: boolean;
  /** True for a column of figures beside the amount. */
  figures?: boolean;
  /** Has room for an email. */
  wide?: boolean;
  /** Wraps instead of being cut. For text that is not shown in full elsewhere. */
  wraps?: boolean;
  /** Current sort order of this column, and the handler of its head. */
  sort?: { order: "ascending" | "descending" | "none"; onSort: () => void } | undefined;
}

/** First column, whose checkboxes choose rows for an act on several at once. */
export interface ChoiceColumn<Row> {
  head: (rows: readonly Row[], caption: string) => ReactNode;
  cell: (row: Row, rows: readonly Row[], name: string) => ReactNode;
  isOn: (row: Row) => boolean;
}

/** Props for the link or button of a row. */
export interface OpenProps extends RowProps {
  className: string;
  children: ReactNode;
  "aria-label": string;
}

/** Groups of adjacent rows. */
export interface RowGroups<Row> {
  of: (row: Row) => string;
  heading: (group: string) => ReactNode;
  /** State of a group that can be folded to one line, with the summary on that line. Null for a group that stays unfolded. Print unfolds all. */
  foldOf?: (group: string, rows: readonly Row[]) => Fold | null;
}

interface Fold {
  isOpen: boolean;
  onToggle: () => void;
  summary: ReactNode;
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Renders the link or button of a row. Spread the props on it. */
  open?: ((row: Row, props: OpenProps) => ReactElement) | undefined;
  /** Name of a row in its link: "View November rent". */
  rowName?: (row: Row) => string;
  /** Rows become cards below a container width of 30 rem, or of 37 rem for many columns (a screen of 640 px). */
  cards?: "narrow" | "wide";
  dense?: boolean;
  /** Keeps the head in view while scrolling. */
  sticky?: boolean | undefined;
  /** Style inside a card: a hairline above, no head, its own margins. */
  inset?: boolean;
  /** Groups adjacent rows under headings, which stay in view with a sticky head. The rows must be sorted by group. */
  groups?: RowGroups<Row> | undefined;
  choice?: ChoiceColumn<Row> | undefined;
}

/** Class names of a part, for table and card. */
const part = (name: string) => cx(styles[name], cardStyles[name]);

/** Table of records. A row opens by a click, or by Enter on its link. The arrow keys move between rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, cards = "narrow", dense = false, sticky = false, inset = false, groups, choice } = props;
  const extraColumns = (props.open ? 1 : 0) + (choice ? 1 : 0);
  return (
    <div className={cardStyles[cards]}>
      <table
        className={cx(part("table"), dense && styles.dense, sticky && styles.sticky, inset && part("inset"), inset && styles.plain)}
        role="table"
      >
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        {!inset && (
          <DataTableHead columns={columns} opens={Boolean(props.open)}>
            {choice && (
              <th role="columnheader" scope="col" className={styles.choice}>
                {choice.head(rows, caption)}
              </th>
            )}
          </DataTableHead>
        )}
        {groupsOf(rows, groups?.of).map((group) => {
          const fold = groups?.foldOf?.(group.name, group.rows) ?? null;
          return (
            <tbody key={group.name} role="rowgroup" className={cx(fold?.isOpen === false && styles.folded)}>
              {groups && (
                <GroupRow span={columns.length + extraColumns} fold={fold}>
                  {groups.heading(group.name)}
                </GroupRow>
              )}
              {group.rows.map((row) => (
                <DataTableRow key={rowKey(row)} row={row} {...props} />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

/** Groups adjacent rows with the same group name. Without groups, all rows are one group. */
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

function GroupRow({ span, fold, children }: { span: number; fold: Fold | null; children: ReactNode }) {
  return (
    <tr role="row" className={cx(part("group"), fold && styles.foldable)}>
      <th role="rowheader" scope="rowgroup" colSpan={span}>
        {fold === null ? (
          children
        ) : (
          <button type="button" className={styles.fold} aria-expanded={fold.isOpen} onClick={fold.onToggle}>
            <Icon icon={fold.isOpen ? ChevronDown : ChevronRight} />
            <span className={styles.foldName}>{children}</span>
            {fold.summary}
          </button>
        )}
      </th>
    </tr>
  );
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

interface DataTableHeadProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  opens: boolean;
  /** First cell. */
  children: ReactNode;
}

function DataTableHead<Row>({ columns, opens, children }: DataTableHeadProps<Row>) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {children}
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

function DataTableRow<Row>({ row, rows, columns, open, rowName, choice }: DataTableProps<Row> & { row: Row }) {
  const slack = columns.find((column) => column.slack) ?? columns.find(({ kind }) => kind === "title");
  return (
    <tr role="row" className={cx(part("row"), open && part("opens"), choice?.isOn(row) && styles.chosen)}>
      {choice && (
        <td role="cell" className={part("choice")}>
          {choice.cell(row, rows, rowName?.(row) ?? "")}
        </td>
      )}
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
              column.wide && styles.wide,
            )}
            // Cut to one line; the tooltip shows all of it
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

/** Foot of a table: the number of results, and Load more or the pages. */
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

/** A figure whose unit is in the column's head. Cards have no head, so they show the unit beside it. */
export function InCard({ unit, children }: { unit: string; children: ReactNode }) {
  return (
    <>
      {children}
      <span className={styles.unit}> {unit}</span>
    </>
  );
}

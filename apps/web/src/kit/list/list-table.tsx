import { Columns3 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { sharedStore } from "../../lib/browser-store.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type DataTableColumn, type DataTableProps } from "../../ui/data-table.tsx";
import { LazyMenu } from "../../ui/lazy-menu.tsx";
import styles from "./paged-list.module.css";

interface ListTableProps<Row> extends DataTableProps<Row> {
  /** Name of the table in the browser's storage. */
  name: string;
  /** Ids of the columns that are hidden until a person shows them. */
  hiddenAtFirst?: readonly string[];
  /** Further controls above the rows, such as an export. */
  tools?: ReactNode;
}

const keyOf = (name: string) => `hidden-columns:${name}`;

/** A title, an amount and a mark say which row it is, and cannot be hidden. */
const fixed: readonly DataTableColumn<never>["kind"][] = ["title", "amount", "mark"];

/** Table of a list page: a dense `DataTable` whose head stays in view, with a menu that hides and shows its columns in this browser. */
export function ListTable<Row>({ name, hiddenAtFirst = [], tools, columns, ...table }: ListTableProps<Row>) {
  const [hidden, setHidden] = useState(() => readHidden(name) ?? hiddenAtFirst);
  const hideable = columns.filter(({ kind }) => !fixed.includes(kind));
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
    sharedStore.setItem(keyOf(name), JSON.stringify(next));
    setHidden(next);
  };
  const shown = columns.filter((column) => !hidden.includes(column.id) || !hideable.includes(column));
  return (
    <>
      <div className={styles.tools}>
        <LazyMenu
          load={async () => (await import("./columns-menu.tsx")).ColumnsMenu}
          menuProps={{ columns: hideable.map(({ id, head }) => ({ id, head })), hidden, onToggle: toggle }}
          trigger={
            <Button size="small" variant="quiet" icon={Columns3}>
              Columns
            </Button>
          }
        />
        {tools}
      </div>
      <DataTable dense sticky cards="wide" columns={shown} {...table} />
    </>
  );
}

function readHidden(name: string): string[] | null {
  try {
    const stored: unknown = JSON.parse(sharedStore.getItem(keyOf(name)) ?? "null");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : null;
  } catch {
    return null;
  }
}

import { Columns3 } from "lucide-react";
import { useState } from "react";
import { sharedStore } from "../../lib/browser-store.ts";
import { Button } from "../../ui/button.tsx";
import type { DataTableColumn } from "../../ui/data-table.tsx";
import { LazyMenu } from "../../ui/lazy-menu.tsx";

/** Names of the columns that a person can hide, by id, and of those hidden at first. */
export interface HideableColumns {
  /** Name of the table in the browser's storage. */
  table: string;
  names: Readonly<Record<string, string>>;
  hiddenAtFirst?: readonly string[];
}

const keyOf = (table: string) => `hidden-columns:${table}`;

/**
 * Columns of a table without those that the person has hidden in this browser, and the menu that hides and shows them. A title and an amount
 * cannot be hidden, because they are not among `names`.
 */
export function useHiddenColumns<Row>({ table, names, hiddenAtFirst = [] }: HideableColumns, columns: readonly DataTableColumn<Row>[]) {
  const [hidden, setHidden] = useState(() => readHidden(table) ?? hiddenAtFirst);
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
    sharedStore.setItem(keyOf(table), JSON.stringify(next));
    setHidden(next);
  };
  const menu = (
    <LazyMenu
      load={async () => (await import("./columns-menu.tsx")).ColumnsMenu}
      menuProps={{ names, hidden, onToggle: toggle }}
      trigger={
        <Button size="small" variant="quiet" icon={Columns3}>
          Columns
        </Button>
      }
    />
  );
  return { columns: columns.filter(({ id }) => !hidden.includes(id)), menu };
}

function readHidden(table: string): string[] | null {
  try {
    const stored: unknown = JSON.parse(sharedStore.getItem(keyOf(table)) ?? "null");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : null;
  } catch {
    return null;
  }
}

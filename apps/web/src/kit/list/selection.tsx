import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { ChoiceColumn } from "../../ui/data-table.tsx";
import { Text } from "../../ui/typography.tsx";
import styles from "./selection.module.css";

/** Rows chosen from a list, in the order of choice, with the column of checkboxes for its table. */
export interface Chosen<Row> extends ChoiceColumn<Row> {
  rows: readonly Row[];
  /** Chooses exactly these rows. */
  set: (rows: readonly Row[]) => void;
  clear: () => void;
}

/**
 * Keeps the rows chosen from a list by key. They stay chosen while further pages load, and until the filter (`of`) changes, because nobody
 * acts on rows that they cannot see. Shift extends a choice to all rows since the last one; Space chooses the row with the focus.
 */
export function useChosen<Row>(rowKey: (row: Row) => string, of: string): Chosen<Row> {
  const [chosen, setChosen] = useState<{ of: string; rows: readonly Row[] }>({ of, rows: [] });
  const last = useRef<string>(undefined);
  const rows = chosen.of === of ? chosen.rows : [];
  const keys = new Set(rows.map(rowKey));
  const set = (next: readonly Row[]) => setChosen({ of, rows: next });
  const isOn = (row: Row) => keys.has(rowKey(row));

  function toggle(row: Row, shown: readonly Row[], isExtending: boolean) {
    const placeOf = (key: string | undefined) => shown.findIndex((each) => rowKey(each) === key);
    const [from, to] = [isExtending ? placeOf(last.current) : -1, placeOf(rowKey(row))];
    const range = from < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
    const rangeKeys = new Set(range.map(rowKey));
    const others = rows.filter((each) => !rangeKeys.has(rowKey(each)));
    last.current = rowKey(row);
    set(isOn(row) ? others : [...others, ...range]);
  }

  return {
    rows,
    set,
    clear: () => set([]),
    isOn,
    head: (shown, caption) => {
      const count = shown.filter(isOn).length;
      const isAll = count > 0 && count === shown.length;
      return (
        <input
          type="checkbox"
          className={styles.box}
          aria-label={`Select all shown: ${caption}`}
          checked={isAll}
          ref={(input) => {
            if (input) input.indeterminate = count > 0 && !isAll;
          }}
          onChange={() => set(isAll ? [] : [...rows.filter((row) => !shown.some((each) => rowKey(each) === rowKey(row))), ...shown])}
        />
      );
    },
    cell: (row, shown, name) => (
      <input
        type="checkbox"
        className={styles.box}
        aria-label={`Select ${name}`}
        checked={isOn(row)}
        // Only the event of the click knows the Shift key.
        onClick={({ shiftKey }) => toggle(row, shown, shiftKey)}
        onChange={() => undefined}
      />
    ),
  };
}

interface SelectionBarProps<Row> {
  chosen: Chosen<Row>;
  /** Noun of a row, such as `lease`. */
  noun: string;
  /** Loads all rows that match the filter, where the list has further pages. */
  loadAll?: (() => Promise<readonly Row[]>) | undefined;
  /** Buttons for the acts on the chosen rows. */
  children: ReactNode;
}

/** Bar at the lower edge with the acts on the chosen rows. Renders nothing while none is chosen. */
export function SelectionBar<Row>({ chosen, noun, loadAll, children }: SelectionBarProps<Row>) {
  const [isLoading, setLoading] = useState(false);
  const count = chosen.rows.length;
  if (count === 0) return null;

  async function chooseAll(load: () => Promise<readonly Row[]>) {
    setLoading(true);
    try {
      chosen.set(await load());
    } catch {
      // The rows chosen so far stay; the button can be pressed again
    } finally {
      setLoading(false);
    }
  }

  return (
    <div className={styles.bar} role="region" aria-label="Selected rows">
      <Text as="span" size="label" className={styles.count}>
        {`${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"} selected`}
      </Text>
      <span className={styles.acts}>
        {children}
        {loadAll && (
          <Button size="small" variant="quiet" busy={isLoading} onClick={() => void chooseAll(loadAll)}>
            Select all that match
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={chosen.clear}>
          Clear
        </Button>
      </span>
    </div>
  );
}

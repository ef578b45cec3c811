import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { cx } from "./cx.ts";
import styles from "./tabs.module.css";

export interface TabItem<Value extends string> {
  value: Value;
  label: string;
  /** Number of items, or a text such as "10,000+". */
  count?: number | string | undefined;
}

/** Scrolls a row so that the selected tab is in view, and marks the sides at which tabs are hidden. Returns the row's ref. */
function useChosenInView(value: string) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On demand, because a page shows its content first.
    void import("./tab-fade.ts").then(({ fadeHiddenTabs }) => row.current && fadeHiddenTabs(row.current)).catch(() => undefined);
  }, []);
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector('[data-active], [aria-pressed="true"]');
    if (!row.current || !chosen) return;
    const [outer, inner] = [row.current.getBoundingClientRect(), chosen.getBoundingClientRect()];
    row.current.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  }, [value]);
  return row;
}

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly (TabItem<Value> & { content: ReactNode })[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Tabs with panels and arrow key navigation. Keep `value` in the URL if tabs should be linkable. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const row = useChosenInView(value);
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)}>
      <Base.List ref={row} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
            <TabWords {...tab} />
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles.panel}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

interface FilterTabsProps<Value extends string> {
  label: string;
  options: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Wraps to further lines instead of scrolling, for a few options that must all be visible. */
  wrap?: boolean;
}

/** Filter buttons styled as tabs, above a table. One of them is pressed. */
export function FilterTabs<Value extends string>({ label, options, value, onChange, wrap = false }: FilterTabsProps<Value>) {
  const row = useChosenInView(value);
  return (
    <div ref={row} className={cx(styles.list, wrap && styles.wrap)} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.tab}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          <TabWords {...option} />
        </button>
      ))}
    </div>
  );
}

function TabWords({ label, count }: { label: string; count?: number | string | undefined }) {
  return (
    <>
      {label}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </>
  );
}

import { datesOutOfOrder } from "@hearth/domain/date-range";
import { limits } from "@hearth/domain/limits";
import { Search } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { DateRange } from "../../ui/date-range.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Select } from "../../ui/inputs.tsx";
import { FilterTabs } from "../../ui/tabs.tsx";
import { type ListedStatus, statusWord } from "../status/status-map.ts";
import styles from "./list-filters.module.css";
import { isSearchKeyOn } from "../../lib/search-key.ts";
import { enterRows } from "../../ui/row-keys.ts";

/** Elements in which `/` is typed as text. */
const textInputs = "input, select, textarea, [contenteditable]";

/**
 * Moves the focus to a search on `/`, and to the first row on `j` while nothing has the focus. Ignored while typing, in a dialog, or if the keys are
 * switched off in the settings.
 */
function useListKeys(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isToRows = event.key === "j" && event.target === document.body;
      if ((event.key !== "/" && !isToRows) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !isSearchKeyOn())
        return;
      if (event.target instanceof Element && event.target.closest(`${textInputs}, [role=dialog], dialog`)) return;
      event.preventDefault();
      if (isToRows) return void (search.current && enterRows(search.current));
      search.current?.select();
      search.current?.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [search]);
}

/** Keys of a search: Escape clears it, or leaves it if it is empty. Arrow down moves to the rows. */
function searchKeys(event: KeyboardEvent<HTMLInputElement>, onClear: () => void): void {
  const { currentTarget: input, key } = event;
  if (key === "ArrowDown" && enterRows(input)) event.preventDefault();
  if (key !== "Escape") return;
  event.preventDefault();
  if (input.value === "") input.blur();
  else onClear();
}

/** Filters of a list besides its status. */
interface Filter {
  search?: string | undefined;
  merchantId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

interface ListFiltersProps {
  /** The applied filter. */
  value: Filter;
  onFilter: (filter: Filter) => void;
  /** Placeholder of the search box. Without it there is no search box. */
  placeholder?: string;
  /** Collects changes in a draft until its button is pressed. Otherwise each change applies at once. */
  draft?: boolean;
  /** Omits the dates. */
  searchOnly?: boolean;
  /** A further control between the search and the dates. */
  more?: (draft: Filter, change: (part: Filter) => void) => ReactNode;
}

/** Filters of a list: text, days and others. Follows changes of `value` from elsewhere, such as the Back button. */
export function ListFilters({ draft = false, ...props }: ListFiltersProps) {
  return draft ? <Draft key={JSON.stringify(props.value)} {...props} /> : <AtOnce {...props} />;
}

function AtOnce({ value, onFilter, placeholder, searchOnly = false, more }: ListFiltersProps) {
  const { search = "", startDate, endDate } = value;
  const hasDays = startDate !== undefined || endDate !== undefined;
  return (
    <div className={cx(styles.filters, styles.atOnce)}>
      {placeholder !== undefined && (
        <Typing value={search} placeholder={placeholder} onType={(text) => onFilter({ search: text || undefined })} />
      )}
      {more?.(value, onFilter)}
      {!searchOnly && <DateRange value={{ startDate, endDate }} onChange={onFilter} outOfOrder={datesOutOfOrder} />}
      {!searchOnly && hasDays && <Button onClick={() => onFilter({ startDate: undefined, endDate: undefined })}>Clear Dates</Button>}
    </div>
  );
}

/** Debounce time: long enough to type a word, short enough not to be noticed. */
const pauseMs = 300;

/** Debounced search input. A new `value`, for instance from the Back button, replaces the typed text. */
function Typing({ value, placeholder, onType }: { value: string; placeholder: string; onType: (search: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  if (value !== known) {
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }

  function type(next: string) {
    setTyped(next);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onType(next.trim()), pauseMs);
  }

  /** Applies a text that is still waiting, so that it does not change the address after a row was opened. */
  function leave() {
    clearTimeout(pause.current);
    if (typed.trim() !== value) onType(typed.trim());
  }

  return <SearchField value={typed} placeholder={placeholder} onChange={type} onLeave={leave} />;
}

function Draft({ value, onFilter, placeholder, more }: ListFiltersProps) {
  const [draft, setDraft] = useState(value);
  const change = (part: Filter) => setDraft((current) => ({ ...current, ...part }));
  return (
    <form
      className={cx(styles.filters, styles.draft)}
      onSubmit={(event) => {
        event.preventDefault();
        onFilter({ ...draft, search: draft.search?.trim() || undefined });
      }}
    >
      {placeholder !== undefined && (
        <SearchField value={draft.search ?? ""} placeholder={placeholder} onChange={(search) => change({ search })} />
      )}
      {more?.(draft, change)}
      <div className={styles.days}>
        <DateRange value={draft} onChange={change} outOfOrder={datesOutOfOrder} />
        <Button type="submit">Apply Filters</Button>
      </div>
    </form>
  );
}

interface SearchFieldProps {
  value: string;
  placeholder: string;
  onChange: (search: string) => void;
  /** Called when the field loses the focus. */
  onLeave?: () => void;
}

function SearchField({ value, placeholder, onChange, onLeave }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useListKeys(input);
  return (
    <Field label="Search" filter className={styles.search}>
      <Input
        ref={input}
        type="search"
        aria-keyshortcuts="/"
        icon={Search}
        placeholder={placeholder}
        maxLength={limits.searchMaxLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => searchKeys(event, () => onChange(""))}
        {...(onLeave && { onBlur: onLeave })}
      />
    </Field>
  );
}

interface FilterSelectProps {
  label: string;
  /** Label of no choice: `All merchants`. */
  all: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Select that filters a list, or none. Used as `more` of the other filters. */
export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  return (
    <Field label={label} filter className={styles.choice}>
      <Select value={value ?? ""} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface StatusTabsProps<Kind extends keyof ListedStatus, Status> {
  /** Kind of record with these statuses. */
  kind: Kind;
  /** Statuses in the order of the buttons. */
  statuses: readonly Status[];
  /** Undefined means all. */
  value: Status | undefined;
  /** Count of each status once known: a number, or a text such as `10,000+`. */
  count?: (status: Status | "all") => number | string | undefined;
  onChange: (status: Status | undefined) => void;
}

/** Buttons that filter a list by one status, or all. */
export function StatusTabs<Kind extends keyof ListedStatus, Status extends ListedStatus[Kind]>({
  kind,
  statuses,
  value,
  count,
  onChange,
}: StatusTabsProps<Kind, Status>) {
  return (
    <FilterTabs<Status | "all">
      label="Status"
      value={value ?? "all"}
      onChange={(status) => onChange(status === "all" ? undefined : status)}
      options={[
        { value: "all", label: "All", count: count?.("all") },
        ...statuses.map((status) => ({ value: status, label: statusWord(kind, status), count: count?.(status) })),
      ]}
    />
  );
}

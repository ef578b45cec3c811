import { datesOutOfOrder } from "@hearth/domain/date-range";
import { limits } from "@hearth/domain/limits";
import { Search } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { DateRange } from "../../ui/date-range.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Select } from "../../ui/inputs.tsx";
import { FilterTabs } from "../../ui/tabs.tsx";
import { type ListedStatus, statusWord } from "../status/status-map.ts";
import { searchKeys, useSearchKey } from "./search-keys.ts";
import styles from "./list-filters.module.css";

/** What a list can be narrowed by, beside its statuses. */
interface Filter {
  search?: string | undefined;
  merchantId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

interface ListFiltersProps {
  /** The filter that is applied now. */
  value: Filter;
  onFilter: (filter: Filter) => void;
  /** What can be searched for; without it there is no search box. */
  placeholder?: string;
  /** Gathers a draft that counts once its button is pressed; else every change counts at once. */
  draft?: boolean;
  /** In a draft: leaves the dates out, where a list is only searched. */
  searchOnly?: boolean;
  /** In a draft: a further control between the search and the dates. */
  more?: (draft: Filter, change: (part: Filter) => void) => ReactNode;
}

/** What a list is narrowed by: words, days, and what else it has; a change from elsewhere (a link, the back button) shows in it. */
export function ListFilters({ draft = false, ...props }: ListFiltersProps) {
  return draft ? <Draft key={JSON.stringify(props.value)} {...props} /> : <AtOnce {...props} />;
}

function AtOnce({ value: { search = "", startDate, endDate }, onFilter, placeholder }: ListFiltersProps) {
  const hasDays = startDate !== undefined || endDate !== undefined;
  return (
    <div className={cx(styles.filters, styles.atOnce)}>
      {placeholder !== undefined && (
        <Typing value={search} placeholder={placeholder} onType={(words) => onFilter({ search: words || undefined })} />
      )}
      <DateRange value={{ startDate, endDate }} onChange={onFilter} outOfOrder={datesOutOfOrder} />
      {hasDays && <Button onClick={() => onFilter({ startDate: undefined, endDate: undefined })}>Clear Dates</Button>}
    </div>
  );
}

/** Long enough that a word is typed and short enough that nobody waits. */
const pauseMs = 300;

/** A search that follows what is typed after a short pause; another value from outside (the back button) takes its place. */
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

  return <SearchField value={typed} placeholder={placeholder} onChange={type} />;
}

function Draft({ value, onFilter, placeholder, searchOnly = false, more }: ListFiltersProps) {
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
      {searchOnly ? (
        <Button type="submit">Search</Button>
      ) : (
        <div className={styles.days}>
          <DateRange value={draft} onChange={change} outOfOrder={datesOutOfOrder} />
          <Button type="submit">Apply Filters</Button>
        </div>
      )}
    </form>
  );
}

function SearchField({ value, placeholder, onChange }: { value: string; placeholder: string; onChange: (search: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
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
      />
    </Field>
  );
}

interface FilterSelectProps {
  label: string;
  /** The word for no choice: `All merchants`. */
  all: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** One thing that a list is narrowed to, or none; it stands among the other filters as their `more`. */
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

interface StatusTabsProps<Of extends keyof ListedStatus, Status> {
  /** What the statuses belong to. */
  of: Of;
  /** Every status that can be chosen, in the order of the buttons. */
  statuses: readonly Status[];
  /** Nothing means all of them. */
  value: Status | undefined;
  /** How many there are of each, once it is known; words where a number says more than it is: `10,000+`. */
  count?: (status: Status | "all") => number | string | undefined;
  onChange: (status: Status | undefined) => void;
}

/** The statuses that a list is narrowed to, as buttons above it: all, or one. */
export function StatusTabs<Of extends keyof ListedStatus, Status extends ListedStatus[Of]>({
  of,
  statuses,
  value,
  count,
  onChange,
}: StatusTabsProps<Of, Status>) {
  return (
    <FilterTabs<Status | "all">
      label="Status"
      value={value ?? "all"}
      onChange={(status) => onChange(status === "all" ? undefined : status)}
      options={[
        { value: "all", label: "All", count: count?.("all") },
        ...statuses.map((status) => ({ value: status, label: statusWord(of, status), count: count?.(status) })),
      ]}
    />
  );
}

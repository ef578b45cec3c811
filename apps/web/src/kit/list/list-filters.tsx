import { DateFields } from "../../ui/date-fields.tsx";
import styles from "./list-filters.module.css";
import { FilterTabs } from "../../ui/tabs.tsx";

/** What such a list is narrowed by; no status means all of them. */
interface Filter<Status> {
  status?: Status | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

interface ListFiltersProps<Status extends string> {
  value: Filter<Status>;
  /** Every status there is, in the order of the buttons, with its word. */
  words: Readonly<Record<Status, string>>;
  statuses: readonly Status[];
  /** How many there are of each within the days, once it is known. */
  totals: Readonly<Record<Status | "all", { count: number }>> | undefined;
  onFilter: (part: Filter<Status>) => void;
}

/** A list's range of days, and its status buttons with counts. */
export function ListFilters<Status extends string>({ value, words, statuses, totals, onFilter }: ListFiltersProps<Status>) {
  return (
    <>
      <div className={styles.filters}>
        <DateFields startDate={value.startDate} endDate={value.endDate} onChange={onFilter} />
      </div>
      <FilterTabs<Status | "all">
        label="Status"
        value={value.status ?? "all"}
        onChange={(status) => onFilter({ status: status === "all" ? undefined : status })}
        options={[
          { value: "all", label: "All", count: totals?.all.count },
          ...statuses.map((status) => ({ value: status, label: words[status], count: totals?.[status].count })),
        ]}
      />
    </>
  );
}

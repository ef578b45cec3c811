import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { limits } from "@hearth/domain/limits";
import { paymentStatuses, type PaymentStatus } from "@hearth/domain/payments/status";
import type { Outputs } from "../../../lib/trpc.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/inputs.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { DateFields } from "../../../ui/date-fields.tsx";
import type { HistoryFilter } from "./history-search.ts";
import styles from "./history.module.css";

const words: Record<PaymentStatus, string> = { pending: "Pending", completed: "Completed", failed: "Failed", cancelled: "Cancelled" };
/** Long enough that a word is typed and short enough that nobody waits. */
const pauseMs = 300;

interface HistoryFiltersProps {
  filter: HistoryFilter;
  count: Outputs["payments"]["historyTotals"]["count"] | undefined;
  onFilter: (part: HistoryFilter) => void;
}

/** What the history is narrowed by: words, days, and a status. */
export function HistoryFilters({ filter, count, onFilter }: HistoryFiltersProps) {
  return (
    <>
      <div className={styles.filters}>
        <SearchField value={filter.search ?? ""} onSearch={(search) => onFilter({ search: search || undefined })} />
        <DateFields startDate={filter.startDate} endDate={filter.endDate} onChange={onFilter} />
      </div>
      <FilterTabs
        label="Status"
        value={filter.status ?? "all"}
        onChange={(status) => onFilter({ status: status === "all" ? undefined : status })}
        options={[
          { value: "all" as const, label: "All", count: count?.all },
          ...paymentStatuses.map((value) => ({ value, label: words[value], count: count?.[value] })),
        ]}
      />
    </>
  );
}

/** A search that follows what is typed after a short pause; another value from outside (the back button) takes its place. */
function SearchField({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
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
    pause.current = setTimeout(() => onSearch(next.trim()), pauseMs);
  }

  return (
    <Field label="Search" filter className={styles.search}>
      <Input
        type="search"
        icon={Search}
        placeholder="Description, merchant, amount or transaction"
        maxLength={limits.searchMaxLength}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </Field>
  );
}

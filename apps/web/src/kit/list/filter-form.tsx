import { Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/inputs.tsx";
import styles from "./filter-form.module.css";

/** What a list can be narrowed by in one go. */
export interface Filter {
  search?: string | undefined;
  merchantId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

interface FilterFormProps {
  /** The filter that is applied now. */
  value: Filter;
  onApply: (filter: Filter) => void;
  /** What can be searched for; without it there is no search box. */
  placeholder?: string;
  /** Leaves the dates out, where a list is only searched. */
  searchOnly?: boolean;
  /** A further control between the search and the dates, given the draft. */
  more?: (draft: Filter, change: (part: Filter) => void) => ReactNode;
}

/** A draft of a filter that counts when it is applied; what was applied elsewhere (a link, the back button) replaces the draft. */
export function FilterForm(props: FilterFormProps) {
  return <Draft key={JSON.stringify(props.value)} {...props} />;
}

function Draft({ value, onApply, placeholder, searchOnly = false, more }: FilterFormProps) {
  const [draft, setDraft] = useState(value);
  const change = (part: Filter) => setDraft((current) => ({ ...current, ...part }));
  return (
    <form
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        onApply({ ...draft, search: draft.search?.trim() || undefined });
      }}
    >
      {placeholder !== undefined && (
        <Field label="Search" filter className={styles.search}>
          <Input
            type="search"
            icon={Search}
            placeholder={placeholder}
            maxLength={200}
            value={draft.search ?? ""}
            onChange={({ target }) => change({ search: target.value })}
          />
        </Field>
      )}
      {more?.(draft, change)}
      {searchOnly ? (
        <Button type="submit">Search</Button>
      ) : (
        <div className={styles.days}>
          <Dates draft={draft} onChange={change} />
          <Button type="submit">Apply Filters</Button>
        </div>
      )}
    </form>
  );
}

function Dates({ draft: { startDate, endDate }, onChange }: { draft: Filter; onChange: (part: Filter) => void }) {
  return (
    <>
      <Field label="Start date" filter className={styles.date}>
        <Input
          type="date"
          value={startDate ?? ""}
          max={endDate || undefined}
          onChange={({ target }) => onChange({ startDate: target.value || undefined })}
        />
      </Field>
      <Field label="End date" filter className={styles.date}>
        <Input
          type="date"
          value={endDate ?? ""}
          min={startDate || undefined}
          onChange={({ target }) => onChange({ endDate: target.value || undefined })}
        />
      </Field>
    </>
  );
}

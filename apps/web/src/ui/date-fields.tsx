import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Input } from "./inputs.tsx";

interface Dates {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** The range of days a list is narrowed to, and Clear Dates while there is one. */
export function DateFields({ startDate, endDate, onChange }: Dates & { onChange: (dates: Dates) => void }) {
  return (
    <>
      <Field label="Start date" filter>
        <Input
          type="date"
          value={startDate ?? ""}
          max={endDate}
          onChange={({ target }) => onChange({ startDate: target.value || undefined, endDate })}
        />
      </Field>
      <Field label="End date" filter>
        <Input
          type="date"
          value={endDate ?? ""}
          min={startDate}
          onChange={({ target }) => onChange({ startDate, endDate: target.value || undefined })}
        />
      </Field>
      {(startDate !== undefined || endDate !== undefined) && (
        <Button onClick={() => onChange({ startDate: undefined, endDate: undefined })}>Clear Dates</Button>
      )}
    </>
  );
}

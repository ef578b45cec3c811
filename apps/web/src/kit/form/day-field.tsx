import { DayEntry } from "../../ui/day-entry.tsx";
import { BoundField, type FieldWords, useTextField } from "./fields.tsx";

/** Form field for a day. Keeps text that is not a day as typed, for the schema to refuse. */
export function DayField(props: FieldWords) {
  const { name, value, onChange } = useTextField();
  return (
    <BoundField {...props}>
      <DayEntry name={name} value={value} onDay={(day, typed) => onChange(day || typed.trim())} />
    </BoundField>
  );
}

import { DayEntry } from "../../ui/day-entry.tsx";
import { BoundField, type FieldWords, useTextField } from "./fields.tsx";

/** A field for a day, in the field of a form. What cannot be read as one stays in the form as it was typed, for the schema to refuse. */
export function DayField(words: FieldWords) {
  const { name, value, onChange } = useTextField();
  return (
    <BoundField {...words}>
      <DayEntry name={name} value={value} onDay={(day, typed) => onChange(day || typed.trim())} />
    </BoundField>
  );
}

import { DayInput } from "../../ui/day-input.tsx";
import { BoundField, type FieldWords, useTextField } from "./fields.tsx";

/** A field for a day, in the field of a form. */
export function DayField(words: FieldWords) {
  const { name, value, onChange } = useTextField();
  return (
    <BoundField {...words}>
      <DayInput name={name} value={value} onDay={onChange} />
    </BoundField>
  );
}

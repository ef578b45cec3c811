import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/inputs.tsx";

/** Numbers of months offered for signing at once, as far as available. */
const offered = [1, 3, 6, 12];

/** Chooses how many coming months to sign now. Renders nothing if only one is available. */
export function MonthsChoice({ max, value, onChange }: { max: number; value: number; onChange: (months: number) => void }) {
  if (max <= 1) return null;
  const choices = [...new Set([...offered.filter((months) => months < max), max])];
  return (
    <Field label="How many months" hint="Your wallet asks once for each month. You can stop and continue later.">
      <Select value={String(value)} onChange={({ target }) => onChange(Number(target.value))}>
        {choices.map((months) => (
          <option key={months} value={months}>
            {months === 1 ? "The next month" : `The next ${months} months`}
          </option>
        ))}
      </Select>
    </Field>
  );
}

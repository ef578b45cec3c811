import { AmountEntry, isNoAmount } from "../../ui/amount-entry.tsx";
import { BoundField, type FieldWords, useTextField } from "./fields.tsx";

/** Said while it is typed: who looks at the keys must not find out at the button alone. */
const notAnAmount = "Only digits, with at most two decimals";

/** A field for an amount of dollars, in the field of a form. */
export function AmountField(words: FieldWords) {
  const field = useTextField();
  return (
    <BoundField {...words} atOnce={isNoAmount(field.value) ? notAnAmount : undefined}>
      <AmountEntry {...field} />
    </BoundField>
  );
}

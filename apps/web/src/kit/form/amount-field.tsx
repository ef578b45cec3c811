import { AmountEntry, isNoAmount } from "../../ui/amount-entry.tsx";
import { BoundField, type FieldWords, useTextField } from "./fields.tsx";

/** Shown while typing, so that an error is noticed before submitting. */
const notAnAmount = "Only digits, with at most two decimals";

export function AmountField(props: FieldWords) {
  const field = useTextField();
  return (
    <BoundField {...props} atOnce={isNoAmount(field.value) ? notAnAmount : undefined}>
      <AmountEntry {...field} />
    </BoundField>
  );
}

import { AmountEntry, type AmountEntryProps, AmountInput, amountTextProblem } from "../../ui/amount-entry.tsx";
import { BoundField, type FieldWords, useTextField } from "./fields.tsx";

type AmountFieldProps = FieldWords & Pick<AmountEntryProps, "min">;

/** Large field for the amount of a payment. Says at once that a text cannot become an amount. */
export function AmountField({ min, ...words }: AmountFieldProps) {
  const field = useTextField();
  return (
    <BoundField {...words} atOnce={amountTextProblem(field.value) ?? undefined}>
      <AmountEntry {...field} min={min} />
    </BoundField>
  );
}

/** Field for any other amount of money. Takes the same texts as `AmountField`. */
export function MoneyField({ min, ...words }: AmountFieldProps) {
  const field = useTextField();
  return (
    <BoundField {...words} atOnce={amountTextProblem(field.value) ?? undefined}>
      <AmountInput {...field} min={min} />
    </BoundField>
  );
}

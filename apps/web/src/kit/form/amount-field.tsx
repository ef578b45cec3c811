import { AmountEntry } from "../../ui/amount-entry.tsx";
import { BoundField, type FieldWords, useTextField } from "./fields.tsx";

/** A field for an amount of dollars, in the field of a form. */
export function AmountField(words: FieldWords) {
  return (
    <BoundField {...words}>
      <AmountEntry {...useTextField()} />
    </BoundField>
  );
}

import { createContext, useContext } from "react";

/** Passed from a field to its control. */
export interface FieldControl {
  id: string;
  invalid: boolean;
  required: boolean;
  /** Ids of the hint and the error, for `aria-describedby`. */
  describedBy: string | undefined;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** Returns the attributes that connect a control to its `Field`. Empty outside of one. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
    "aria-describedby": field.describedBy,
  };
}

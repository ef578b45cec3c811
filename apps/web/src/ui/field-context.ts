import { createContext, useContext } from "react";

/** What a field tells the control inside it. */
export interface FieldControl {
  id: string;
  invalid: boolean;
  required: boolean;
  /** Ids of the hint and the error, for `aria-describedby`. */
  describedBy: string | undefined;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** The attributes that tie a control to the field around it; none outside a field. */
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

import { businessTypes, type BusinessType } from "@hearth/domain/merchants/business-types";

/** Options of a select with all business types. */
export function BusinessTypeOptions() {
  return businessTypes.map((type) => (
    <option key={type} value={type}>
      {businessTypeName(type)}
    </option>
  ));
}

/** Formats a business type for display: `Service provider`. */
export function businessTypeName(type: BusinessType): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll("_", " ")}`;
}

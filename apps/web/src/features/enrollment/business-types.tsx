import { businessTypes, type BusinessType } from "@hearth/domain/merchants/business-types";

/** The kinds of business there are, as options of a select. */
export function BusinessTypeOptions() {
  return businessTypes.map((type) => (
    <option key={type} value={type}>
      {businessTypeName(type)}
    </option>
  ));
}

/** A business type as people read it: `Service provider`. */
export function businessTypeName(type: BusinessType): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll("_", " ")}`;
}

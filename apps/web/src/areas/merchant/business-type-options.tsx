import { businessTypes } from "@hearth/domain/merchants/business-types";
import { businessTypeName } from "../../features/enrollment/business-type.ts";

/** The kinds of business there are, as options of a select. */
export function BusinessTypeOptions() {
  return businessTypes.map((type) => (
    <option key={type} value={type}>
      {businessTypeName(type)}
    </option>
  ));
}

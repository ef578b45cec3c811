import type { BusinessType } from "@hearth/domain/merchants/business-types";

/** A business type as people read it: `service provider`. */
export function businessTypeName(type: BusinessType): string {
  return type.replaceAll("_", " ");
}

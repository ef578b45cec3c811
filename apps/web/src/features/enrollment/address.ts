import type { EnrollmentForm } from "@hearth/domain/merchants/inputs";

type AddressParts = Pick<EnrollmentForm, "street" | "city" | "state" | "zipCode">;

const combined = /^(?<street>.+), (?<city>[^,]+), (?<state>.+) (?<zipCode>\S+)$/;

/** Splits a stored address (`street, city, state zip`) for editing. Any other format goes into `street`, where the user sees it. */
export function splitAddress(address: string | null): AddressParts {
  const parts = combined.exec(address ?? "")?.groups;
  if (!parts) return { street: address ?? "", city: "", state: "", zipCode: "" };
  const { street = "", city = "", state = "", zipCode = "" } = parts;
  return { street, city, state, zipCode };
}

/** Formats an apartment for a sentence: `Apt 4B`. A number with its own word stays as it is: `Tower B, floor 3`. */
export function apartmentName(aptNumber: string): string {
  return /^(\d|\p{L}\d|\p{L}$)/u.test(aptNumber) ? `Apt\u00a0${aptNumber}` : aptNumber;
}

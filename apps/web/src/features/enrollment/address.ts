import type { EnrollmentForm } from "@hearth/domain/merchants/inputs";

type AddressParts = Pick<EnrollmentForm, "street" | "city" | "state" | "zipCode">;

const combined = /^(?<street>.+), (?<city>[^,]+), (?<state>.+) (?<zipCode>\S+)$/;

/** The parts of a stored address (`street, city, state zip`), for editing it; another shape goes into the street, where it can be seen. */
export function splitAddress(address: string | null): AddressParts {
  const parts = combined.exec(address ?? "")?.groups;
  if (!parts) return { street: address ?? "", city: "", state: "", zipCode: "" };
  const { street = "", city = "", state = "", zipCode = "" } = parts;
  return { street, city, state, zipCode };
}

/** An apartment as it stands in a sentence: `Apt 4B`; one that has a word of its own keeps it: `Tower B, floor 3`. */
export function apartmentName(aptNumber: string): string {
  return /^(\d|\p{L}\d|\p{L}$)/u.test(aptNumber) ? `Apt\u00a0${aptNumber}` : aptNumber;
}

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

/** Countries a business can be in; the first is the default. Specification, second document, section 2. */
export const countries = ["United States", "Canada", "United Kingdom", "Other"] as const;

/** A business's address, split into parts. Only the street may contain commas. */
export interface BusinessAddress {
  street: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
}

/** A US ZIP code: 5 digits, or 5+4. */
export const usZipCode = /^\d{5}(-\d{4})?$/;

const zipCodes = new Map<string, RegExp>([
  ["United States", usZipCode],
  ["Canada", /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i],
  ["United Kingdom", /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i],
]);

/** Joins the parts into the string that is sent and stored: `street, city, state zip, country`. */
export function composeBusinessAddress({ street, city, state, zipCode, country }: BusinessAddress): string {
  return `${street}, ${city}, ${state} ${zipCode}, ${country}`;
}

/**
 * Splits a stored address into its parts. Returns null unless the parts recompose to exactly the same string, so an address in another form
 * is shown unchanged and never rewritten by accident.
 */
export function parseBusinessAddress(text: string): BusinessAddress | null {
  const pieces = text.split(", ");
  const [country, stateAndZip, city, ...street] = pieces.toReversed();
  if (country === undefined || stateAndZip === undefined || city === undefined || street.length === 0) return null;
  const split = splitState(stateAndZip, zipCodes.get(country) ?? /^[^ ]+$/);
  if (split === null) return null;
  const address = { street: street.toReversed().join(", "), city, ...split, country };
  const isWhole = Object.values(address).every((part) => part.trim() === part && part !== "");
  return isWhole && composeBusinessAddress(address) === text ? address : null;
}

/** Splits `NY 10001` into state and code. Tries a two-word code before a one-word one. */
function splitState(text: string, zipCode: RegExp): Pick<BusinessAddress, "state" | "zipCode"> | null {
  const words = text.split(" ");
  for (const length of [2, 1]) {
    const code = words.slice(-length).join(" ");
    const state = words.slice(0, -length).join(" ");
    if (state !== "" && zipCode.test(code)) return { state, zipCode: code };
  }
  return null;
}

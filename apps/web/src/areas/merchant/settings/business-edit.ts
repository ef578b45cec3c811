import { composeBusinessAddress } from "@hearth/domain/merchants/business-address";
import { type BusinessForm, hasAddress } from "@hearth/domain/merchants/business";
import type { Inputs, Outputs } from "../../../lib/trpc.ts";

/** Converts the form to API input. Omits the address if it was not entered, so that the stored one stays unchanged. */
export function businessEdit(
  values: BusinessForm,
  business: Pick<Outputs["merchant"]["business"], "updatedAt">,
): Inputs["merchant"]["editBusiness"] {
  const { street, city, state, zipCode, country, ...fields } = values;
  const parts = { street: street.trim(), city: city.trim(), state: state.trim(), zipCode: zipCode.trim(), country };
  return { ...fields, updatedAt: business.updatedAt, ...(hasAddress(parts) && { address: composeBusinessAddress(parts) }) };
}

const zoneNames = new Map<string, string>();

/** Name of a time zone as people in it say it: `Eastern Time (New York)`. */
export function zoneName(zone: string): string {
  const known = zoneNames.get(zone);
  if (known !== undefined) return known;
  const city = zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts(new Date());
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  // Some zones have only an offset, or are called by their city.
  const full = name === "" || name.includes(city) ? name || city : `${name} (${city})`;
  zoneNames.set(zone, full);
  return full;
}

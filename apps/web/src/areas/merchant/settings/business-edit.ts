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

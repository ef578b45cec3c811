import { composeBusinessAddress } from "@hearth/domain/merchants/business-address";
import { type BusinessForm, hasAddress } from "@hearth/domain/merchants/business";
import type { Inputs, Outputs } from "../../../lib/trpc.ts";

/** What is sent of the form: an address that was not entered anew is left out, and so stays to the letter what it is. */
export function businessEdit(
  values: BusinessForm,
  business: Pick<Outputs["merchant"]["business"], "updatedAt">,
): Inputs["merchant"]["editBusiness"] {
  const { street, city, state, zipCode, country, ...fields } = values;
  const parts = { street: street.trim(), city: city.trim(), state: state.trim(), zipCode: zipCode.trim(), country };
  return { ...fields, updatedAt: business.updatedAt, ...(hasAddress(parts) && { address: composeBusinessAddress(parts) }) };
}

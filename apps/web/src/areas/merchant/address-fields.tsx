import { countries } from "@hearth/domain/merchants/business-address";
import type { FieldsOf } from "../../kit/form/fields.tsx";
import { FieldRow } from "../../ui/field.tsx";

type Address = Record<"street" | "city" | "state" | "zipCode" | "country", string>;

export function AddressFields({ form, optional }: { form: FieldsOf<Address>; optional: boolean }) {
  return (
    <>
      <form.AppField name="street">
        {(field) => <field.TextField label="Street address" autoComplete="street-address" maxLength={150} optional={optional} />}
      </form.AppField>
      <form.AppField name="city">
        {(field) => <field.TextField label="City" autoComplete="address-level2" maxLength={80} optional={optional} />}
      </form.AppField>
      <FieldRow>
        <form.AppField name="state">
          {(field) => <field.TextField label="State" autoComplete="address-level1" maxLength={80} optional={optional} />}
        </form.AppField>
        <form.AppField name="zipCode">
          {(field) => <field.TextField label="ZIP code" autoComplete="postal-code" maxLength={20} optional={optional} />}
        </form.AppField>
      </FieldRow>
      <form.AppField name="country">
        {(field) => (
          <field.SelectField label="Country" autoComplete="country-name" optional={optional}>
            {countries.map((country) => (
              <option key={country}>{country}</option>
            ))}
          </field.SelectField>
        )}
      </form.AppField>
    </>
  );
}

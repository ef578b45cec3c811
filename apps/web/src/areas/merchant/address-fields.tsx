import { countries } from "@hearth/domain/merchants/business-address";
import { withFieldGroup } from "../../kit/form/form.tsx";
import { FieldRow } from "../../ui/field.tsx";

/** The fields of a form that hold a business's address, by their own names. */
export const addressFieldNames = { street: "street", city: "city", state: "state", zipCode: "zipCode", country: "country" } as const;

/** A business's address in its parts. */
export const AddressFields = withFieldGroup({
  defaultValues: { street: "", city: "", state: "", zipCode: "", country: "" },
  props: { optional: false },
  render: function Fields({ group, optional }) {
    return (
      <>
        <group.AppField name="street">
          {(field) => <field.TextField label="Street address" autoComplete="street-address" maxLength={150} optional={optional} />}
        </group.AppField>
        <group.AppField name="city">
          {(field) => <field.TextField label="City" autoComplete="address-level2" maxLength={80} optional={optional} />}
        </group.AppField>
        <FieldRow>
          <group.AppField name="state">
            {(field) => <field.TextField label="State" autoComplete="address-level1" maxLength={80} optional={optional} />}
          </group.AppField>
          <group.AppField name="zipCode">
            {(field) => <field.TextField label="ZIP code" autoComplete="postal-code" maxLength={20} optional={optional} />}
          </group.AppField>
        </FieldRow>
        <group.AppField name="country">
          {(field) => (
            <field.SelectField label="Country" autoComplete="country-name" optional={optional}>
              {countries.map((country) => (
                <option key={country}>{country}</option>
              ))}
            </field.SelectField>
          )}
        </group.AppField>
      </>
    );
  },
});

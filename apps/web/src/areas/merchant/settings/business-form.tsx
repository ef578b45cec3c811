import { parseBusinessAddress } from "@hearth/domain/merchants/business-address";
import { type BusinessForm as FormValues, businessForm, businessFormKeepingAddress } from "@hearth/domain/merchants/business";
import type { z } from "zod";
import { Permitted } from "../../../kit/permission.tsx";
import { specifiedMessage } from "../../../lib/api-error.ts";
import { type Outputs, type Inputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { AddressFields } from "../address-fields.tsx";
import { BusinessTypeOptions } from "../../../features/enrollment/business-types.tsx";
import { zoneName } from "@hearth/domain/zone-name";
import { businessEdit } from "./business-edit.ts";
import { Text } from "../../../ui/typography.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import styles from "./settings.module.css";

const known = Intl.supportedValuesOf("timeZone");

/** Options of a select with all time zones. Includes the current one even if this browser does not list it. */
function TimeZoneOptions({ current }: { current: string }) {
  const zones = known.includes(current) ? known : [current, ...known];
  return zones.map((zone) => (
    <option key={zone} value={zone}>
      {zoneName(zone)}
    </option>
  ));
}

type Business = Outputs["merchant"]["business"];

const noAddress = { street: "", city: "", state: "", zipCode: "", country: "United States" };

function valuesOf(business: Business): FormValues {
  const { name, businessType, contactName, phoneNumber, description, email, timeZone } = business;
  return {
    name,
    businessType,
    contactName,
    phoneNumber,
    description,
    email,
    timeZone,
    ...(parseBusinessAddress(business.address) ?? noAddress),
  };
}

/** Allows an empty address if the stored one could not be parsed. */
function schemaFor(isReadable: boolean): z.ZodType<FormValues, FormValues> {
  return isReadable ? businessForm : businessFormKeepingAddress;
}

/** Form for the business's public information and contact data. */
export function BusinessForm({ business }: { business: Business }) {
  const edit = useEditBusiness();
  const isReadable = parseBusinessAddress(business.address) !== null;
  const form = useAppForm({
    defaultValues: valuesOf(business),
    version: business.updatedAt,
    schema: schemaFor(isReadable),
    onSubmit: (values, updatedAt) => edit(businessEdit(values, { updatedAt })),
  });

  return (
    <AppForm form={form} label="Business Information" className={styles.narrow}>
      <form.AppField name="name">{(field) => <field.TextField label="Business name" autoComplete="organization" />}</form.AppField>
      <form.AppField name="businessType">
        {(field) => (
          <field.SelectField label="Business type">
            <BusinessTypeOptions />
          </field.SelectField>
        )}
      </form.AppField>
      <form.AppField name="description">{(field) => <field.TextareaField label="Business description" optional rows={3} />}</form.AppField>
      <form.AppField name="contactName">{(field) => <field.TextField label="Contact name" autoComplete="name" />}</form.AppField>
      <FieldRow>
        <form.AppField name="phoneNumber">
          {(field) => <field.TextField label="Phone number" type="tel" autoComplete="tel" />}
        </form.AppField>
        <form.AppField name="email">
          {(field) => (
            <field.TextField
              label="Email"
              type="email"
              autoComplete="email"
              hint="For your business; you sign in with the one in your profile."
            />
          )}
        </form.AppField>
      </FieldRow>
      {!isReadable && (
        <Alert title="Your address was written in another way and is kept as it is">
          <p>{business.address}</p>
          <p>Enter it in its parts below to change it.</p>
        </Alert>
      )}
      <AddressFields form={form} optional={!isReadable} />
      <form.AppField name="timeZone">
        {(field) => (
          <field.SelectField label="Time zone" hint="Used for reports and due dates.">
            <TimeZoneOptions current={business.timeZone} />
          </field.SelectField>
        )}
      </form.AppField>
      <Permitted least="owner" otherwise={<Text muted>Only an owner can change this.</Text>}>
        <div>
          <form.SubmitButton>Save Changes</form.SubmitButton>
        </div>
      </Permitted>
    </AppForm>
  );
}

/** Saves the business. Returns null, or the error message. */
function useEditBusiness(): (edit: Inputs["merchant"]["editBusiness"]) => Promise<string | null> {
  const utils = trpc.useUtils();
  return async (edit) => {
    try {
      const business = await trpcClient.merchant.editBusiness.mutate(edit);
      utils.merchant.business.setData(undefined, business);
      toast.success("Business information updated successfully");
      return null;
    } catch (error) {
      return specifiedMessage(error, "Failed to update business information");
    }
  };
}

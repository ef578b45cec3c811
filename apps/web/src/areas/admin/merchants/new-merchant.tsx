import { createMerchantInput } from "@hearth/domain/admin/inputs";
import { limits } from "@hearth/domain/limits";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { useState } from "react";
import { z } from "zod";
import { specifiedMessage } from "../../../lib/api-error.ts";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { ButtonLink, CrumbLink } from "../../../kit/links.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Heading } from "../../../ui/typography.tsx";
import { BusinessTypeOptions } from "../../../features/enrollment/business-types.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Stack } from "../../../ui/stack.tsx";

/** Countries of a merchant's address, the default first. */
const countries = ["United States", "Canada", "United Kingdom", "Other"] as const satisfies readonly string[];

const schema = createMerchantInput.extend({
  walletAddress: createMerchantInput.shape.walletAddress.unwrap(),
  businessType: z.union([z.literal(""), z.enum(businessTypes)]).refine((value) => value !== "", "Business type is required"),
});
const empty: Required<z.input<typeof schema>> = {
  name: "",
  businessType: "",
  description: "",
  firstName: "",
  lastName: "",
  ownerEmail: "",
  email: "",
  phoneNumber: "",
  street: "",
  city: "",
  state: "",
  zipCode: "",
  country: countries[0],
  walletAddress: "",
};

export function NewMerchant() {
  const [made, setMade] = useState<Outputs["admin"]["createMerchant"] | null>(null);
  return (
    <Page narrow>
      <PageHead crumb={<CrumbLink to="/admin/merchants">Merchants</CrumbLink>} title={made ? "Merchant added" : "Add merchant"} />
      {made ? <MadeMerchant made={made} /> : <NewMerchantForm onMade={setMade} />}
    </Page>
  );
}

function NewMerchantForm({ onMade }: { onMade: (made: Outputs["admin"]["createMerchant"]) => void }) {
  const create = trpc.admin.createMerchant.useMutation();
  const form = useAppForm({
    defaultValues: empty,
    schema: schema,
    onSubmit: async (merchant) => {
      try {
        const made = await create.mutateAsync(createMerchantInput.parse(merchant));
        onMade(made);
      } catch (error) {
        return specifiedMessage(error, "Failed to register merchant");
      }
    },
  });
  const off = { autoComplete: "off" };

  return (
    <AppForm form={form} label="Add merchant">
      <Heading>Business</Heading>
      <form.AppField name="name">{(field) => <field.TextField label="Business name" {...off} />}</form.AppField>
      <form.AppField name="businessType">
        {(field) => (
          <field.SelectField label="Business type">
            <option value="">Choose a type</option>
            <BusinessTypeOptions />
          </field.SelectField>
        )}
      </form.AppField>
      <form.AppField name="description">{(field) => <field.TextareaField label="Business description" rows={3} />}</form.AppField>
      <FieldRow>
        <form.AppField name="email">{(field) => <field.TextField label="Business email" type="email" {...off} />}</form.AppField>
        <form.AppField name="phoneNumber">{(field) => <field.TextField label="Phone number" type="tel" {...off} />}</form.AppField>
      </FieldRow>
      <form.AppField name="walletAddress">
        {(field) => (
          <field.TextField
            label="Wallet address"
            optional
            spellCheck={false}
            hint="Where the merchant is paid. The owner can set it later."
            {...off}
          />
        )}
      </form.AppField>
      <Heading>Address</Heading>
      <form.AppField name="street">{(field) => <field.TextField label="Street address" {...off} />}</form.AppField>
      <FieldRow>
        <form.AppField name="city">{(field) => <field.TextField label="City" {...off} />}</form.AppField>
        <form.AppField name="state">{(field) => <field.TextField label="State" {...off} />}</form.AppField>
      </FieldRow>
      <FieldRow>
        <form.AppField name="zipCode">{(field) => <field.TextField label="ZIP code" {...off} />}</form.AppField>
        <form.AppField name="country">
          {(field) => (
            <field.SelectField label="Country">
              {countries.map((country) => (
                <option key={country}>{country}</option>
              ))}
            </field.SelectField>
          )}
        </form.AppField>
      </FieldRow>
      <Heading>Owner</Heading>
      <FieldRow>
        <form.AppField name="firstName">{(field) => <field.TextField label="First name" {...off} />}</form.AppField>
        <form.AppField name="lastName">{(field) => <field.TextField label="Last name" {...off} />}</form.AppField>
      </FieldRow>
      <form.AppField name="ownerEmail">
        {(field) => (
          <field.TextField label="Owner's email" type="email" hint="The owner signs in with it. We create a first password." {...off} />
        )}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Add Merchant</form.SubmitButton>
        <ButtonLink variant="quiet" to="/admin/merchants">
          Cancel
        </ButtonLink>
      </Actions>
    </AppForm>
  );
}

/** Shows a new merchant and its owner's initial password, once. */
function MadeMerchant({ made: { merchant, ownerPassword } }: { made: Outputs["admin"]["createMerchant"] }) {
  return (
    <Stack>
      <Alert tone="waiting" title="Give this password to the owner now">
        It is shown only here and stored nowhere. It can only be used to choose another password, once and within {limits.firstPasswordDays}{" "}
        days.
      </Alert>
      <DescriptionList>
        <Description label="Business name">{merchant.name}</Description>
        <Description label="Owner">
          {merchant.owner.firstName} {merchant.owner.lastName}
        </Description>
        <Description label="Email">{merchant.owner.email}</Description>
        <Description label="First password">
          <code>{ownerPassword}</code> <CopyButton text={ownerPassword} what="password" />
        </Description>
      </DescriptionList>
      <Actions>
        <ButtonLink variant="primary" to="/admin/merchants/$id" params={{ id: merchant._id }}>
          Open the merchant
        </ButtonLink>
      </Actions>
    </Stack>
  );
}

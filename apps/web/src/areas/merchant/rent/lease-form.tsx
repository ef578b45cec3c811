import type { Reword } from "@hearth/domain/merchants/party-words";
import { wireAmount } from "@hearth/domain/money";
import { createLeaseInput } from "@hearth/domain/rent/inputs";
import { type Day, dayIn } from "@hearth/domain/rent/calendar";
import { type LateFeeLaw, lateFeeLawAt } from "@hearth/domain/rent/late-fee-laws";
import { periodName, type Proration } from "@hearth/domain/rent/periods";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { z } from "zod";
import { entered } from "../../../features/rent/entered.ts";
import { UnconfirmedSenderNote } from "../../../features/auth/email-note.tsx";
import { MoneyField } from "../../../kit/form/amount-field.tsx";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { CrumbLink } from "../../../kit/links.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { useLetsHomes, useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Inputs, type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { useMerchantStats } from "../live.ts";
import { pastChoices, PastMonths } from "./past-months.tsx";
import { checkTerms, defaultTerms, TermsFields, termsInput, termsShape } from "../../../features/rent/acts/terms-fields.tsx";
import styles from "./lease-form.module.css";

const shape = createLeaseInput.shape;
const tenant = shape.tenants.element.shape;

const maxTenants = 10;

/** Schema of the form: the lease with one tenant and their co-tenants. */
const leaseForm = (today: Day, law: LateFeeLaw | null, reword: Reword) =>
  z
    .object({
      tenantName: tenant.name,
      tenantEmail: tenant.email,
      others: z.array(z.object({ name: tenant.name, email: tenant.email })),
      startsOn: shape.startsOn,
      endsOn: entered.pipe(shape.endsOn),
      chargedFrom: entered.pipe(shape.chargedFrom),
      pastLateFees: z.boolean(),
      ...termsShape,
      proration: shape.proration.unwrap(),
      deposit: entered.pipe(shape.deposit),
      partPayments: z.boolean(),
      notes: shape.notes.unwrap(),
      invite: z.boolean(),
    })
    .superRefine(({ startsOn, endsOn, chargedFrom, tenantEmail, others, ...terms }, context) => {
      const emails = [tenantEmail, ...others.map(({ email }) => email)];
      for (const [place, { email }] of others.entries())
        if (emails.indexOf(email) <= place)
          context.addIssue({ code: "custom", path: ["others", place, "email"], message: reword("Another tenant has this email address") });
      if (endsOn !== undefined && endsOn < startsOn)
        context.addIssue({ code: "custom", path: ["endsOn"], message: "The end date is before the start date" });
      const months = pastChoices({ startsOn, endsOn }, today);
      if (months.length > 0 && !months.some((month) => month === chargedFrom))
        context.addIssue({ code: "custom", path: ["chargedFrom"], message: "Choose the first month to charge" });
      checkTerms(terms, context, law);
    });

/** Returns the name (`Juniper Court 4B`) and the property's address of a unit. Undefined until the properties are loaded. */
function placeOf(properties: { pages: Outputs["rent"]["properties"][] } | undefined, unitId: string) {
  for (const { name, address, units } of properties?.pages.flatMap(({ items }) => items) ?? []) {
    const unit = units.find(({ _id }) => _id === unitId);
    if (unit) return { name: `${name} ${unit.name}`, address };
  }
  return undefined;
}

/** Form to add a unit's lease: tenants, dates, rent and terms. Waits for the time zone of the business, which is the lease's. */
export function LeaseForm({ unitId }: { unitId: string }) {
  const reword = useWording();
  const business = useMerchantStats();
  if (business.data) return <ZonedLeaseForm unitId={unitId} timeZone={business.data.timeZone} />;
  return (
    <>
      <PageHead crumb={<CrumbLink to="/merchant/properties">Properties</CrumbLink>} title={reword("New lease")} />
      {business.isError ? (
        <ErrorState onRetry={() => void business.refetch()} busy={business.isFetching}>
          Failed to load the time zone of your business
        </ErrorState>
      ) : (
        <SkeletonLedger rows={6} />
      )}
    </>
  );
}

function ZonedLeaseForm({ unitId, timeZone }: { unitId: string; timeZone: string }) {
  const reword = useWording();
  const navigate = useNavigate();
  const { data: properties } = usePages(trpc.rent.properties, { unit: unitId });
  const place = placeOf(properties, unitId);
  const law = useLetsHomes() ? lateFeeLawAt(place?.address ?? "") : null;
  const today = dayIn(new Date(), timeZone);
  const form = useAppForm({
    defaultValues: {
      tenantName: "",
      tenantEmail: "",
      others: new Array<{ name: string; email: string }>(),
      startsOn: "",
      endsOn: "",
      chargedFrom: "",
      pastLateFees: false,
      ...defaultTerms,
      proration: "days" as Proration,
      deposit: "",
      partPayments: true,
      notes: "",
      invite: true,
    },
    schema: leaseForm(today, law, reword),
    onSubmit: async (values) => {
      const input = inputOf(values, unitId, timeZone, today);
      try {
        const { _id } = await trpcClient.rent.createLease.mutate(input);
        toast.success(reword("Lease created"));
        await navigate({ to: "/merchant/leases/$leaseId", params: { leaseId: _id } });
        return null;
      } catch (error) {
        return reword(errorMessage(error));
      }
    },
  });
  return (
    <>
      <PageHead crumb={<CrumbLink to="/merchant/properties">Properties</CrumbLink>} title={reword("New lease")} sub={place?.name} />
      <AppForm form={form} label={reword("New lease")} className={styles.form}>
        <FieldRow>
          <form.AppField name="tenantName">
            {(field) => <field.TextField label={reword("Tenant's name")} autoComplete="off" />}
          </form.AppField>
          <form.AppField name="tenantEmail">
            {(field) => <field.EmailField label={reword("Tenant's email")} autoComplete="off" />}
          </form.AppField>
        </FieldRow>
        <form.AppField name="others">
          {({ value: others, change }) => (
            <>
              {others.map((_, place) => (
                <div key={place} role="group" aria-label={reword(`Tenant ${place + 2}`)} className={styles.tenant}>
                  <FieldRow>
                    <form.ItemField list="others" place={place} name="name">
                      {(field) => <field.TextField label={reword(`Name of tenant ${place + 2}`)} autoComplete="off" />}
                    </form.ItemField>
                    <form.ItemField list="others" place={place} name="email">
                      {(field) => <field.EmailField label={reword(`Email of tenant ${place + 2}`)} autoComplete="off" />}
                    </form.ItemField>
                  </FieldRow>
                  <Button variant="quiet" size="small" onClick={() => change(others.toSpliced(place, 1))}>
                    {reword(`Remove tenant ${place + 2}`)}
                  </Button>
                </div>
              ))}
              {others.length < maxTenants - 1 && (
                <Actions>
                  <Button size="small" icon={Plus} onClick={() => change([...others, { name: "", email: "" }])}>
                    {reword("Add a tenant")}
                  </Button>
                </Actions>
              )}
            </>
          )}
        </form.AppField>
        <TermsFields form={form} law={law} />
        <FieldRow>
          <form.AppField name="startsOn">{() => <DayField label="Start date" />}</form.AppField>
          <form.AppField name="endsOn">{() => <DayField label="End date" optional />}</form.AppField>
        </FieldRow>
        <form.AppField name="deposit">{() => <MoneyField label="Security deposit, in dollars" optional />}</form.AppField>
        <form.AppField name="proration">
          {(field) => (
            <field.SelectField label="Partial first or last month">
              <option value="days">Prorate by day</option>
              <option value="none">Charge the full month</option>
            </field.SelectField>
          )}
        </form.AppField>
        <form.AppField name="partPayments">{(field) => <field.CheckboxField label="Accept partial payments" />}</form.AppField>
        <form.Subscribe selector={({ values }) => values}>
          {(values) => {
            const months = pastChoices(values, today);
            if (months.length === 0) return null;
            return (
              <>
                <form.AppField name="chargedFrom">
                  {(field) => (
                    <field.SelectField
                      label="First month to charge"
                      hint={reword("This lease began before today. Leave out the months that were settled elsewhere.")}
                    >
                      <option value="">Choose a month</option>
                      {months.map((month) => (
                        <option key={month} value={month}>
                          {periodName(month)}
                        </option>
                      ))}
                    </field.SelectField>
                  )}
                </form.AppField>
                {months.includes(values.chargedFrom) && (
                  <PastMonths
                    lease={values}
                    isFirst={values.chargedFrom === months.at(-1)}
                    timeZone={timeZone}
                    feesField={(label) => (
                      <form.AppField name="pastLateFees">{(field) => <field.CheckboxField label={label} />}</form.AppField>
                    )}
                  />
                )}
              </>
            );
          }}
        </form.Subscribe>
        <form.AppField name="notes">
          {(field) => <field.TextareaField label="Notes" optional rows={3} hint={reword("For you only. Tenants don't see this.")} />}
        </form.AppField>
        <form.AppField name="invite">
          {(field) => (
            <field.CheckboxField
              label="Send the invitation now"
              hint={reword("An email with the link to this lease. A tenant who already pays you through Hearth gets the lease right away.")}
            />
          )}
        </form.AppField>
        <form.Subscribe selector={({ values }) => values.invite}>
          {(isInviting) => isInviting && <UnconfirmedSenderNote why="The invitation goes out right after that." />}
        </form.Subscribe>
        <Actions>
          <form.SubmitButton>{reword("Create lease")}</form.SubmitButton>
        </Actions>
      </AppForm>
    </>
  );
}

type Taken = z.infer<ReturnType<typeof leaseForm>>;

function inputOf(values: Taken, unitId: string, timeZone: string, today: Day): Inputs["rent"]["createLease"] {
  const {
    tenantName,
    tenantEmail,
    others,
    deposit,
    startsOn,
    endsOn,
    chargedFrom,
    pastLateFees,
    proration,
    partPayments,
    notes,
    invite,
    ...terms
  } = values;
  const [first, ...later] = pastChoices({ startsOn, endsOn }, today).toReversed();
  return {
    ...termsInput(terms),
    unitId,
    timeZone,
    startsOn,
    proration,
    partPayments,
    notes,
    invite,
    tenants: [{ name: tenantName, email: tenantEmail }, ...others],
    ...(deposit !== undefined && { deposit: wireAmount(deposit) }),
    ...(endsOn !== undefined && { endsOn }),
    ...(first !== undefined && { pastLateFees }),
    // A lease charged from its own first month has no `chargedFrom`, and is charged in full with its deposit.
    ...(later.some((month) => month === chargedFrom) && { chargedFrom }),
  };
}

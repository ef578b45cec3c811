import { wireAmount } from "@hearth/domain/money";
import { createLeaseInput } from "@hearth/domain/rent/inputs";
import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { entered } from "../../../features/rent/entered.ts";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { CrumbLink } from "../../../kit/links.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { type Inputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { useTimeZone } from "../../../ui/time-zone.ts";
import styles from "./lease-form.module.css";

const shape = createLeaseInput.shape;
const tenant = shape.tenants.element.shape;

/** What the form holds: one tenant, whom others may join. */
const leaseForm = z
  .object({
    tenantName: tenant.name,
    tenantEmail: tenant.email,
    startsOn: shape.startsOn,
    endsOn: entered.pipe(shape.endsOn),
    chargedFrom: entered.pipe(shape.chargedFrom),
    rent: entered.pipe(shape.rent),
    dueDay: entered.pipe(shape.dueDay.unwrap()),
    graceDays: entered.pipe(shape.graceDays.unwrap()),
    lateFeeKind: z.enum(["none", "fixed", "percent"]),
    lateFeeAmount: entered.pipe(shape.lateFeeAmount),
    deposit: entered.pipe(shape.deposit),
  })
  .superRefine(({ startsOn, endsOn, lateFeeKind, lateFeeAmount }, context) => {
    const add = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (endsOn !== undefined && endsOn < startsOn) add("endsOn", "The end is before the start");
    if (lateFeeKind !== "none" && lateFeeAmount === undefined) add("lateFeeAmount", "Please enter how much");
  });

/** The form's days of the month, the last one among them. */
const dueDays = [...Array.from({ length: 28 }, (_, index) => index + 1), 31];

/** Letting a unit: who, from when, for how much, due when. */
export function LeaseForm({ unitId }: { unitId: string }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const idempotency = useIdempotencyKey();
  const timeZone = useTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useAppForm({
    defaultValues: {
      tenantName: "",
      tenantEmail: "",
      startsOn: "",
      endsOn: "",
      chargedFrom: "",
      rent: "",
      dueDay: "1",
      graceDays: "3",
      lateFeeKind: "none" as "none" | "fixed" | "percent",
      lateFeeAmount: "",
      deposit: "",
    },
    schema: leaseForm,
    onSubmit: async (values) => {
      const input = inputOf(values, unitId, timeZone);
      try {
        const { _id } = await trpcClient.rent.createLease.mutate({ ...input, idempotencyKey: idempotency.keyFor(input) });
        idempotency.done();
        await utils.rent.invalidate();
        toast.success("The lease begins");
        await navigate({ to: "/merchant/leases/$leaseId", params: { leaseId: _id } });
        return null;
      } catch (error) {
        return errorMessage(error, "The lease was not made");
      }
    },
  });
  return (
    <>
      <PageHead crumb={<CrumbLink to="/merchant/properties">Properties</CrumbLink>} title="New lease" />
      <AppForm of={form} label="New lease" className={styles.form}>
        <FieldRow>
          <form.AppField name="tenantName">{(field) => <field.TextField label="Name" autoComplete="off" />}</form.AppField>
          <form.AppField name="tenantEmail">
            {(field) => (
              <field.EmailField
                autoComplete="off"
                hint="Who pays you by Hearth already has the lease at once. You invite others by a link."
              />
            )}
          </form.AppField>
        </FieldRow>
        <FieldRow>
          <form.AppField name="rent">
            {(field) => <field.TextField label="Rent a month, in dollars" inputMode="decimal" placeholder="1450.00" autoComplete="off" />}
          </form.AppField>
          <form.AppField name="dueDay">
            {(field) => (
              <field.SelectField label="Due on">
                {dueDays.map((day) => (
                  <option key={day} value={day}>
                    {day === 31 ? "The last day of the month" : `Day ${day} of the month`}
                  </option>
                ))}
              </field.SelectField>
            )}
          </form.AppField>
        </FieldRow>
        <FieldRow>
          <form.AppField name="startsOn">{(field) => <field.TextField label="First day" type="date" />}</form.AppField>
          <form.AppField name="endsOn">{(field) => <field.TextField label="Last day" optional type="date" />}</form.AppField>
        </FieldRow>
        <FieldRow>
          <form.AppField name="chargedFrom">
            {(field) => (
              <field.TextField
                label="Charge from"
                optional
                type="date"
                hint="For a lease that ran before: a day of the first month to charge here."
              />
            )}
          </form.AppField>
          <form.AppField name="deposit">
            {(field) => <field.TextField label="Deposit, in dollars" optional inputMode="decimal" autoComplete="off" />}
          </form.AppField>
        </FieldRow>
        <FieldRow>
          <form.AppField name="graceDays">
            {(field) => <field.TextField label="Days of grace" inputMode="numeric" hint="After the due day." />}
          </form.AppField>
          <form.AppField name="lateFeeKind">
            {(field) => (
              <field.SelectField label="Late fee">
                <option value="none">None</option>
                <option value="fixed">A fixed sum, once</option>
                <option value="percent">A per cent of the unpaid rent, once</option>
              </field.SelectField>
            )}
          </form.AppField>
        </FieldRow>
        <form.Subscribe selector={({ values }) => values.lateFeeKind}>
          {(kind) =>
            kind !== "none" && (
              <form.AppField name="lateFeeAmount">
                {(field) => (
                  <field.TextField
                    label={kind === "fixed" ? "Fee, in dollars" : "Fee, in per cent"}
                    inputMode="decimal"
                    autoComplete="off"
                  />
                )}
              </form.AppField>
            )
          }
        </form.Subscribe>
        <form.AppForm>
          <Actions>
            <form.SubmitButton>Make the lease</form.SubmitButton>
          </Actions>
        </form.AppForm>
      </AppForm>
    </>
  );
}

type Taken = z.infer<typeof leaseForm>;

function inputOf(values: Taken, unitId: string, timeZone: string): Omit<Inputs["rent"]["createLease"], "idempotencyKey"> {
  const { tenantName, tenantEmail, rent, deposit, lateFeeAmount, endsOn, chargedFrom, ...same } = values;
  return {
    ...same,
    unitId,
    timeZone,
    rent: wireAmount(rent),
    tenants: [{ name: tenantName, email: tenantEmail }],
    ...(deposit !== undefined && { deposit: wireAmount(deposit) }),
    ...(lateFeeAmount !== undefined && { lateFeeAmount: wireAmount(lateFeeAmount) }),
    ...(endsOn !== undefined && { endsOn }),
    ...(chargedFrom !== undefined && { chargedFrom }),
  };
}

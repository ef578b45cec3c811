import { raisedToDollars, wireAmount } from "@hearth/domain/money";
import { monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import { useState } from "react";
import { z } from "zod";
import { yearAfter } from "../../../../features/rent/acts/end-forms.tsx";
import { AppForm, useAppForm } from "../../../../kit/form/form.tsx";
import { useWording } from "../../../../kit/words.ts";
import { centsOf } from "../../../../kit/cents.ts";
import { trpcClient } from "../../../../lib/trpc.ts";
import { Amount } from "../../../../ui/amount.tsx";
import { dayWords } from "../../../../ui/dates.ts";
import { FieldRow } from "../../../../ui/field.tsx";
import { Text } from "../../../../ui/typography.tsx";
import { nameOfLeases, type Tenancy } from "./chosen-leases.ts";
import { countOf, type RunItem, RunOutcome } from "./outcome.tsx";
import { readRows, type RowEntries } from "./rows.ts";
import { focusFirstProblem, RowsTable } from "./rows-table.tsx";
import styles from "./several.module.css";
import { usePortions } from "./use-portions.ts";

const percentProblem = "Enter a percentage from 0 to 100, like 3";
const renewForm = z.object({
  term: z.enum(["year", "open"]),
  percent: z.string().refine((text) => text.trim() === "" || (Number(text) >= 0 && Number(text) <= 100), percentProblem),
  rows: z.custom<RowEntries>(),
});

interface RenewalItem extends RunItem {
  endsOn: string | null;
  rent: number;
  effectiveFrom: string;
  seenAt: string;
}

async function send(items: RenewalItem[]) {
  const renewals = items.map(({ leaseId, endsOn, rent, effectiveFrom, seenAt }) => ({ leaseId, endsOn, rent, effectiveFrom, seenAt }));
  return (await trpcClient.rent.renewMany.mutate({ items: renewals })).items;
}

/** The renewal of a lease from its end on. It names the version that the row was filled from. */
function renewalOf({ _id, property, unit, endsOn, updatedAt }: Tenancy, term: "year" | "open", cents: number): RenewalItem {
  const end = endsOn ?? "";
  return {
    leaseId: _id,
    label: `${property} ${unit}`,
    endsOn: term === "open" ? null : yearAfter(end),
    rent: wireAmount(cents),
    effectiveFrom: monthAfter(monthOf(end), 1),
    seenAt: updatedAt,
  };
}

/** Renews the leases that end: each for a year from its end or month-to-month, with a new rent. */
export function RenewSeveral({ leases, isChosen }: { leases: readonly Tenancy[]; isChosen: boolean }) {
  const reword = useWording();
  const portions = usePortions<RenewalItem>("renew", send);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const listed = (percent: string) =>
    leases.map((lease) => ({
      ...lease,
      isOnAtFirst: isChosen,
      ownCents: raisedToDollars(centsOf(lease.rent), Number(percent)),
      barred: lease.endsOn === null ? "has no end date" : lease.isOver ? "has ended" : null,
    }));
  const form = useAppForm({
    about: nameOfLeases(leases),
    defaultValues: { term: "year" as "year" | "open", percent: "", rows: {} as RowEntries },
    schema: renewForm,
    onSubmit: ({ term, percent, rows }) => {
      const read = readRows(rows, listed(percent));
      setProblems(read.problems);
      focusFirstProblem(read.problems);
      if (Object.keys(read.problems).length > 0) return reword(`Enter the rent for ${countOf(Object.keys(read.problems).length, "lease")}`);
      if (read.choices.length === 0) return reword("Select at least one lease");
      void portions.start(read.choices.map(({ lease, cents }) => renewalOf(lease, term, cents)));
      return null;
    },
  });
  if (portions.run !== null) return <RunOutcome name="renew" onDone={() => form.reset()} portions={portions} done="Renewed" />;
  return (
    <AppForm form={form} label={reword("Renew leases")}>
      <FieldRow>
        <form.AppField name="term">
          {(field) => (
            <field.SelectField label="New term">
              <option value="year">One year from the end date</option>
              <option value="open">Month-to-month</option>
            </field.SelectField>
          )}
        </form.AppField>
        <form.AppField name="percent">
          {(field) => (
            <field.TextField
              label="Raise the rent by, in percent"
              optional
              inputMode="decimal"
              autoComplete="off"
              hint="Rounded to whole dollars. You can change each rent below."
            />
          )}
        </form.AppField>
      </FieldRow>
      <form.Subscribe selector={({ values }) => values.percent}>
        {(percent) => (
          <form.AppField name="rows">
            {(field) => {
              const rows = listed(percent);
              const { choices } = readRows(field.value, rows);
              return (
                <>
                  <RowsTable
                    caption={reword("Leases to renew")}
                    leases={rows}
                    rows={field.value}
                    onChange={(rows) => {
                      setProblems({});
                      field.change(rows);
                    }}
                    fact={{
                      head: "Rent now, end date",
                      of: ({ rent, endsOn }) => (
                        <>
                          <Amount cents={centsOf(rent)} />
                          {endsOn !== null && `, ${dayWords(endsOn)}`}
                        </>
                      ),
                    }}
                    amountHead="New rent"
                    problems={problems}
                  />
                  <div className={styles.sum}>
                    <Text>{reword(countOf(choices.length, "lease"))}</Text>
                    <form.SubmitButton>{reword(`Renew ${countOf(choices.length, "lease")}`)}</form.SubmitButton>
                  </div>
                </>
              );
            }}
          </form.AppField>
        )}
      </form.Subscribe>
    </AppForm>
  );
}

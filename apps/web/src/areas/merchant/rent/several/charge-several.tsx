import { centsToDecimal, formatUsd, parseCents, wireAmount } from "@hearth/domain/money";
import { addChargeInput, addLeaseCreditInput } from "@hearth/domain/rent/inputs";
import { useState } from "react";
import { z } from "zod";
import { MoneyField } from "../../../../kit/form/amount-field.tsx";
import { DayField } from "../../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../../kit/form/form.tsx";
import { useWording } from "../../../../kit/words.ts";
import { centsOf } from "../../../../kit/cents.ts";
import { trpcClient } from "../../../../lib/trpc.ts";
import { FieldRow } from "../../../../ui/field.tsx";
import { Text } from "../../../../ui/typography.tsx";
import { nameOfLeases, type Tenancy } from "./chosen-leases.ts";
import { countOf, type RunItem, RunOutcome } from "./outcome.tsx";
import { readRows, type RowEntries } from "./rows.ts";
import { focusFirstProblem, QuietAmount, RowsTable } from "./rows-table.tsx";
import styles from "./several.module.css";
import { usePortions } from "./use-portions.ts";

const kinds = {
  utility: "Utility charge",
  repair: "Repair charge",
  fee: "Fee",
  deposit: "Security deposit",
  other: "Other charge",
  credit: "Credit",
} as const;
type Kind = keyof typeof kinds;

const chargeForm = z.object({
  kind: z.enum(["utility", "repair", "fee", "deposit", "other", "credit"]),
  description: addChargeInput.shape.description,
  on: addLeaseCreditInput.shape.on,
  amount: z.string(),
  rows: z.custom<RowEntries>(),
});

interface ChargeItem extends RunItem {
  kind: Kind;
  amount: number;
  on: string;
  description: string;
}

async function send(items: ChargeItem[]) {
  const credits = items.flatMap(({ kind, leaseId, amount, on, description }) =>
    kind === "credit" ? [{ leaseId, kind: "credit" as const, amount, on, note: description }] : [],
  );
  const charges = items.flatMap(({ kind, leaseId, amount, on, description }) =>
    kind === "credit" ? [] : [{ leaseId, kind, amount, dueOn: on, description }],
  );
  const { items: outcomes } =
    credits.length > 0
      ? await trpcClient.rent.creditMany.mutate({ items: credits })
      : await trpcClient.rent.chargeMany.mutate({ items: charges });
  return outcomes;
}

/** Takes a charge or a credit back that was entered for several leases. */
function undo(id: string) {
  const reason = "Entered by mistake";
  return id.startsWith("chg_")
    ? trpcClient.rent.voidCharge.mutate({ chargeId: id, reason })
    : trpcClient.rent.reverseCredit.mutate({ creditId: id, reason });
}

/** Charges or credits several leases: one kind, day and description, and an amount for all or for each. */
export function ChargeSeveral({ leases, isChosen }: { leases: readonly Tenancy[]; isChosen: boolean }) {
  const reword = useWording();
  const portions = usePortions<ChargeItem>("charge", send);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const listed = (amount: string) => {
    const cents = parseCents(amount.replaceAll(",", ""));
    return leases.map((lease) => ({ ...lease, isOnAtFirst: isChosen, ownCents: cents, barred: null }));
  };
  const form = useAppForm({
    about: nameOfLeases(leases),
    defaultValues: { kind: "utility" as Kind, description: "", on: "", amount: "", rows: {} as RowEntries },
    schema: chargeForm,
    onSubmit: ({ kind, description, on, amount, rows }) => {
      const read = readRows(rows, listed(amount));
      setProblems(read.problems);
      focusFirstProblem(read.problems);
      if (Object.keys(read.problems).length > 0)
        return reword(`Enter an amount for ${countOf(Object.keys(read.problems).length, "lease")}`);
      if (read.choices.length === 0) return reword("Select at least one lease");
      void portions.start(
        read.choices.map(({ lease, cents }) => ({
          leaseId: lease._id,
          label: `${lease.property} ${lease.unit}`,
          kind,
          amount: wireAmount(cents),
          on,
          description,
        })),
      );
      return null;
    },
  });
  if (portions.run !== null) {
    const isCredit = portions.run.items[0]?.kind === "credit";
    return (
      <RunOutcome name="charge" onDone={() => form.reset()} portions={portions} done={isCredit ? "Credited" : "Charged"} undo={undo} />
    );
  }
  return (
    <AppForm form={form} label={reword("Charge tenants")}>
      <FieldRow>
        <form.AppField name="kind">
          {(field) => (
            <field.SelectField label="Type">
              {Object.entries(kinds).map(([kind, name]) => (
                <option key={kind} value={kind}>
                  {name}
                </option>
              ))}
            </field.SelectField>
          )}
        </form.AppField>
        <form.Subscribe selector={({ values }) => values.kind === "credit"}>
          {(isCredit) => (
            <form.AppField name="on">{() => <DayField label="Date" hint={isCredit ? undefined : "The due date."} />}</form.AppField>
          )}
        </form.Subscribe>
      </FieldRow>
      <FieldRow>
        <form.AppField name="description">
          {(field) => <field.TextField label="Description" autoComplete="off" hint={reword("Your tenant sees this.")} />}
        </form.AppField>
        <form.AppField name="amount">
          {() => <MoneyField label="Amount for each, in dollars" optional hint={reword("You can change it for each lease below.")} />}
        </form.AppField>
      </FieldRow>
      <form.Subscribe selector={({ values }) => values.amount}>
        {(amount) => (
          <form.AppField name="rows">
            {(field) => {
              const rows = listed(amount);
              const { choices, total } = readRows(field.value, rows);
              return (
                <>
                  <RowsTable
                    caption={reword("Leases to charge")}
                    leases={rows}
                    rows={field.value}
                    onChange={(rows) => {
                      setProblems({});
                      field.change(rows);
                    }}
                    fact={{ head: "Balance", of: ({ owed }) => <QuietAmount cents={centsOf(owed)} /> }}
                    amountHead="Amount"
                    problems={problems}
                  />
                  <div className={styles.sum}>
                    <Text>{reword(`${countOf(choices.length, "lease")}, ${formatUsd(total)} in all`)}</Text>
                    <form.Subscribe selector={({ values }) => values.kind}>
                      {(kind) => (
                        <form.SubmitButton>
                          {reword(`${kind === "credit" ? "Credit" : "Charge"} ${countOf(choices.length, "lease")}`)}
                        </form.SubmitButton>
                      )}
                    </form.Subscribe>
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

/** Text of an amount in a field: `1450.00`. */
export const amountOf = (amount: number) => centsToDecimal(centsOf(amount));

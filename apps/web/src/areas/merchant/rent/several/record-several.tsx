import { formatUsd, wireAmount } from "@hearth/domain/money";
import { dayIn } from "@hearth/domain/rent/calendar";
import { addLeaseCreditInput } from "@hearth/domain/rent/inputs";
import { useState } from "react";
import { z } from "zod";
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

const recordForm = z.object({ on: addLeaseCreditInput.shape.on, voidFees: z.boolean(), rows: z.custom<RowEntries>() });

interface PaymentItem extends RunItem {
  amount: number;
  on: string;
  note: string;
  voidFees: boolean;
}

const paymentOf = ({ leaseId, amount, on, note, voidFees }: PaymentItem) => {
  const kind = "outside" as const;
  return { leaseId, kind, amount, on, note, voidFees };
};

async function send(items: PaymentItem[]) {
  const payments = items.map(paymentOf);
  return (await trpcClient.rent.creditMany.mutate({ items: payments })).items;
}

const undo = (creditId: string) => trpcClient.rent.reverseCredit.mutate({ creditId, reason: "Entered by mistake" });

/** The earliest today of the leases, so that it is to come in none of their zones. */
function todayOf(leases: readonly Tenancy[]): string {
  const now = new Date();
  const zones = new Set(leases.map(({ timeZone }) => timeZone));
  const [earliest] = [...zones].map((zone) => dayIn(now, zone)).toSorted();
  return earliest ?? dayIn(now, "Etc/GMT+12");
}

/** Records a morning's checks: one day, and for each lease the amount and the number of the check. */
export function RecordSeveral({ leases, isChosen }: { leases: readonly Tenancy[]; isChosen: boolean }) {
  const reword = useWording();
  const portions = usePortions<PaymentItem>("record", send);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const today = todayOf(leases);
  const listed = leases.map((lease) => ({ ...lease, isOnAtFirst: isChosen, ownCents: centsOf(lease.owed), barred: null }));
  const form = useAppForm({
    about: nameOfLeases(leases),
    defaultValues: { on: today as string, voidFees: true, rows: {} as RowEntries },
    schema: recordForm,
    onSubmit: ({ on, voidFees, rows }) => {
      const read = readRows(rows, listed);
      setProblems(read.problems);
      focusFirstProblem(read.problems);
      if (Object.keys(read.problems).length > 0)
        return reword(`Enter an amount for ${countOf(Object.keys(read.problems).length, "lease")}`);
      if (read.choices.length === 0) return "Enter at least one payment";
      void portions.start(
        read.choices.map(({ lease, cents, note }) => ({
          leaseId: lease._id,
          label: `${lease.property} ${lease.unit}`,
          amount: wireAmount(cents),
          on,
          note: note === "" ? "Payment received" : `Check ${note}`,
          voidFees: voidFees && on < today,
        })),
      );
      return null;
    },
  });
  if (portions.run !== null)
    return <RunOutcome name="record" onDone={() => form.reset()} portions={portions} done="Recorded" undo={undo} />;
  return (
    <AppForm form={form} label="Record payments">
      <FieldRow>
        <form.AppField name="on">{() => <DayField label="Date received" />}</form.AppField>
        <form.Subscribe selector={({ values }) => values.on < today}>
          {(isEarlier) =>
            isEarlier ? (
              <form.AppField name="voidFees">
                {(field) => <field.CheckboxField label="Also void late fees that were charged after this day and should not have been" />}
              </form.AppField>
            ) : (
              <span />
            )
          }
        </form.Subscribe>
      </FieldRow>
      <form.AppField name="rows">
        {(field) => {
          const { choices, total } = readRows(field.value, listed);
          return (
            <>
              <RowsTable
                caption="Payments to record"
                leases={listed}
                rows={field.value}
                onChange={(rows) => {
                  setProblems({});
                  field.change(rows);
                }}
                fact={{ head: "Balance", of: ({ owed }) => <QuietAmount cents={centsOf(owed)} /> }}
                amountHead="Received"
                noteHead="Check number"
                problems={problems}
              />
              <div className={styles.sum}>
                <Text>{`${countOf(choices.length, "payment")}, ${formatUsd(total)} in all`}</Text>
                <form.SubmitButton>{`Record ${countOf(choices.length, "payment")}`}</form.SubmitButton>
              </div>
            </>
          );
        }}
      </form.AppField>
    </AppForm>
  );
}

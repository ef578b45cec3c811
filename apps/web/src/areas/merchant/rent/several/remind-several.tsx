import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { AppForm, useAppForm } from "../../../../kit/form/form.tsx";
import { useWording } from "../../../../kit/words.ts";
import { centsOf } from "../../../../kit/cents.ts";
import { type Outputs, trpcClient } from "../../../../lib/trpc.ts";
import { Amount } from "../../../../ui/amount.tsx";
import { dayWords } from "../../../../ui/dates.ts";
import { ErrorState } from "../../../../ui/empty.tsx";
import { SkeletonLedger } from "../../../../ui/skeleton.tsx";
import { Text } from "../../../../ui/typography.tsx";
import { nameOfLeases, type Tenancy } from "./chosen-leases.ts";
import { countOf, type RunItem, RunOutcome } from "./outcome.tsx";
import { readRows, type RowEntries, type SeveralLease } from "./rows.ts";
import { RowsTable } from "./rows-table.tsx";
import styles from "./several.module.css";
import { usePortions } from "./use-portions.ts";

const remindForm = z.object({ rows: z.custom<RowEntries>() });

async function send(items: RunItem[]) {
  return (await trpcClient.rent.remindMany.mutate({ leaseIds: items.map(({ leaseId }) => leaseId) })).items;
}

/** A lease whose tenants can be reminded, or why not. */
interface Reminding extends SeveralLease {
  amount: number;
  dueOn: string;
}

/** Leases in one call of the preview, whose ids are in its address. */
const previewedAtOnce = 100;

async function previewAll(leaseIds: readonly string[]) {
  const items: Outputs["rent"]["remindPreview"]["items"] = [];
  for (let start = 0; start < leaseIds.length; start += previewedAtOnce) {
    const page = await trpcClient.rent.remindPreview.query({ leaseIds: leaseIds.slice(start, start + previewedAtOnce) });
    items.push(...page.items);
  }
  return items;
}

/** Reminds the tenants of several leases. First shows who gets an email about how much, and who gets none and why. */
export function RemindSeveral({ leases }: { leases: readonly Tenancy[]; isChosen: boolean }) {
  const reword = useWording();
  const leaseIds = leases.map(({ _id }) => _id);
  const preview = useQuery({
    queryKey: ["several", "remind", leaseIds],
    queryFn: () => previewAll(leaseIds),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (preview.isError)
    return (
      <ErrorState onRetry={() => void preview.refetch()} busy={preview.isFetching}>
        {reword("Failed to load your tenants")}
      </ErrorState>
    );
  if (!preview.data) return <SkeletonLedger rows={8} />;
  const listed = preview.data.map(({ leaseId, property, unit, tenants, amount, dueOn, canRemind, why }): Reminding => ({
    _id: leaseId,
    property,
    unit,
    tenants,
    amount,
    dueOn: dueOn ?? "",
    isOnAtFirst: canRemind,
    ownCents: null,
    barred: canRemind ? null : (why ?? "cannot be reminded"),
  }));
  return <RemindForm leases={listed} />;
}

function RemindForm({ leases }: { leases: readonly Reminding[] }) {
  const reword = useWording();
  const portions = usePortions<RunItem>("remind", send);
  const form = useAppForm({
    about: nameOfLeases(leases),
    defaultValues: { rows: {} as RowEntries },
    schema: remindForm,
    onSubmit: ({ rows }) => {
      const { choices } = readRows(rows, leases, false);
      if (choices.length === 0) return reword("Select at least one lease");
      void portions.start(choices.map(({ lease: { _id, property, unit } }) => ({ leaseId: _id, label: `${property} ${unit}` })));
      return null;
    },
  });
  if (portions.run !== null) return <RunOutcome name="remind" onDone={() => form.reset()} portions={portions} done="Reminded" />;
  return (
    <AppForm form={form} label={reword("Remind tenants")}>
      <form.AppField name="rows">
        {(field) => {
          const { choices } = readRows(field.value, leases, false);
          return (
            <>
              <RowsTable
                caption={reword("Leases to remind")}
                leases={leases}
                rows={field.value}
                onChange={field.change}
                fact={{
                  head: "Due",
                  of: ({ amount, dueOn }) => (
                    <>
                      <Amount cents={centsOf(amount)} />
                      {dueOn !== "" && (
                        <>
                          , <span className={styles.day}>{dayWords(dueOn)}</span>
                        </>
                      )}
                    </>
                  ),
                }}
                problems={{}}
              />
              <div className={styles.sum}>
                <Text>{reword(countOf(choices.length, "lease"))}</Text>
                <form.SubmitButton>{reword(`Remind ${countOf(choices.length, "lease")}`)}</form.SubmitButton>
              </div>
            </>
          );
        }}
      </form.AppField>
    </AppForm>
  );
}

import { useMutation } from "@tanstack/react-query";
import { dayOf } from "@hearth/domain/rent/calendar";
import { endLeaseInput, undoLeaseInput } from "@hearth/domain/rent/inputs";
import { dayName } from "@hearth/domain/rent/periods";
import { useRef } from "react";
import { z } from "zod";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import { doneWith } from "./entry-forms.tsx";
import { useLeaseCalls } from "./lease-calls.ts";

type Lease = Pick<Outputs["rent"]["lease"], "_id" | "endsOn" | "updatedAt">;

const endForm = z.object({ endsOn: endLeaseInput.shape.endsOn.unwrap() });

interface EndFormProps {
  lease: Lease;
  onDone: () => void;
  /** Opens the form that undoes the lease. */
  onUndo: () => void;
}

/** Sets, moves or removes the lease's last day. */
export function EndForm({ lease, onDone, onUndo }: EndFormProps) {
  const reword = useWording();
  const done = doneWith(onDone);
  const calls = useLeaseCalls();
  const { _id: leaseId, endsOn: current } = lease;
  const form = useAppForm({
    defaultValues: { endsOn: current ?? "" },
    version: lease.updatedAt,
    schema: endForm,
    onSubmit: async ({ endsOn }, seenAt) => {
      try {
        await calls.endLease({ leaseId, endsOn, seenAt });
      } catch (error) {
        return reword(errorMessage(error));
      }
      return done(reword(`The lease ends on ${dayName(endsOn)}`));
    },
  });
  return (
    <AppForm form={form} label={reword("End of the lease")}>
      <p>
        We credit rent already charged after this date.
        {current !== null && " Rent we credited for an earlier end date is charged again."}
      </p>
      <form.AppField name="endsOn">{() => <DayField label="End date" />}</form.AppField>
      <Actions>
        <form.SubmitButton>{reword(current === null ? "End the lease" : "Move the end")}</form.SubmitButton>
        {current !== null && <RemoveEnd lease={lease} onDone={onDone} />}
      </Actions>
      <Text size="note" muted>
        {reword("Was the lease entered by mistake?")}{" "}
        <TextButton size="small" onClick={onUndo}>
          {reword("Undo the lease")}
        </TextButton>
      </Text>
    </AppForm>
  );
}

function RemoveEnd({ lease: { _id: leaseId, updatedAt: seenAt }, onDone }: { lease: Lease; onDone: () => void }) {
  const reword = useWording();
  const done = doneWith(onDone);
  const calls = useLeaseCalls();
  const isSent = useRef(false);
  const remove = useMutation({
    mutationFn: calls.endLease,
    onSuccess: async () => {
      done(reword("The lease goes on"));
    },
    onError: (error) => {
      toast.failure(reword(errorMessage(error)));
    },
    onSettled: () => {
      isSent.current = false;
    },
  });
  // A second press comes before the button is shown as busy.
  const press = () => {
    if (isSent.current) return;
    isSent.current = true;
    remove.mutate({ leaseId, endsOn: null, seenAt });
  };
  return (
    <Button busy={remove.isPending} onClick={press}>
      Remove the end
    </Button>
  );
}

const undoForm = z.object({ reason: undoLeaseInput.shape.reason });

/** Undoes a lease that was entered by mistake. */
export function UndoLeaseForm({ lease: { _id: leaseId, updatedAt }, onDone }: { lease: Lease; onDone: () => void }) {
  const reword = useWording();
  const done = doneWith(onDone);
  const calls = useLeaseCalls();
  const form = useAppForm({
    defaultValues: { reason: "" },
    version: updatedAt,
    schema: undoForm,
    onSubmit: async ({ reason }, seenAt) => {
      try {
        await calls.undoLease({ leaseId, reason, seenAt });
      } catch (error) {
        return reword(errorMessage(error));
      }
      return done(reword("The lease is undone"));
    },
  });
  return (
    <AppForm form={form} label={reword("Undo the lease")}>
      <p>
        {reword(
          "Every charge on this lease is voided, its unit becomes vacant, and its tenants get an email. This cannot be undone; you would have to add the lease again.",
        )}
      </p>
      <form.AppField name="reason">
        {(field) => <field.TextField label="Why" autoComplete="off" hint={reword("The tenant sees this.")} />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>{reword("Undo the lease")}</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

/** Adds one year to a day. February 29 becomes February 28. */
export function yearAfter(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return dayOf(year + 1, month, date);
}

import { useMutation } from "@tanstack/react-query";
import { changeTenantInput, moveTenantOutInput } from "@hearth/domain/rent/inputs";
import { dayName } from "@hearth/domain/rent/periods";
import { z } from "zod";
import { doneWith } from "../../../features/rent/acts/entry-forms.tsx";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpcClient } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import type { LeaseTenant } from "./lease-tenants.tsx";

const { name, email } = changeTenantInput.shape;
const tenantForm = z.object({ name, email, movedInOn: z.union([z.literal(""), moveTenantOutInput.shape.movedOutOn.unwrap()]) });

type State = Outputs["rent"]["addTenant"]["state"];

/** Success message, depending on the tenant's account. */
function doneWords(who: string, state: State, isNew: boolean): string {
  if (state === "joined") return isNew ? `${who} has an account and can see the lease now` : `${who} was corrected`;
  if (state === "invited") return `${who} was invited by email`;
  if (state === "waiting") return `${who} was added. The invitation is sent once you confirm your own email.`;
  return `${who} was ${isNew ? "added" : "corrected"}`;
}

/** Form that adds a tenant to a lease, or corrects a tenant's name and email. */
export function TenantForm({ leaseId, tenant, onDone }: { leaseId: string; tenant: LeaseTenant | null; onDone: () => void }) {
  const reword = useWording();
  const done = doneWith(onDone);
  const form = useAppForm({
    about: tenant?._id,
    defaultValues: { name: tenant?.name ?? "", email: tenant?.email ?? "", movedInOn: "" },
    schema: tenantForm,
    onSubmit: async ({ movedInOn, ...who }) => {
      const common = { leaseId, ...who };
      try {
        const { state } =
          tenant === null
            ? await trpcClient.rent.addTenant.mutate({ ...common, ...(movedInOn !== "" && { movedInOn }) })
            : await trpcClient.rent.changeTenant.mutate({ ...common, tenantId: tenant._id });
        return done(reword(doneWords(who.name, state, tenant === null)));
      } catch (error) {
        return reword(errorMessage(error));
      }
    },
  });
  return (
    <AppForm form={form} label={tenant === null ? reword("Add a tenant") : "Correct name or email"}>
      <p>
        {tenant === null
          ? reword(
              "We invite them by email. Once they join, they can see this lease's ledger and pay its balance. The other tenants get an email.",
            )
          : tenant.hasJoined
            ? "They have joined with their own account. You can correct the name; this email is no longer used."
            : "If you change the email, the old invitation stops working and a new one is sent."}
      </p>
      <form.AppField name="name">{(field) => <field.TextField label="Name" autoComplete="off" />}</form.AppField>
      <form.AppField name="email">{(field) => <field.EmailField autoComplete="off" />}</form.AppField>
      {tenant === null && (
        <form.AppField name="movedInOn">
          {() => <DayField label="Move-in date" optional hint={reword("Leave it blank if they moved in when the lease began.")} />}
        </form.AppField>
      )}
      <Actions>
        <form.SubmitButton>{tenant === null ? reword("Add the tenant") : "Save Changes"}</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

const moveOutForm = z.object({ movedOutOn: moveTenantOutInput.shape.movedOutOn.unwrap() });

interface MoveOutProps {
  lease: Pick<Outputs["rent"]["lease"], "_id" | "tenants">;
  tenant: LeaseTenant;
  onDone: () => void;
}

/** Form that sets, moves or removes a tenant's last day. The last tenant stays as long as the lease. */
export function MoveOutForm(props: MoveOutProps) {
  const reword = useWording();
  const { lease, tenant } = props;
  const others = lease.tenants.filter(({ _id, movedOutOn }) => _id !== tenant._id && movedOutOn === null);
  if (others.length > 0) return <LastDayForm {...props} others={others} />;
  return (
    <p>
      {tenant.name} {reword("is the last tenant on this lease. Add the new tenant first, or end the lease.")}
    </p>
  );
}

function LastDayForm({ lease, tenant, others, onDone }: MoveOutProps & { others: LeaseTenant[] }) {
  const reword = useWording();
  const done = doneWith(onDone);
  const tenantRef = { leaseId: lease._id, tenantId: tenant._id };
  const form = useAppForm({
    about: tenant._id,
    defaultValues: { movedOutOn: tenant.movedOutOn ?? "" },
    schema: moveOutForm,
    onSubmit: async ({ movedOutOn }) => {
      try {
        await trpcClient.rent.moveTenantOut.mutate({ ...tenantRef, movedOutOn });
      } catch (error) {
        return reword(errorMessage(error));
      }
      return done(`${tenant.name}: last day is ${dayName(movedOutOn)}`);
    },
  });
  return (
    <AppForm form={form} label="Moving out">
      <p>
        {reword(
          "After their last day they see nothing new on the lease, get no reminders, and autopay skips what is due later. They keep what they saw and paid until then. The rent stays the same, and a deposit goes back to the person who paid it when you return it. All tenants get an email.",
        )}
      </p>
      {tenant.hasJoined && !others.some(({ hasJoined }) => hasJoined) && <p>{reword("Then no one on this lease has an account.")}</p>}
      <form.AppField name="movedOutOn">{() => <DayField label="Move-out date" />}</form.AppField>
      <Actions>
        <form.SubmitButton>{tenant.movedOutOn === null ? "Set move-out date" : "Change move-out date"}</form.SubmitButton>
        {tenant.movedOutOn !== null && <RemoveDay tenantRef={tenantRef} name={tenant.name} onDone={onDone} />}
      </Actions>
    </AppForm>
  );
}

function RemoveDay({
  tenantRef,
  name: who,
  onDone,
}: {
  tenantRef: { leaseId: string; tenantId: string };
  name: string;
  onDone: () => void;
}) {
  const reword = useWording();
  const done = doneWith(onDone);
  const remove = useMutation({
    mutationFn: () => trpcClient.rent.moveTenantOut.mutate({ ...tenantRef, movedOutOn: null }),
    onSuccess: async () => {
      done(`${who} stays`);
    },
    onError: (error) => toast.failure(reword(errorMessage(error))),
  });
  return (
    <Button busy={remove.isPending} onClick={() => remove.mutate()}>
      They stay
    </Button>
  );
}

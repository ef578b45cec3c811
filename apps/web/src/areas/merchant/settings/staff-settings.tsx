import { inviteStaffInput } from "@hearth/domain/merchants/staff";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { useState } from "react";
import { HandOver } from "./hand-over.tsx";
import { AppForm, FormFailure, useAppForm } from "../../../kit/form/form.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { UnconfirmedSenderNote } from "../../../features/auth/email-note.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { Select } from "../../../ui/inputs.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { InvitedNote } from "../invited-note.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";

type Person = Outputs["staff"]["list"]["items"][number];

const roleNames: Record<StaffRole, string> = { owner: "Owner", manager: "Manager", viewer: "Viewer" };
const roleWords: Record<StaffRole, string> = {
  viewer: "can see everything",
  manager: "can also answer disputes, send refunds, and manage rent and unmatched money",
  owner: "can do everything you can",
};
const choices = (["viewer", "manager", "owner"] as const).map((value) => ({ value, label: roleNames[value] }));

/** Lists who works for the business. Owners can invite, change and remove them. */
export function StaffSettings() {
  const isOwner = usePermission("owner");
  const staff = trpc.staff.list.useQuery();
  if (!staff.data) {
    if (!staff.isError) return <SkeletonLedger rows={3} />;
    return (
      <ErrorState onRetry={() => void staff.refetch()} busy={staff.isFetching}>
        Failed to load your staff
      </ErrorState>
    );
  }
  const { owner, items } = staff.data;
  return (
    <Stack wide>
      <Text muted>
        {owner.name} ({owner.email}) owns this business. Everyone else signs in with an account of their own, and the audit log names them.
      </Text>
      {items.length === 0 ? (
        <Text>No one else works with this business yet.</Text>
      ) : (
        <DataTable
          dense
          cards="wide"
          caption="Staff"
          columns={isOwner ? [...columns, actions] : columns}
          rows={items}
          rowKey={({ _id }) => _id}
        />
      )}
      {isOwner && (
        <Section title="Invite someone" size="subheading">
          <InviteForm />
        </Section>
      )}
      {isOwner && owner.isYou && (
        <Section title="Transfer the business" size="subheading">
          <HandOver coOwners={items.filter(({ role, state }) => role === "owner" && state === "joined")} />
        </Section>
      )}
    </Stack>
  );
}

const columns: DataTableColumn<Person>[] = [
  { id: "email", head: "Email", kind: "title", wraps: true, cell: ({ email }) => email },
  { id: "name", head: "Name", kind: "sub", cell: ({ name, isYou }) => `${name ?? ""}${isYou ? " (you)" : ""}` },
  { id: "role", head: "Role", kind: "aside", cell: ({ role }) => roleNames[role] },
  { id: "state", head: "Since", kind: "meta", cell: (person) => <Since person={person} /> },
];
const actions: DataTableColumn<Person> = { id: "actions", head: "Actions", kind: "status", cell: (person) => <Acts person={person} /> };

function Since({ person: { state, joinedAt, expiresAt } }: { person: Person }) {
  if (joinedAt !== null) return <Time at={joinedAt} />;
  return (
    <>
      {state === "expired" ? "Invitation expired on " : "Invited until "}
      <Time at={expiresAt} />
    </>
  );
}

function Acts({ person: { _id: staffId, email, role, state, isYou } }: { person: Person }) {
  const after = { onError: (error: unknown) => toast.failure(errorMessage(error)) };
  const change = trpc.staff.changeRole.useMutation(after);
  const remove = trpc.staff.remove.useMutation(after);
  if (isYou) return null;
  const setRole = (value: string) => {
    const chosen = choices.find((choice) => choice.value === value);
    if (chosen) change.mutate({ staffId, role: chosen.value });
  };
  return (
    <>
      <Select aria-label={`Role of ${email}`} value={role} disabled={change.isPending} onChange={({ target }) => setRole(target.value)}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Button
        size="small"
        variant="danger"
        aria-label={state === "joined" ? `Remove ${email}` : `Cancel invitation to ${email}`}
        busy={remove.isPending}
        onClick={() => remove.mutate({ staffId })}
      >
        {state === "joined" ? "Remove" : "Cancel invitation"}
      </Button>
    </>
  );
}

function InviteForm() {
  const invite = trpc.staff.invite.useMutation();
  const [invitedEmail, setInvitedEmail] = useState<string | null>(null);
  const empty: { email: string; role: StaffRole } = { email: "", role: "viewer" };
  const form = useAppForm({
    defaultValues: empty,
    schema: inviteStaffInput,
    onSubmit: async ({ email, role }) => {
      setInvitedEmail(null);
      try {
        await invite.mutateAsync({ email, role });
        setInvitedEmail(email);
        form.reset();
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return (
    <AppForm form={form} label="Invite someone" ownFailure>
      <UnconfirmedSenderNote />
      {invitedEmail !== null && <InvitedNote email={invitedEmail} />}
      <FormFailure />
      <FieldRow>
        <form.AppField name="email">{(field) => <field.EmailField autoComplete="off" />}</form.AppField>
        <form.AppField name="role">
          {(field) => (
            <field.SelectField label="Role" hint={`${roleNames[field.value]}: ${roleWords[field.value]}.`}>
              {choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </field.SelectField>
          )}
        </form.AppField>
      </FieldRow>
      <Actions>
        <form.SubmitButton>Send the invitation</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

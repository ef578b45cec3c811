import { inviteToEnrollForm } from "@hearth/domain/rent/invitations";
import { useState } from "react";
import { AppForm, FormFailure, useAppForm } from "../../../kit/form/form.tsx";
import { CrumbLink } from "../../../kit/links.tsx";
import { Permitted, usePermission } from "../../../kit/permission.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { useWording } from "../../../kit/words.ts";
import { UnconfirmedSenderNote } from "../../../features/auth/email-note.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { Time } from "../../../ui/moment.tsx";
import { PageHead, Section } from "../../../ui/page.tsx";
import { type Invited, InvitedNote, waitingWords } from "../invited-note.tsx";
import { Text } from "../../../ui/typography.tsx";
import { toast } from "../../../ui/toast-manager.ts";

type Invitation = Outputs["invitations"]["list"]["items"][number];

const columns: DataTableColumn<Invitation>[] = [
  { id: "email", head: "Email", kind: "title", wraps: true, cell: ({ email }) => email },
  {
    id: "place",
    head: "Apartment",
    kind: "sub",
    wraps: true,
    cell: ({ address, aptNumber }) => (aptNumber === null ? address : `${aptNumber}, ${address}`),
  },
  { id: "state", head: "Status", kind: "meta", wraps: true, cell: (invitation) => <State invitation={invitation} /> },
  { id: "actions", head: "Actions", kind: "status", cell: (invitation) => <TakeBack invitation={invitation} /> },
];

function State({ invitation: { waitsFor, state, joinedAt, expiresAt, mailProblem } }: { invitation: Invitation }) {
  if (waitsFor !== null) return waitingWords[waitsFor];
  if (joinedAt !== null) {
    return (
      <>
        Enrolled on <Time at={joinedAt} />
      </>
    );
  }
  return (
    <>
      {state === "expired" ? "Expired on " : "Invited until "}
      <Time at={expiresAt} />
      {mailProblem !== null && (
        <Text as="span" size="note" muted>
          {" "}
          The email did not arrive: {mailProblem} Cancel it, and invite the right address.
        </Text>
      )}
    </>
  );
}

function TakeBack({ invitation: { _id: invitationId, email, state } }: { invitation: Invitation }) {
  const mayAct = usePermission("manager");
  const takeBack = trpc.invitations.takeBack.useMutation({
    onError: (error) => toast.failure(errorMessage(error)),
  });
  if (state === "joined" || !mayAct) return null;
  return (
    <Button
      size="small"
      aria-label={`Cancel invitation to ${email}`}
      busy={takeBack.isPending}
      onClick={() => takeBack.mutate({ invitationId })}
    >
      Cancel invitation
    </Button>
  );
}

/** Lists the invited tenants, with a form to invite another. */
export function Invitations() {
  const reword = useWording();
  const pages = usePages(trpc.invitations.list, {});
  return (
    <>
      <PageHead
        crumb={<CrumbLink to="/merchant/tenants">{reword("Tenants")}</CrumbLink>}
        title="Invitations"
        sub={reword("Your tenant opens the link, and the landlord and the apartment are filled in.")}
      />
      <Permitted least="manager">
        <Section title={reword("Invite a tenant")}>
          <InviteTenantForm />
        </Section>
      </Permitted>
      <Section title="Invited">
        <PagedList
          pages={pages}
          noun="invitation"
          failed="Failed to load your invitations"
          empty="No invitations yet."
          skeletonRows={3}
          compact
        >
          {(rows) => <DataTable dense cards="wide" caption="Invitations" columns={columns} rows={[...rows]} rowKey={({ _id }) => _id} />}
        </PagedList>
      </Section>
    </>
  );
}

/** Invites a tenant by mail, and shows the link to copy. */
export function InviteTenantForm() {
  const reword = useWording();
  const invite = trpc.invitations.invite.useMutation();
  const [sent, setSent] = useState<Invited | null>(null);
  const form = useAppForm({
    defaultValues: { email: "", address: "", aptNumber: "" },
    schema: inviteToEnrollForm,
    onSubmit: async (invited) => {
      setSent(null);
      try {
        const { url } = await invite.mutateAsync(invited);
        setSent({ email: invited.email, url });
        form.reset();
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return (
    <AppForm form={form} label={reword("Invite a tenant")} ownFailure>
      <UnconfirmedSenderNote />
      {sent && <InvitedNote {...sent} />}
      <FormFailure />
      <form.AppField name="email">{(field) => <field.EmailField autoComplete="off" />}</form.AppField>
      <FieldRow>
        <form.AppField name="address">
          {(field) => <field.TextField label="Address" autoComplete="off" placeholder="12 Cedar Street, Albany, NY 12207" />}
        </form.AppField>
        <form.AppField name="aptNumber">
          {(field) => <field.TextField label="Apartment number" optional autoComplete="off" />}
        </form.AppField>
      </FieldRow>
      <Actions>
        <form.SubmitButton>Send the invitation</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

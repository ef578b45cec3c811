import { wordsOf } from "@hearth/domain/notifications/words";
import { inviteToEnrollForm } from "@hearth/domain/rent/invitations";
import { useEffect, useState } from "react";
import { AppForm, FormFailure, useAppForm } from "../../../kit/form/form.tsx";
import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { Permitted, usePermission } from "../../../kit/permission.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { useWording } from "../../../kit/words.ts";
import { UnconfirmedSenderNote } from "../../../features/auth/email-note.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Field, FieldRow } from "../../../ui/field.tsx";
import { Select } from "../../../ui/inputs.tsx";
import { Time } from "../../../ui/moment.tsx";
import { PageHead, Section } from "../../../ui/page.tsx";
import { type Invited, InvitedNote, waitingWords } from "../invited-note.tsx";
import { Stack } from "../../../ui/stack.tsx";
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
  { id: "actions", head: "Actions", kind: "status", cell: (invitation) => <Acts invitation={invitation} /> },
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

function Acts({ invitation: { _id: invitationId, email, state } }: { invitation: Invitation }) {
  const mayAct = usePermission("manager");
  const resend = trpc.invitations.resend.useMutation({
    onSuccess: () => toast.success(`Invitation sent again to ${email}. The link in the email before no longer works.`),
    onError: (error) => toast.failure(errorMessage(error)),
  });
  const takeBack = trpc.invitations.takeBack.useMutation({
    onError: (error) => toast.failure(errorMessage(error)),
  });
  if (state === "joined" || !mayAct) return null;
  return (
    <Actions>
      {state !== "waiting" && (
        <Button
          size="small"
          aria-label={`Resend invitation to ${email}`}
          busy={resend.isPending}
          onClick={() => resend.mutate({ invitationId })}
        >
          Resend
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        aria-label={`Cancel invitation to ${email}`}
        busy={takeBack.isPending}
        onClick={() => takeBack.mutate({ invitationId })}
      >
        Cancel
      </Button>
    </Actions>
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

/** Invites a tenant by email for a unit or for a typed address. Shows the email before it is sent, and the link to copy afterwards. */
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
      <form.AppField name="address">
        {(address) => (
          <form.AppField name="aptNumber">
            {(apartment) => (
              <UnitChooser
                place={{ address: address.value, name: apartment.value }}
                onChoose={(unit) => {
                  address.change(unit.address);
                  apartment.change(unit.name);
                }}
              />
            )}
          </form.AppField>
        )}
      </form.AppField>
      <FieldRow>
        <form.AppField name="address">
          {(field) => <field.TextField label="Address" autoComplete="off" placeholder="12 Cedar Street, Albany, NY 12207" />}
        </form.AppField>
        <form.AppField name="aptNumber">
          {(field) => <field.TextField label="Apartment number" optional autoComplete="off" />}
        </form.AppField>
      </FieldRow>
      <form.Subscribe selector={({ values }) => values}>{(values) => <Preview {...values} />}</form.Subscribe>
      <Actions>
        <form.SubmitButton>Send the invitation</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

interface Place {
  address: string;
  name: string;
}

/** Units that are offered, at least. Any other address can be typed. */
const offeredUnits = 500;

/**
 * Fills in the address of a unit, the vacant ones first. The tenants of a unit with a lease are invited from the lease, so that they see its
 * bills. Renders nothing for a business without units.
 */
function UnitChooser({ place, onChoose }: { place: Place; onChoose: (place: Place) => void }) {
  const reword = useWording();
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = usePages(trpc.rent.properties, {});
  const units = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .flatMap(({ name: property, address, units: own }) =>
      own.map((unit) => ({ ...unit, label: `${property} ${unit.name}`, address: address || property })),
    );
  const isMoreWanted = hasNextPage && !isFetching && !isFetchNextPageError && units.length < offeredUnits;
  useEffect(() => {
    if (isMoreWanted) void fetchNextPage();
  }, [isMoreWanted, fetchNextPage]);
  if (units.length === 0) return null;
  const chosen = units.find(({ address, name }) => address === place.address && name === place.name);
  const options = (isVacant: boolean) =>
    units
      .filter(({ lease }) => (lease === null) === isVacant)
      .map(({ _id, label }) => (
        <option key={_id} value={_id}>
          {label}
        </option>
      ));
  return (
    <>
      <Field label="Unit">
        <Select
          value={chosen?._id ?? ""}
          onChange={({ target }) => onChoose(units.find(({ _id }) => _id === target.value) ?? { address: "", name: "" })}
        >
          <option value="">Another address</option>
          <optgroup label="Vacant">{options(true)}</optgroup>
          <optgroup label={reword("With a lease")}>{options(false)}</optgroup>
        </Select>
      </Field>
      {chosen && (
        <Text size="note" muted>
          {chosen.lease === null ? (
            <>
              {reword("This unit has no lease. With one, the invitation leads to the first bill.")}{" "}
              <TextLink to="/merchant/leases/new" search={{ unit: chosen._id }} size="small">
                {reword("Add a lease")}
              </TextLink>
            </>
          ) : (
            <>
              {reword("This unit has a lease. Invited from there, the tenant sees its bills.")}{" "}
              <TextLink to="/merchant/leases/$leaseId" params={{ leaseId: chosen.lease._id }} size="small">
                {reword("Open the lease")}
              </TextLink>
            </>
          )}
        </Text>
      )}
    </>
  );
}

/** The email that the form sends, as its reader gets it. Renders nothing until the business is loaded. */
function Preview({ email, aptNumber }: { email: string; aptNumber: string }) {
  const { data } = trpc.merchant.business.useQuery();
  if (!data) return null;
  const { name: merchant, businessType, timeZone } = data;
  const event = { kind: "tenantInvited" as const, merchant, businessType, aptNumber: aptNumber === "" ? null : aptNumber };
  const { title, text } = wordsOf(event, { timeZone });
  return (
    <Stack>
      <Text size="label">{email === "" ? "The email that goes out" : `The email to ${email}`}</Text>
      <Text strong>{title}</Text>
      {text.map((paragraph) => (
        <Text key={paragraph} size="note" muted>
          {paragraph}
        </Text>
      ))}
    </Stack>
  );
}

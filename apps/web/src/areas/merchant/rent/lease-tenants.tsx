import { lazy, useState } from "react";
import { dayWords } from "../../../features/rent/due.ts";
import { Late } from "../../../kit/late.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { useWords } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";

const TenantForm = lazy(() => import("./tenant-forms.tsx").then(({ TenantForm: component }) => ({ default: component })));
const MoveOutForm = lazy(() => import("./tenant-forms.tsx").then(({ MoveOutForm: component }) => ({ default: component })));

type Lease = Outputs["rent"]["lease"];
export type LeaseTenant = Lease["tenants"][number];

/** What is being done to a lease's tenants, in a dialog of its own. */
type TenantAct = { kind: "add" } | { kind: "change" | "moveOut"; tenant: LeaseTenant };

/** Who rents under a lease and who did, with what the landlord can do: add, correct, invite, and let move out. */
export function LeaseTenants({ lease }: { lease: Lease }) {
  const say = useWords();
  const mayAct = usePermission("manager") && lease.undoneAt === null;
  const [act, setAct] = useState<TenantAct | null>(null);
  const onClose = () => setAct(null);
  return (
    <Section
      title={say("Tenants")}
      end={
        mayAct && (
          <Button size="small" onClick={() => setAct({ kind: "add" })}>
            {say("Add a tenant")}
          </Button>
        )
      }
    >
      <DataTable
        dense
        cards="wide"
        caption={say("Tenants of the lease")}
        columns={columnsOf(lease._id, mayAct ? setAct : null)}
        rows={lease.tenants}
        rowKey={({ _id }) => _id}
      />
      <Dialog open={act?.kind === "add"} onClose={onClose} title={say("Add a tenant")} small>
        <Late open={act?.kind === "add"}>
          <TenantForm leaseId={lease._id} tenant={null} onDone={onClose} />
        </Late>
      </Dialog>
      <Dialog open={act?.kind === "change"} onClose={onClose} title="Correct name or email" small>
        <Late open={act?.kind === "change"}>
          {act?.kind === "change" && <TenantForm leaseId={lease._id} tenant={act.tenant} onDone={onClose} />}
        </Late>
      </Dialog>
      <Dialog open={act?.kind === "moveOut"} onClose={onClose} title="Moving out" small>
        <Late open={act?.kind === "moveOut"}>
          {act?.kind === "moveOut" && <MoveOutForm lease={lease} tenant={act.tenant} onDone={onClose} />}
        </Late>
      </Dialog>
    </Section>
  );
}

function columnsOf(leaseId: string, onAct: ((act: TenantAct) => void) | null): DataTableColumn<LeaseTenant>[] {
  return [
    { id: "name", head: "Name", kind: "title", wraps: true, cell: ({ name }) => name },
    { id: "email", head: "Email", kind: "sub", wraps: true, cell: ({ email }) => email },
    { id: "state", head: "State", kind: "meta", wraps: true, cell: (tenant) => <State tenant={tenant} /> },
    {
      id: "actions",
      head: "Actions",
      kind: "status",
      wraps: true,
      cell: (tenant) => onAct && <TenantActs leaseId={leaseId} tenant={tenant} onAct={onAct} />,
    },
  ];
}

/** Whether a tenant has an account, is invited, or has moved out. */
function State({ tenant: { hasJoined, hasLeft, movedInOn, movedOutOn, accountClosedAt, invitation } }: { tenant: LeaseTenant }) {
  return (
    <Stack>
      {hasLeft && movedOutOn !== null ? (
        <span>Moved out on {dayWords(movedOutOn)}</span>
      ) : hasJoined ? (
        <span>Has an account</span>
      ) : invitation === null ? (
        accountClosedAt === null && <span>Not invited</span>
      ) : (
        <span>
          {invitation.expiresAt < new Date().toISOString() ? "The invitation ran out on " : "Invited until "}
          <Time at={invitation.expiresAt} />
        </span>
      )}
      {!hasLeft && movedOutOn !== null && <span>Moves out on {dayWords(movedOutOn)}</span>}
      {!hasLeft && movedInOn !== null && <span>Since {dayWords(movedInOn)}</span>}
      {!hasJoined && accountClosedAt !== null && (
        <span>
          Closed their account on <Time at={accountClosedAt} />
        </span>
      )}
      {invitation?.mailProblem != null && (
        <>
          <Text as="span" strong>
            The email did not arrive
          </Text>
          <Text as="span" size="note" muted>
            {invitation.mailProblem}
          </Text>
        </>
      )}
    </Stack>
  );
}

function TenantActs({ leaseId, tenant, onAct }: { leaseId: string; tenant: LeaseTenant; onAct: (act: TenantAct) => void }) {
  const { name, hasJoined, hasLeft, movedOutOn } = tenant;
  const moveOut = movedOutOn === null ? "Moves out" : "Change the day";
  return (
    <Actions>
      {!hasJoined && !hasLeft && <Invite leaseId={leaseId} tenant={tenant} />}
      {!hasLeft && (
        <Button size="small" aria-label={`Correct ${name}`} onClick={() => onAct({ kind: "change", tenant })}>
          Correct
        </Button>
      )}
      <Button size="small" aria-label={`${moveOut}: ${name}`} onClick={() => onAct({ kind: "moveOut", tenant })}>
        {moveOut}
      </Button>
    </Actions>
  );
}

/** Invites a tenant who has not joined, by mail and by the link that is shown; each replaces the one before. */
function Invite({ leaseId, tenant }: { leaseId: string; tenant: LeaseTenant }) {
  const utils = trpc.useUtils();
  const invite = trpc.invitations.inviteToLease.useMutation({
    onSuccess: () => utils.rent.lease.invalidate({ leaseId }),
    onError: (error) => toast.failure(errorMessage(error, "The invitation could not be sent")),
  });
  const inviteWords = tenant.invitation === null ? "Invite" : "Invite again";
  if (invite.data) {
    return (
      <span>
        An email is on its way. The same link for you: <CopyButton text={invite.data.url} what="invitation" />
      </span>
    );
  }
  return (
    <Button
      size="small"
      aria-label={`${inviteWords} ${tenant.email}`}
      busy={invite.isPending}
      onClick={() => invite.mutate({ leaseId, tenantId: tenant._id })}
    >
      {inviteWords}
    </Button>
  );
}

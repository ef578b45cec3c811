import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { isUninvited } from "../../../features/rent/acts/lease-step.ts";
import { LazyOverlay } from "../../../lib/loading/lazy-overlay.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";
import { waitingWords } from "../invited-note.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import { dayWords } from "../../../ui/dates.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";

const TenantForm = lazyPart(async () => (await import("./tenant-forms.tsx")).TenantForm);
const MoveOutForm = lazyPart(async () => (await import("./tenant-forms.tsx")).MoveOutForm);

type Lease = Outputs["rent"]["lease"];
export type LeaseTenant = Lease["tenants"][number];

/** The open action on a lease's tenants. Each has its own dialog. */
type TenantAct = { kind: "add" } | { kind: "change" | "moveOut"; tenant: LeaseTenant };

/** Lists the current and former tenants of a lease, with the landlord's actions: add, correct, invite and move out. */
export function LeaseTenants({ lease }: { lease: Lease }) {
  const reword = useWording();
  const mayAct = usePermission("manager") && lease.undoneAt === null;
  const [act, setAct] = useState<TenantAct | null>(null);
  const onClose = () => setAct(null);
  return (
    <Section
      title={reword("Tenants")}
      end={
        mayAct && (
          <Button size="small" {...TenantForm.opener} onClick={() => setAct({ kind: "add" })}>
            {reword("Add a tenant")}
          </Button>
        )
      }
    >
      <DescriptionList kind="stacked" ruled>
        {lease.tenants.map((tenant) => (
          <Description key={tenant._id} label={tenant.name}>
            <Stack>
              <span>{tenant.email}</span>
              <State tenant={tenant} />
              {mayAct && <TenantActs leaseId={lease._id} tenant={tenant} onAct={setAct} />}
            </Stack>
          </Description>
        ))}
      </DescriptionList>
      <Dialog open={act?.kind === "add"} onClose={onClose} title={reword("Add a tenant")} small>
        <LazyOverlay open={act?.kind === "add"} fallback={<SkeletonPart />}>
          <TenantForm leaseId={lease._id} tenant={null} onDone={onClose} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={act?.kind === "change"} onClose={onClose} title="Correct name or email" small>
        <LazyOverlay open={act?.kind === "change"} fallback={<SkeletonPart />}>
          {act?.kind === "change" && <TenantForm leaseId={lease._id} tenant={act.tenant} onDone={onClose} />}
        </LazyOverlay>
      </Dialog>
      <Dialog open={act?.kind === "moveOut"} onClose={onClose} title="Moving out" small>
        <LazyOverlay open={act?.kind === "moveOut"} fallback={<SkeletonPart />}>
          {act?.kind === "moveOut" && <MoveOutForm lease={lease} tenant={act.tenant} onDone={onClose} />}
        </LazyOverlay>
      </Dialog>
    </Section>
  );
}

/** Says whether a tenant has an account, is invited, or has moved out. */
function State({ tenant: { hasJoined, hasLeft, movedInOn, movedOutOn, accountClosedAt, invitation } }: { tenant: LeaseTenant }) {
  return (
    <>
      <Text as="span" size="note" muted>
        {hasLeft && movedOutOn !== null ? (
          `Moved out on ${dayWords(movedOutOn)}. `
        ) : hasJoined ? (
          "Has an account. "
        ) : invitation === null ? (
          accountClosedAt === null && "Not invited. "
        ) : invitation.waitsFor !== null ? (
          `${waitingWords[invitation.waitsFor]}. `
        ) : (
          <>
            {invitation.expiresAt < new Date().toISOString() ? "The invitation expired on " : "Invited until "}
            <Time at={invitation.expiresAt} />
            {". "}
          </>
        )}
        {!hasLeft && movedOutOn !== null && `Moves out on ${dayWords(movedOutOn)}. `}
        {!hasLeft && movedInOn !== null && `Since ${dayWords(movedInOn)}. `}
        {!hasJoined && accountClosedAt !== null && (
          <>
            Closed their account on <Time at={accountClosedAt} />.
          </>
        )}
      </Text>
      {invitation?.mailProblem != null && (
        <Alert tone="bad" title="The email did not arrive">
          {invitation.mailProblem}
        </Alert>
      )}
    </>
  );
}

function TenantActs({ leaseId, tenant, onAct }: { leaseId: string; tenant: LeaseTenant; onAct: (act: TenantAct) => void }) {
  const { name, hasJoined, hasLeft, movedOutOn } = tenant;
  const moveOut = movedOutOn === null ? "Moves out" : "Change the day";
  return (
    <Actions>
      {!hasJoined && !hasLeft && <Invite leaseId={leaseId} tenant={tenant} />}
      {!hasLeft && (
        <Button size="small" aria-label={`Correct ${name}`} {...TenantForm.opener} onClick={() => onAct({ kind: "change", tenant })}>
          Correct
        </Button>
      )}
      <Button size="small" aria-label={`${moveOut}: ${name}`} {...MoveOutForm.opener} onClick={() => onAct({ kind: "moveOut", tenant })}>
        {moveOut}
      </Button>
    </Actions>
  );
}

/** Primary button that invites every tenant of a lease who was never invited, by mail. */
export function SendInvitation({ lease }: { lease: Lease }) {
  const invite = useMutation({
    mutationFn: async () => {
      for (const { _id } of lease.tenants.filter(isUninvited)) {
        await trpcClient.invitations.inviteToLease.mutate({ leaseId: lease._id, tenantId: _id });
      }
    },
    onSuccess: () => toast.success("Invitation sent"),
    onError: (error) => toast.failure(errorMessage(error)),
  });
  return (
    <Button variant="primary" busy={invite.isPending} onClick={() => invite.mutate()}>
      Send invitation
    </Button>
  );
}

/** Invites a tenant who has not joined, by mail and with a link to copy. Each invitation replaces the previous one. */
function Invite({ leaseId, tenant }: { leaseId: string; tenant: LeaseTenant }) {
  const invite = trpc.invitations.inviteToLease.useMutation({
    onError: (error) => toast.failure(errorMessage(error)),
  });
  if (tenant.invitation?.waitsFor != null) return null;
  const inviteWords = tenant.invitation === null ? "Invite" : "Invite again";
  if (invite.data) {
    return (
      <span>
        Invitation sent. You can also copy the link: <CopyButton text={invite.data.url} what="invitation" />
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

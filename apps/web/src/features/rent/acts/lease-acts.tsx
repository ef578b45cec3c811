import { formatUsd } from "@hearth/domain/money";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LazyOverlay } from "../../../lib/loading/lazy-overlay.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { dayWords } from "../../../ui/dates.ts";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import type { LedgerLine } from "../ledger-columns.tsx";
import { useLeaseCalls } from "./lease-calls.ts";
import { undoVerb, type Undoing } from "./undoing.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";

const EntryForm = lazyPart(async () => (await import("./entry-forms.tsx")).EntryForm);
const UndoForm = lazyPart(async () => (await import("./entry-forms.tsx")).UndoForm);
const EndForm = lazyPart(async () => (await import("./end-forms.tsx")).EndForm);
const UndoLeaseForm = lazyPart(async () => (await import("./end-forms.tsx")).UndoLeaseForm);
const TermsForm = lazyPart(async () => (await import("./terms-form.tsx")).TermsForm);
const RenewalForm = lazyPart(async () => (await import("./terms-form.tsx")).RenewalForm);

type Lease = Outputs["rent"]["lease"];

/** The open action on a lease. Each has its own dialog. */
export type LeaseAct = "entry" | "end" | "renewal" | "terms" | "undo" | Undoing;

/** Buttons for a lease's actions. Rendered only for users with permission. */
export function LeaseActButtons({ lease, onAct }: { lease: Lease; onAct: (act: LeaseAct) => void }) {
  const reword = useWording();
  if (!usePermission("manager") || lease.undoneAt !== null) return null;
  return (
    <>
      {lease.owed > 0 && <Remind lease={lease} />}
      {lease.endsOn !== null && <Button onClick={() => onAct("renewal")}>{reword("Renew the lease")}</Button>}
      <Button onClick={() => onAct("terms")}>Change the terms</Button>
      <Button onClick={() => onAct("end")}>{reword(lease.endsOn === null ? "End the lease" : "Change the end")}</Button>
    </>
  );
}

export function LeaseActDialogs({ lease, act, onAct }: { lease: Lease; act: LeaseAct | null; onAct: (act: LeaseAct | null) => void }) {
  const reword = useWording();
  const { _id: leaseId } = lease;
  const onClose = () => onAct(null);
  return (
    <>
      <Dialog open={act === "entry"} onClose={onClose} title="Add charge or payment" small>
        <LazyOverlay open={act === "entry"}>
          <EntryForm leaseId={leaseId} onDone={onClose} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={act === "terms"} onClose={onClose} title="Change the terms" small>
        <LazyOverlay open={act === "terms"}>
          <TermsForm lease={lease} onDone={onClose} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={act === "renewal"} onClose={onClose} title={reword("Renew the lease")} small>
        <LazyOverlay open={act === "renewal"}>
          <RenewalForm lease={lease} onDone={onClose} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={act === "end"} onClose={onClose} title={reword(lease.endsOn === null ? "End the lease" : "Change the end")} small>
        <LazyOverlay open={act === "end"}>
          <EndForm lease={lease} onDone={onClose} onUndo={() => onAct("undo")} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={act === "undo"} onClose={onClose} title={reword("Undo the lease")} small>
        <LazyOverlay open={act === "undo"}>
          <UndoLeaseForm lease={lease} onDone={onClose} />
        </LazyOverlay>
      </Dialog>
      <Dialog
        open={act !== null && typeof act !== "string"}
        onClose={onClose}
        title={act !== null && typeof act !== "string" ? `${undoVerb(act)} ${act.description}` : undefined}
        small
      >
        <LazyOverlay open={act !== null}>
          {act !== null && typeof act !== "string" && <UndoForm undoing={act} onDone={onClose} />}
        </LazyOverlay>
      </Dialog>
    </>
  );
}

/** Button that reverses a ledger line, if that is possible. */
export function Undo({ line, onAct }: { line: LedgerLine; onAct: (act: LeaseAct) => void }) {
  const mayAct = usePermission("manager");
  const { kind, charge, creditId, description } = line;
  const undoing: Undoing | null =
    kind === "charge" && charge !== null && !charge.isVoided
      ? {
          chargeId: charge._id,
          description,
          ...(charge.kind === "lateFee" && { isLateFee: true }),
          ...(charge.kind === "rent" && { isRent: true }),
        }
      : creditId !== null
        ? { creditId, description }
        : null;
  if (undoing === null || !mayAct) return null;
  const verb = undoVerb(undoing);
  return (
    <TextButton size="small" onClick={() => onAct(undoing)} aria-label={`${verb} ${description}`}>
      {verb}
    </TextButton>
  );
}

/** Says how many tenants got the mail, and how many have switched reminders off or could not be mailed. */
function remindedWords({ tenants: joined, switchedOff, invited, notInvited }: Outputs["rent"]["remind"]): string {
  const tenants = joined + invited;
  const mailed = tenants === 0 ? "No one got an email" : tenants === 1 ? "The tenant was reminded" : `${tenants} tenants were reminded`;
  if (notInvited > 0) return `${mailed}. ${notInvited} without an account could not be emailed.`;
  const others =
    switchedOff === 1
      ? "1 tenant has turned reminders off, and sees it in Hearth"
      : `${switchedOff} tenants have turned reminders off, and see it in Hearth`;
  return switchedOff === 0 ? mailed : `${mailed}. ${others}.`;
}

/** Button that reminds the tenants of open charges, after showing who gets which email. */
function Remind({ lease }: { lease: Lease }) {
  const reword = useWording();
  const calls = useLeaseCalls();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const remind = useMutation({
    mutationFn: calls.remind,
    onSuccess: (reminded) => {
      close();
      toast.success(reword(remindedWords(reminded)));
    },
    onError: (error) => toast.failure(reword(errorMessage(error))),
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Send a reminder</Button>
      <Dialog
        small
        open={isOpen}
        onClose={close}
        title="Send a reminder"
        foot={
          <>
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
            <Button variant="primary" busy={remind.isPending} onClick={() => remind.mutate({ leaseId: lease._id })}>
              Send reminder
            </Button>
          </>
        }
      >
        <ReminderPreview lease={lease} />
      </Dialog>
    </>
  );
}

/** Shows who a reminder goes to, what it says, and when the last one went. */
function ReminderPreview({ lease }: { lease: Lease }) {
  const { merchant, property, unit, owed, dueOn, reminded, tenants } = lease;
  const amount = formatUsd(centsOf(owed));
  return (
    <Stack>
      <DescriptionList>
        {tenants
          .filter(({ hasLeft }) => !hasLeft)
          .map(({ _id, name, email, hasJoined, accountClosedAt }) => (
            <Description key={_id} label={name}>
              {accountClosedAt === null ? email : "No email, because they have closed their account"}
              {!hasJoined && accountClosedAt === null && ", with an invitation, because they have no account yet"}
            </Description>
          ))}
        <Description label="Last reminder">
          {reminded === null ? (
            "None yet"
          ) : (
            <>
              <Time at={reminded.at} /> {reminded.byHand ? "manually" : "automatically"}
            </>
          )}
        </Description>
      </DescriptionList>
      <div>
        <Text strong>
          Reminder: {amount} due to {merchant}
        </Text>
        <Text>
          You owe {amount} for {property} {unit}.{dueOn !== null && ` The earliest due date is ${dayWords(dueOn)}.`}
        </Text>
      </div>
    </Stack>
  );
}

import { formatUsd } from "@hearth/domain/money";
import { useMutation } from "@tanstack/react-query";
import { ChevronDown, Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { useFetchWhenIdle } from "../../../lib/loading/use-fetch-when-idle.ts";
import { LazyOverlay } from "../../../lib/loading/lazy-overlay.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { dayWords } from "../../../ui/dates.ts";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Menu, MenuAction } from "../../../ui/menu.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import type { LedgerLine } from "../ledger-columns.tsx";
import type { LeaseStep } from "./lease-step.ts";
import styles from "../ledger.module.css";
import { useLeaseCalls } from "./lease-calls.ts";
import { undoVerb, type Undoing } from "./undoing.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";

const EntryForm = lazyPart(async () => (await import("./entry-forms.tsx")).EntryForm);
const UndoForm = lazyPart(async () => (await import("./entry-forms.tsx")).UndoForm);
const EndForm = lazyPart(async () => (await import("./end-forms.tsx")).EndForm);
const UndoLeaseForm = lazyPart(async () => (await import("./end-forms.tsx")).UndoLeaseForm);
const TermsForm = lazyPart(async () => (await import("./terms-form.tsx")).TermsForm);
const RenewalForm = lazyPart(async () => (await import("./terms-form.tsx")).RenewalForm);

type Lease = Outputs["rent"]["lease"];

/** The open action on a lease. Each has its own dialog. */
export type LeaseAct = "payment" | "charge" | "remind" | "end" | "renewal" | "terms" | "undo" | Undoing;

interface Offered {
  act: "payment" | "charge" | "remind" | "renewal" | "terms" | "end";
  label: string;
  /** The form of the act, if its code is loaded on demand. */
  form?: Pick<typeof EntryForm, "opener">;
}

/** The acts that fit a lease, in the order of their use. */
function actsOf(lease: Lease): Offered[] {
  return [
    { act: "payment", label: "Record payment", form: EntryForm },
    { act: "charge", label: "Add charge", form: EntryForm },
    ...(lease.owed > 0 ? [{ act: "remind" as const, label: "Send a reminder" }] : []),
    ...(lease.endsOn === null ? [] : [{ act: "renewal" as const, label: "Renew the lease", form: RenewalForm }]),
    { act: "terms", label: "Change the terms", form: TermsForm },
    { act: "end", label: lease.endsOn === null ? "End the lease" : "Change the end", form: EndForm },
  ];
}

interface LeaseActsProps {
  lease: Lease;
  onAct: (act: LeaseAct) => void;
  /** The act that fits the lease now, which gets a button of its own. Without it all are in the menu. */
  step?: LeaseStep;
  /** Label of the menu. */
  menu: string;
}

/** The act that fits a lease's state as the primary button, and all others in a menu. Rendered only for users with permission. */
export function LeaseActs({ lease, onAct, step, menu }: LeaseActsProps) {
  const reword = useWording();
  const isOffered = usePermission("manager") && lease.undoneAt === null;
  const acts = actsOf(lease);
  const first = acts.find(({ act }) => act === step);
  useFetchWhenIdle(isOffered ? first?.form : undefined);
  if (!isOffered) return null;
  return (
    <>
      {first && (
        <Button variant="primary" {...first.form?.opener} onClick={() => onAct(first.act)}>
          {reword(first.label)}
        </Button>
      )}
      <Menu trigger={<Button icon={ChevronDown}>{menu}</Button>}>
        {acts
          .filter((offered) => offered !== first)
          .map(({ act, label, form }) => (
            <MenuAction key={label} opens={form} onSelect={() => onAct(act)}>
              {reword(label)}
            </MenuAction>
          ))}
      </Menu>
    </>
  );
}

/** Reminds an administrator whose lease this is, and that the landlord sees every change. */
export function ActingFor({ merchant }: { merchant: string }) {
  return (
    <Text size="note" muted className={styles.acting}>
      You act for {merchant}. They see each change on their page of this lease, and the audit log names you.
    </Text>
  );
}

interface LeaseActDialogsProps {
  lease: Lease;
  act: LeaseAct | null;
  onAct: (act: LeaseAct | null) => void;
  /** Shown first in each dialog. */
  note?: ReactNode;
}

/** The dialogs of a lease's actions. */
export function LeaseActDialogs({ lease, act, onAct, note }: LeaseActDialogsProps) {
  const reword = useWording();
  const { _id: leaseId } = lease;
  const onClose = () => onAct(null);
  return (
    <>
      <Dialog open={act === "payment"} onClose={onClose} title="Record payment" small>
        {note}
        <LazyOverlay open={act === "payment"} fallback={<SkeletonPart />}>
          <EntryForm leaseId={leaseId} first="outside" onDone={onClose} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={act === "charge"} onClose={onClose} title="Add charge" small>
        {note}
        <LazyOverlay open={act === "charge"} fallback={<SkeletonPart />}>
          <EntryForm leaseId={leaseId} first="utility" onDone={onClose} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={act === "terms"} onClose={onClose} title="Change the terms" small>
        {note}
        <LazyOverlay open={act === "terms"} fallback={<SkeletonPart />}>
          <TermsForm lease={lease} onDone={onClose} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={act === "renewal"} onClose={onClose} title={reword("Renew the lease")} small>
        {note}
        <LazyOverlay open={act === "renewal"} fallback={<SkeletonPart />}>
          <RenewalForm lease={lease} onDone={onClose} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={act === "end"} onClose={onClose} title={reword(lease.endsOn === null ? "End the lease" : "Change the end")} small>
        {note}
        <LazyOverlay open={act === "end"} fallback={<SkeletonPart />}>
          <EndForm lease={lease} onDone={onClose} onUndo={() => onAct("undo")} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={act === "undo"} onClose={onClose} title={reword("Undo the lease")} small>
        {note}
        <LazyOverlay open={act === "undo"} fallback={<SkeletonPart />}>
          <UndoLeaseForm lease={lease} onDone={onClose} />
        </LazyOverlay>
      </Dialog>
      <Dialog
        open={act !== null && typeof act !== "string"}
        onClose={onClose}
        title={act !== null && typeof act !== "string" ? `${undoVerb(act)} ${act.description}` : undefined}
        small
      >
        {note}
        <LazyOverlay open={act !== null} fallback={<SkeletonPart />}>
          {act !== null && typeof act !== "string" && <UndoForm undoing={act} onDone={onClose} />}
        </LazyOverlay>
      </Dialog>
      <Remind lease={lease} open={act === "remind"} onClose={onClose} note={note} />
    </>
  );
}

/** Menu of a ledger line that reverses it, if that is possible. */
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
    <Menu trigger={<IconButton icon={Ellipsis} label={`Change ${description}`} />}>
      <MenuAction opens={UndoForm} onSelect={() => onAct(undoing)}>
        {verb}
      </MenuAction>
    </Menu>
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

/** Dialog that reminds the tenants of open charges, and shows who gets which email. */
function Remind({ lease, open, onClose, note }: { lease: Lease; open: boolean; onClose: () => void; note: ReactNode }) {
  const reword = useWording();
  const calls = useLeaseCalls();
  const remind = useMutation({
    mutationFn: calls.remind,
    onSuccess: (reminded) => {
      onClose();
      toast.success(reword(remindedWords(reminded)));
    },
    onError: (error) => toast.failure(reword(errorMessage(error))),
  });
  return (
    <Dialog
      small
      open={open}
      onClose={onClose}
      title="Send a reminder"
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={remind.isPending} onClick={() => remind.mutate({ leaseId: lease._id })}>
            Send reminder
          </Button>
        </>
      }
    >
      {note}
      <ReminderPreview lease={lease} />
    </Dialog>
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

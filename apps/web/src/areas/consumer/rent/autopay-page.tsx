import { mostScheduledPayments } from "@hearth/domain/autopay/bills";
import { formatUsd } from "@hearth/domain/money";
import type { Reword } from "@hearth/domain/merchants/party-words";
import { CircleStop, Ellipsis } from "lucide-react";
import { Suspense, useState } from "react";
import { type AutopayLease, type AutopayMonth, canBeCancelled, canBeSigned, monthWords } from "../../../features/rent/autopay-words.ts";
import { monthsNamed } from "../../../features/rent/own-lease-words.ts";
import { centsOf } from "../../../kit/cents.ts";
import { ButtonLink, CrumbLink } from "../../../kit/links.tsx";
import { BusinessTypeContext, useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Actions, Button, IconButton } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Dialog, useLastShown } from "../../../ui/dialog.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Menu, MenuAction } from "../../../ui/menu.tsx";
import { Page, PageHead, Section } from "../../../ui/page.tsx";
import { SkeletonLedger, SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import { dayWords } from "../../../ui/dates.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";

// Loaded on demand with the wallet libraries.
const SignScheduledPayments = lazyPart(
  async () => (await import("../../../features/rent/scheduled-payments/sign-scheduled-payments.tsx")).SignScheduledPayments,
);
const CancelScheduledPayment = lazyPart(
  async () => (await import("../../../features/rent/scheduled-payments/cancel-scheduled-payment.tsx")).CancelScheduledPayment,
);

/** Autopay page: the coming months of each lease, which are signed, and how to skip, pause, stop or cancel them. */
export function AutopayPage() {
  const autopay = trpc.autopay.mine.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>}
        title="Autopay"
        sub="Sign once for each coming month. It is paid on its due date, and only if it is exactly what you owe."
      />
      {autopay.data ? (
        autopay.data.length === 0 ? (
          <Empty action={<ButtonLink to="/payment">Make a payment</ButtonLink>}>There is no coming rent that autopay could pay.</Empty>
        ) : (
          autopay.data.map((lease) => (
            <BusinessTypeContext key={lease.leaseId} value={lease.businessType}>
              <LeaseAutopay lease={lease} />
            </BusinessTypeContext>
          ))
        )
      ) : autopay.isError ? (
        <ErrorState onRetry={() => void autopay.refetch()} busy={autopay.isFetching}>
          Failed to load your autopay
        </ErrorState>
      ) : (
        <SkeletonLedger rows={3} />
      )}
    </Page>
  );
}

type Shown = { kind: "sign"; months: AutopayMonth[] } | { kind: "month"; month: AutopayMonth };

function LeaseAutopay({ lease }: { lease: AutopayLease }) {
  const reword = useWording();
  const [shown, setShown] = useState<Shown | null>(null);
  const last = useLastShown(shown ?? undefined);
  const open = lease.months.filter(canBeSigned).filter(({ scheduledPayment }) => scheduledPayment?.status !== "skipped");
  const months = open.slice(0, mostScheduledPayments);
  const close = () => setShown(null);
  return (
    <Section title={`${lease.property} ${lease.unit}`}>
      <Stack>
        {!lease.canBeSet && (
          <Alert tone="waiting" title="Autopay cannot be set up yet">
            {reword("Your landlord has to prove their wallet first. Ask them to do it in their settings.")}
          </Alert>
        )}
        <Actions>
          {lease.canBeSet && months.length > 0 && (
            <Button variant="primary" {...SignScheduledPayments.opener} onClick={() => setShown({ kind: "sign", months })}>
              {lease.months.some(isLive) ? "Sign for more months" : "Set up autopay"}
            </Button>
          )}
          <EndButtons lease={lease} onUndo={(undone) => setShown({ kind: "sign", months: undone })} />
        </Actions>
        <DataTable
          caption={`Coming rent of ${lease.property} ${lease.unit}`}
          columns={columnsFor(reword, lease.months)}
          rows={lease.months}
          rowKey={({ period }) => period}
          rowName={({ description }) => description}
          open={(month, props) => <button type="button" {...props} onClick={() => setShown({ kind: "month", month })} />}
        />
      </Stack>
      <Dialog
        open={shown?.kind === "sign"}
        onClose={close}
        title={last?.kind === "sign" && last.months.length === 1 ? "Sign for one month" : "Sign for the coming months"}
      >
        {last?.kind === "sign" && (
          <Suspense fallback={<SkeletonPart />}>
            <SignScheduledPayments leaseId={lease.leaseId} months={last.months} onDone={close} />
          </Suspense>
        )}
      </Dialog>
      <Dialog open={shown?.kind === "month"} onClose={close} small title={last?.kind === "month" ? last.month.description : ""}>
        {last?.kind === "month" && (
          <Month
            month={last.month}
            canBeSet={lease.canBeSet}
            onSign={() => setShown({ kind: "sign", months: [last.month] })}
            onDone={close}
          />
        )}
      </Dialog>
    </Section>
  );
}

const isLive = ({ scheduledPayment }: AutopayMonth) => scheduledPayment?.status === "ready" || scheduledPayment?.status === "sent";

const columns = (reword: Reword): DataTableColumn<AutopayMonth>[] => [
  { id: "month", head: "For", kind: "title", cell: ({ description }) => description },
  { id: "note", head: "Note", kind: "sub", wraps: true, cell: (month) => reword(monthWords(month).note ?? "") },
  { id: "due", head: "Due", kind: "meta", cell: ({ dueOn }) => dayWords(dueOn) },
  { id: "state", head: "Autopay", kind: "status", cell: (month) => reword(monthWords(month).state) },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
];

/** Omits the note column if no month has a note. */
function columnsFor(reword: Reword, months: AutopayMonth[]) {
  return columns(reword).filter(({ id }) => id !== "note" || months.some((month) => monthWords(month).note));
}

interface EndButtonsProps {
  lease: AutopayLease;
  /** Opens the signing of the months whose signatures were erased. */
  onUndo: (months: AutopayMonth[]) => void;
}

/**
 * Pauses autopay, or stops it after a question that names the months. Both erase unused signatures, so that undoing asks for them again. A
 * payment under way continues.
 */
function EndButtons({ lease, onUndo }: EndButtonsProps) {
  const { leaseId, months } = lease;
  const reword = useWording();
  const [isAsking, setAsking] = useState(false);
  const signed = months.filter(({ scheduledPayment }) => scheduledPayment?.status === "ready");
  const isPaused = months.some(({ scheduledPayment }) => scheduledPayment?.status === "paused");
  const after = (toastText: string) => ({
    onSuccess: () => {
      setAsking(false);
      toast.success(toastText, lease.canBeSet && signed.length > 0 ? () => onUndo(signed) : undefined);
    },
    onError: (error: unknown) => toast.failure(reword(errorMessage(error))),
  });
  const pause = trpc.autopay.pause.useMutation(after("Autopay is paused"));
  const stop = trpc.autopay.stop.useMutation(after("Autopay is stopped"));
  if (signed.length === 0 && !isPaused) return null;
  return (
    <>
      {signed.length > 0 && (
        <Button busy={pause.isPending} onClick={() => pause.mutate({ leaseId })}>
          Pause
        </Button>
      )}
      <Menu trigger={<IconButton icon={Ellipsis} label="More for autopay" />}>
        <MenuAction icon={CircleStop} onSelect={() => setAsking(true)}>
          Stop autopay
        </MenuAction>
      </Menu>
      <Dialog
        small
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Stop autopay?"
        foot={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Keep autopay
            </Button>
            <Button variant="danger" busy={stop.isPending} onClick={() => stop.mutate({ leaseId })}>
              Stop autopay
            </Button>
          </>
        }
      >
        <Text>{stopWords(signed)}</Text>
      </Dialog>
    </>
  );
}

/** Says which signed months are lost by stopping autopay. */
function stopWords(signed: AutopayMonth[]): string {
  const [first] = signed;
  if (first === undefined) return "No month is signed now. Paused months are not offered for signing again.";
  const named = monthsNamed(signed.map(({ period }) => period));
  const totalCents = signed.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  const what = signed.length === 1 ? "Your signature for" : `Your ${signed.length} signatures for`;
  return `${what} ${named}, ${formatUsd(totalCents)} in all, ${signed.length === 1 ? "is" : "are"} erased. You pay each month yourself from then on, or sign again.`;
}

interface MonthProps {
  month: AutopayMonth;
  canBeSet: boolean;
  onSign: () => void;
  onDone: () => void;
}

/** A month's state, and the payer's actions on it. */
function Month({ month, canBeSet, onSign, onDone }: MonthProps) {
  const [isCancelling, setCancelling] = useState(false);
  const skip = trpc.autopay.skip.useMutation({
    onSuccess: () => {
      toast.success("This month is left out");
      onDone();
    },
  });
  const { scheduledPayment } = month;
  const reword = useWording();
  const { state, note } = monthWords(month);
  if (isCancelling && scheduledPayment) {
    return (
      <Suspense fallback={<SkeletonPart />}>
        <CancelScheduledPayment from={scheduledPayment.from} nonce={scheduledPayment.nonce} />
      </Suspense>
    );
  }
  return (
    <Stack>
      <Text>
        {reword(state)}. Due {dayWords(month.dueOn)}, <Amount cents={centsOf(month.amount)} />.
      </Text>
      {note && <Text muted>{reword(note)}</Text>}
      {skip.isError && <Alert tone="bad" title={reword(errorMessage(skip.error))} announce />}
      <Actions>
        {canBeSet && canBeSigned(month) && (
          <Button variant="primary" {...SignScheduledPayments.opener} onClick={onSign}>
            Sign for this month
          </Button>
        )}
        {scheduledPayment?.status === "ready" && (
          <Button busy={skip.isPending} onClick={() => skip.mutate({ scheduledPaymentId: scheduledPayment._id })}>
            Leave this month out
          </Button>
        )}
        {canBeCancelled(month) && (
          <Button {...CancelScheduledPayment.opener} onClick={() => setCancelling(true)}>
            Cancel on the network too
          </Button>
        )}
      </Actions>
      {canBeCancelled(month) && (
        <Text muted size="note">
          Your signature is erased here. If you also cancel it on the network, it can never be used; your wallet pays a small fee in ETH.
        </Text>
      )}
    </Stack>
  );
}

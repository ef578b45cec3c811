import { isSettled } from "../../../lib/loading/is-settled.ts";
import { useNews } from "../../../lib/news.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { UserInfo } from "../../../lib/user-info.ts";
import { DashboardBody } from "../../../kit/dashboard.tsx";
import { TextLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Page, Card, Section } from "../../../ui/page.tsx";
import { Loading, Skeleton, SkeletonLedger } from "../../../ui/skeleton.tsx";
import { EmailNote } from "../../../features/auth/email-note.tsx";
import { apartmentName } from "../../../features/enrollment/address.ts";
import { lazyOptional } from "../../../lib/loading/lazy-optional.ts";
import { Suspense } from "react";
import { openDisputes } from "../../../features/disputes/next-step.ts";
import { AskedForWallets } from "../../../features/refunds/refund-wallet.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { Statement } from "./statement.tsx";
import styles from "./statement.module.css";
import { limits } from "@hearth/domain/limits";
import { DataTable } from "../../../ui/data-table.tsx";
import { type ListedPayment, openPayment, paymentColumns, paymentName } from "../../../features/payments/payment-columns.tsx";
import { type Short, shortSentence, TopUpButton } from "../../../features/payments/top-up.tsx";

const WaitingInvitations = lazyOptional(async () => (await import("../rent/follow-invitation.tsx")).WaitingInvitations);

const OpenDisputes = lazyOptional(async () => (await import("./open-disputes.tsx")).OpenDisputes);

const refreshMs = 15_000;

/**
 * Loads the dashboard's figures. While payments are pending it refetches them every fifteen seconds, and at once when the newest one
 * changes. Keeps the previous figures meanwhile.
 */
function useLiveDashboard() {
  const utils = trpc.useUtils();
  const dashboard = trpc.payments.dashboard.useQuery(undefined, {
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data && state.data.pending.count > 0 ? refreshMs : false),
  });
  const newest = dashboard.data?.recent.find(({ status }) => status === "pending");

  useNews(newest === undefined ? null : `payment ${newest.id}`, ({ payment }) => {
    if (payment?.status !== "pending") void utils.payments.dashboard.invalidate();
  });

  return dashboard;
}

/** The consumer's dashboard: payments made and pending, what is owed, and what to do next. */
export function Dashboard({ user }: { user: UserInfo }) {
  const dashboard = useLiveDashboard();
  const { data, isError, isFetching, refetch } = dashboard;
  // Waits for the leases and the notes before showing anything below them, so that nothing shifts. What is owed comes first.
  const leases = trpc.rent.mine.useQuery(undefined, { refetchOnMount: "always" });
  const disputes = trpc.disputes.list.useQuery(openDisputes, { refetchOnMount: "always" });
  const besides = [disputes, trpc.auth.emailStanding.useQuery(), trpc.refunds.asked.useQuery(), trpc.autopay.mine.useQuery()];
  const isComplete = [leases, ...besides].every(isSettled);
  return (
    <Page>
      <header className={styles.head}>
        <div>
          <Heading as="h1">Welcome, {user.firstName}</Heading>
          <Text muted>
            <Payee />
          </Text>
        </div>
        <p className={styles.quick}>
          <TextLink to="/payment">Send payment</TextLink>
          <TextLink to="/smart-wallet-setup">Wallet setup</TextLink>
          <TextLink to="/fund-wallet">Add funds</TextLink>
        </p>
      </header>
      <div className={styles.asked}>
        <EmailNote />
        <Suspense>
          <WaitingInvitations />
        </Suspense>
        <AskedForWallets />
        {disputes.data && disputes.data.items.length > 0 && (
          <Suspense>
            <OpenDisputes disputes={disputes.data.items} />
          </Suspense>
        )}
      </div>
      <DashboardBody figures={{ data: isComplete ? data : undefined, isError, isFetching, refetch }} skeleton={<StatementSkeleton />}>
        {(figures) => <Statement dashboard={figures} leases={leases.data} />}
      </DashboardBody>
      {!(data?.total.count === 0 && data.recent.length === 0) && (
        <RecentPayments payments={data?.recent} failed={isError} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </Page>
  );
}

function Payee() {
  const { data } = trpc.auth.me.useQuery();
  if (!data) return <>&nbsp;</>;
  if (data.merchant) return `You pay ${data.merchant.name}${data.aptNumber ? ` for ${apartmentName(data.aptNumber)}` : ""}.`;
  return "Choose your landlord to start.";
}

function StatementSkeleton() {
  return (
    <Card>
      <Loading label="Loading the dashboard">
        <div className={styles.shape}>
          <Skeleton width="9rem" />
          <Skeleton width="min(16rem, 80%)" height="3.75rem" />
          <Skeleton width="min(20rem, 100%)" />
        </div>
      </Loading>
    </Card>
  );
}

interface RecentPaymentsProps {
  /** Undefined while loading, or if loading failed. */
  payments: readonly ListedPayment[] | undefined;
  failed: boolean;
  busy: boolean;
  onRetry: () => void;
}

/** The most recent payments, up to five. Each opens with its details. */
export function RecentPayments({ payments, failed, busy, onRetry }: RecentPaymentsProps) {
  const hasSome = payments !== undefined && payments.length > 0;
  return (
    <Section
      title="Recent payments"
      ruled={!hasSome}
      end={
        hasSome && (
          <TextLink size="small" to="/payment-history">
            View History
          </TextLink>
        )
      }
    >
      {payments ? (
        <Payments payments={payments} />
      ) : failed ? (
        <ErrorState onRetry={onRetry} busy={busy}>
          Failed to load transactions. Please try again later.
        </ErrorState>
      ) : (
        <SkeletonLedger rows={limits.recentPayments} />
      )}
    </Section>
  );
}

/** Notes that part of a payment is missing, with the button to pay it. */
function ShortPayment({ payment, short }: { payment: ListedPayment; short: Short }) {
  return (
    <Alert tone="waiting" title={`${payment.description}: ${shortSentence(payment.amount, short)}`}>
      <TopUpButton paymentId={payment.id} short={short} size="small" />
    </Alert>
  );
}

function Payments({ payments }: { payments: readonly ListedPayment[] }) {
  return (
    <>
      {payments.map((payment) => payment.short && <ShortPayment key={payment.id} payment={payment} short={payment.short} />)}
      <DataTable
        caption="Recent payments"
        columns={paymentColumns}
        rows={payments}
        rowKey={({ id }) => id}
        rowName={paymentName}
        open={openPayment("/dashboard")}
      />
    </>
  );
}

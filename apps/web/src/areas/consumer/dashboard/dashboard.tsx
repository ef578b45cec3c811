import { Plus, Send, Wallet } from "lucide-react";
import { trpc } from "../../../lib/trpc.ts";
import { useVisible } from "../../../lib/use-visible.ts";
import type { UserInfo } from "../../../lib/user-info.ts";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { Actions } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Page, PageHead, Card } from "../../../ui/page.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { apartmentName } from "../../../features/enrollment/address.ts";
import { AskedForWallets } from "../../../features/refunds/refund-wallet.tsx";
import { RecentPayments } from "./recent-payments.tsx";
import { Statement } from "./statement.tsx";
import styles from "./statement.module.css";

const refreshMs = 15_000;

/**
 * The dashboard's figures, refreshed while something is pending: at once when the newest pending payment changes, and every fifteen
 * seconds for the others. What was shown before stays while it is asked again.
 */
function useLiveDashboard() {
  const utils = trpc.useUtils();
  const isVisible = useVisible();
  const dashboard = trpc.payments.dashboard.useQuery(undefined, {
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data && state.data.pending.count > 0 ? refreshMs : false),
  });
  const newest = dashboard.data?.recent.find(({ status }) => status === "pending");

  trpc.payments.watch.useSubscription(
    { paymentId: newest?.id ?? "" },
    {
      enabled: isVisible && newest !== undefined,
      onData: ({ data }) => {
        if (data.status !== "pending") void utils.payments.dashboard.invalidate();
      },
    },
  );

  return dashboard;
}

/** The consumer's dashboard: what was paid, what is waiting, and what to do next. */
export function Dashboard({ user }: { user: UserInfo }) {
  const { data, isError, isFetching, refetch } = useLiveDashboard();
  return (
    <Page>
      <PageHead title={`Welcome, ${user.firstName}`} sub={<Payee />} actions={<QuickActions />} />
      <div className={styles.asked}>
        <AskedForWallets />
      </div>
      {data ? (
        <Statement dashboard={data} />
      ) : isError ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} busy={isFetching}>
            Failed to load dashboard data
          </ErrorState>
        </Card>
      ) : (
        <StatementSkeleton />
      )}
      <RecentPayments payments={data?.recent} failed={isError} onRetry={() => void refetch()} busy={isFetching} />
    </Page>
  );
}

function Payee() {
  const { data } = trpc.auth.me.useQuery();
  if (!data) return <>&nbsp;</>;
  if (data.merchant) return `You pay ${data.merchant.name}${data.aptNumber ? ` for ${apartmentName(data.aptNumber)}` : ""}.`;
  return (
    <>
      <TextLink to="/enrollment">Choose whom you pay</TextLink> to begin.
    </>
  );
}

function QuickActions() {
  return (
    <Actions className={styles.quick}>
      <ButtonLink to="/payment" variant="primary" icon={Send}>
        Send payment
      </ButtonLink>
      <ButtonLink to="/smart-wallet-setup" icon={Wallet}>
        Wallet setup
      </ButtonLink>
      <ButtonLink to="/fund-wallet" icon={Plus}>
        Add funds
      </ButtonLink>
    </Actions>
  );
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

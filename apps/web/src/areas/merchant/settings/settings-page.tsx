import { type ReactNode, Suspense } from "react";
import { errorCode, isNetworkError } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { Loading, Skeleton, SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { Text } from "../../../ui/typography.tsx";
import { BusinessNote } from "../business-note.tsx";
import { BusinessForm } from "./business-form.tsx";
import { type ExchangeOutcome, WalletSettings } from "./wallet-settings.tsx";
import styles from "./settings.module.css";
import { lazyPart } from "../../../ui/lazy-part.tsx";

export type SettingsTab = "business" | "wallet" | "staff" | "reminders" | "profile" | "account";

// Loaded on demand, because they are rarely used.
const StaffSettings = lazyPart(async () => (await import("./staff-settings.tsx")).StaffSettings);
const ReminderSettings = lazyPart(async () => (await import("./reminder-settings.tsx")).ReminderSettings);

const OwnProfile = lazyPart(async () => (await import("./own-account.tsx")).OwnProfile);
const OwnAccount = lazyPart(async () => (await import("./own-account.tsx")).OwnAccount);

/** Settings page of the merchant area: business information, payout wallet, reminders, staff, and the reader's own account. */
export function SettingsPage({
  tab,
  onTab,
  exchangeOutcome,
}: {
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
  exchangeOutcome?: ExchangeOutcome;
}) {
  const business = trpc.merchant.business.useQuery();
  const about = (content: (data: NonNullable<typeof business.data>) => ReactNode) => {
    if (business.data) return content(business.data);
    if (!business.isError) return <BusinessSkeleton />;
    return <Failure error={business.error} busy={business.isFetching} onRetry={() => void business.refetch()} />;
  };
  return (
    <>
      <PageHead title="Settings" />
      <div className={styles.note}>
        <BusinessNote atWallet={tab === "wallet"} />
      </div>
      <Tabs
        label="Settings"
        value={tab}
        onChange={onTab}
        tabs={[
          { value: "business", label: "Business Information", content: about((data) => <BusinessForm business={data} />) },
          {
            value: "wallet",
            label: "Wallet Address",
            content: about((data) => <WalletSettings business={data} exchangeOutcome={exchangeOutcome} />),
          },
          { value: "reminders", label: "Reminders", content: <Later part={<ReminderSettings />} /> },
          { value: "staff", label: "Staff", content: <Later part={<StaffSettings />} /> },
          { value: "profile", label: "Your Profile", content: <Later part={<OwnProfile />} /> },
          { value: "account", label: "Your Account", content: <Later part={<OwnAccount />} /> },
        ]}
      />
    </>
  );
}

/** A part with its placeholder while its code loads. */
function Later({ part }: { part: ReactNode }) {
  return <Suspense fallback={<SkeletonLedger rows={3} />}>{part}</Suspense>;
}

function BusinessSkeleton() {
  return (
    <Loading label="Loading your business">
      <Stack wide>
        <Skeleton width="16rem" height="2.5rem" />
        <Skeleton width="min(40rem, 100%)" height="2.5rem" />
        <Skeleton width="min(40rem, 100%)" height="2.5rem" />
      </Stack>
    </Loading>
  );
}

function Failure({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  if (errorCode(error) === "NOT_FOUND") {
    return (
      <ErrorState>
        <Text as="span">No merchant account found</Text>
      </ErrorState>
    );
  }
  return (
    <ErrorState onRetry={onRetry} busy={busy}>
      {isNetworkError(error) ? "Error fetching merchant data" : "Failed to fetch merchant data"}
    </ErrorState>
  );
}

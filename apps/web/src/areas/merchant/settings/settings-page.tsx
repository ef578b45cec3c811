import { Suspense } from "react";
import { errorCode, isNetworkError } from "../../../lib/api-error.ts";
import { TextLink } from "../../../kit/links.tsx";
import { paths } from "../../../lib/paths.ts";
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

export type SettingsTab = "business" | "wallet" | "staff" | "reminders";

// Loaded on demand, because they are rarely used.
const StaffSettings = lazyPart(async () => (await import("./staff-settings.tsx")).StaffSettings);
const ReminderSettings = lazyPart(async () => (await import("./reminder-settings.tsx")).ReminderSettings);

/** Settings page of the merchant area: business information, payout wallet, reminders and staff. */
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
  const { data } = business;
  return (
    <>
      <PageHead title="Settings" sub={<AccountHint />} />
      <div className={styles.note}>
        <BusinessNote atWallet={tab === "wallet"} />
      </div>
      {data ? (
        <Tabs
          label="Settings"
          value={tab}
          onChange={onTab}
          tabs={[
            { value: "business", label: "Business Information", content: <BusinessForm business={data} /> },
            { value: "wallet", label: "Wallet Address", content: <WalletSettings business={data} exchangeOutcome={exchangeOutcome} /> },
            {
              value: "reminders",
              label: "Reminders",
              content: (
                <Suspense fallback={<SkeletonLedger rows={3} />}>
                  <ReminderSettings />
                </Suspense>
              ),
            },
            {
              value: "staff",
              label: "Staff",
              content: (
                <Suspense fallback={<SkeletonLedger rows={3} />}>
                  <StaffSettings />
                </Suspense>
              ),
            },
          ]}
        />
      ) : business.isError ? (
        <Failure error={business.error} busy={business.isFetching} onRetry={() => void business.refetch()} />
      ) : (
        <Loading label="Loading your business">
          <Stack wide>
            <Skeleton width="16rem" height="2.5rem" />
            <Skeleton width="min(40rem, 100%)" height="2.5rem" />
            <Skeleton width="min(40rem, 100%)" height="2.5rem" />
          </Stack>
        </Loading>
      )}
    </>
  );
}

function AccountHint() {
  return (
    <>
      Your name, email and password are in{" "}
      <TextLink size="small" to={paths.profile}>
        your profile
      </TextLink>
      ; two-step sign-in, your devices and the appearance are in{" "}
      <TextLink size="small" to={paths.settings}>
        your account settings
      </TextLink>
      .
    </>
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

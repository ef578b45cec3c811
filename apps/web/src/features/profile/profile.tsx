import { isNetworkError } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorState } from "../../ui/empty.tsx";
import { Page, PageHead } from "../../ui/page.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Residence } from "./residence.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";

export type ProfileTab = "information" | "password";

interface ProfileProps {
  tab: ProfileTab;
  onTab: (tab: ProfileTab) => void;
}

/** The account's own name, e-mail and password. */
export function Profile({ tab, onTab }: ProfileProps) {
  return (
    <Page narrow>
      <PageHead title="Profile" />
      <Tabs
        label="Profile"
        value={tab}
        onChange={onTab}
        tabs={[
          { value: "information", label: "Profile Information", content: <Information /> },
          { value: "password", label: "Change Password", content: <PasswordForm /> },
        ]}
      />
    </Page>
  );
}

function Information() {
  const { data: account, error, isFetching, refetch } = trpc.auth.me.useQuery();
  if (account) {
    return (
      <>
        <ProfileForm account={account} />
        {account.role === "user" && <Residence account={account} />}
      </>
    );
  }
  if (!error) return <Shape />;
  return (
    <ErrorState onRetry={() => void refetch()} busy={isFetching}>
      {isNetworkError(error) ? "Error fetching user data" : "Failed to fetch user data"}
    </ErrorState>
  );
}

function Shape() {
  return (
    <Loading label="Loading your profile">
      <Stack wide>
        <Skeleton width="100%" height="4rem" />
        <Skeleton width="100%" height="4rem" />
        <Skeleton width="9rem" height="2.5rem" />
      </Stack>
    </Loading>
  );
}

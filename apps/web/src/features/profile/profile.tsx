import { isNetworkError } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorState } from "../../ui/empty.tsx";
import { Page, PageHead, Section } from "../../ui/page.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { EmailNote } from "../auth/email-note.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { TextLink } from "../../kit/links.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Text } from "../../ui/typography.tsx";
import type { Account } from "../enrollment/require-enrollment.ts";

export type ProfileTab = "information" | "password";

interface ProfileProps {
  tab: ProfileTab;
  onTab: (tab: ProfileTab) => void;
}

/** Profile page: name, email and password. */
export function Profile({ tab, onTab }: ProfileProps) {
  const { data: factor } = trpc.auth.secondFactor.useQuery();
  return (
    <Page narrow>
      <PageHead title="Profile" />
      <Tabs
        label="Profile"
        value={tab}
        onChange={onTab}
        tabs={[
          { value: "information", label: "Profile Information", content: <ProfileInformation /> },
          { value: "password", label: factor?.hasPassword === false ? "Set a password" : "Change Password", content: <PasswordForm /> },
        ]}
      />
    </Page>
  );
}

/** Name and email of the signed-in account, with what is open about the email. */
export function ProfileInformation() {
  const { data: account, error, isFetching, refetch } = trpc.auth.me.useQuery();
  if (account) {
    return (
      <>
        <Stack wide>
          <EmailNote />
          <ProfileForm account={account} />
        </Stack>
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

/** Shows a consumer's merchant and address from the enrollment. */
function Residence({ account }: { account: Account }) {
  const { merchant, address, aptNumber, phoneNumber } = account;
  const edit = (
    <TextLink to="/enrollment" search={{ edit: true, from: "/profile" }} size="small">
      {merchant ? "Edit" : "Enroll"}
    </TextLink>
  );
  return (
    <Section title="Enrollment" end={edit} ruled>
      {merchant ? (
        <DescriptionList>
          <Description label="Merchant">{merchant.name}</Description>
          <Description label="Address">{address}</Description>
          <Description label="Apartment number">{aptNumber}</Description>
          <Description label="Phone number">{phoneNumber}</Description>
        </DescriptionList>
      ) : (
        <Text muted>You are not enrolled with a merchant yet.</Text>
      )}
    </Section>
  );
}

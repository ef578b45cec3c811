import { errorCode } from "../../../lib/api-error.ts";
import { CrumbLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { DetailSkeleton } from "../../../kit/detail-skeleton.tsx";
import type { DetailSearch } from "../searches.ts";
import { DisputesTab } from "../tabs/disputes-tab.tsx";
import { TransactionsTab } from "../tabs/transactions-tab.tsx";
import { UserDetails } from "./user-details.tsx";

interface UserPageProps {
  userId: string;
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
}

/** One account: its details, what it paid, and what it disputed. */
export function UserPage({ userId, search, onSearch }: UserPageProps) {
  const { data, error, refetch, isFetching } = trpc.admin.user.useQuery({ userId });
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/users">Users</CrumbLink>}
        title={data ? `${data.firstName} ${data.lastName}` : "User"}
        sub={data?.email}
        actions={data && <Status of="account" value={data.status} flush />}
      />
      {data ? (
        <Tabs
          label="User"
          value={search.tab ?? "details"}
          onChange={(tab) => onSearch({ tab, startDate: undefined, endDate: undefined, search: undefined, status: undefined })}
          tabs={[
            { value: "details", label: "Details", content: <UserDetails user={data} /> },
            {
              value: "transactions",
              label: "Transactions",
              content: <TransactionsTab of={{ userId }} {...{ search, onSearch }} />,
            },
            { value: "disputes", label: "Disputes", content: <DisputesTab of={{ userId }} {...{ search, onSearch }} /> },
          ]}
        />
      ) : errorCode(error) === "NOT_FOUND" ? (
        <ErrorState>User not found</ErrorState>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          Failed to load user data
        </ErrorState>
      ) : (
        <DetailSkeleton label="Loading the user" />
      )}
    </Page>
  );
}

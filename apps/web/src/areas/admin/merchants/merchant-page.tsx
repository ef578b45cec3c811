import { errorCode } from "../../../lib/api-error.ts";
import { CrumbLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { businessTypeName } from "../../../features/enrollment/business-type.ts";
import { DetailSkeleton } from "../../../kit/detail-skeleton.tsx";
import type { DetailSearch } from "../searches.ts";
import { DisputesTab } from "../tabs/disputes-tab.tsx";
import { TransactionsTab } from "../tabs/transactions-tab.tsx";
import { MerchantDetails } from "./merchant-details.tsx";

interface MerchantPageProps {
  merchantId: string;
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
}

/** One merchant: its details, what it was paid, and what was disputed. */
export function MerchantPage({ merchantId, search, onSearch }: MerchantPageProps) {
  const { data, error, refetch, isFetching } = trpc.admin.merchant.useQuery({ merchantId });
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/merchants">Merchants</CrumbLink>}
        title={data?.name ?? "Merchant"}
        sub={data && businessTypeName(data.businessType)}
        actions={data && <Status of="account" value={data.status} flush />}
      />
      {data ? (
        <Tabs
          label="Merchant"
          value={search.tab ?? "details"}
          onChange={(tab) => onSearch({ tab, startDate: undefined, endDate: undefined, search: undefined, status: undefined })}
          tabs={[
            { value: "details", label: "Details", content: <MerchantDetails merchant={data} /> },
            { value: "transactions", label: "Transactions", content: <TransactionsTab of={{ merchantId }} {...{ search, onSearch }} /> },
            { value: "disputes", label: "Disputes", content: <DisputesTab of={{ merchantId }} {...{ search, onSearch }} /> },
          ]}
        />
      ) : errorCode(error) === "NOT_FOUND" ? (
        <ErrorState>Merchant not found</ErrorState>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          Failed to load merchant data
        </ErrorState>
      ) : (
        <DetailSkeleton label="Loading the merchant" />
      )}
    </Page>
  );
}

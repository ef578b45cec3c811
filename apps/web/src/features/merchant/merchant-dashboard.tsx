import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Empty, ErrorState } from "../../ui/empty.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Page, PageHead, Section } from "../../ui/page.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Status } from "../../ui/status.tsx";
import { businessTypeName } from "../enrollment/business-type.ts";
import { useExplorer } from "../payments/use-network.ts";
import styles from "./merchant.module.css";

/** The merchant's first page: the business, and the wallet that payments go to. */
export function MerchantDashboard() {
  const account = trpc.auth.me.useQuery();
  const merchants = trpc.merchant.listAll.useQuery();
  const failed = account.isError || merchants.isError;
  const merchant = merchants.data?.find(({ _id }) => _id === account.data?.selectedMerchantId);
  return (
    <Page>
      <PageHead title={account.data?.merchant?.name ?? "Dashboard"} sub="Payments go straight into your own wallet." />
      {account.data && merchants.data ? (
        merchant ? (
          <Business merchant={merchant} />
        ) : (
          <Empty>There is no business with this account yet.</Empty>
        )
      ) : failed ? (
        <ErrorState
          onRetry={() => void Promise.all([account.refetch(), merchants.refetch()])}
          busy={account.isFetching || merchants.isFetching}
        >
          Failed to load dashboard data
        </ErrorState>
      ) : (
        <Loading label="Loading your business">
          <div className={styles.shape}>
            <Skeleton width="12rem" />
            <Skeleton width="min(24rem, 100%)" />
            <Skeleton width="min(24rem, 100%)" />
          </div>
        </Loading>
      )}
    </Page>
  );
}

function Business({ merchant }: { merchant: Outputs["merchant"]["listAll"][number] }) {
  const explorer = useExplorer();
  const { walletAddress } = merchant;
  return (
    <Section title="Your business" ruled>
      <div className={styles.facts}>
        <Facts>
          <Fact label="Status">
            <Status of="account" value={merchant.status} />
          </Fact>
          <Fact label="Business type">{businessTypeName(merchant.businessType)}</Fact>
          <Fact label="Wallet">
            {walletAddress === null ? (
              "You have not set up a wallet address yet, so nobody can pay you."
            ) : (
              <Hash value={walletAddress} shape="detail" what="wallet address" explorerUrl={explorer.addressUrl(walletAddress)} />
            )}
          </Fact>
        </Facts>
      </div>
    </Section>
  );
}

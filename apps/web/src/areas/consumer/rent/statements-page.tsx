import { StatementButton } from "../../../features/rent/statement-button.tsx";
import { ButtonLink, CrumbLink, TextLink } from "../../../kit/links.tsx";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Page, PageHead, Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Text } from "../../../ui/typography.tsx";

/** Statements of each lease, and where receipts and rent records are. */
export function StatementsPage() {
  const leases = trpc.rent.mine.useQuery();
  return (
    <Page narrow>
      <PageHead
        crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>}
        title="Statements"
        sub="A statement lists what was charged and paid between two days, with the balance before and after."
      />
      {leases.data ? (
        leases.data.length === 0 ? (
          <Empty action={<ButtonLink to="/payment-history">Payment history</ButtonLink>}>
            Statements come with a lease. The receipts of your payments are in your payment history.
          </Empty>
        ) : (
          <>
            {leases.data.map(({ _id, property, unit, merchant, startsOn }) => (
              <Section
                key={_id}
                title={`${property} ${unit}`}
                end={
                  <StatementButton leaseId={_id} startsOn={startsOn} load={(input) => trpcClient.rent.ownStatement.query(input)}>
                    Save a statement
                  </StatementButton>
                }
              >
                <Text muted>
                  Landlord: {merchant}.{" "}
                  <TextLink to="/lease/$leaseId" params={{ leaseId: _id }}>
                    Ledger and rent records
                  </TextLink>
                </Text>
              </Section>
            ))}
            <Section title="Receipts">
              <Text muted>
                The receipt of a single payment is in your <TextLink to="/payment-history">payment history</TextLink>.
              </Text>
            </Section>
          </>
        )
      ) : leases.isError ? (
        <ErrorState onRetry={() => void leases.refetch()} busy={leases.isFetching}>
          Failed to load your leases
        </ErrorState>
      ) : (
        <SkeletonLedger rows={2} />
      )}
    </Page>
  );
}

import { wordingFor } from "@hearth/domain/merchants/party-words";
import { PayBills } from "../../../features/payments/setup/pay-bills.tsx";
import { owedWords } from "../../../features/payments/setup/pay-choices.ts";
import { leaseTerm } from "../../../features/rent/lease-term.ts";
import { dueDayWords } from "@hearth/domain/rent/due-day";
import { settleWords } from "../../../features/rent/own-lease-words.ts";
import { Ledger } from "../../../features/rent/ledger.tsx";
import { RentRecords } from "../../../features/rent/records/rent-records.tsx";
import { Roommates } from "../../../features/payments/roommates.tsx";
import { StatementButton } from "../../../features/rent/statement-button.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { ButtonLink, CrumbLink } from "../../../kit/links.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { BusinessTypeContext } from "../../../kit/words.ts";
import { errorCode } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Actions } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Card, Page, PageHead, Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { dayWords } from "../../../ui/dates.ts";

type OwnLease = Outputs["rent"]["mine"][number];

/** A tenant's lease: the amount owed, when it is due, the open charges, and the ledger. */
export function LeasePage({ leaseId }: { leaseId: string }) {
  const leases = trpc.rent.mine.useQuery(undefined, { refetchOnMount: "always" });
  const pages = usePages(trpc.rent.ownLedger, { leaseId }, { size: 20 });
  const lease = leases.data?.find(({ _id }) => _id === leaseId);
  const reword = wordingFor(lease?.businessType);
  useTitle(reword(lease ? "Your lease" : "Your rent"));
  if (leases.data && !lease && errorCode(pages.error) === "NOT_FOUND") {
    return (
      <Page>
        <PageHead crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>} title="Your rent" />
        <ErrorState>This lease does not exist, or it is not yours.</ErrorState>
      </Page>
    );
  }
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>}
        title={lease ? `${lease.property} ${lease.unit}` : "Your rent"}
        sub={
          lease &&
          `${reword("Landlord")}: ${lease.merchant}. ${leaseTerm(lease)}.${lease.payeeWords === null ? "" : ` Payee card: ${lease.payeeWords}.`}`
        }
        actions={
          lease && (
            <Actions>
              <PayBills lease={lease} />
              {!lease.hasLeft && <ButtonLink to="/autopay">Autopay</ButtonLink>}
              <StatementButton leaseId={leaseId} startsOn={lease.startsOn} load={(input) => trpcClient.rent.ownStatement.query(input)} />
            </Actions>
          )
        }
      />
      {lease ? (
        <Stack wide>
          <Roommates roommates={lease.roommates} />
          <LastDay lease={lease} />
          {!lease.hasLeft && <Owed lease={lease} />}
        </Stack>
      ) : leases.isError ? (
        <ErrorState onRetry={() => void leases.refetch()} busy={leases.isFetching}>
          Failed to load what you owe
        </ErrorState>
      ) : leases.data ? (
        pages.data && (
          <Alert title="Nothing is owed under this lease any more">It is over and settled. What was charged and paid is below.</Alert>
        )
      ) : (
        <SkeletonLedger rows={12} />
      )}
      {/* Waits for the lease, so that the arriving facts push nothing down */}
      {(leases.data || leases.isError) && (
        <Section title="Ledger">
          <BusinessTypeContext value={lease?.businessType}>
            <Ledger pages={pages} caption={reword("Ledger of your lease")} />
          </BusinessTypeContext>
        </Section>
      )}
      {lease && (
        <BusinessTypeContext value={lease.businessType}>
          <RentRecords leaseId={leaseId} startsOn={lease.startsOn} />
        </BusinessTypeContext>
      )}
    </Page>
  );
}

/** Says that the tenant moves out before the lease ends, or has moved out. */
function LastDay({ lease: { movedOutOn, hasLeft, businessType, merchant } }: { lease: OwnLease }) {
  if (movedOutOn === null) return null;
  const reword = wordingFor(businessType);
  return (
    <Alert title={`You ${hasLeft ? "moved" : "move"} out on ${dayWords(movedOutOn)}`}>
      {hasLeft
        ? reword("You see what was charged and paid until then, and can still print it. You owe nothing new under this lease.")
        : reword("After that day you see nothing new of this lease, and autopay leaves out what is due later.")}{" "}
      If you think that this is wrong, ask {merchant}.
    </Alert>
  );
}

function Owed({ lease }: { lease: OwnLease }) {
  const { terms } = lease;
  const { now, after } = owedWords(lease);
  return (
    <Card>
      <DescriptionList>
        <Description label="Balance">
          <Amount cents={centsOf(lease.owed)} size={30} />
        </Description>
        <Description label="Past due">
          <Amount cents={centsOf(lease.late)} />
        </Description>
        <Description label="When">{now}</Description>
        {lease.dueOn !== null && <Description label="After that">{after}</Description>}
        {lease.charges.map((charge) => (
          <Description key={charge._id} label={charge.description}>
            <Amount cents={centsOf(charge.open)} />, due {dayWords(charge.dueOn)}
          </Description>
        ))}
        {lease.next && (
          <Description label="Next">
            <Amount cents={centsOf(lease.next.amount)} />, due {dayWords(lease.next.dueOn)}
          </Description>
        )}
        {lease.credit > 0 && (
          <Description label="Your credit">
            <Amount cents={centsOf(lease.credit)} />
          </Description>
        )}
        {lease.held > 0 && (
          <Description label="Your deposit">
            <Amount cents={centsOf(lease.held)} /> held by {lease.merchant}
          </Description>
        )}
        {lease.settle && <Description label="The lease is over">{settleWords(lease, lease.settle)}</Description>}
        <Description label="Monthly rent">
          <Amount cents={centsOf(terms.rent)} />, due {dueDayWords(terms.dueDay)}
        </Description>
        {!lease.partPayments && <Description label="Partial payments">Not accepted: each bill must be paid in full</Description>}
        {terms.signed && (
          <>
            <Description label={wordingFor(lease.businessType)("Signed by the landlord")}>
              <Hash value={terms.signed.by} shape="address" what="wallet address" />
            </Description>
            <Description label="Signed on">
              <Time at={terms.signed.at} />
            </Description>
          </>
        )}
      </DescriptionList>
    </Card>
  );
}

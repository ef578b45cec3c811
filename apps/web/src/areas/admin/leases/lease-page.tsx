import { useState } from "react";
import { ActingFor, type LeaseAct, LeaseActDialogs, LeaseActs, Undo } from "../../../features/rent/acts/lease-acts.tsx";
import { adminLeaseCalls, LeaseCallsContext } from "../../../features/rent/acts/lease-calls.ts";
import { LeaseFacts } from "../../../features/rent/lease-facts.tsx";
import { Ledger } from "../../../features/rent/ledger.tsx";
import { StatementButton } from "../../../features/rent/statement-button.tsx";
import { TermsTable } from "../../../features/rent/terms-table.tsx";
import { LeftDrafts } from "../../../kit/form/left-drafts.tsx";
import { DetailSkeleton } from "../../../kit/detail-skeleton.tsx";
import { CrumbLink } from "../../../kit/links.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { usePermission } from "../../../kit/permission.tsx";
import { errorCode } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Page, PageHead, Section } from "../../../ui/page.tsx";
import { ScheduledPayments } from "./scheduled-payments.tsx";
import { dayWords } from "../../../ui/dates.ts";

/**
 * Lease page for administrators: parties, amount owed, ledger, and scheduled payments without their signatures. Offers the landlord's
 * actions on the lease.
 */
export function LeasePage(props: { leaseId: string }) {
  return (
    <LeaseCallsContext value={adminLeaseCalls}>
      <Lease {...props} />
    </LeaseCallsContext>
  );
}

/** A tenant's email, and whether they have no account, have closed it, or have moved out. */
function tenantFact({
  email,
  hasJoined,
  hasLeft,
  movedOutOn,
  accountClosedAt,
}: Outputs["rent"]["leaseForAdmin"]["tenants"][number]): string {
  const state = hasJoined ? "" : accountClosedAt === null ? ", no account" : ", account closed";
  const end = movedOutOn === null ? "" : `, ${hasLeft ? "moved" : "moves"} out on ${dayWords(movedOutOn)}`;
  return `${email}${state}${end}`;
}

function Lease({ leaseId }: { leaseId: string }) {
  const [act, setAct] = useState<LeaseAct | null>(null);
  const mayAct = usePermission("manager");
  const lease = trpc.rent.leaseForAdmin.useQuery({ leaseId });
  const pages = usePages(trpc.rent.ledgerForAdmin, { leaseId });
  const { data, error } = lease;
  if (errorCode(error) === "NOT_FOUND") {
    return (
      <Page>
        <PageHead crumb={<CrumbLink to="/admin/leases">Leases</CrumbLink>} title="Lease" />
        <ErrorState>Lease not found</ErrorState>
        <LeftDrafts />
      </Page>
    );
  }
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/leases">Leases</CrumbLink>}
        title={data ? `${data.property} ${data.unit}` : "Lease"}
        sub={data?.merchant}
        actions={
          data && (
            <Actions>
              <StatementButton
                leaseId={leaseId}
                startsOn={data.startsOn}
                load={(input) => trpcClient.rent.statementForAdmin.query(input)}
              />
              <LeaseActs lease={data} onAct={setAct} menu={`Act for ${data.merchant}`} />
            </Actions>
          )
        }
      />
      {data && mayAct && data.undoneAt === null && <ActingFor merchant={data.merchant} />}
      {data ? (
        <LeaseFacts lease={data} tenantFact={tenantFact} />
      ) : lease.isError ? (
        <ErrorState onRetry={() => void lease.refetch()} busy={lease.isFetching}>
          Failed to load the lease
        </ErrorState>
      ) : (
        <DetailSkeleton label="Loading the lease" />
      )}
      {data && (
        <Section title="Terms">
          <TermsTable terms={data.terms} />
        </Section>
      )}
      <Section title="Scheduled payments">
        <ScheduledPayments leaseId={leaseId} />
      </Section>
      <Section title="Ledger">
        <Ledger pages={pages} caption="Ledger of the lease" act={(line) => <Undo line={line} onAct={setAct} />} />
      </Section>
      {data && <LeaseActDialogs lease={data} act={act} onAct={setAct} note={<ActingFor merchant={data.merchant} />} />}
    </Page>
  );
}

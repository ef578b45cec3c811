import { dayIn } from "@hearth/domain/rent/calendar";
import { Suspense, useState } from "react";
import { type LeaseAct, LeaseActDialogs, LeaseActs, Undo } from "../../../features/rent/acts/lease-acts.tsx";
import { leaseStep } from "../../../features/rent/acts/lease-step.ts";
import { LeaseFacts } from "../../../features/rent/lease-facts.tsx";
import { Ledger } from "../../../features/rent/ledger.tsx";
import { StatementButton } from "../../../features/rent/statement-button.tsx";
import { type Terms, TermsTable } from "../../../features/rent/terms-table.tsx";
import { LeftDrafts } from "../../../kit/form/left-drafts.tsx";
import { CrumbLink } from "../../../kit/links.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { usePermission } from "../../../kit/permission.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorCode } from "../../../lib/api-error.ts";
import { LazyOverlay } from "../../../lib/loading/lazy-overlay.tsx";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { PageHead, Section } from "../../../ui/page.tsx";
import { SkeletonLedger, SkeletonPart } from "../../../ui/skeleton.tsx";
import { LeaseTenants, SendInvitation } from "./lease-tenants.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";

const LeaseMoney = lazyPart(async () => (await import("./lease-money.tsx")).LeaseMoney);
const SignTerms = lazyPart(async () => (await import("../../../features/rent/sign-terms.tsx")).SignTerms);

/** Lease page for the landlord: tenants, amount owed, terms, and the ledger with its actions. What an ended lease has to settle comes first. */
export function LeasePage({ leaseId }: { leaseId: string }) {
  const reword = useWording();
  const lease = trpc.rent.lease.useQuery({ leaseId });
  const pages = usePages(trpc.rent.ledger, { leaseId });
  const [act, setAct] = useState<LeaseAct | null>(null);
  const [signing, setSigning] = useState<Terms | null>(null);
  const mayAct = usePermission("manager");
  const { data } = lease;
  const step = data && leaseStep(data, dayIn(new Date(), data.timeZone));
  const money = data && (data.held > 0 || data.credit > 0 || data.settle !== null) && (
    <Suspense fallback={<SkeletonLedger rows={2} />}>
      <LeaseMoney lease={data} />
    </Suspense>
  );
  if (errorCode(lease.error) === "NOT_FOUND") {
    return (
      <>
        <PageHead crumb={<CrumbLink to="/merchant/tenants">{reword("Tenants")}</CrumbLink>} title={reword("Lease")} />
        <ErrorState>{reword("This lease does not exist, or it is another landlord's.")}</ErrorState>
        <LeftDrafts />
      </>
    );
  }
  return (
    <>
      <PageHead
        crumb={<CrumbLink to="/merchant/tenants">{reword("Tenants")}</CrumbLink>}
        title={data ? `${data.property} ${data.unit}` : reword("Lease")}
        sub={data?.tenants.flatMap(({ name, hasLeft }) => (hasLeft ? [] : name)).join(", ")}
        actions={
          data && (
            <Actions>
              {step === "invite" && mayAct && data.undoneAt === null && <SendInvitation lease={data} />}
              <LeaseActs lease={data} onAct={setAct} menu="More" {...(step && { step })} />
              <StatementButton leaseId={leaseId} startsOn={data.startsOn} load={(input) => trpcClient.rent.statement.query(input)} />
            </Actions>
          )
        }
      />
      {step === "settle" && money}
      {data ? (
        step === "settle" ? (
          <Section title={reword("Lease")}>
            <LeaseFacts lease={data} />
          </Section>
        ) : (
          <LeaseFacts lease={data} />
        )
      ) : lease.isError ? (
        <ErrorState onRetry={() => void lease.refetch()} busy={lease.isFetching}>
          {reword("Failed to load the lease")}
        </ErrorState>
      ) : (
        <SkeletonLedger rows={4} />
      )}
      {step !== "settle" && money}
      {data && <LeaseTenants lease={data} />}
      {data && (
        <Section title="Terms">
          <TermsTable terms={data.terms} act={(terms) => mayAct && data.undoneAt === null && <Sign onSign={() => setSigning(terms)} />} />
        </Section>
      )}
      <Section title="Ledger">
        <Ledger pages={pages} caption={reword("Ledger of the lease")} act={(line) => <Undo line={line} onAct={setAct} />} />
      </Section>
      <Dialog open={signing !== null} onClose={() => setSigning(null)} title="Sign the terms" small>
        <LazyOverlay open={signing !== null} fallback={<SkeletonPart />}>
          {signing && <SignTerms leaseId={leaseId} termsId={signing._id} onDone={() => setSigning(null)} />}
        </LazyOverlay>
      </Dialog>
      {data && <LeaseActDialogs lease={data} act={act} onAct={setAct} />}
    </>
  );
}

function Sign({ onSign }: { onSign: () => void }) {
  return (
    <Button size="small" {...SignTerms.opener} onClick={onSign}>
      Sign
    </Button>
  );
}

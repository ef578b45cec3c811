import { troubleWords, voidWords } from "@hearth/domain/notifications/autopay-words";
import { dayWords } from "../../../features/rent/due.ts";
import { LeaseFacts } from "../../../features/rent/lease-facts.tsx";
import { Ledger } from "../../../features/rent/ledger.tsx";
import { StatementButton } from "../../../features/rent/statement-button.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { DetailSkeleton } from "../../../kit/detail-skeleton.tsx";
import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { errorCode } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Page, PageHead, Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";

type Cheque = Outputs["autopay"]["forAdmin"][number];

const statusWords: Record<Cheque["status"], string> = {
  asked: "Not signed",
  ready: "Signed",
  sent: "Being paid",
  paid: "Paid",
  skipped: "Left out",
  paused: "Paused",
  stopped: "Stopped",
  void: "Off",
  failed: "Not paid",
};

const chequeColumns: DataTableColumn<Cheque>[] = [
  { id: "month", head: "For", kind: "title", cell: ({ description }) => description },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => statusWords[status] },
  {
    id: "note",
    head: "Why",
    kind: "sub",
    slack: true,
    cell: ({ trouble, voidReason }) => (trouble !== null ? troubleWords[trouble] : voidReason && voidWords[voidReason]),
  },
  { id: "from", head: "From wallet", kind: "aside", cell: ({ from }) => <Hash value={from} shape="address" what="payer's address" /> },
  { id: "due", head: "Due", kind: "meta", cell: ({ dueOn }) => dayWords(dueOn) },
  {
    id: "payment",
    head: "Payment",
    kind: "meta",
    cell: ({ paymentId, description }) =>
      paymentId && (
        <TextLink to="/admin/transactions/$id" params={{ id: paymentId }} aria-label={`Payment of ${description}`}>
          See payment
        </TextLink>
      ),
  },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
];

/** A lease as an administrator sees it: who, what is owed, its ledger, and the cheques that its tenants have signed, without their signatures. */
export function LeasePage({ leaseId }: { leaseId: string }) {
  const lease = trpc.rent.leaseForAdmin.useQuery({ leaseId });
  const pages = usePages(trpc.rent.ledgerForAdmin, { leaseId });
  const { data, error } = lease;
  if (errorCode(error) === "NOT_FOUND") {
    return (
      <Page>
        <PageHead crumb={<CrumbLink to="/admin/leases">Leases</CrumbLink>} title="Lease" />
        <ErrorState>Lease not found</ErrorState>
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
            <StatementButton leaseId={leaseId} startsOn={data.startsOn} load={(input) => trpcClient.rent.statementForAdmin.query(input)} />
          )
        }
      />
      {data ? (
        <LeaseFacts lease={data} tenantFact={({ email, hasJoined }) => (hasJoined ? email : `${email}, invited`)} />
      ) : lease.isError ? (
        <ErrorState onRetry={() => void lease.refetch()} busy={lease.isFetching}>
          Failed to load the lease
        </ErrorState>
      ) : (
        <DetailSkeleton label="Loading the lease" />
      )}
      <Section title="Cheques of autopay">
        <Cheques leaseId={leaseId} />
      </Section>
      <Section title="Ledger">
        <Ledger pages={pages} caption="Ledger of the lease" />
      </Section>
    </Page>
  );
}

function Cheques({ leaseId }: { leaseId: string }) {
  const cheques = trpc.autopay.forAdmin.useQuery({ leaseId });
  if (cheques.isError) {
    return (
      <ErrorState onRetry={() => void cheques.refetch()} busy={cheques.isFetching}>
        Failed to load the cheques
      </ErrorState>
    );
  }
  if (cheques.data === undefined) return <SkeletonLedger rows={2} />;
  if (cheques.data.length === 0) return <Empty>No tenant has set autopay.</Empty>;
  return <DataTable dense cards="wide" caption="Cheques" columns={chequeColumns} rows={cheques.data} rowKey={({ _id }) => _id} />;
}

import { useState } from "react";
import { LazyOverlay } from "../../../lib/loading/lazy-overlay.tsx";
import { SaveButton } from "../../../kit/save-button.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { saveBase64 } from "../../../lib/download.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";
import { SkeletonLedger, SkeletonPart } from "../../../ui/skeleton.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { dayWords } from "../../../ui/dates.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";

const RecordForm = lazyPart(async () => (await import("./record-form.tsx")).RecordForm);

type RentRecord = Outputs["records"]["list"][number];

/** Lists the tenant's rent records whose links are active, with their links and a button to withdraw them. */
export function RentRecords({ leaseId, startsOn }: { leaseId: string; startsOn: string }) {
  const reword = useWording();
  const records = trpc.records.list.useQuery({ leaseId });
  const [isMaking, setMaking] = useState(false);
  const [withdrawn, setWithdrawn] = useState<RentRecord | null>(null);
  const year = new Date().getFullYear();
  const yearAgo = `${year - 1}-01-01`;
  return (
    <Section
      title="Rent records"
      end={
        <Button {...RecordForm.opener} onClick={() => setMaking(true)}>
          New rent record
        </Button>
      }
    >
      {records.data ? (
        records.data.length === 0 ? (
          <Empty>{reword("Show a new landlord or a bank that you pay on time. They can check it themselves on the chain.")}</Empty>
        ) : (
          <DataTable caption="Rent records" columns={columnsFor(setWithdrawn)} rows={records.data} rowKey={({ _id }) => _id} />
        )
      ) : records.isError ? (
        <ErrorState onRetry={() => void records.refetch()} busy={records.isFetching}>
          Failed to load your rent records
        </ErrorState>
      ) : (
        <SkeletonLedger rows={1} />
      )}
      {/* A full page load, because only the policy of /verify allows requests to a node that the visitor names */}
      <p>
        Anyone who gets one can <TextAnchor href="/verify">check it here</TextAnchor>, without an account.
      </p>
      <Dialog open={isMaking} onClose={() => setMaking(false)} title="New rent record" small>
        <LazyOverlay open={isMaking} fallback={<SkeletonPart />}>
          <RecordForm
            leaseId={leaseId}
            startDate={startsOn > yearAgo ? startsOn : yearAgo}
            endDate={`${year}-12-31`}
            onDone={() => setMaking(false)}
          />
        </LazyOverlay>
      </Dialog>
      <Dialog open={withdrawn !== null} onClose={() => setWithdrawn(null)} title="Turn off the link" small>
        {withdrawn && <Withdraw record={withdrawn} onDone={() => setWithdrawn(null)} />}
      </Dialog>
    </Section>
  );
}

function columnsFor(onWithdraw: (record: RentRecord) => void): DataTableColumn<RentRecord>[] {
  return [
    {
      id: "days",
      head: "Period",
      kind: "title",
      cell: ({ url, startDate, endDate }) => <TextAnchor href={url}>{`${dayWords(startDate)} to ${dayWords(endDate)}`}</TextAnchor>,
    },
    { id: "made", head: "Created", kind: "meta", cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: "acts",
      head: "Link",
      kind: "status",
      cell: (record) => (
        <>
          <CopyButton text={record.url} what="the link" />
          <SaveButton small label="PDF" save={async () => saveBase64(await trpcClient.records.file.query({ recordId: record._id }))} />
          <Button size="small" onClick={() => onWithdraw(record)}>
            Turn off link
          </Button>
        </>
      ),
    },
  ];
}

function Withdraw({ record: { _id: recordId }, onDone }: { record: RentRecord; onDone: () => void }) {
  const withdraw = trpc.records.withdraw.useMutation({
    onSuccess: async () => {
      toast.success("The link does not work any more");
      onDone();
    },
    onError: (error) => toast.failure(errorMessage(error)),
  });
  return (
    <>
      <p>The link no longer shows the record. A file that someone has already saved stays with them.</p>
      <Actions>
        <Button variant="primary" busy={withdraw.isPending} onClick={() => withdraw.mutate({ recordId })}>
          Turn off link
        </Button>
      </Actions>
    </>
  );
}

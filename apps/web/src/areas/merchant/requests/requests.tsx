import { requestStates } from "@hearth/domain/requests/inputs";
import { useState } from "react";
import { centsOf } from "../../../kit/cents.ts";
import { useFetchWhenIdle } from "../../../lib/loading/use-fetch-when-idle.ts";
import { LazyOverlay } from "../../../lib/loading/lazy-overlay.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Permitted, usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DataTable, type DataTableColumn, InCard } from "../../../ui/data-table.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { FilterTabs } from "../../../ui/tabs.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import type { RequestSearch } from "../searches.ts";
import { dayWords } from "../../../ui/dates.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";

const RequestForm = lazyPart(async () => (await import("./request-form.tsx")).RequestForm);

type Request = Outputs["requests"]["list"]["items"][number];
type State = (typeof requestStates)[number];

const stateWords: Record<State, string> = { all: "All", open: "Open", paid: "Paid", withdrawn: "Cancelled" };
const none: Record<State, string> = {
  all: "No payment requests yet.",
  open: "No open requests.",
  paid: "No paid requests yet.",
  withdrawn: "No cancelled requests.",
};

function columnsFor(onCancel: (request: Request) => void): DataTableColumn<Request>[] {
  return [
    { id: "who", head: "To", kind: "title", cell: ({ name }) => name },
    { id: "email", head: "Email", kind: "aside", cell: ({ email }) => email },
    { id: "what", head: "For", kind: "sub", slack: true, wraps: true, cell: ({ description }) => description },
    { id: "due", head: "Due", kind: "meta", cell: ({ dueOn }) => dayWords(dueOn) },
    { id: "state", head: "Status", kind: "aside", cell: ({ state }) => stateWords[state] },
    { id: "act", head: "Link", kind: "status", cell: (request) => <Acts request={request} onCancel={onCancel} /> },
    { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
  ];
}

/** Actions on an open request: copy its link, send a reminder, cancel it. */
function Acts({ request, onCancel }: { request: Request; onCancel: (request: Request) => void }) {
  const mayAct = usePermission("manager");
  const { _id: requestId, name, description, url } = request;
  const remind = trpc.requests.remind.useMutation({
    onSuccess: async () => {
      toast.success(`${name} was reminded`);
    },
    onError: (error) => toast.failure(errorMessage(error)),
  });
  if (request.state !== "open") return <InCard unit={stateWords[request.state]}>{null}</InCard>;
  return (
    <Actions>
      <CopyButton text={url} what={`link for ${name}, ${description}`} />
      {mayAct && request.canRemind && (
        <Button
          size="small"
          busy={remind.isPending}
          aria-label={`Remind ${name} of ${description}`}
          onClick={() => remind.mutate({ requestId })}
        >
          Remind
        </Button>
      )}
      {mayAct && (
        <TextButton size="small" aria-label={`Cancel request for ${description} to ${name}`} onClick={() => onCancel(request)}>
          Cancel request
        </TextButton>
      )}
    </Actions>
  );
}

interface RequestsProps {
  search: RequestSearch;
  onFilter: (filter: RequestSearch) => void;
}

/** Lists the merchant's payment requests and whether they were paid. */
export function Requests({ search, onFilter }: RequestsProps) {
  const state = search.state ?? "all";
  const pages = usePages(trpc.requests.list, { state });
  const mayAdd = usePermission("manager") && search.add === true;
  const [isChosen, setChosen] = useState(false);
  const isAsking = isChosen || mayAdd;
  const close = () => {
    setChosen(false);
    if (search.add) onFilter({ state: search.state });
  };
  useFetchWhenIdle(RequestForm);
  const [withdrawn, setWithdrawn] = useState<Request | null>(null);
  const ask = (
    <Permitted least="manager">
      <Button variant="primary" {...RequestForm.opener} onClick={() => setChosen(true)}>
        Request a payment
      </Button>
    </Permitted>
  );
  return (
    <>
      <PageHead title="Payment requests" actions={ask} />
      <FilterTabs
        label="Status"
        options={requestStates.map((value) => ({ value, label: stateWords[value] }))}
        value={state}
        onChange={(next) => onFilter({ state: next === "all" ? undefined : next })}
      />
      <PagedList
        pages={pages}
        noun="request"
        failed="Failed to load your requests"
        empty={<Empty action={state === "all" && ask}>{none[state]}</Empty>}
      >
        {(rows) => (
          <DataTable
            dense
            sticky
            cards="wide"
            caption="Payment requests"
            columns={columnsFor(setWithdrawn)}
            rows={rows}
            rowKey={({ _id }) => _id}
          />
        )}
      </PagedList>
      <Dialog open={isAsking} onClose={close} title="Request a payment" small>
        <LazyOverlay open={isAsking} fallback={<SkeletonPart />}>
          <RequestForm onDone={close} />
        </LazyOverlay>
      </Dialog>
      <Dialog open={withdrawn !== null} onClose={() => setWithdrawn(null)} title="Cancel request" small>
        {withdrawn && <Withdraw request={withdrawn} onDone={() => setWithdrawn(null)} />}
      </Dialog>
    </>
  );
}

function Withdraw({ request, onDone }: { request: Request; onDone: () => void }) {
  const { _id: requestId, name, description } = request;
  const withdraw = trpc.requests.withdraw.useMutation({
    onSuccess: async () => {
      toast.success("Request cancelled");
      onDone();
    },
    onError: (error) => toast.failure(errorMessage(error)),
  });
  return (
    <>
      <p>{`${name} can no longer pay ${description} by this link. Money that is on its way still counts.`}</p>
      <Actions>
        <Button variant="primary" busy={withdraw.isPending} onClick={() => withdraw.mutate({ requestId })}>
          Cancel request
        </Button>
      </Actions>
    </>
  );
}

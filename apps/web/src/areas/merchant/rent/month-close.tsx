import type { BookFormat } from "@hearth/domain/rent/books-inputs";
import { bookPeriodName } from "@hearth/domain/rent/book-period";
import { signedCents } from "../../../features/rent/due.ts";
import { usePermission } from "../../../kit/permission.tsx";
import { SaveButton } from "../../../kit/save-button.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { saveBase64 } from "../../../lib/download.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { undoAction } from "../../../kit/undo-action.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";

type Month = Outputs["rent"]["month"];
type Figures = Month["properties"][number];

const money = (amount: number) => <Amount cents={signedCents(amount)} />;

const columns: DataTableColumn<Figures>[] = [
  { id: "property", head: "Property", kind: "title", cell: ({ property }) => property },
  { id: "before", head: "Balance forward", kind: "aside", figures: true, cell: ({ before }) => money(before) },
  {
    id: "paid",
    head: "Paid, of charged",
    kind: "meta",
    figures: true,
    cell: ({ paid, charged }) => (
      <>
        {money(paid)} of {money(charged)}
      </>
    ),
  },
  { id: "credited", head: "Credited", kind: "aside", figures: true, cell: ({ credited }) => money(credited) },
  { id: "writtenOff", head: "Written off", kind: "aside", figures: true, cell: ({ writtenOff }) => money(writtenOff) },
  { id: "after", head: "Ending balance", kind: "amount", cell: ({ after }) => money(after) },
];

/** A month's figures by property, as closed or current, with the buttons to close or reopen it. */
export function MonthClose({ period }: { period: string }) {
  const month = trpc.rent.month.useQuery({ period });
  const save = async (format: BookFormat) => saveBase64(await trpcClient.rent.monthFile.query({ period, format }));
  return (
    <Section title="Month close">
      {month.data ? (
        <Stack wide>
          <Text muted>
            <State month={month.data} />
          </Text>
          {month.data.properties.length > 0 && (
            <DataTable
              dense
              cards="wide"
              caption="Month close"
              columns={columns}
              rows={[...month.data.properties, { ...month.data, property: "All properties" }]}
              rowKey={({ property }) => property}
            />
          )}
          <Actions>
            <Change month={month.data} />
            <SaveButton label="Save the close as PDF" save={() => save("pdf")} />
            <SaveButton label="Export the close as CSV" save={() => save("csv")} />
          </Actions>
        </Stack>
      ) : month.isError ? (
        <ErrorState onRetry={() => void month.refetch()} busy={month.isFetching}>
          Failed to load the month
        </ErrorState>
      ) : (
        <SkeletonLedger rows={3} />
      )}
    </Section>
  );
}

function State({ month: { closed, canClose } }: { month: Month }) {
  if (closed !== null) {
    return (
      <>
        Closed by {closed.by} on <Time at={closed.at} />. Anything added for it since then counts in the next month.
      </>
    );
  }
  return canClose
    ? "Closing locks this month. Anything you add for it later counts in the next month."
    : "This month is open. Close months in order, once each is over.";
}

function Change({ month: { period, canClose, canReopen } }: { month: Month }) {
  const [mayClose, mayReopen] = [usePermission("manager"), usePermission("owner")];
  const undoClose = undoAction(async () => {
    await trpcClient.rent.reopenMonth.mutate({ period });
  });
  const after = (toastText: string, undo?: () => void) => ({
    onSuccess: async () => {
      toast.success(`${bookPeriodName(period)} is ${toastText}`, undo);
    },
    onError: (error: unknown) => toast.failure(errorMessage(error)),
  });
  const close = trpc.rent.closeMonth.useMutation(after("closed", mayReopen ? undoClose : undefined));
  const reopen = trpc.rent.reopenMonth.useMutation(after("open"));
  if (canClose && mayClose) {
    return (
      <Button variant="primary" busy={close.isPending} onClick={() => close.mutate({ period })}>
        Close {bookPeriodName(period)}
      </Button>
    );
  }
  if (!canReopen || !mayReopen) return null;
  return (
    <Button busy={reopen.isPending} onClick={() => reopen.mutate({ period })}>
      Reopen {bookPeriodName(period)}
    </Button>
  );
}

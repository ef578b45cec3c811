import type { BookFormat } from "@hearth/domain/rent/books-inputs";
import { bookPeriodName, periodsUntil } from "@hearth/domain/rent/book-period";
import { signedCents } from "../../../features/rent/due.ts";
import { ButtonLink, CrumbLink, TextLink } from "../../../kit/links.tsx";
import { useWording } from "../../../kit/words.ts";
import { usePermission } from "../../../kit/permission.tsx";
import { SaveButton } from "../../../kit/save-button.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { saveBase64 } from "../../../lib/download.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { undoAction } from "../../../kit/undo-action.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Attention } from "../../../ui/attention.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/inputs.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { PageHead, Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import styles from "./rent-roll.module.css";

type Month = Outputs["rent"]["month"];
type Figures = Month["properties"][number];

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

interface MonthClosePageProps {
  /** A month. */
  period: string;
  today: string;
  onPeriod: (period: string) => void;
}

/** Page that closes or reopens a month: what to check before, the figures by property as closed or current, and their files. */
export function MonthClosePage({ period, today, onPeriod }: MonthClosePageProps) {
  const month = trpc.rent.month.useQuery({ period });
  const save = async (format: BookFormat) => saveBase64(await trpcClient.rent.monthFile.query({ period, format }));
  return (
    <>
      <PageHead
        crumb={
          <CrumbLink to="/merchant/rent-roll" search={{ period }}>
            Rent roll
          </CrumbLink>
        }
        title="Month close"
        sub={bookPeriodName(period)}
      />
      <PeriodSelect label="Month" period={period} periods={periodsUntil(today).filter(isMonth)} onPeriod={onPeriod} />
      {month.data ? (
        <Stack wide>
          <Text muted>
            <State month={month.data} />
          </Text>
          {month.data.closed === null && <Checks />}
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
    </>
  );
}

const isMonth = (period: string) => period.length === 7;

/** Lists what is still open and would be missing from a month that is closed now. */
function Checks() {
  const reword = useWording();
  const { data: unmatched } = trpc.merchant.oddTransfers.useQuery({ limit: 1 });
  const { data: disputes } = trpc.merchant.disputeTotals.useQuery({});
  if (!unmatched || !disputes) return <SkeletonLedger rows={2} />;
  const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count.toLocaleString("en-US")} ${many}`);
  const items = [
    {
      id: "unmatched",
      count: unmatched.openCount,
      title: counted(unmatched.openCount, "transfer matches no payment", "transfers match no payment"),
      note: "Its money counts for a lease once you say what it is for.",
      to: "/merchant/transactions/unmatched" as const,
    },
    {
      id: "refunds",
      count: disputes.owed.count,
      title: `${counted(disputes.owed.count, "refund is", "refunds are")} still owed`,
      note: "A refund lowers what was paid on the day on which it is sent.",
      to: "/merchant/disputes" as const,
    },
    {
      id: "disputes",
      count: disputes.open.count,
      title: `${counted(disputes.open.count, "dispute is", "disputes are")} open`,
      note: "If it is approved, you owe a refund.",
      to: "/merchant/disputes" as const,
    },
  ].filter(({ count }) => count > 0);
  return (
    <Section title="Before you close">
      <Attention
        calm="Nothing is open: all money is matched, and no refund is owed."
        items={items.map(({ id, title, note, to }) => ({
          id,
          title,
          note,
          action: (
            <ButtonLink size="small" to={to} aria-label={`Review: ${title}`}>
              Review
            </ButtonLink>
          ),
        }))}
      />
      <Text size="note" muted>
        {reword("Have you recorded every check and cash payment of the month?")}{" "}
        <TextLink size="small" to="/merchant/tenants">
          {reword("Tenants")}
        </TextLink>
      </Text>
    </Section>
  );
}

interface PeriodSelectProps {
  label: string;
  period: string;
  periods: readonly string[];
  onPeriod: (period: string) => void;
}

/** Select of a period, which keeps one that is older than those on offer. */
export function PeriodSelect({ label, period, periods, onPeriod }: PeriodSelectProps) {
  return (
    <Field label={label} filter className={styles.period}>
      <Select value={period} onChange={({ target }) => onPeriod(target.value)}>
        {(periods.includes(period) ? periods : [period, ...periods]).map((one) => (
          <option key={one} value={one}>
            {bookPeriodName(one)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** An amount in a table of figures. Zero is quiet, so that debts stand out. */
export function money(amount: number) {
  const cents = signedCents(amount);
  return <Amount cents={cents} {...(cents === 0 && { className: styles.zero })} />;
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

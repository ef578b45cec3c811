import { AppLink } from "../../lib/links.tsx";
import type { Outputs } from "../../lib/trpc.ts";
import { Amount } from "../../ui/amount.tsx";
import { Hash } from "../../ui/hash.tsx";
import type { LedgerColumn } from "../../ui/ledger.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Status } from "../../ui/status.tsx";
import { Text } from "../../ui/words.tsx";
import { centsOf } from "./cents.ts";

export type ListedPayment = Outputs["payments"]["list"]["items"][number];

/** A payer's payments in a ledger: on the dashboard, and in the history. */
export const paymentColumns: LedgerColumn<ListedPayment>[] = [
  { id: "date", head: "Date", kind: "meta", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { id: "description", head: "Description", kind: "title", cell: ({ description }) => description },
  { id: "transaction", head: "Transaction", kind: "aside", cell: TransactionCell },
  {
    id: "status",
    head: "Status",
    kind: "status",
    cell: ({ displayStatus, oddity }) => <PaymentStatusMark displayStatus={displayStatus} oddity={oddity} />,
  },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
];

function TransactionCell({ transactionHash }: ListedPayment) {
  if (transactionHash !== null) return <Hash value={transactionHash} />;
  return (
    <Text as="span" muted>
      Not sent
    </Text>
  );
}

interface PaymentStatusMarkProps extends Pick<ListedPayment, "displayStatus" | "oddity"> {
  /** Washed, where it is the answer of the whole screen. */
  answer?: boolean;
}

/** A payment's status as its payer sees it, with what was odd about the money beside it. */
export function PaymentStatusMark({ displayStatus, oddity, answer = false }: PaymentStatusMarkProps) {
  const look = answer ? { wash: true, flush: true } : {};
  return <Status of="payment" value={displayStatus} odd={oddity === "none" ? undefined : oddity} {...look} />;
}

/** How a row is called in its link. */
export function paymentName({ description, createdAt }: ListedPayment): string {
  return `${description}, ${new Date(createdAt).toLocaleDateString("en-US", { dateStyle: "medium" })}`;
}

/** The link of a row: opens the payment's details over the page one is on. */
export function openPayment(
  from: "/dashboard" | "/payment-history",
): (row: ListedPayment, props: React.ComponentProps<"a">) => React.ReactElement {
  return ({ id }, props) => <AppLink to={from} search={(current) => ({ ...current, payment: id })} preload={false} {...props} />;
}

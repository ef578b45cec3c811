import { formatMoment } from "@hearth/domain/moment";
import { overlayState } from "../../lib/close-over.ts";
import { AppLink } from "../../kit/links.tsx";
import type { Outputs } from "../../lib/trpc.ts";
import { Amount } from "../../ui/amount.tsx";
import { Hash } from "../../ui/hash.tsx";
import type { DataTableColumn, OpenProps } from "../../ui/data-table.tsx";
import { Time } from "../../ui/moment.tsx";
import { Text } from "../../ui/typography.tsx";
import { type Odd, Status } from "../../kit/status/status.tsx";
import { centsOf } from "../../kit/cents.ts";
import styles from "./payment-columns.module.css";
import { shortSentence } from "./top-up.tsx";
import { NotSent, oddOf, PaymentSeal } from "./transaction-parts.tsx";

export type ListedPayment = Outputs["payments"]["list"]["items"][number];

/** Columns of a payer's payments, on the dashboard and in the history. */
export const paymentColumns: DataTableColumn<ListedPayment>[] = [
  { id: "seal", head: "Mark", kind: "mark", cell: PaymentSeal },
  { id: "date", head: "Date", kind: "meta", cell: ({ createdAt, timeZone }) => <Time at={createdAt} timeZone={timeZone} /> },
  { id: "description", head: "Description", kind: "title", cell: DescriptionCell },
  { id: "transaction", head: "Transaction", kind: "aside", cell: TransactionCell },
  {
    id: "status",
    head: "Status",
    kind: "status",
    cell: (payment) => <PaymentStatusMark payment={payment} />,
  },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
];

/** The description, and the missing amount while the payment is short. */
function DescriptionCell({ description, amount, short }: ListedPayment) {
  if (short === null) return <Description>{description}</Description>;
  return (
    <>
      <Description>{description}</Description>
      <Text size="note" muted as="span">
        {shortSentence(amount, short)}
      </Text>
    </>
  );
}

/** Clipped to two lines; the details show the full text. */
function Description({ children }: { children: string }) {
  return (
    <span className={styles.description} title={children}>
      {children}
    </span>
  );
}

function TransactionCell({ transactionHash, hasArrived, short }: ListedPayment) {
  return transactionHash === null ? <NotSent hasArrived={hasArrived} isShort={short !== null} /> : <Hash value={transactionHash} />;
}

interface PaymentStatusMarkProps {
  payment: Pick<ListedPayment, "displayStatus" | "oddity" | "refundOwed" | "refunded" | "short">;
  /** Uses a heavier style if the status is the main content of the screen. */
  answer?: boolean;
}

/** The payment's status as its payer sees it, with an irregularity of the money or the refund's state. */
export function PaymentStatusMark({ payment, answer = false }: PaymentStatusMarkProps) {
  const look = answer ? { strong: true } : {};
  return <Status kind="payment" value={payment.displayStatus} odd={oddOfOwn(payment)} {...look} />;
}

/** Omits the refund if the status already says Refunded. */
function oddOfOwn({ displayStatus, oddity, refundOwed, refunded, short }: PaymentStatusMarkProps["payment"]): Odd | undefined {
  if (refundOwed) return "owed";
  return oddOf({ oddity, short, refunded: displayStatus === "refunded" ? "none" : refunded });
}

/** Accessible name of a row's link. */
export function paymentName({ description, createdAt, timeZone }: ListedPayment): string {
  return `${description}, ${formatMoment(createdAt, "day", timeZone)}`;
}

/** Returns the link of a row, which opens the payment's details over the current page. */
export function openPayment(
  from: "/dashboard" | "/payment-history" | "/disputes",
): (row: Pick<ListedPayment, "id">, props: OpenProps) => React.ReactElement {
  return ({ id }, props) => (
    <AppLink to={from} search={(current) => ({ ...current, payment: id })} state={overlayState} preload={false} {...props} />
  );
}

import { formatUsd } from "@hearth/domain/money";
import { displayStatus } from "@hearth/domain/disputes/status";
import type { PaymentOddity, PaymentStatus, PaymentType } from "@hearth/domain/payments/status";
import type { ReactNode } from "react";
import { centsOf } from "../../kit/cents.ts";
import { type Odd, Status } from "../../kit/status/status.tsx";
import type { Outputs } from "../../lib/trpc.ts";
import { errorCode } from "../../lib/api-error.ts";
import { Amount } from "../../ui/amount.tsx";
import { Empty, ErrorState } from "../../ui/empty.tsx";
import { Hash } from "../../ui/hash.tsx";
import { DataTable, type DataTableProps } from "../../ui/data-table.tsx";
import { Section } from "../../ui/page.tsx";
import { Seal } from "../../ui/seal.tsx";
import { Timeline, type TimelineProps } from "../../ui/timeline.tsx";
import { Heading, Text } from "../../ui/typography.tsx";
import styles from "./transaction-parts.module.css";
import { useExplorer } from "./use-network.ts";

interface Money {
  oddity: PaymentOddity;
  refunded: Outputs["payments"]["list"]["items"][number]["refunded"];
  short?: Outputs["payments"]["list"]["items"][number]["short"];
}

interface TransactionStatusProps extends Money {
  status: PaymentStatus;
  hasArrived: boolean;
  /** In dollars, like the amount received. */
  amount?: number;
  grossAmount?: number;
}

/** The payment's status for its merchant and for administrators, with what is irregular about its money: "Completed, $4.20 over". */
export function TransactionStatus({ status, hasArrived, amount, grossAmount, ...money }: TransactionStatusProps) {
  const value = displayStatus(status, null, hasArrived);
  const odd = oddOf(money);
  const overCents = amount === undefined || grossAmount === undefined ? 0 : centsOf(grossAmount) - centsOf(amount);
  const byCents = odd === "short" ? centsOf(money.short?.missing ?? 0) : odd === "over" ? overCents : 0;
  if (odd === "late") return <Status kind="payment" value={value} suffix="late" />;
  if (byCents > 0) return <Status kind="payment" value={value} suffix={`${formatUsd(byCents)} ${odd}`} />;
  return <Status kind="payment" value={value} odd={odd} />;
}

/** A person's name with their email below it, for lists in which the email has no column. */
export function NameAndEmail({
  person: { firstName, lastName, email },
}: {
  person: { firstName: string; lastName: string; email: string };
}) {
  return (
    <>
      {firstName} {lastName}
      <Text as="div" size="note" muted className={styles.email}>
        <span title={email}>{email}</span>
      </Text>
    </>
  );
}

/** Returns the mark beside a payment's status. A refund takes precedence over how the money arrived. */
export function oddOf({ oddity, refunded, short = null }: Money): Odd | undefined {
  if (refunded !== "none") return refunded === "whole" ? "refunded" : "partRefunded";
  if (short !== null) return "short";
  return oddity === "none" ? undefined : oddity;
}

/** Seal of a payment: engraved if settled, hatched if not sent or not confirmed, struck out if failed. */
export function PaymentSeal({ status, transactionHash }: { status: PaymentStatus; transactionHash: string | null }) {
  const blank = status === "failed" || status === "cancelled" ? "failed" : "waiting";
  return <Seal hash={status === "completed" ? transactionHash : null} blank={blank} />;
}

/** A payment's amount in large type, with its status beside it. */
export function AmountHead({ amount, children }: { amount: number; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <Amount cents={centsOf(amount)} size={46} unit="USDC" />
      {children}
    </div>
  );
}

/** Container for notes about a payment's money, below its amount. Takes no space if empty. */
export function MoneyNotes({ children }: { children: ReactNode }) {
  return <div className={styles.notes}>{children}</div>;
}

/** A payment's facts with the timeline beside them; on a phone the timeline is below. */
export function FactsAndTimeline({ children, ...timeline }: Pick<TimelineProps, "events" | "shape"> & { children: ReactNode }) {
  return (
    <div className={styles.columns}>
      {children}
      <section>
        <Heading as="h3" size="label" muted className={styles.label}>
          Timeline
        </Heading>
        <Timeline {...timeline} />
      </section>
    </div>
  );
}

interface NotSentProps {
  hasArrived: boolean;
  /** True if part of the money has arrived. */
  isShort?: boolean;
}

/** Shown instead of a transaction hash: not sent yet, or arrived (in part) but not counted yet. */
export function NotSent({ hasArrived, isShort = false }: NotSentProps) {
  return (
    <Text as="span" muted>
      {hasArrived ? "Arrived" : isShort ? "Part arrived" : "Not sent"}
    </Text>
  );
}

/** The paying transaction with a link to the explorer, or that there is none yet. */
export function TransactionHash({ hash, ...arrival }: NotSentProps & { hash: string | null }) {
  const explorer = useExplorer();
  return hash === null ? <NotSent {...arrival} /> : <Hash value={hash} shape="detail" explorerUrl={explorer.transactionUrl(hash)} />;
}

interface PaidByProps extends NotSentProps {
  hash: string | null;
  parts: Outputs["payments"]["get"]["parts"];
}

/** The paying transaction, or each transfer that paid a part with its amount. */
export function PaidBy({ hash, parts, ...arrival }: PaidByProps) {
  if (parts.length === 0) return <TransactionHash hash={hash} {...arrival} />;
  return parts.map(({ txHash, usdc }) => (
    <div key={txHash}>
      <Text as="span" muted size="note">
        {usdc} USDC
      </Text>
      <TransactionHash hash={txHash} hasArrived />
    </div>
  ));
}

/** A wallet's address with a link to the explorer. */
export function WalletAddress({ address, what }: { address: string; what: string }) {
  const explorer = useExplorer();
  return <Hash value={address} shape="address" what={what} explorerUrl={explorer.addressUrl(address)} />;
}

export function paymentTypeName(type: PaymentType): string {
  return type === "recurring" ? "Recurring" : "One-time";
}

/** Error state of a transaction that does not exist or could not be loaded. */
export function TransactionFailure({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  if (errorCode(error) === "NOT_FOUND") return <ErrorState>Transaction not found</ErrorState>;
  return (
    <ErrorState onRetry={onRetry} busy={busy}>
      Failed to load transaction
    </ErrorState>
  );
}

interface RecentTransactionsProps<Row> extends Pick<DataTableProps<Row>, "columns" | "cards" | "rowName" | "open"> {
  transactions: readonly Row[];
  /** Link to all transactions. */
  all: ReactNode;
  /** Text if there are none. */
  none: string;
}

/** Lists the newest transactions on a dashboard. */
export function RecentTransactions<Row extends { _id: string }>({ transactions, all, none, ...ledger }: RecentTransactionsProps<Row>) {
  const isEmpty = transactions.length === 0;
  return (
    <Section title="Recent transactions" ruled={isEmpty} end={all}>
      {isEmpty ? (
        <Empty>{none}</Empty>
      ) : (
        <DataTable caption="Recent transactions" rows={transactions} rowKey={({ _id }) => _id} {...ledger} />
      )}
    </Section>
  );
}

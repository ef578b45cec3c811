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
}

/** Where a payment is, and what was odd about its money or went back of it, as its merchant and the administrators see it. */
export function TransactionStatus({ status, hasArrived, ...money }: TransactionStatusProps) {
  return <Status of="payment" value={displayStatus(status, null, hasArrived)} odd={oddOf(money)} />;
}

/** The word beside a payment's status: where the money went last matters more than how it came. */
export function oddOf({ oddity, refunded, short = null }: Money): Odd | undefined {
  if (refunded !== "none") return refunded === "whole" ? "refunded" : "partRefunded";
  if (short !== null) return "short";
  return oddity === "none" ? undefined : oddity;
}

/** Engraved is settled, hatched is not sent or not confirmed yet, struck out is failed. */
export function PaymentSeal({ status, transactionHash }: { status: PaymentStatus; transactionHash: string | null }) {
  const blank = status === "failed" || status === "cancelled" ? "failed" : "waiting";
  return <Seal hash={status === "completed" ? transactionHash : null} blank={blank} />;
}

/** A payment's amount in dollars, large, with its status beside it. */
export function AmountHead({ amount, children }: { amount: number; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <Amount cents={centsOf(amount)} size={46} unit="USDC" />
      {children}
    </div>
  );
}

/** What is said about a payment's money, below its amount; takes no room where nothing is. */
export function MoneyNotes({ children }: { children: ReactNode }) {
  return <div className={styles.notes}>{children}</div>;
}

/** A payment's facts, and its timeline beside them; below them on a phone. */
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
  /** Whether a part of the money is there, and the rest is missing. */
  isShort?: boolean;
}

/** That a payment's money is not on the chain yet, or that it or a part of it is and does not count yet. */
export function NotSent({ hasArrived, isShort = false }: NotSentProps) {
  return (
    <Text as="span" muted>
      {hasArrived ? "Arrived" : isShort ? "Part arrived" : "Not sent"}
    </Text>
  );
}

/** The transaction that paid, with its place in the explorer; or that there is none yet. */
export function TransactionHash({ hash, ...arrival }: NotSentProps & { hash: string | null }) {
  const explorer = useExplorer();
  return hash === null ? <NotSent {...arrival} /> : <Hash value={hash} shape="detail" explorerUrl={explorer.transactionUrl(hash)} />;
}

interface PaidByProps extends NotSentProps {
  hash: string | null;
  parts: Outputs["payments"]["get"]["parts"];
}

/** The transaction that paid, or each of those that did together, with what came in it. */
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

/** A wallet's address, with its place in the explorer. */
export function WalletAddress({ address, what }: { address: string; what: string }) {
  const explorer = useExplorer();
  return <Hash value={address} shape="address" what={what} explorerUrl={explorer.addressUrl(address)} />;
}

/** What a type of payment is called. */
export function paymentTypeName(type: PaymentType): string {
  return type === "recurring" ? "Recurring" : "One-time";
}

/** A transaction that is not there, or could not be loaded. */
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
  /** The way to all of them. */
  all: ReactNode;
  /** What is said where there are none. */
  none: string;
}

/** The newest transactions on a dashboard. */
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

import { formatUsd } from "@hearth/domain/money";
import { TransactionFailure } from "../../../features/payments/transaction-parts.tsx";
import { AttachMoney } from "../../../features/unmatched/attach-money.tsx";
import { DetailSkeleton } from "../../../kit/detail-skeleton.tsx";
import { CrumbLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Columns, Page, PageHead, Section } from "../../../ui/page.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { JudgedTransfers } from "./judged-transfers.tsx";
import { OddRefunds } from "./odd-refunds.tsx";
import { type TransactionDetail, TransactionFacts, transactionTimeline } from "./transaction-facts.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { useExplorer } from "../../../features/payments/use-network.ts";
import styles from "./transactions.module.css";
import { TimeZoneContext } from "../../../ui/time-zone.ts";

type Refund = TransactionDetail["refunds"][number];

const statusTexts: Record<Refund["status"], string> = { open: "To be sent", completed: "Sent", cancelled: "Cancelled" };

/** Lists the refunds of a transaction, sent or owed. */
function RefundList({ refunds }: { refunds: readonly Refund[] }) {
  const explorer = useExplorer();
  return (
    <ul>
      {refunds.map(({ _id, amount, status, createdAt, completedAt, transactionHash }) => (
        <li key={_id} className={styles.refund}>
          <Text as="span" strong>
            <Amount cents={centsOf(amount)} /> {statusTexts[status]}
          </Text>
          <Text as="span" size="note" muted>
            <Time at={completedAt ?? createdAt} shape="minute" />
          </Text>
          {transactionHash && <Hash value={transactionHash} shape="detail" explorerUrl={explorer.transactionUrl(transactionHash)} />}
        </li>
      ))}
    </ul>
  );
}

/** Says that a refund waits for the payer to prove a wallet, and since when. Renders nothing if a wallet is known. */
function WalletAsked({ wallet: { to, unknown, asked } }: { wallet: NonNullable<TransactionDetail["refundWallet"]> }) {
  if (to !== null) return null;
  const why = unknown === "severalWallets" ? "Several wallets paid this" : "It was not paid from a wallet known to be the payer's";
  return (
    <Alert tone={asked === null ? "info" : "waiting"} title="A refund needs a wallet that the payer has proven">
      <p>{why}. Nothing is sent before, and nothing is lost: the money stays in the merchant&apos;s wallet.</p>
      <p>
        {asked === null ? (
          "No one has asked the payer yet."
        ) : (
          <>
            The payer was asked on <Time at={asked.at} shape="minute" />, for {formatUsd(centsOf(asked.amount))}.
          </>
        )}
      </p>
    </Alert>
  );
}

const liveMs = 5_000;

/** Transaction page with everything administrators can see. */
export function TransactionPage({ transactionId }: { transactionId: string }) {
  const { data, error, refetch, isFetching } = trpc.admin.transaction.useQuery(
    { transactionId },
    { refetchInterval: ({ state }) => (state.data?.status === "pending" ? liveMs : false) },
  );
  return (
    <Page>
      <PageHead crumb={<CrumbLink to="/admin/transactions">Transactions</CrumbLink>} title="Transaction" sub={data?.description} />
      {data ? (
        <TimeZoneContext value={data.timeZone}>
          <Detail transaction={data} />
        </TimeZoneContext>
      ) : error ? (
        <TransactionFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DetailSkeleton amount label="Loading the transaction" lines={8} />
      )}
    </Page>
  );
}

function Detail({ transaction }: { transaction: TransactionDetail }) {
  return (
    <Columns kind="aside">
      <div>
        <TransactionFacts transaction={transaction} />
        <div className={styles.block}>
          <Section title="On chain" ruled>
            <JudgedTransfers transfers={transaction.transfers} />
          </Section>
        </div>
        {transaction.status !== "completed" && (
          <div className={styles.block}>
            <AttachMoney area="admin" payment={transaction} />
          </div>
        )}
        {(transaction.refunds.length > 0 || transaction.refundWallet?.to === null) && (
          <div className={styles.block}>
            <Section title="Refunds" ruled>
              {transaction.refundWallet && <WalletAsked wallet={transaction.refundWallet} />}
              <RefundList refunds={transaction.refunds} />
            </Section>
          </div>
        )}
        {transaction.oddRefundTransfers.length > 0 && (
          <div className={styles.block}>
            <Section title="Refunds sent differently than requested" ruled>
              <OddRefunds transfers={transaction.oddRefundTransfers} />
            </Section>
          </div>
        )}
      </div>
      <section>
        <Heading size="label" muted className={styles.aside}>
          Timeline
        </Heading>
        <Timeline events={transactionTimeline(transaction)} shape="minute" />
      </section>
    </Columns>
  );
}

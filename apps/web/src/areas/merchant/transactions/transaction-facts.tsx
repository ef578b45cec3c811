import { formatUsd } from "@hearth/domain/money";
import type { Outputs } from "../../../lib/trpc.ts";
import { TextLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Note } from "../../../ui/note.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { Heading, Text } from "../../../ui/words.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { paymentLife } from "../../../features/payments/payment-life.ts";
import { useExplorer } from "../../../features/payments/use-network.ts";
import { PaymentRefunds } from "../refunds/payment-refunds.tsx";
import { TransactionStatus } from "./transaction-columns.tsx";
import styles from "./transactions.module.css";

type TransactionDetail = Outputs["merchant"]["transaction"];

/** A transaction's amount and status, who pays what for, and its life. */
export function TransactionFacts({ transaction }: { transaction: TransactionDetail }) {
  return (
    <>
      <div className={styles.head}>
        <Amount cents={centsOf(transaction.amount)} size={45} unit="USDC" />
        <TransactionStatus transaction={transaction} flush />
      </div>
      <OddTransfers transaction={transaction} />
      <div className={styles.columns}>
        <FactList transaction={transaction} />
        <section>
          <Heading as="h3" size="label" muted className={styles.label}>
            Timeline
          </Heading>
          <Timeline events={paymentLife(transaction)} shape="minute" />
        </section>
      </div>
      {transaction.status === "completed" && <PaymentRefunds paymentId={transaction._id} />}
    </>
  );
}

function FactList({ transaction }: { transaction: TransactionDetail }) {
  const explorer = useExplorer();
  const { userId: payer, transactionHash, walletAddress } = transaction;
  return (
    <Facts>
      <Fact label="Email">
        <TextAnchor href={`mailto:${payer.email}`}>{payer.email}</TextAnchor>
      </Fact>
      <Fact label="Phone number">{payer.phoneNumber}</Fact>
      <Fact label="Apartment number">{transaction.aptNumber}</Fact>
      <Fact label="Description">{transaction.description}</Fact>
      <Fact label="Date">
        <Moment at={transaction.createdAt} shape="minute" />
      </Fact>
      <Fact label="Payment type">{transaction.paymentType === "recurring" ? "Recurring" : "One-time"}</Fact>
      <Fact label="Network">{transaction.blockchainNetwork}</Fact>
      <Fact label="Transaction">
        {transactionHash === null ? (
          <Text as="span" muted>
            Not sent
          </Text>
        ) : (
          <Hash value={transactionHash} shape="detail" explorerUrl={explorer.transactionUrl(transactionHash)} />
        )}
      </Fact>
      <Fact label="Paid to">
        <Hash value={walletAddress} shape="address" what="wallet address" explorerUrl={explorer.addressUrl(walletAddress)} />
      </Fact>
      <Fact label="Transaction ID">
        <Hash value={transaction._id} shape="detail" what="transaction ID" />
      </Fact>
      <Fact label="Notes">{transaction.notes}</Fact>
    </Facts>
  );
}

/** Money that came otherwise than asked for, as its receiver needs to know it. */
function OddTransfers({ transaction: { amount, oddity, others, status } }: { transaction: TransactionDetail }) {
  const asked = formatUsd(centsOf(amount));
  return (
    <div className={styles.notes}>
      {others.map(({ txHash, verdict, usdc }) => (
        <Note
          key={txHash}
          tone="waiting"
          title={verdict === "short" ? `${usdc} USDC arrived, which is less than ${asked}` : `A second transfer of ${usdc} USDC arrived`}
        >
          It is in your wallet.{" "}
          <TextLink size="small" to="/merchant/transactions/unmatched">
            See unmatched money
          </TextLink>
        </Note>
      ))}
      {oddity === "over" && (
        <Note title={`More than ${asked} arrived`}>The payment is completed. Your payer may ask for what was too much.</Note>
      )}
      {oddity === "late" && status === "completed" && (
        <Note title="The money arrived after the checkout had ended">The payment is completed all the same.</Note>
      )}
    </div>
  );
}

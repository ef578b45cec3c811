import { formatUsd } from "@hearth/domain/money";
import type { Outputs } from "../../../lib/trpc.ts";
import { TextLink } from "../../../kit/links.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { useWording } from "../../../kit/words.ts";
import { shortSentence } from "../../../features/payments/top-up.tsx";
import { paymentTimeline } from "../../../features/payments/payment-timeline.ts";
import { PaymentLease } from "./payment-lease.tsx";
import { PaymentRefunds } from "../refunds/payment-refunds.tsx";
import {
  AmountHead,
  FactsAndTimeline,
  MoneyNotes,
  paymentTypeName,
  PaidBy,
  TransactionStatus,
  WalletAddress,
} from "../../../features/payments/transaction-parts.tsx";
import { SendReceipt } from "./send-receipt.tsx";
import { UndoRecorded } from "./undo-recorded.tsx";
import { TimeZoneContext } from "../../../ui/time-zone.ts";

type TransactionDetail = Outputs["merchant"]["transaction"];

/** Facts about a transaction: amount, status, payer, description, timeline, lease and refunds. */
export function TransactionFacts({ transaction }: { transaction: TransactionDetail }) {
  return (
    <TimeZoneContext value={transaction.timeZone}>
      <AmountHead amount={transaction.amount}>
        <TransactionStatus {...transaction} />
      </AmountHead>
      <OddTransfers transaction={transaction} />
      <FactsAndTimeline events={paymentTimeline(transaction)} shape="minute">
        <FactList transaction={transaction} />
      </FactsAndTimeline>
      {transaction.status === "completed" && <SendReceipt paymentId={transaction._id} />}
      {(transaction.status === "completed" || transaction.short !== null) && <PaymentLease paymentId={transaction._id} />}
      {transaction.isRecordedFromTransfer && <UndoRecorded paymentId={transaction._id} />}
      {transaction.status === "completed" && <PaymentRefunds paymentId={transaction._id} />}
    </TimeZoneContext>
  );
}

function FactList({ transaction }: { transaction: TransactionDetail }) {
  const { userId: payer, transactionHash, hasArrived, walletAddress } = transaction;
  return (
    <DescriptionList>
      <Description label="Email">
        <TextAnchor href={`mailto:${payer.email}`}>{payer.email}</TextAnchor>
      </Description>
      <Description label="Phone number">{payer.phoneNumber}</Description>
      <Description label="Unit">{transaction.home ?? transaction.aptNumber}</Description>
      <Description label="For">{transaction.description}</Description>
      <Description label="Date">
        <Time at={transaction.createdAt} shape="minute" />
      </Description>
      <Description label="Payment type">{paymentTypeName(transaction.paymentType)}</Description>
      <Description label="Network">{transaction.blockchainNetwork}</Description>
      <Description label="Transaction">
        <PaidBy hash={transactionHash} parts={transaction.status === "completed" ? transaction.parts : []} hasArrived={hasArrived} />
      </Description>
      <Description label="Paid to">
        <WalletAddress address={walletAddress} what="wallet address" />
      </Description>
      <Description label="Transaction ID">
        <Hash value={transaction._id} shape="detail" what="transaction ID" />
      </Description>
      <Description label="Notes">{transaction.notes}</Description>
    </DescriptionList>
  );
}

/** Notes for the recipient about money that differs from the request. */
function OddTransfers({ transaction: { amount, oddity, others, short, status } }: { transaction: TransactionDetail }) {
  const reword = useWording();
  const requestedAmount = formatUsd(centsOf(amount));
  return (
    <MoneyNotes>
      {short && (
        <Alert tone="waiting" title={shortSentence(amount, short)}>
          Your payer is shown what is missing and can pay it. The payment completes when it has arrived.
        </Alert>
      )}
      {others.map(({ txHash, verdict, usdc, sentBack }) => (
        <Alert
          key={txHash}
          tone={sentBack ? "good" : "waiting"}
          title={
            verdict === "short"
              ? `${usdc} USDC arrived, which is less than ${requestedAmount}`
              : `A second transfer of ${usdc} USDC arrived`
          }
        >
          {sentBack ? "You sent it back." : "It is in your wallet."}{" "}
          <TextLink size="small" to="/merchant/transactions/unmatched" search={sentBack ? { show: "sentBack" } : {}}>
            See unmatched money
          </TextLink>
        </Alert>
      ))}
      {oddity === "over" && (
        <Alert title={`More than ${requestedAmount} arrived`}>
          {reword("The payment is completed. The tenant may ask for the extra back.")}
        </Alert>
      )}
      {oddity === "late" && status === "completed" && (
        <Alert title="The money arrived after the checkout had ended">The payment is still completed.</Alert>
      )}
    </MoneyNotes>
  );
}

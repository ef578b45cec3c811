import type { ReactNode } from "react";
import { TextLink } from "../../../kit/links.tsx";
import { shortSentence } from "../../../features/payments/top-up.tsx";
import { eventWords } from "../../../features/payments/payment-timeline.ts";
import {
  AmountHead,
  paymentTypeName,
  TransactionHash,
  TransactionStatus,
  WalletAddress,
} from "../../../features/payments/transaction-parts.tsx";
import type { Outputs } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { Text } from "../../../ui/typography.tsx";
import { businessTypeName } from "../../../features/enrollment/business-types.tsx";
import type { TimelineEvent } from "../../../ui/timeline.tsx";
import styles from "./transactions.module.css";
import { TimeZoneContext } from "../../../ui/time-zone.ts";

export type TransactionDetail = Outputs["admin"]["transaction"];

/** Facts about a transaction: amount, status, identifiers, payer and merchant. */
export function TransactionFacts({ transaction }: { transaction: TransactionDetail }) {
  return (
    <TimeZoneContext value={transaction.timeZone}>
      <AmountHead amount={transaction.amount}>
        <TransactionStatus {...transaction} />
      </AmountHead>
      <div className={styles.mark}>
        {transaction.short && <Alert tone="waiting" title={shortSentence(transaction.amount, transaction.short)} />}
      </div>
      <FactList transaction={transaction} />
    </TimeZoneContext>
  );
}

function FactList({ transaction }: { transaction: TransactionDetail }) {
  const { userId: user, merchantId: merchant } = transaction;
  return (
    <DescriptionList ruled>
      <Description label="Transaction ID">
        <Hash value={transaction._id} shape="detail" what="transaction ID" />
      </Description>
      <Description label="Date">
        <Time at={transaction.createdAt} shape="second" />
      </Description>
      <Description label="User">
        <TextLink to="/admin/users/$id" params={{ id: user._id }}>
          {user.firstName} {user.lastName}
        </TextLink>
        <Below>
          <TextAnchor href={`mailto:${user.email}`}>{user.email}</TextAnchor>
        </Below>
        {user.phoneNumber && <Below>{user.phoneNumber}</Below>}
      </Description>
      <Description label="Merchant">
        <TextLink to="/admin/merchants/$id" params={{ id: merchant._id }}>
          {merchant.name}
        </TextLink>
        <Below>{businessTypeName(merchant.businessType)}</Below>
        {merchant.walletAddress && (
          <Below>
            <WalletAddress address={merchant.walletAddress} what="wallet address" />
          </Below>
        )}
      </Description>
      <Description label="For">{transaction.description}</Description>
      <Description label="Unit">{transaction.home ?? transaction.aptNumber}</Description>
      <Description label="Payment type">{paymentTypeName(transaction.paymentType)}</Description>
      <Description label="Network">{transaction.blockchainNetwork}</Description>
      <Description label="Transaction hash">
        <TransactionHash hash={transaction.transactionHash} hasArrived={transaction.hasArrived} isShort={transaction.short !== null} />
      </Description>
      <Description label="Paid to">
        <WalletAddress address={transaction.walletAddress} what="recipient wallet" />
      </Description>
      <Description label="Session ID">
        {transaction.coinbaseSessionId && <Hash value={transaction.coinbaseSessionId} shape="detail" what="session ID" />}
      </Description>
      <Description label="Code">
        <code>{transaction.code}</code>
      </Description>
      <Description label="Notes">{transaction.notes}</Description>
    </DescriptionList>
  );
}

/** Facts about a person, below the name. */
function Below({ children }: { children: ReactNode }) {
  return (
    <Text size="note" as="div" muted>
      {children}
    </Text>
  );
}

const adminWords: typeof eventWords = {
  ...eventWords,
  authorizationReceived: { label: "Signed by the payer" },
  duplicateSeen: { ...eventWords.duplicateSeen, state: "bad" },
};

/** Timeline with every event of a payment, including hints, with the actor and the amount. */
export function transactionTimeline({ timeline }: Pick<TransactionDetail, "timeline">): TimelineEvent[] {
  return timeline.map(({ type, at, by, note, usdc, blockNumber }, index) => {
    const money = usdc === null ? null : `${usdc} USDC${blockNumber === null ? "" : `, block ${blockNumber}`}`;
    const detail = [by, money, note].filter((part) => part !== null).join(" · ");
    return { id: `${index}-${type}`, at, ...adminWords[type], ...(detail !== "" && { detail }) };
  });
}

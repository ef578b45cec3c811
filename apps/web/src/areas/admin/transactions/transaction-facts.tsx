import type { ReactNode } from "react";
import { TextLink } from "../../../kit/links.tsx";
import type { Outputs } from "../../../lib/trpc.ts";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { Text } from "../../../ui/words.tsx";
import { businessTypeName } from "../../../features/enrollment/business-type.ts";
import { useExplorer } from "../../../features/payments/use-network.ts";

export type TransactionDetail = Outputs["admin"]["transaction"];

/** What a transaction is: its numbers, who pays, and who is paid. */
export function TransactionFacts({ transaction }: { transaction: TransactionDetail }) {
  const explorer = useExplorer();
  const { transactionHash, walletAddress, userId: user, merchantId: merchant } = transaction;
  return (
    <Facts ruled>
      <Fact label="Transaction ID">
        <Hash value={transaction._id} shape="detail" what="transaction ID" />
      </Fact>
      <Fact label="Date">
        <Moment at={transaction.createdAt} shape="second" />
      </Fact>
      <Fact label="User">
        <TextLink to="/admin/users/$id" params={{ id: user._id }}>
          {user.firstName} {user.lastName}
        </TextLink>
        <Below>
          <TextAnchor href={`mailto:${user.email}`}>{user.email}</TextAnchor>
        </Below>
        {user.phoneNumber && <Below>{user.phoneNumber}</Below>}
      </Fact>
      <Fact label="Merchant">
        <TextLink to="/admin/merchants/$id" params={{ id: merchant._id }}>
          {merchant.name}
        </TextLink>
        <Below>{businessTypeName(merchant.businessType)}</Below>
        {merchant.walletAddress && (
          <Below>
            <Hash
              value={merchant.walletAddress}
              shape="address"
              what="wallet address"
              explorerUrl={explorer.addressUrl(merchant.walletAddress)}
            />
          </Below>
        )}
      </Fact>
      <Fact label="Description">{transaction.description}</Fact>
      <Fact label="Apartment number">{transaction.aptNumber}</Fact>
      <Fact label="Payment type">{transaction.paymentType === "recurring" ? "Recurring" : "One-time"}</Fact>
      <Fact label="Network">{transaction.blockchainNetwork}</Fact>
      <Fact label="Transaction hash">
        {transactionHash === null ? (
          <Text as="span" muted>
            Not sent
          </Text>
        ) : (
          <Hash value={transactionHash} shape="detail" explorerUrl={explorer.transactionUrl(transactionHash)} />
        )}
      </Fact>
      <Fact label="Paid to">
        <Hash value={walletAddress} shape="address" what="recipient wallet" explorerUrl={explorer.addressUrl(walletAddress)} />
      </Fact>
      <Fact label="Session ID">
        {transaction.coinbaseSessionId && <Hash value={transaction.coinbaseSessionId} shape="detail" what="session ID" />}
      </Fact>
      <Fact label="Code">
        <code>{transaction.code}</code>
      </Fact>
      <Fact label="Notes">{transaction.notes}</Fact>
    </Facts>
  );
}

/** What is known of somebody, below their name. */
function Below({ children }: { children: ReactNode }) {
  return (
    <Text size="note" as="div" muted>
      {children}
    </Text>
  );
}

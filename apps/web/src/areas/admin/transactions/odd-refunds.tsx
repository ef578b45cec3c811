import type { RefundProblem } from "@hearth/domain/refunds/problems";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Text } from "../../../ui/typography.tsx";
import { useExplorer } from "../../../features/payments/use-network.ts";
import type { TransactionDetail } from "./transaction-facts.tsx";
import styles from "./transactions.module.css";

type OddRefund = TransactionDetail["oddRefundTransfers"][number];

const problemTexts: Record<RefundProblem, string> = {
  foreignWallet: "From a wallet that is not the merchant's, so it does not count",
  wrongAddress: "To another address than the payer's, so it does not count",
  short: "Less than asked, so it counts only towards what a dispute is owed",
  over: "More than asked: it completed the refund, and the rest is the payer's to give back",
  duplicate: "Sent again: the refund had been paid already",
};

/** Lists incorrectly sent refunds, with their data on chain and the consequence. */
export function OddRefunds({ transfers }: { transfers: readonly OddRefund[] }) {
  return transfers.map((transfer) => (
    <div key={transfer._id} className={styles.transfer}>
      <OneOddRefund transfer={transfer} />
    </div>
  ));
}

function OneOddRefund({ transfer: { problem, usdc, at, from, to, transactionHash } }: { transfer: OddRefund }) {
  const explorer = useExplorer();
  return (
    <>
      <div className={styles.mark}>
        <Text as="span" strong>
          {usdc} USDC
        </Text>
        <Text as="span" size="note" muted>
          <Time at={at} shape="minute" />
        </Text>
      </div>
      <DescriptionList>
        <Description label="Outcome">{problemTexts[problem]}</Description>
        <Description label="Transaction hash">
          <Hash value={transactionHash} shape="detail" explorerUrl={explorer.transactionUrl(transactionHash)} />
        </Description>
        <Description label="From">
          <Hash value={from} shape="address" what="sender" explorerUrl={explorer.addressUrl(from)} />
        </Description>
        <Description label="To">
          <Hash value={to} shape="address" what="recipient" explorerUrl={explorer.addressUrl(to)} />
        </Description>
      </DescriptionList>
    </>
  );
}

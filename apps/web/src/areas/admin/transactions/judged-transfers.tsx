import type { TransferVerdict } from "@hearth/domain/payments/status";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Text } from "../../../ui/typography.tsx";
import { useExplorer } from "../../../features/payments/use-network.ts";
import type { TransactionDetail } from "./transaction-facts.tsx";
import styles from "./transactions.module.css";

type Transfer = TransactionDetail["transfers"][number];

const verdicts: Record<TransferVerdict, string> = {
  matched: "Matched: payee, amount and binding fit",
  short: "Short: less than the amount, so it completes nothing alone",
  part: "Part: less than the amount, and enough together with others",
  duplicate: "Duplicate: another transfer had paid already",
  unmatched: "Unmatched",
};

const bindings: Record<NonNullable<Transfer["boundBy"]>, string> = {
  authorization: "The nonce of a signed authorization",
  calldata: "The reference in the calldata",
  wallet: "The payer's proven wallet",
  admin: "A person, who attached it",
  onramp: "The order at the onramp that it was bought with",
};

/** Lists the transfers for a payment, with their data on chain and their verdict. */
export function JudgedTransfers({ transfers }: { transfers: readonly Transfer[] }) {
  if (transfers.length === 0) {
    return (
      <Text muted className={styles.mark}>
        No transfer has been seen for this payment.
      </Text>
    );
  }
  return transfers.map((transfer) => (
    <div key={`${transfer.transactionHash}-${transfer.logIndex}`} className={styles.transfer}>
      <JudgedTransfer transfer={transfer} />
    </div>
  ));
}

function JudgedTransfer({ transfer }: { transfer: Transfer }) {
  const explorer = useExplorer();
  return (
    <>
      <div className={styles.mark}>
        <Text as="span" strong>
          {transfer.usdc} USDC
        </Text>
        <Text as="span" size="note" muted>
          {chainStatus(transfer)}
        </Text>
      </div>
      <DescriptionList>
        <Description label="Outcome">{judgedWords(transfer)}</Description>
        <Description label="Bound by">{transfer.boundBy ? bindings[transfer.boundBy] : "Nothing"}</Description>
        <Description label="Transaction hash">
          <Hash value={transfer.transactionHash} shape="detail" explorerUrl={transfer.explorerUrl ?? undefined} />
        </Description>
        <Description label="Sent back with">
          {transfer.sentBackWith && (
            <Hash value={transfer.sentBackWith} shape="detail" explorerUrl={explorer.transactionUrl(transfer.sentBackWith)} />
          )}
        </Description>
        <Description label="Block">
          {Number(transfer.blockNumber).toLocaleString("en-US")}, log {transfer.logIndex}, <Time at={transfer.blockTime} shape="second" />
        </Description>
        <Description label="Block hash">
          <Hash value={transfer.blockHash} shape="detail" what="block hash" />
        </Description>
        <Description label="From">
          <Hash value={transfer.from} shape="address" what="sender" explorerUrl={explorer.addressUrl(transfer.from)} />
        </Description>
        <Description label="To">
          <Hash value={transfer.to} shape="address" what="recipient" explorerUrl={explorer.addressUrl(transfer.to)} />
        </Description>
      </DescriptionList>
    </>
  );
}

function judgedWords({ isCounted, verdict }: Transfer): string {
  if (!isCounted) return verdicts[verdict];
  return verdict === "part" ? "Counted: a part of what completed this payment" : "Counted: it completed this payment";
}

function chainStatus({ orphanedAt, finalAt, confirmations }: Transfer): string {
  if (orphanedAt !== null) return "Reversed: its block left the chain";
  if (finalAt !== null) return "Final";
  return `${confirmations.toLocaleString("en-US")} ${confirmations === 1 ? "confirmation" : "confirmations"}`;
}

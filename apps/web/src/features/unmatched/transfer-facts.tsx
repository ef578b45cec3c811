import { Fact } from "../../ui/facts.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Moment } from "../../ui/moment.tsx";
import { type Area, asideWords, type OddTransfer } from "./area.ts";
import { whatItIs } from "./transfer-words.ts";

interface TransferFactsProps {
  area: Area;
  transfer: OddTransfer;
}

/** What is known about a transfer, as facts of a list. */
export function TransferFacts({ area, transfer }: TransferFactsProps) {
  return (
    <>
      <Fact label="What it is">{whatItIs(transfer)}</Fact>
      <Fact label="Payer">{transfer.meantFor?.payer}</Fact>
      <Fact label="Received">
        <Moment at={transfer.receivedAt} shape="minute" />
      </Fact>
      <Fact label="From wallet">
        <Hash value={transfer.from} shape="detail" what="sender's address" />
      </Fact>
      <Fact label="Transaction">
        <Hash value={transfer.transactionHash} shape="detail" explorerUrl={transfer.explorerUrl ?? undefined} />
      </Fact>
      <Fact label={asideWords[area].since}>{transfer.setAsideAt && <Moment at={transfer.setAsideAt} shape="minute" />}</Fact>
    </>
  );
}

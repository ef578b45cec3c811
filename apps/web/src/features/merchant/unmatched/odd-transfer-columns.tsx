import { Hash } from "../../../ui/hash.tsx";
import type { LedgerColumn } from "../../../ui/ledger.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Text } from "../../../ui/words.tsx";
import type { OddTransfer } from "./use-odd-transfers.ts";

/** Money without a payment in a ledger. */
export function oddTransferColumns(timeZone: string | undefined): LedgerColumn<OddTransfer>[] {
  return [
    { id: "received", head: "Received", kind: "meta", cell: ({ receivedAt }) => <Moment at={receivedAt} timeZone={timeZone} /> },
    { id: "what", head: "What it is", kind: "title", cell: whatItIs },
    { id: "likely", head: "Likely for", kind: "sub", cell: LikelyFor },
    { id: "from", head: "From wallet", kind: "aside", cell: ({ from }) => <Hash value={from} shape="address" what="sender's address" /> },
    {
      id: "transaction",
      head: "Transaction",
      kind: "aside",
      cell: ({ transactionHash, explorerUrl }) => <Hash value={transactionHash} explorerUrl={explorerUrl ?? undefined} />,
    },
    { id: "amount", head: "Amount (USDC)", kind: "amount", cell: ({ usdc }) => usdc },
  ];
}

/** Why the transfer stands here, in a few words. */
export function whatItIs({ verdict, meantFor }: Pick<OddTransfer, "verdict" | "meantFor">): string {
  if (verdict === "short") return `Too little for ${meantFor?.description ?? "its payment"}`;
  if (verdict === "duplicate") return `Second transfer for ${meantFor?.description ?? "its payment"}`;
  return "Without a reference";
}

function LikelyFor({ suggestion }: OddTransfer) {
  if (suggestion) return `${suggestion.payer}, ${suggestion.description}`;
  return (
    <Text as="span" muted>
      None fits
    </Text>
  );
}

/** How a row is called in its link. */
export function oddTransferName(transfer: OddTransfer): string {
  return `${transfer.usdc} USDC, ${whatItIs(transfer).toLowerCase()}`;
}

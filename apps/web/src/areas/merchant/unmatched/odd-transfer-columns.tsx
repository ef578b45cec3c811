import { Hash } from "../../../ui/hash.tsx";
import type { LedgerColumn } from "../../../ui/ledger.tsx";
import { Moment } from "../../../ui/moment.tsx";
import type { OddTransfer } from "../../../features/unmatched/area.ts";
import { LikelyFor } from "../../../features/unmatched/likely-for.tsx";
import { whatItIs } from "../../../features/unmatched/transfer-words.ts";

/** Money without a payment in a ledger. */
export const oddTransferColumns: LedgerColumn<OddTransfer>[] = [
  { id: "received", head: "Received", kind: "meta", cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
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

import type { Outputs } from "../../../lib/trpc.ts";
import { Hash } from "../../../ui/hash.tsx";
import type { LedgerColumn } from "../../../ui/ledger.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { LikelyFor } from "../../../features/unmatched/likely-for.tsx";
import { whatItIs } from "../../../features/unmatched/transfer-words.ts";
import { InCard } from "../../../ui/in-card.tsx";

type Transfer = Outputs["admin"]["transfers"]["items"][number];

/** Money without a payment in the administrators' ledger. */
export const transferColumns: LedgerColumn<Transfer>[] = [
  { id: "received", head: "Received", kind: "meta", cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  { id: "merchant", head: "Merchant", kind: "title", cell: ({ merchant }) => merchant.name },
  { id: "what", head: "What it is", kind: "sub", cell: whatItIs },
  {
    id: "likely",
    head: "Likely for",
    kind: "aside",
    cell: ({ verdict, meantFor, suggestion }) => (verdict === "matched" ? meantFor?.payer : <LikelyFor suggestion={suggestion} />),
  },
  { id: "from", head: "From wallet", kind: "aside", cell: ({ from }) => <Hash value={from} shape="address" what="sender's address" /> },
  { id: "amount", head: "Amount (USDC)", kind: "amount", cell: ({ usdc }) => <InCard unit="USDC">{usdc}</InCard> },
];

import type { RefundProblem } from "@hearth/domain/refunds/problems";
import { useWording } from "../../../kit/words.ts";
import { Hash } from "../../../ui/hash.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { useExplorer } from "../../../features/payments/use-network.ts";
import type { PaymentRefunds } from "./use-refunds.ts";

const refundTexts: Record<RefundProblem, { title: string; meaning: string }> = {
  foreignWallet: {
    title: "came from a wallet that is not yours",
    meaning: "It does not count: a refund counts only from a wallet that you are paid to or have proven.",
  },
  wrongAddress: {
    title: "went to a wrong address",
    meaning: "It does not count. Only the owner of that address can send it back.",
  },
  short: {
    title: "was sent, which is less than asked",
    meaning: "It does not complete the refund. Cancel this one if it is still open, and start another for the rest.",
  },
  over: {
    title: "was sent, which is more than asked",
    meaning: "The refund is completed. The tenant may send the extra back.",
  },
  duplicate: {
    title: "was sent again",
    meaning: "The refund had been paid already. Your payer may give it back.",
  },
};

/** Wording for transfers that were sent to return an unmatched transfer. */
const sendBackWords: typeof refundTexts = {
  ...refundTexts,
  foreignWallet: {
    ...refundTexts.foreignWallet,
    meaning: "It does not count: money goes back only from a wallet that you are paid to or have proven.",
  },
  short: { ...refundTexts.short, meaning: "It counts as a part of what goes back." },
  over: { ...refundTexts.over, meaning: "All of it went back. Its sender may return the extra." },
  duplicate: { ...refundTexts.duplicate, meaning: "All of it had already been returned. Its sender may return this." },
};

interface OddRefundTransfersProps {
  transfers: PaymentRefunds["oddTransfers"];
  /** True if they were sent to return an unmatched transfer instead of a payment. */
  isSendBack?: boolean;
}

/** Lists refund transfers that differ from the request, and what that means. */
export function OddRefundTransfers({ transfers, isSendBack = false }: OddRefundTransfersProps) {
  const reword = useWording();
  const problemTexts = isSendBack ? sendBackWords : refundTexts;
  const explorer = useExplorer();
  if (transfers.length === 0) return null;
  return (
    <Stack>
      {transfers.map(({ _id, problem, usdc, transactionHash: hash }) => (
        <Alert key={_id} tone={problem === "over" ? "info" : "waiting"} title={`${usdc} USDC ${problemTexts[problem].title}`}>
          <p>{reword(problemTexts[problem].meaning)}</p>
          <Hash value={hash} explorerUrl={explorer.transactionUrl(hash)} />
        </Alert>
      ))}
    </Stack>
  );
}

/** Returns the irregular transfers for the refunds of one dispute. */
export function oddTransfersOf(dispute: { _id: string }, { items, oddTransfers }: PaymentRefunds): PaymentRefunds["oddTransfers"] {
  const ids = items.filter(({ disputeId }) => disputeId === dispute._id).map(({ _id }) => _id);
  return oddTransfers.filter(({ refundId }) => ids.includes(refundId));
}

import { troubleWords, voidWords } from "@hearth/domain/notifications/autopay-words";
import type { Outputs } from "../../lib/trpc.ts";

export type AutopayLease = Outputs["autopay"]["mine"][number];
export type AutopayMonth = AutopayLease["months"][number];

/** What there is to say about a month's rent: its state, and what its payer should know. */
export function monthWords({ cheque, isPaidByOther }: AutopayMonth): { state: string; note: string | null } {
  if (isPaidByOther) return { state: "Signed by another tenant", note: null };
  if (cheque === null) return { state: "Not signed", note: null };
  switch (cheque.status) {
    case "asked":
      return { state: "Not signed", note: "Ready for your signature." };
    case "ready":
      return cheque.trouble === null ? { state: "Signed", note: null } : { state: "Needs you", note: troubleWords[cheque.trouble] };
    case "sent":
      return { state: "Being paid", note: null };
    case "paid":
      return { state: "Paid", note: null };
    case "skipped":
      return { state: "Left out", note: null };
    case "paused":
      return { state: "Paused", note: "Sign again to continue." };
    case "stopped":
      return { state: "Stopped", note: null };
    case "void":
      return { state: "Off", note: cheque.voidReason && voidWords[cheque.voidReason] };
    case "failed":
      return { state: "Not paid", note: `${cheque.trouble === null ? "" : `${troubleWords[cheque.trouble]} `}Please pay it yourself.` };
  }
}

/** Whether a month can be signed for: nobody's signature pays it, and it is to come. */
export function canBeSigned({ cheque, isPaidByOther, isComing }: AutopayMonth): boolean {
  return isComing && !isPaidByOther && cheque?.status !== "ready" && cheque?.status !== "sent";
}

/** Whether a signature was given that is erased here, and that its payer may make worthless on the network too. */
export function canBeCancelled({ cheque }: AutopayMonth): boolean {
  return (
    cheque !== null &&
    cheque.wasSigned &&
    ["skipped", "paused", "stopped", "void"].includes(cheque.status) &&
    cheque.voidReason !== "cancelled"
  );
}

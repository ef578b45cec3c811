import { troubleWords, voidWords } from "@hearth/domain/notifications/autopay-words";
import type { Outputs } from "../../lib/trpc.ts";

export type AutopayLease = Outputs["autopay"]["mine"][number];
export type AutopayMonth = AutopayLease["months"][number];

/** Describes a month's rent for its payer: the state and an optional note. */
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

/** True if a month can be signed: it is in the future, and no signature pays it. */
export function canBeSigned({ cheque, isPaidByOther, isComing }: AutopayMonth): boolean {
  return isComing && !isPaidByOther && cheque?.status !== "ready" && cheque?.status !== "sent";
}

/** True if a given signature is no longer used here, so that the payer may also cancel it on chain. */
export function canBeCancelled({ cheque }: AutopayMonth): boolean {
  return (
    cheque !== null &&
    cheque.wasSigned &&
    ["skipped", "paused", "stopped", "void"].includes(cheque.status) &&
    cheque.voidReason !== "cancelled"
  );
}

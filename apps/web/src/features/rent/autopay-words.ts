import { troubleWords, voidWords } from "@hearth/domain/notifications/autopay-words";
import type { Outputs } from "../../lib/trpc.ts";

export type AutopayLease = Outputs["autopay"]["mine"][number];
export type AutopayMonth = AutopayLease["months"][number];

/** Describes a month's rent for its payer: the state and an optional note. */
export function monthWords({ scheduledPayment, isPaidByOther }: AutopayMonth): { state: string; note: string | null } {
  if (isPaidByOther) return { state: "Signed by another tenant", note: null };
  if (scheduledPayment === null) return { state: "Not signed", note: null };
  switch (scheduledPayment.status) {
    case "asked":
      return { state: "Not signed", note: "Ready for your signature." };
    case "ready":
      return scheduledPayment.trouble === null
        ? { state: "Signed", note: null }
        : { state: "Needs you", note: troubleWords[scheduledPayment.trouble] };
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
      return { state: "Off", note: scheduledPayment.voidReason && voidWords[scheduledPayment.voidReason] };
    case "failed":
      return {
        state: "Not paid",
        note: `${scheduledPayment.trouble === null ? "" : `${troubleWords[scheduledPayment.trouble]} `}Please pay it yourself.`,
      };
  }
}

/** True if a month can be signed: it is upcoming or within its grace days, and no signature pays it. */
export function canBeSigned({ scheduledPayment, isPaidByOther, isComing }: AutopayMonth): boolean {
  return isComing && !isPaidByOther && scheduledPayment?.status !== "ready" && scheduledPayment?.status !== "sent";
}

/** True if Hearth no longer uses a signature, so that its payer may also cancel it on the chain. */
export function canBeCancelled({ scheduledPayment }: AutopayMonth): boolean {
  return (
    scheduledPayment !== null &&
    scheduledPayment.wasSigned &&
    ["skipped", "paused", "stopped", "void"].includes(scheduledPayment.status) &&
    scheduledPayment.voidReason !== "cancelled"
  );
}

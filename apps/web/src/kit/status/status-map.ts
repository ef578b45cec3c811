import {
  BadgeCheck,
  Ban,
  Check,
  CheckCheck,
  ChevronUp,
  ChevronsUp,
  CircleArrowUp,
  CircleCheck,
  CircleDot,
  CircleSlash,
  CircleX,
  Clock,
  Lock,
  Minus,
  Pause,
  Scale,
  Undo2,
  X,
} from "lucide-react";
import type { AccountStatus } from "@hearth/domain/auth/roles";
import type { DisplayStatus, DisputeResult, DisputeStatus } from "@hearth/domain/disputes/status";
import type { IconType } from "../../ui/icon.tsx";

export type Tone = "good" | "waiting" | "bad" | "info" | "neutral";

/** How a status is shown: settled ones are quiet, only what somebody should look at is washed. */
export interface StatusLook {
  word: string;
  icon: IconType;
  tone: Tone;
  wash: boolean;
}

const quiet = (word: string, icon: IconType, tone: Tone = "neutral"): StatusLook => ({ word, icon, tone, wash: false });
const washed = (word: string, icon: IconType, tone: Tone): StatusLook => ({ word, icon, tone, wash: true });

export type WalletStatus = "none" | "pending" | "verified" | "failed";
export type Urgency = "high" | "medium" | "low";

const payment: Record<DisplayStatus, StatusLook> = {
  pending: washed("Pending", Clock, "waiting"),
  completed: quiet("Completed", Check, "good"),
  failed: washed("Failed", X, "bad"),
  cancelled: quiet("Cancelled", Ban),
  inDispute: washed("In Dispute", Scale, "info"),
  disputeDenied: quiet("Dispute Denied", CircleX),
  refunded: quiet("Refunded", Undo2, "good"),
  disputeCancelled: quiet("Dispute Cancelled", CircleSlash),
  arrived: washed("Arrived, confirming", Clock, "waiting"),
};

const dispute: Record<DisputeStatus, StatusLook> = {
  open: washed("Open", CircleDot, "info"),
  closed: quiet("Closed", CircleCheck),
  resolved: quiet("Resolved", CheckCheck, "good"),
  escalated: washed("Escalated", CircleArrowUp, "bad"),
};

const result: Record<DisputeResult, StatusLook> = {
  chargedBack: quiet("Approved", Check, "good"),
  denied: quiet("Denied", X, "bad"),
};

const refund: Record<"owed" | "refunded", StatusLook> = {
  owed: washed("Refund owed", Clock, "waiting"),
  refunded: quiet("Refunded", Undo2, "good"),
};

const account: Record<AccountStatus, StatusLook> = {
  active: quiet("Active", Check, "good"),
  inactive: quiet("Inactive", Pause),
  suspended: washed("Suspended", Lock, "bad"),
};

const wallet: Record<WalletStatus, StatusLook> = {
  none: quiet("None", Minus),
  pending: washed("Pending", Clock, "waiting"),
  verified: quiet("Verified", BadgeCheck, "good"),
  failed: washed("Failed", X, "bad"),
};

const urgency: Record<Urgency, StatusLook> = {
  high: washed("High", ChevronsUp, "bad"),
  medium: quiet("Medium", ChevronUp, "waiting"),
  low: quiet("Low", Minus),
};

/** Every status of the product by what it belongs to; each has one word, one icon and one tone. */
export const statusLooks = { payment, dispute, result, refund, account, wallet, urgency };

/** The statuses that lists are narrowed by. */
export interface ListedStatus {
  dispute: DisputeStatus;
  payment: DisplayStatus;
}

/** A status in a word, as filters and sentences say it. */
export function statusWord<Of extends keyof ListedStatus>(of: Of, value: ListedStatus[Of]): string {
  const looks: { [Each in keyof ListedStatus]: Record<ListedStatus[Each], StatusLook> } = statusLooks;
  return looks[of][value].word;
}

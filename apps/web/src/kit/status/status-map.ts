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

/** `good`: settled; `ink`: needs action; `now`: in progress; `bad`: late or failed; `neutral`: over. */
export type Tone = "good" | "ink" | "now" | "bad" | "neutral";

/** Look of a status. Settled statuses are quiet; only those that need attention are strong. */
export interface StatusLook {
  label: string;
  icon: IconType;
  tone: Tone;
  strong: boolean;
}

const quiet = (label: string, icon: IconType, tone: Tone = "neutral"): StatusLook => ({ label, icon, tone, strong: false });
const strong = (label: string, icon: IconType, tone: Tone): StatusLook => ({ label, icon, tone, strong: true });

export type WalletStatus = "none" | "pending" | "verified" | "failed";
export type Urgency = "high" | "medium" | "low";

const payment: Record<DisplayStatus, StatusLook> = {
  pending: quiet("Pending", Clock, "ink"),
  completed: quiet("Completed", Check, "good"),
  failed: strong("Failed", X, "bad"),
  cancelled: quiet("Cancelled", Ban),
  inDispute: strong("In dispute", Scale, "ink"),
  disputeDenied: quiet("Dispute denied", CircleX),
  refunded: quiet("Refunded", Undo2, "good"),
  disputeCancelled: quiet("Dispute cancelled", CircleSlash),
  arrived: strong("Arrived, confirming", Clock, "now"),
};

const dispute: Record<DisputeStatus, StatusLook> = {
  open: strong("Open", CircleDot, "ink"),
  closed: quiet("Closed", CircleCheck),
  resolved: quiet("Resolved", CheckCheck, "good"),
  escalated: strong("Escalated", CircleArrowUp, "bad"),
};

const result: Record<DisputeResult, StatusLook> = {
  chargedBack: quiet("Approved", Check, "good"),
  denied: quiet("Denied", X, "bad"),
};

const refund: Record<"owed" | "refunded", StatusLook> = {
  owed: strong("Refund owed", Clock, "ink"),
  refunded: quiet("Refunded", Undo2, "good"),
};

const account: Record<AccountStatus, StatusLook> = {
  active: quiet("Active", Check, "good"),
  inactive: quiet("Inactive", Pause),
  suspended: strong("Suspended", Lock, "bad"),
};

const wallet: Record<WalletStatus, StatusLook> = {
  none: quiet("None", Minus),
  pending: quiet("Pending", Clock, "ink"),
  verified: quiet("Verified", BadgeCheck, "good"),
  failed: strong("Failed", X, "bad"),
};

const urgency: Record<Urgency, StatusLook> = {
  high: strong("High", ChevronsUp, "bad"),
  medium: quiet("Medium", ChevronUp, "ink"),
  low: quiet("Low", Minus),
};

/** Word, icon and tone of every status, by kind. */
export const statusLooks = { payment, dispute, result, refund, account, wallet, urgency };

/** Statuses that lists can be filtered by. */
export interface ListedStatus {
  dispute: DisputeStatus;
  payment: DisplayStatus;
}

/** Word of a status, for filters and sentences. */
export function statusWord<Kind extends keyof ListedStatus>(kind: Kind, value: ListedStatus[Kind]): string {
  const looks: { [Each in keyof ListedStatus]: Record<ListedStatus[Each], StatusLook> } = statusLooks;
  return looks[kind][value].label;
}

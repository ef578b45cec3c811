import type { Transaction } from "@hearth/db/client";
import {
  type ScheduledPaymentStatus,
  type ScheduledPaymentTrouble,
  affectsOneMonthOnly,
  type VoidReason,
} from "@hearth/domain/autopay/scheduled-payments";
import { publicId } from "@hearth/domain/ids";
import { notify } from "../notifications/notify.ts";
import type { LeaseToPay } from "../rent/bills/bills.service.ts";
import { type ScheduledPaymentRow, hasAnotherEndedSince, updateScheduledPayment } from "./scheduled-payments.repo.ts";

/** A final or paused state. Its signature is erased. */
export type End =
  | { status: Extract<ScheduledPaymentStatus, "paid" | "skipped" | "paused" | "stopped"> }
  | { status: "void"; voidReason: VoidReason }
  | { status: "failed"; trouble: ScheduledPaymentTrouble };

/** Ends a locked scheduled payment. */
export async function endScheduledPayment(tx: Transaction, { id }: ScheduledPaymentRow, end: End, now: Date): Promise<void> {
  const erased = { encryptedSignature: null, nextLookAt: null, nextCheckAt: null, searchedBlock: null };
  await updateScheduledPayment(tx, id, { trouble: null, voidReason: null, ...end, ...erased }, now);
}

/** The fields of a scheduled payment in notifications. */
export function aboutScheduledPayment(scheduledPayment: ScheduledPaymentRow, lease: Pick<LeaseToPay, "merchant" | "property" | "unit">) {
  const { name, businessType } = lease.merchant;
  return {
    leaseId: publicId("lease", scheduledPayment.leaseId),
    merchant: name,
    businessType,
    place: `${lease.property} ${lease.unit}`,
    amountCents: scheduledPayment.cents,
    dueOn: scheduledPayment.dueOn,
  };
}

/**
 * Voids a locked scheduled payment and notifies its payer of the reason, unless the bill is paid. A reason that voids several payments of a
 * lease sends one notification for all those signed by then.
 */
export async function voidScheduledPayment(
  tx: Transaction,
  scheduledPayment: ScheduledPaymentRow,
  { lease, reason }: { lease: LeaseToPay; reason: VoidReason },
  now: Date,
): Promise<void> {
  await endScheduledPayment(tx, scheduledPayment, { status: "void", voidReason: reason }, now);
  if (reason === "paid") return;
  if (!affectsOneMonthOnly(reason) && (await hasAnotherEndedSince(tx, scheduledPayment, reason))) return;
  const event = { kind: "autopayVoid" as const, reason, ...aboutScheduledPayment(scheduledPayment, lease) };
  await notify(tx, { userIds: [scheduledPayment.payerId], key: `autopay-void:${scheduledPayment.id}:${now.toISOString()}`, event, now });
}

/** Skips a month whose payment was cancelled by its payer, and notifies them that it is not retried. */
export async function skipCancelled(tx: Transaction, scheduledPayment: ScheduledPaymentRow, lease: LeaseToPay, now: Date): Promise<void> {
  await endScheduledPayment(tx, scheduledPayment, { status: "skipped" }, now);
  const event = { kind: "autopayVoid" as const, reason: "paymentCancelled" as const, ...aboutScheduledPayment(scheduledPayment, lease) };
  await notify(tx, { userIds: [scheduledPayment.payerId], key: `autopay-skipped:${scheduledPayment.id}`, event, now });
}

/**
 * Notifies the payer of trouble: before the due date, while retrying, or when the time is over. Each trouble is sent once per stage. Before
 * the due date it is sent once a day per lease, because trouble with a wallet affects all its payments.
 */
export async function tellOfTrouble(
  tx: Transaction,
  scheduledPayment: ScheduledPaymentRow,
  { lease, trouble, stage }: { lease: LeaseToPay; trouble: ScheduledPaymentTrouble; stage: "ahead" | "trying" | "over" },
  now: Date,
): Promise<void> {
  if (stage === "ahead" && scheduledPayment.trouble === trouble) return;
  const event = { kind: "autopayTrouble" as const, trouble, stage, ...aboutScheduledPayment(scheduledPayment, lease) };
  const eventScope =
    stage === "ahead" ? `${scheduledPayment.leaseId}:${scheduledPayment.payerId}:${now.toISOString().slice(0, 10)}` : scheduledPayment.id;
  await notify(tx, { userIds: [scheduledPayment.payerId], key: `autopay-${stage}:${eventScope}:${trouble}`, event, now });
}

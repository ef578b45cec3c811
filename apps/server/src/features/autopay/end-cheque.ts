import type { Transaction } from "@hearth/db/client";
import { type ChequeStatus, type ChequeTrouble, isOfOneMonth, type VoidReason } from "@hearth/domain/autopay/cheques";
import { publicId } from "@hearth/domain/ids";
import { notify } from "../notifications/notify.ts";
import type { LeaseToPay } from "../rent/bills/bills.service.ts";
import { type ChequeRow, hasAnotherEndedSince, updateCheque } from "./cheques.repo.ts";

/** A final or paused state. Its signature is erased. */
export type End =
  | { status: Extract<ChequeStatus, "paid" | "skipped" | "paused" | "stopped"> }
  | { status: "void"; voidReason: VoidReason }
  | { status: "failed"; trouble: ChequeTrouble };

/** Ends a locked scheduled payment. */
export async function endCheque(tx: Transaction, { id }: ChequeRow, end: End, now: Date): Promise<void> {
  const erased = { encryptedSignature: null, nextLookAt: null, nextCheckAt: null, searchedBlock: null };
  await updateCheque(tx, id, { trouble: null, voidReason: null, ...end, ...erased }, now);
}

/** The fields of a scheduled payment in notifications. */
export function aboutCheque(cheque: ChequeRow, { merchant }: Pick<LeaseToPay, "merchant">) {
  const { name, businessType } = merchant;
  return { leaseId: publicId("lease", cheque.leaseId), merchant: name, businessType, amountCents: cheque.cents, dueOn: cheque.dueOn };
}

/**
 * Voids a locked scheduled payment and notifies its payer of the reason, unless the bill is paid. A reason that voids several payments of a
 * lease sends one notification for all those signed by then.
 */
export async function voidCheque(
  tx: Transaction,
  cheque: ChequeRow,
  { lease, reason }: { lease: LeaseToPay; reason: VoidReason },
  now: Date,
): Promise<void> {
  await endCheque(tx, cheque, { status: "void", voidReason: reason }, now);
  if (reason === "paid") return;
  if (!isOfOneMonth(reason) && (await hasAnotherEndedSince(tx, cheque, reason))) return;
  const event = { kind: "autopayVoid" as const, reason, ...aboutCheque(cheque, lease) };
  await notify(tx, { userIds: [cheque.payerId], key: `autopay-void:${cheque.id}:${now.toISOString()}`, event, now });
}

/** Skips a month whose payment was cancelled by its payer, and notifies them that it is not retried. */
export async function skipCancelled(tx: Transaction, cheque: ChequeRow, lease: LeaseToPay, now: Date): Promise<void> {
  await endCheque(tx, cheque, { status: "skipped" }, now);
  const event = { kind: "autopayVoid" as const, reason: "paymentCancelled" as const, ...aboutCheque(cheque, lease) };
  await notify(tx, { userIds: [cheque.payerId], key: `autopay-skipped:${cheque.id}`, event, now });
}

/**
 * Notifies the payer of trouble: before the due date, while retrying, or when the time is over. Each trouble is sent once per stage. Before
 * the due date it is sent once a day per lease, because trouble with a wallet affects all its payments.
 */
export async function tellOfTrouble(
  tx: Transaction,
  cheque: ChequeRow,
  { lease, trouble, stage }: { lease: LeaseToPay; trouble: ChequeTrouble; stage: "ahead" | "trying" | "over" },
  now: Date,
): Promise<void> {
  if (stage === "ahead" && cheque.trouble === trouble) return;
  const event = { kind: "autopayTrouble" as const, trouble, stage, ...aboutCheque(cheque, lease) };
  const of = stage === "ahead" ? `${cheque.leaseId}:${cheque.payerId}:${now.toISOString().slice(0, 10)}` : cheque.id;
  await notify(tx, { userIds: [cheque.payerId], key: `autopay-${stage}:${of}:${trouble}`, event, now });
}

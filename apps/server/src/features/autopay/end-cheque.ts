import type { Transaction } from "@hearth/db/client";
import { type ChequeStatus, type ChequeTrouble, isOfOneMonth, type VoidReason } from "@hearth/domain/autopay/cheques";
import { publicId } from "@hearth/domain/ids";
import { notify } from "../notifications/notify.ts";
import type { LeaseToPay } from "../rent/bills/bills.service.ts";
import { type ChequeRow, hasAnotherEndedSince, updateCheque } from "./cheques.repo.ts";

/** How a cheque ends; its signature is erased with it. */
export type End =
  | { status: Extract<ChequeStatus, "paid" | "skipped" | "paused" | "stopped"> }
  | { status: "void"; voidReason: VoidReason }
  | { status: "failed"; trouble: ChequeTrouble };

/** Ends a cheque that is held. */
export async function endCheque(tx: Transaction, { id }: ChequeRow, end: End, now: Date): Promise<void> {
  const erased = { encryptedSignature: null, nextLookAt: null, nextCheckAt: null, searchedBlock: null };
  await updateCheque(tx, id, { trouble: null, voidReason: null, ...end, ...erased }, now);
}

/** What a payer is told of a cheque. */
export function aboutCheque(cheque: ChequeRow, { merchant }: Pick<LeaseToPay, "merchant">) {
  const { name, businessType } = merchant;
  return { leaseId: publicId("lease", cheque.leaseId), merchant: name, businessType, amountCents: cheque.cents, dueOn: cheque.dueOn };
}

/**
 * Voids a cheque that is held, and tells its payer why, but for one that is void because the bill is paid. What ends several of a lease's is told
 * once for all that were signed by then.
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

/** Leaves a month out whose payment its payer has cancelled, and tells them that it is not tried again. */
export async function skipCancelled(tx: Transaction, cheque: ChequeRow, lease: LeaseToPay, now: Date): Promise<void> {
  await endCheque(tx, cheque, { status: "skipped" }, now);
  const event = { kind: "autopayVoid" as const, reason: "paymentCancelled" as const, ...aboutCheque(cheque, lease) };
  await notify(tx, { userIds: [cheque.payerId], key: `autopay-skipped:${cheque.id}`, event, now });
}

/**
 * Tells the payer what is in a cheque's way: before its day, while it is tried, or when its time is over. Each trouble is told once for each stage; before
 * their days once a day for all cheques of a lease, since what stops one of a wallet stops all of them.
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

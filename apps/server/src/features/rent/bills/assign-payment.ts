import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { dayIn } from "@hearth/domain/rent/calendar";
import { partPaymentProblem, wholeBillSums } from "@hearth/domain/rent/part-payments";
import { nameOfBills, sharesOf } from "@hearth/domain/rent/pay-bills";
import { holdLiveScheduledPayments } from "./bills.repo.ts";
import { countCharges, hasPaymentCredit, listOpen, upsertPaymentCredit } from "../rows/lease-money.repo.ts";
import { listLeasesOf } from "../rows/lease-rows.repo.ts";

type LeaseToPay = Awaited<ReturnType<typeof listLeasesOf>>[number];

/** The payer, the merchant, and the public id of the lease that the payer's form names. */
interface WhoPays {
  payerId: string;
  merchantId: string;
  leaseId?: string | undefined;
}

/**
 * Finds the lease that a payment is for: the one that the payer names, or the only one under which they rent from the merchant. Null where they rent under none
 * or several. One statement. @throws HearthError NOT_FOUND for a lease that is not the payer's.
 */
export async function findLeaseToPay(tx: Transaction, { payerId, merchantId, leaseId }: WhoPays, now: Date): Promise<LeaseToPay | null> {
  const payerLeases = await listLeasesOf(tx, { userId: payerId, merchantId, now });
  if (leaseId === undefined) return onlyOneOf(payerLeases, now);
  const lease = payerLeases.find(({ id }) => id === parsePublicId("lease", leaseId));
  if (lease === undefined) throw new HearthError("NOT_FOUND", { message: "Lease not found" });
  return lease;
}

/**
 * Names the bills that an amount pays under a lease, for the payment's description. Null for an amount that pays no bills exactly, which
 * the payer typed. One statement.
 */
export async function nameBillsToPay(
  tx: Transaction,
  { lease, amountCents, chargeIds = [] }: { lease: Pick<LeaseToPay, "id" | "place"> } & Pick<PaymentToAssign, "amountCents" | "chargeIds">,
): Promise<string | null> {
  const chosen = chargeIds.flatMap((id) => parsePublicId("charge", id) ?? []);
  return nameOfBills(sharesOf(await listOpen(tx, [lease.id]), amountCents, chosen), lease.place, limits.descriptionMaxLength);
}

/** A payment that is opened for a lease. */
export interface PaymentToAssign {
  lease: LeaseToPay;
  /** True when the payer named the lease. */
  isNamed: boolean;
  payerId: string;
  paymentId: string;
  amountCents: number;
  /** Public ids as the payer's form sends them. */
  chargeIds?: string[] | undefined;
}

/**
 * Assigns a payment to a lease. Its money then pays the chosen charges, or the oldest. @throws HearthError NOT_FOUND for charges of another lease. VALIDATION
 * for a part of a bill where bills are paid whole. CONFLICT where the open checkout belongs to another lease, or autopay is paying the same amount.
 */
export async function assignPayment(tx: Transaction, payment: PaymentToAssign, now: Date): Promise<void> {
  const { lease, isNamed, payerId, paymentId, amountCents, chargeIds = [] } = payment;
  const leaseId = lease.id;
  const chosen = [...new Set(chargeIds.map((id) => parsePublicId("charge", id) ?? ""))];
  const areItsOwn = !chosen.includes("") && (chosen.length === 0 || (await countCharges(tx, leaseId, chosen)) === chosen.length);
  if (!areItsOwn) throw new HearthError("NOT_FOUND", { message: "Charge not found" });
  if (!lease.partPayments) await requireWhole(tx, { leaseId, chosen, amountCents });
  const live = await holdLiveScheduledPayments(tx, leaseId);
  const ownScheduledPayment = live.find((scheduledPayment) => scheduledPayment.paymentId === paymentId);
  if (ownScheduledPayment !== undefined) return requireItsBill(ownScheduledPayment, chosen);
  const isForOneOf = (chargeId: string | null) => chosen.length === 0 || chosen.includes(chargeId ?? "");
  if (live.some(({ status, chargeId }) => status === "sent" && isForOneOf(chargeId))) {
    throw new HearthError("CONFLICT", { message: "Autopay is paying this bill right now. Please wait until it has arrived." });
  }
  const storedCredit = await upsertPaymentCredit(tx, { leaseId, paymentId, chosen, createdBy: payerId, createdAt: now });
  if (isNamed && storedCredit !== leaseId) {
    throw new HearthError("CONFLICT", {
      message: "A checkout of this amount is open for another lease. Please pay or cancel it first.",
    });
  }
}

/**
 * Requires that a checkout of the same amount as a scheduled payment chooses no other charge, because it becomes that payment. @throws HearthError CONFLICT
 * where other charges are chosen.
 */
function requireItsBill({ chargeId }: { chargeId: string | null }, chosen: string[]): void {
  if (chosen.every((id) => id === chargeId)) return;
  throw new HearthError("CONFLICT", { message: "Autopay is paying the same amount right now. Please wait until it has arrived." });
}

/** Refuses an amount that leaves a bill paid in part. One statement. @throws HearthError VALIDATION. */
async function requireWhole(tx: Transaction, bill: { leaseId: string; chosen: string[]; amountCents: number }): Promise<void> {
  const sums = wholeBillSums(await listOpen(tx, [bill.leaseId]), bill.chosen);
  const message = partPaymentProblem(bill.amountCents, sums);
  if (message !== null) throw new HearthError("VALIDATION", { message, fields: { amount: message } });
}

/** True when a payment is assigned to a lease. */
export function isForLease(tx: Transaction, paymentId: string): Promise<boolean> {
  return hasPaymentCredit(tx, paymentId);
}

/** Returns the only lease that is not over, or null. A lease is over once its last day has passed in every time zone. */
function onlyOneOf<Lease extends { endsOn: string | null }>(payerLeases: Lease[], now: Date): Lease | null {
  const running = payerLeases.filter(({ endsOn }) => endsOn === null || endsOn >= dayIn(now, "Etc/GMT+12"));
  return running.length === 1 ? (running[0] ?? null) : null;
}

import { billFor } from "@hearth/domain/autopay/bills";
import { type VoidReason, voidReasonFor } from "@hearth/domain/autopay/scheduled-payments";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isTenantOn, type LeaseToPay, readLeasesToPay, staysOf } from "../rent/bills/bills.service.ts";
import { provenAddresses } from "../wallet/wallet.service.ts";
import type { ScheduledPaymentRow } from "./scheduled-payments.repo.ts";

/** A scheduled payment compared with the current lease, bill and wallets. */
export interface Judgement {
  lease: LeaseToPay;
  /** The charge that it pays, or null when the month is not charged yet. */
  chargeId: string | null;
  reason: VoidReason | null;
}

/** Checks that a scheduled payment still matches exactly what is owed, to whom, and from a wallet of its payer. */
export async function judgeScheduledPayment(
  db: DatabaseOrTransaction,
  scheduledPayment: ScheduledPaymentRow,
  now: Date,
): Promise<Judgement> {
  const [lease] = await readLeasesToPay(db, [scheduledPayment.leaseId], now);
  if (lease === undefined) throw new Error("A scheduled payment's lease was not found");
  const lastDay = (await staysOf(db, scheduledPayment.payerId, now)).get(scheduledPayment.leaseId);
  const wallets = await provenAddresses(db, scheduledPayment.payerId);
  return judgeWith(lease, scheduledPayment, { isTenant: isTenantOn(lastDay, scheduledPayment.dueOn), wallets });
}

/** Does the same with the lease and payer already loaded. */
export function judgeWith(
  lease: LeaseToPay,
  scheduledPayment: ScheduledPaymentRow,
  { isTenant, wallets }: { isTenant: boolean; wallets: readonly string[] },
): Judgement {
  const bill = billFor(lease.billed, scheduledPayment.period);
  const payeeId = lease.payee?.id ?? null;
  const reason = voidReasonFor(scheduledPayment, { bill, payeeId, isTenant, hasWallet: wallets.includes(scheduledPayment.fromAddress) });
  return { lease, chargeId: typeof bill === "string" ? null : bill.chargeId, reason };
}

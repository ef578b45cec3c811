import { randomBytes } from "node:crypto";
import type { Transaction } from "@hearth/db/client";
import { humanCode } from "@hearth/domain/ids";
import { rentName } from "@hearth/domain/rent/periods";
import type { Deps } from "../../deps.ts";
import { insertPayment, lockPayment } from "../ledger/payments.repo.ts";
import { authorizationGraceSeconds } from "../payments/relay/authorize-payment.ts";
import type { LeaseToPay } from "../rent/bills/bills.service.ts";
import type { ScheduledPaymentRow } from "./scheduled-payments.repo.ts";

/**
 * Opens the payment of a scheduled payment, or returns its earlier one. Null when the payer has an open checkout of the same amount, or the
 * earlier payment has ended.
 */
export async function openPayment(
  deps: Deps,
  tx: Transaction,
  scheduledPayment: ScheduledPaymentRow,
  lease: LeaseToPay,
): Promise<string | null> {
  if (scheduledPayment.paymentId !== null) {
    const known = await lockPayment(tx, scheduledPayment.paymentId);
    return known?.status === "pending" ? known.id : null;
  }
  const now = deps.clock.now();
  const opened = await insertPayment(tx, {
    consumerId: scheduledPayment.payerId,
    merchantId: lease.merchant.id,
    payeeId: scheduledPayment.payeeId,
    payeeAddress: scheduledPayment.toAddress,
    amountCents: scheduledPayment.cents,
    chainId: scheduledPayment.chainId,
    tokenAddress: scheduledPayment.tokenAddress,
    paymentType: "recurring",
    description: rentName(scheduledPayment.period),
    aptNumber: lease.unit,
    reference: scheduledPayment.reference,
    binding: scheduledPayment.binding,
    code: humanCode(randomBytes(8)),
    createdAt: now,
    updatedAt: now,
    // The payment is open until the signature's deadline, so that every retry within grace is for this payment.
    expiresAt: new Date((scheduledPayment.validBefore - authorizationGraceSeconds) * 1_000),
  });
  return opened?.id ?? null;
}

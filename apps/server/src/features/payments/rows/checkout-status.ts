import type { PaymentStatus } from "@hearth/domain/payments/status";
import type { CheckoutRow } from "../../ledger/top-ups.repo.ts";

/** Where a checkout stands: a payment's own as the payment, a top-up's by itself while the payment is not completed. */
export function checkoutStatus({ payment, topUp }: CheckoutRow): PaymentStatus {
  if (topUp === null || payment.status === "completed") return payment.status;
  if (topUp.endedAt === null) return "pending";
  return topUp.endedAt < topUp.expiresAt ? "cancelled" : "failed";
}

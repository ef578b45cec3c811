import type { PaymentStatus } from "@hearth/domain/payments/status";
import type { CheckoutRow } from "../../ledger/top-ups.repo.ts";

/** Returns a checkout's status: the payment's for its own checkout and once the payment is completed, otherwise the top-up's. */
export function checkoutStatus({ payment, topUp }: CheckoutRow): PaymentStatus {
  if (topUp === null || payment.status === "completed") return payment.status;
  if (topUp.endedAt === null) return "pending";
  return topUp.endedAt < topUp.expiresAt ? "cancelled" : "failed";
}

import type { PaymentStatus } from "@hearth/domain/payments/status";

interface Paid {
  status: PaymentStatus;
  amount: number;
  short: unknown;
}

/** Finds the payment to offer again: the completed one with the largest amount, which is usually the rent. Expects the newest first. */
export function usualPayment<Payment extends Paid>(payments: readonly Payment[]): Payment | undefined {
  const completed = payments.filter(({ status, short }) => status === "completed" && short === null);
  const largest = Math.max(...completed.map(({ amount }) => amount));
  return completed.find(({ amount }) => amount === largest);
}

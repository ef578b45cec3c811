import type { PaymentStatus } from "@hearth/domain/payments/status";

interface Paid {
  status: PaymentStatus;
  amount: number;
  short: unknown;
}

/** The payment that is offered again: of those given, newest first, the completed one with the largest amount, which is the rent. */
export function usualPayment<Payment extends Paid>(payments: readonly Payment[]): Payment | undefined {
  const completed = payments.filter(({ status, short }) => status === "completed" && short === null);
  const largest = Math.max(...completed.map(({ amount }) => amount));
  return completed.find(({ amount }) => amount === largest);
}

import type { PaymentType } from "@hearth/domain/payments/status";
import type { HistoryState } from "@tanstack/react-router";
import type { PaymentDetail } from "../use-live-payment.ts";

/** Navigation state from the waiting page to the receipt, as specified. The receipt does not display it, but reads the server's records. */
interface PaymentNavigation {
  amount: number;
  merchantWalletAddress: string;
  description: string;
  paymentType: PaymentType;
  aptNumber: string | null;
  transactionHash: string | null;
  merchant: string;
  paymentId: string;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    receipt?: PaymentNavigation;
  }
}

/** Builds the navigation state for a payment's receipt. */
export function receiptState(payment: PaymentDetail): HistoryState {
  const { amount, walletAddress: merchantWalletAddress, description, paymentType, aptNumber, transactionHash, merchant, id } = payment;
  const receipt = { amount, merchantWalletAddress, description, paymentType, aptNumber, transactionHash, merchant, paymentId: id };
  return { receipt };
}

/**
 * Returns the payment whose receipt to show: the one in the URL, or the one in a complete navigation state. Null redirects to the payment
 * page.
 */
export function receiptPaymentId(fromAddress: string | undefined, state: HistoryState): string | null {
  if (fromAddress !== undefined) return fromAddress;
  const { receipt } = state;
  return receipt?.amount && receipt.merchantWalletAddress ? receipt.paymentId : null;
}

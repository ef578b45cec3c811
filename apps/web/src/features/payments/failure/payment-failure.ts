import { safePath } from "@hearth/domain/redirect";
import type { HistoryState } from "@tanstack/react-router";

/** Failure shown on the error page. Passed in the navigation state and not in the URL, which anybody could forge. */
export interface PaymentFailure {
  /** The error, in the specified words. */
  error: string;
  /** The server's message about it. */
  detail?: string;
  /** The failed payment, if one was created. With `amount` its payer can still claim to have paid it. */
  payment?: { id: string; merchant: string };
  /** Dollars. */
  amount?: number;
  /** The payee's wallet. */
  walletAddress?: string;
  /** Path to try the same payment again. Without it a new payment starts. */
  tryAgain?: string;
  /** True if trying again opens the onramp's window. */
  opensOnramp?: boolean;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    paymentFailure?: PaymentFailure;
  }
}

/** Returns the failure to show, or null without one. */
export function readFailure({ paymentFailure }: HistoryState): (PaymentFailure & { tryAgain: string }) | null {
  if (!paymentFailure?.error) return null;
  return { ...paymentFailure, tryAgain: safePath(paymentFailure.tryAgain, "/payment") };
}

import { safePath } from "@hearth/domain/redirect";
import type { HistoryState } from "@tanstack/react-router";

/** What goes along to the error page: it travels with the navigation and not in the address, where anybody could write it. */
export interface PaymentFailure {
  /** What failed, in the specified words. */
  error: string;
  /** What the server said about it. */
  detail?: string;
  /** The payment that could not be made, where it was begun; with its amount its payer can say that it was paid all the same. */
  payment?: { id: string; merchant: string };
  /** Dollars. */
  amount?: number;
  /** Whose wallet was to be paid. */
  walletAddress?: string;
  /** Where the same can be tried again; without it the payment begins anew. */
  tryAgain?: string;
  /** Trying again opens the onramp's window. */
  opensOnramp?: boolean;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    paymentFailure?: PaymentFailure;
  }
}

/** What the error page shows; null for somebody who comes without a failure. */
export function readFailure({ paymentFailure }: HistoryState): (PaymentFailure & { tryAgain: string }) | null {
  if (!paymentFailure?.error) return null;
  return { ...paymentFailure, tryAgain: safePath(paymentFailure.tryAgain, "/payment") };
}

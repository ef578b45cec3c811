import { safePath } from "@hearth/domain/redirect";
import type { HistoryState } from "@tanstack/react-router";

/** What goes along to the error page: it travels with the navigation and not in the address, where anybody could write it. */
export interface PaymentFailure {
  /** What failed, in the specified words. */
  error: string;
  /** Dollars. */
  amount?: number;
  /** Whose wallet was to be paid. */
  walletAddress?: string;
  /** Where the same can be tried again; without it the payment begins anew. */
  tryAgain?: string;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    paymentFailure?: PaymentFailure;
  }
}

const unknown = "The payment could not be made.";

/** What the error page shows; somebody who comes without a failure is told in general. */
export function readFailure({ paymentFailure }: HistoryState): Required<Pick<PaymentFailure, "error" | "tryAgain">> & PaymentFailure {
  return { ...paymentFailure, error: paymentFailure?.error || unknown, tryAgain: safePath(paymentFailure?.tryAgain, "/payment") };
}

import { limits } from "../limits.ts";

/** True if the last authentication is recent enough to skip step-up. The limit itself counts as too old. */
export function isFresh(authenticatedAt: Date, now: Date): boolean {
  return now.getTime() - authenticatedAt.getTime() < limits.stepUpSeconds * 1000;
}

/** True if a refund is large enough to require step-up authentication. */
export function isLargeRefund(amountCents: number): boolean {
  return amountCents > limits.stepUpRefundAboveCents;
}

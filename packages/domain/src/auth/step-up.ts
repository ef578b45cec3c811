import { limits } from "../limits.ts";

/** Whether somebody showed who they are so recently that they are not asked again. The last moment is already outside. */
export function isFresh(authenticatedAt: Date, now: Date): boolean {
  return now.getTime() - authenticatedAt.getTime() < limits.stepUpSeconds * 1000;
}

/** Whether a refund is so large that who sends it shows who they are. */
export function isLargeRefund(amountCents: number): boolean {
  return amountCents > limits.stepUpRefundAboveCents;
}

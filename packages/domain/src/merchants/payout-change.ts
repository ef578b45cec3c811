import { z } from "zod";

/** The facts that decide if a payout wallet change takes effect at once. */
export interface PayoutChangeFacts {
  now: Date;
  /** True if the business has or had a payout wallet. */
  wasPaid: boolean;
  /** True if the present payout wallet signed the change. A signature of the new one does not count: anybody signs for their own wallet. */
  isAgreed: boolean;
  /** The network's delay for a change that the present wallet did not sign. */
  waitHours: number;
}

/**
 * Returns when a change takes effect, or null for at once. A password may be stolen, so the delay gives the owner time to stop the
 * change.
 */
export function payoutChangeWaitsUntil({ now, wasPaid, isAgreed, waitHours }: PayoutChangeFacts): Date | null {
  if (!wasPaid || isAgreed || waitHours === 0) return null;
  return new Date(now.getTime() + waitHours * 3_600_000);
}

const changeId = z.string({ error: "An ID is required" }).max(64);

/** Stops a pending change, by the owner or an administrator. */
export const stopPayoutChangeInput = z.strictObject({ changeId });
export const stopMerchantsPayoutChangeInput = z.strictObject({ merchantId: z.string().max(64), changeId });
export type StopMerchantsPayoutChangeInput = z.infer<typeof stopMerchantsPayoutChangeInput>;

import { z } from "zod";

/** What decides whether a change of a payout wallet counts at once. */
export interface PayoutChangeFacts {
  now: Date;
  /** Whether the business is paid anywhere, or ever was. */
  wasPaid: boolean;
  /** Whether the wallet that is left, or the one that is to be paid, signed for it. */
  isSigned: boolean;
  /** How long the network lets a change wait that only a password asks for. */
  waitHours: number;
}

/** When a change takes effect; null for at once. A password can be learnt by others, so that alone it leaves the owner time to say no. */
export function payoutChangeWaitsUntil({ now, wasPaid, isSigned, waitHours }: PayoutChangeFacts): Date | null {
  if (!wasPaid || isSigned || waitHours === 0) return null;
  return new Date(now.getTime() + waitHours * 3_600_000);
}

const changeId = z.string({ error: "An ID is required" }).max(64);

/** The owner, or an administrator, stops a change that waits. */
export const stopPayoutChangeInput = z.strictObject({ changeId });
export const stopMerchantsPayoutChangeInput = z.strictObject({ merchantId: z.string().max(64), changeId });
export type StopMerchantsPayoutChangeInput = z.infer<typeof stopMerchantsPayoutChangeInput>;

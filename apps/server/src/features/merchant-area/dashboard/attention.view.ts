import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";

/** A dispute that needs its merchant: an approved one with a refund owed, or an open one without a response. */
const waitingDispute = z.strictObject({
  _id: z.string(),
  reason: z.string(),
  payer: z.string(),
  /** In dollars: the refund still owed, or the disputed amount. */
  amount: z.number(),
  /** The time it was approved, or filed. */
  since: isoTime,
});

/** Items that need a merchant's attention: of each kind the oldest four, and the total count. */
export const attentionView = z.strictObject({
  refunds: z.strictObject({ count: z.number().int(), items: waitingDispute.array() }),
  disputes: z.strictObject({ count: z.number().int(), items: waitingDispute.array() }),
  /** Transfers that fit no payment, with their sum in USDC. */
  unmatched: z.strictObject({ count: z.number().int(), usdc: z.string() }),
});
export type AttentionView = z.infer<typeof attentionView>;

/** The steps until a new landlord receives the first rent. True where a step is done. */
export const firstStepsView = z.strictObject({
  /** The reader's own email. */
  emailConfirmed: z.boolean(),
  walletProven: z.boolean(),
  hasProperty: z.boolean(),
  /** The newest lease; null without one. */
  leaseId: z.string().nullable(),
  /** True once a tenant was invited, or joined without an invitation. */
  hasInvited: z.boolean(),
  /** True once a payment was completed or recorded. */
  hasRent: z.boolean(),
});
export type FirstStepsView = z.infer<typeof firstStepsView>;

interface WaitingRow {
  id: string;
  reason: string;
  firstName: string;
  lastName: string;
}

/** Shows a dispute as an item, with the amount it is about. */
export function viewWaiting({ id, reason, firstName, lastName }: WaitingRow, cents: number, since: Date): z.infer<typeof waitingDispute> {
  return {
    _id: publicId("dispute", id),
    reason,
    payer: `${firstName} ${lastName}`,
    amount: wireAmount(cents),
    since: since.toISOString(),
  };
}

/** The tenants of a merchant who have paid nothing this month. */
export const unpaidTenantsView = z.strictObject({
  /** `2026-11`, in the time zone that was asked for. */
  month: z.string(),
  /**
   * The number of enrolled tenants, and of those with a completed payment created in that month. If `isAll` is false, there are more
   * tenants.
   */
  enrolled: z.number().int(),
  paid: z.number().int(),
  isAll: z.boolean(),
  /** The first unpaid tenants, with their last payment in dollars. */
  items: z.array(
    z.strictObject({
      _id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      aptNumber: z.string().nullable(),
      last: z.strictObject({ amount: z.number(), at: isoTime }).nullable(),
    }),
  ),
});
export type UnpaidTenantsView = z.infer<typeof unpaidTenantsView>;

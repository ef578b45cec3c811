import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { dueRentView } from "../../rent/bills/due-rent.ts";
import { isoTime } from "../../../trpc/wire.ts";

/** A dispute that waits for its merchant: for the refund it was approved for, or for a first response while it is open. */
const waitingDispute = z.strictObject({
  _id: z.string(),
  reason: z.string(),
  payer: z.string(),
  /** In dollars: what is still owed, or what is disputed. */
  amount: z.number(),
  /** When it was approved, or filed. */
  since: isoTime,
});

/** What waits for a merchant, each kind the oldest first and at most four of it, with how many there are in all. */
export const attentionView = z.strictObject({
  refunds: z.strictObject({ count: z.number().int(), items: waitingDispute.array() }),
  disputes: z.strictObject({ count: z.number().int(), items: waitingDispute.array() }),
  /** Transfers that fit no payment, and what they come to in USDC. */
  unmatched: z.strictObject({ count: z.number().int(), usdc: z.string() }),
});
export type AttentionView = z.infer<typeof attentionView>;

interface WaitingRow {
  id: string;
  reason: string;
  firstName: string;
  lastName: string;
}

/** A dispute as a thing to do, with what it is about in cents. */
export function viewWaiting({ id, reason, firstName, lastName }: WaitingRow, cents: number, since: Date): z.infer<typeof waitingDispute> {
  return {
    _id: publicId("dispute", id),
    reason,
    payer: `${firstName} ${lastName}`,
    amount: wireAmount(cents),
    since: since.toISOString(),
  };
}

/** Who of a merchant's tenants has paid nothing yet this month. */
export const unpaidTenantsView = z.strictObject({
  /** `2026-11`, on the merchant's calendar. */
  month: z.string(),
  /** How many are enrolled, and how many of them have a completed payment begun in that month. Where `isAll` is not so, there are more. */
  enrolled: z.number().int(),
  paid: z.number().int(),
  isAll: z.boolean(),
  /** What is due on leases; null where there is none, and who has paid anything this month is all that is known. */
  rent: dueRentView.nullable(),
  /** The first of those who have not, with what they paid last, in dollars. */
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

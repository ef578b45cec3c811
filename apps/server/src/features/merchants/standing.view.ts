import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";

/** What a payer may know of a merchant beyond the lists. */
export const standingView = z.strictObject({
  /** Whether somebody has proven that the wallet is the merchant's; null while there is no wallet. */
  walletProven: z.boolean().nullable(),
  /** Whether an administrator has looked at it and approved. */
  reviewed: z.boolean(),
  /** Whether its owner has confirmed the email that it is reached by. */
  emailConfirmed: z.boolean(),
  /** Whether who asks has said, of a merchant that nobody has looked at, that they know it. */
  acknowledged: z.boolean(),
  /** Since when it is here. */
  since: isoTime,
  /** Where it says to be; null where its address cannot be read. */
  city: z.string().nullable(),
});
export type StandingView = z.infer<typeof standingView>;

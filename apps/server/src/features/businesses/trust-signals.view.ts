import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";

/** The trust signals of a merchant that a payer sees before paying. */
export const trustSignalsView = z.strictObject({
  /** True where the wallet was proven to be the merchant's; null without a wallet. */
  walletProven: z.boolean().nullable(),
  /** The words of its signed payee card; null without a card that names its wallet. */
  payeeWords: z.string().nullable(),
  /** True where its signed payee card does not name its wallet, or not yet, so that nothing is paid there. */
  payeeHeld: z.boolean(),
  /** True where an administrator has reviewed and approved it. */
  reviewed: z.boolean(),
  /** True where its owner has confirmed their email. */
  emailConfirmed: z.boolean(),
  /** True where this payer has said that they know this merchant. */
  acknowledged: z.boolean(),
  /** The time it registered. */
  since: isoTime,
  /** Null where its address cannot be parsed. */
  city: z.string().nullable(),
});
export type TrustSignalsView = z.infer<typeof trustSignalsView>;

import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import { payeeCardShape } from "../../businesses/payee-cards.view.ts";

/**
 * States of a business's payee card: `noWallet`, `exchange` (the payout address cannot sign), `unsigned` (no card yet), `signed`, `renamed`
 * (the card has an earlier name), `moved` (the card names another wallet), `notifying` (its payers are being notified of the new wallet),
 * `waiting` (the card does not count yet) and `full` (no more cards).
 */
export const payeeCardStates = ["noWallet", "exchange", "unsigned", "signed", "renamed", "moved", "notifying", "waiting", "full"] as const;

/** The payee card of a business as its owner and staff see it. */
export const payeeCardView = z.strictObject({
  state: z.enum(payeeCardStates),
  /** The newest signed card. */
  present: z
    .strictObject({
      words: z.string(),
      name: z.string(),
      wallet: z.string(),
      sequence: z.number().int(),
      signedAt: isoTime,
      validFrom: isoTime,
      /** False where only the card's own wallet signed it. */
      isAgreed: z.boolean(),
    })
    .nullable(),
  /** The card to sign next; null where there is nothing to sign. */
  next: payeeCardShape.nullable(),
  /** The wallets that may sign it. The wallet of the present card signs without a wait. */
  signers: z.string().array(),
});
export type PayeeCardView = z.infer<typeof payeeCardView>;

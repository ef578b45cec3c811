import { z } from "zod";

/** A payee card as its signer's wallet shows it. */
export const payeeCardShape = z.strictObject({
  business: z.string(),
  name: z.string(),
  chainId: z.number().int(),
  token: z.string(),
  wallet: z.string(),
  /** Seconds since 1970. */
  validFrom: z.string(),
  previous: z.string(),
  sequence: z.number().int(),
});

/** The cards of the business that is paid at an address. */
export const payeeCardsAtView = z
  .strictObject({
    business: z.strictObject({ _id: z.string(), name: z.string() }),
    /** In order, from the first one. */
    cards: z.strictObject({ card: payeeCardShape, signature: z.string() }).array(),
  })
  .nullable();
export type PayeeCardsAtView = z.infer<typeof payeeCardsAtView>;

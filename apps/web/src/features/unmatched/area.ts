import type { Outputs } from "../../lib/trpc.ts";

/** Area in which unmatched money is handled: the merchant's own, or the admin area for all merchants. */
export type Area = "merchant" | "admin";

/** Fields of an unmatched transfer that both areas share. */
export type OddTransfer = Outputs["merchant"]["oddTransfers"]["items"][number];

/** Wording for setting a transfer aside. Merchants say what it is not, administrators what happens to it. */
export const asideWords = {
  merchant: {
    choice: "It is not rent",
    hint: "It stays in your wallet and leaves this list.",
    submit: "Mark as not rent",
    since: "Marked as not rent",
  },
  admin: {
    choice: "It is not a payment",
    hint: "It stays in the merchant's wallet and leaves this list.",
    submit: "Set aside",
    since: "Set aside",
  },
} as const satisfies Record<Area, Record<string, string>>;

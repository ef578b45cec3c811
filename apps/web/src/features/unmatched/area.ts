import type { Outputs } from "../../lib/trpc.ts";

/** Whose area money is looked at in: the merchant's own, or the administrators' of all merchants. */
export type Area = "merchant" | "admin";

/** What both areas know about a transfer that fits no payment. */
export type OddTransfer = Outputs["merchant"]["oddTransfers"]["items"][number];

/** What setting a transfer aside is called: merchants say what it is not, administrators what becomes of it. */
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

import type { DatabaseOrTransaction } from "@hearth/db/client";
import { type ByHandRefusal, byHandRefusals, refusalByHand } from "@hearth/domain/refunds/by-hand";
import { z } from "zod";
import type { RefundRow } from "../ledger/refunds.repo.ts";
import type { SendingWallets } from "./refund-wallets.service.ts";
import { isOnlyOneLikeIt } from "./refunds.repo.ts";

const isRefusal = (key: string): key is ByHandRefusal => key in byHandRefusals;

/** Instructions for sending an open refund from any app, without its reference. */
export const byHandView = z.strictObject({
  /** The merchant's proven wallets, the current payout wallet first. Only money from these counts. */
  from: z.templateLiteral(["0x", z.string()]).array(),
  /** The reason why it would not be recognised. */
  refusal: z.enum(Object.keys(byHandRefusals).filter(isRefusal)).nullable(),
});

/**
 * Tells how an open refund can be sent without a reference. The reader recognises exactly the refund's amount from a proven wallet of the
 * merchant, if no other open refund is equal.
 */
export async function readByHand(
  db: DatabaseOrTransaction,
  refund: RefundRow,
  { proven }: Pick<SendingWallets, "proven">,
): Promise<z.infer<typeof byHandView>> {
  const facts = { hasProvenWallet: proven.length > 0, isAlone: await isOnlyOneLikeIt(db, refund) };
  return { from: proven, refusal: refusalByHand(facts) };
}

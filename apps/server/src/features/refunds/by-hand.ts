import type { DatabaseOrTransaction } from "@hearth/db/client";
import { type ByHandRefusal, byHandRefusals, refusalByHand } from "@hearth/domain/refunds/by-hand";
import { z } from "zod";
import type { RefundRow } from "../ledger/refunds.repo.ts";
import type { SendingWallets } from "./refund-wallets.service.ts";
import { isOnlyOneLikeIt } from "./refunds.repo.ts";

const isRefusal = (key: string): key is ByHandRefusal => key in byHandRefusals;

/** How the money of an open refund can be sent from any app, where its reference cannot travel. */
export const byHandView = z.strictObject({
  /** The proven wallets of the merchant, the current payout wallet first: from these alone it counts. */
  from: z.templateLiteral(["0x", z.string()]).array(),
  /** Why it would not be recognised. */
  refusal: z.enum(Object.keys(byHandRefusals).filter(isRefusal)).nullable(),
});

/**
 * How the money of an open refund can be sent from any app, as the chain will be read: exactly the refund's amount from a proven wallet of the merchant, and
 * no other open refund like it.
 */
export async function readByHand(
  db: DatabaseOrTransaction,
  refund: RefundRow,
  { proven }: Pick<SendingWallets, "proven">,
): Promise<z.infer<typeof byHandView>> {
  const facts = { hasProvenWallet: proven.length > 0, isAlone: await isOnlyOneLikeIt(db, refund) };
  return { from: proven, refusal: refusalByHand(facts) };
}

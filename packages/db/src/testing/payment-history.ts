import { humanCode } from "@hearth/domain/ids";
import { checkoutExpiresAt } from "@hearth/domain/time";
import type { InferInsertModel, InferSelectModel } from "drizzle-orm";
import type { paymentEvents } from "../schema/payment-events.ts";
import type { payments } from "../schema/payments.ts";
import type { transfers } from "../schema/transfers.ts";
import { hashOf, hexOf } from "./factories.ts";

type Payment = InferSelectModel<typeof payments>;
type Transfer = InferSelectModel<typeof transfers>;
type NewEvent = InferInsertModel<typeof paymentEvents>;

/** Base Sepolia's USDC, which the local network uses as well. */
export const localToken = { chainId: 84532, tokenAddress: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" } as const;

/** Default payment: pending, $1,450.00, with secrets and a code derived from the word. */
export function paymentDefaults(word: string | number, createdAt: Date) {
  const reference = hexOf("reference", word);
  return {
    ...localToken,
    amountCents: 145_000,
    description: "Rent",
    status: "pending" as const,
    reference,
    binding: hashOf("binding", reference),
    code: humanCode(Buffer.from(hexOf("code", word), "hex")),
    expiresAt: checkoutExpiresAt(createdAt),
  };
}

const seenAs = { matched: "seen", part: "seen", short: "shortSeen", duplicate: "duplicateSeen", unmatched: null } as const;

/** Returns the events that lead to a payment's state, in order. `meant` are the transfers bound to it. */
export function paymentHistory(payment: Payment, meant: Transfer[] = []): NewEvent[] {
  const { id: paymentId, consumerId: actorId, endedAt, completedAt, oddity } = payment;
  const events: NewEvent[] = [{ paymentId, type: "created", actorId, at: payment.createdAt }];
  if (endedAt !== null) {
    const isCancelled = payment.status === "cancelled" || (payment.status === "completed" && payment.notes === null);
    events.push(isCancelled ? { paymentId, type: "cancelled", actorId, at: endedAt } : { paymentId, type: "expired", at: endedAt });
  }
  for (const transfer of meant) {
    const data = factsOf(transfer);
    const type = transfer.verdict && seenAs[transfer.verdict];
    if (type !== null) events.push({ paymentId, type, data, at: transfer.seenAt });
    if (transfer.id !== payment.transferId) continue;
    if (completedAt !== null) events.push({ paymentId, type: "completed", data: { oddity, ...data }, at: completedAt });
    if (transfer.finalAt !== null) events.push({ paymentId, type: "final", data, at: transfer.finalAt });
  }
  return events.toSorted((left, right) => left.at.getTime() - right.at.getTime());
}

function factsOf(transfer: Transfer) {
  return {
    transferId: transfer.id,
    txHash: transfer.txHash,
    blockNumber: transfer.blockNumber.toString(),
    usdcUnits: transfer.usdcUnits.toString(),
  };
}

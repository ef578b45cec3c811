import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import type { OwnPaid, RefundDestinationRow } from "./refund-destinations.repo.ts";

const hex = z.templateLiteral(["0x", z.string()]);

/** Where refunds of a payment go, as its payer sees it. */
export const refundDestinationView = z.strictObject({
  paymentId: z.string(),
  description: z.string(),
  merchant: z.string(),
  /** Since when the merchant asks for a wallet, and what they want to send there, in dollars. */
  askedAt: isoTime.nullable(),
  amount: z.number().nullable(),
  /** Null where refunds have nowhere to go. */
  to: hex.nullable(),
  namedAt: isoTime.nullable(),
  /** The wallet that paid; null where the money was bought and came from a provider's. */
  paidFrom: hex.nullable(),
});
export type RefundDestinationView = z.infer<typeof refundDestinationView>;

/** A payment and what is known of its refunds' destination, as its payer sees it. */
export function viewDestination(
  payment: OwnPaid,
  destination: RefundDestinationRow | null,
  to: `0x${string}` | null,
): RefundDestinationView {
  const { requestedAt = null, requestedCents = null, namedAt = null } = destination ?? {};
  return {
    paymentId: publicId("payment", payment.id),
    description: payment.description,
    merchant: payment.merchant,
    askedAt: requestedAt?.toISOString() ?? null,
    amount: requestedCents === null ? null : wireAmount(requestedCents),
    to,
    namedAt: namedAt?.toISOString() ?? null,
    paidFrom: payment.boundBy === "onramp" ? null : payment.paidFrom,
  };
}

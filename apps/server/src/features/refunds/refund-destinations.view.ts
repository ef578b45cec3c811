import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { type RefundDestination, refundGrounds, type RefundSource, unknownDestinations } from "@hearth/domain/refunds/destination";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import type { RefundDestinationRow } from "../ledger/refund-sources.repo.ts";
import type { OwnPaid } from "./refund-destinations.repo.ts";

const hex = z.templateLiteral(["0x", z.string()]);

/** Where a payment's refunds go, with what that was decided from. */
export interface ReadDestination {
  /** What was asked and named; null where neither was. */
  request: RefundDestinationRow | null;
  sources: RefundSource[];
  found: RefundDestination;
}

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
  /** Why that wallet: the payer named it, it is theirs and sent money for the payment, or it sent all of it. */
  ground: z.enum(refundGrounds).nullable(),
  /** Why the payer has to name a wallet first: several wallets paid, or the one that paid may not be theirs. */
  unknown: z.enum(unknownDestinations).nullable(),
  namedAt: isoTime.nullable(),
  /** The wallet that paid; null where several did, and where the money was bought and came from a provider's. */
  paidFrom: hex.nullable(),
});
export type RefundDestinationView = z.infer<typeof refundDestinationView>;

/** A payment and what is known of its refunds' destination, as its payer sees it. */
export function viewDestination(payment: OwnPaid, { request, sources, found }: ReadDestination): RefundDestinationView {
  const { requestedAt = null, requestedCents = null, namedAt = null } = request ?? {};
  const [only, ...others] = sources;
  const isProviders = only === undefined || others.length > 0 || only.boundBy.includes("onramp");
  return {
    paymentId: publicId("payment", payment.id),
    description: payment.description,
    merchant: payment.merchant,
    askedAt: requestedAt?.toISOString() ?? null,
    amount: requestedCents === null ? null : wireAmount(requestedCents),
    ...viewFound(found),
    namedAt: namedAt?.toISOString() ?? null,
    paidFrom: isProviders ? null : only.address,
  };
}

/** Where refunds of a payment go, as its merchant and administrators see it. */
export const refundWalletView = refundDestinationView.pick({ to: true, ground: true, unknown: true }).extend({
  /** Since when the payer is asked to name a wallet, and for how much, in dollars. */
  asked: z.strictObject({ at: isoTime, amount: z.number() }).nullable(),
});

/** Says where refunds of a payment go, from what was read about it. */
export function viewRefundWallet({ found, request }: ReadDestination): z.infer<typeof refundWalletView> {
  const { requestedAt: at = null, requestedCents: cents = null } = request ?? {};
  return { ...viewFound(found), asked: at === null || cents === null ? null : { at: at.toISOString(), amount: wireAmount(cents) } };
}

/** Where a refund goes and why, or why nobody knows; of the two reasons one is null. */
function viewFound(found: ReadDestination["found"]): Pick<RefundDestinationView, "to" | "ground" | "unknown"> {
  return found.to === null ? { to: null, ground: null, unknown: found.unknown } : { ...found, unknown: null };
}

import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { type RefundDestination, refundGrounds, type RefundSource, unknownDestinations } from "@hearth/domain/refunds/destination";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import type { RefundDestinationRow } from "../ledger/refund-sources.repo.ts";
import type { OwnPaid } from "./refund-destinations.repo.ts";

const hex = z.templateLiteral(["0x", z.string()]);

/** The destination of a payment's refunds, with the facts that decided it. */
export interface ReadDestination {
  /** The request and the named wallet; null when there is neither. */
  request: RefundDestinationRow | null;
  sources: RefundSource[];
  found: RefundDestination;
}

/** The destination of a payment's refunds, as its payer sees it. */
export const refundDestinationView = z.strictObject({
  paymentId: z.string(),
  description: z.string(),
  merchant: z.string(),
  /** Time and dollar amount of the merchant's request for a wallet. */
  askedAt: isoTime.nullable(),
  amount: z.number().nullable(),
  /** Null when there is no destination. */
  to: hex.nullable(),
  /** The reason for that wallet: the payer named it, it is a proven wallet that sent money, or it sent everything. */
  ground: z.enum(refundGrounds).nullable(),
  /** The reason why the payer must name a wallet first: several wallets paid, or the one that paid may not be theirs. */
  unknown: z.enum(unknownDestinations).nullable(),
  namedAt: isoTime.nullable(),
  /** The wallet that paid. Null when several did, or when the money was bought from a provider. */
  paidFrom: hex.nullable(),
});
export type RefundDestinationView = z.infer<typeof refundDestinationView>;

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

/** The destination of a payment's refunds, as its merchant and administrators see it. */
export const refundWalletView = refundDestinationView.pick({ to: true, ground: true, unknown: true }).extend({
  /** Time and dollar amount of the request to the payer. */
  asked: z.strictObject({ at: isoTime, amount: z.number() }).nullable(),
});

export function viewRefundWallet({ found, request }: ReadDestination): z.infer<typeof refundWalletView> {
  const { requestedAt: at = null, requestedCents: cents = null } = request ?? {};
  return { ...viewFound(found), asked: at === null || cents === null ? null : { at: at.toISOString(), amount: wireAmount(cents) } };
}

/** Either `to` and `ground` or `unknown` is null. */
function viewFound(found: ReadDestination["found"]): Pick<RefundDestinationView, "to" | "ground" | "unknown"> {
  return found.to === null ? { to: null, ground: null, unknown: found.unknown } : { ...found, unknown: null };
}

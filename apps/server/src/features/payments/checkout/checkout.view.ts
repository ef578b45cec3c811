import { explorerAddressUrl } from "@hearth/chain/networks";
import { relayStatuses } from "@hearth/db/schema/relays";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { paymentOddities, paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { isoTime } from "../../../trpc/wire.ts";
import { askedAt } from "../../ledger/top-ups.repo.ts";
import { authorizationWindow } from "../relay/authorize-payment.ts";
import { findQueuePlace } from "../relay/queue-place.ts";
import { checkoutStatus } from "../rows/checkout-status.ts";
import { shortView, viewShort } from "../rows/short.view.ts";
import type { CheckoutDetailRow } from "../rows/payment-detail.repo.ts";
import { progressView, viewProgress } from "./payment-progress.view.ts";

/** What whoever holds the checkout's address may see and needs in order to pay. Nothing about the payer's account. */
export const checkoutView = z.strictObject({
  paymentId: z.string(),
  code: z.string(),
  status: z.enum(paymentStatuses),
  oddity: z.enum(paymentOddities),
  /** What this checkout asks for: the payment's amount, or what is missing of it. */
  amount: z.number(),
  /** The payment's whole amount where this is a top-up's checkout; null at the payment's own. */
  topUpOf: z.number().nullable(),
  short: shortView,
  /** USDC base units (6 decimals) as a decimal string. */
  usdcUnits: z.string(),
  merchant: z.string(),
  payeeAddress: z.templateLiteral(["0x", z.string()]),
  payeeExplorerUrl: z.string().nullable(),
  /** Whether somebody has proven that the wallet is the merchant's. */
  payeeProven: z.boolean(),
  description: z.string(),
  aptNumber: z.string().nullable(),
  createdAt: isoTime,
  expiresAt: isoTime,
  /** The server's clock at this answer, so that a wrong clock in the browser does not bend the countdown. */
  serverTime: isoTime,
  networkLabel: z.string(),
  /** The authorization's nonce, and what a direct transfer carries in its calldata. */
  binding: z.templateLiteral(["0x", z.string()]),
  /** Unix seconds that the authorization must carry. */
  validAfter: z.number().int(),
  validBefore: z.number().int(),
  /** Whether the server can carry a signed authorization to the chain now. */
  relayAvailable: z.boolean(),
  relay: z
    .strictObject({
      status: z.enum(relayStatuses),
      failure: z.string().nullable(),
      txHash: z.string().nullable(),
      /** Where it stands in the queue, from 1, and in about how many seconds its turn comes; null where it is next, or queued no longer. */
      place: z.strictObject({ number: z.number().int(), seconds: z.number().int() }).nullable(),
    })
    .nullable(),
  /** How many transfers of exactly this amount came from wallets that are not the payer's proven one; 0 while one is probably a purchase's. */
  unrecognised: z.number().int(),
  /** What other tenants have open for the same bill, in dollars, the oldest first; not who they are, since whoever holds the address reads this. */
  roommates: z.strictObject({ amount: z.number(), since: isoTime }).array(),
  ...progressView.shape,
});
export type CheckoutView = z.infer<typeof checkoutView>;

/** A checkout as whoever holds its address is told; the chain is not asked. */
export async function viewCheckout(deps: Deps, row: CheckoutDetailRow): Promise<CheckoutView> {
  const { payment, topUp } = row;
  const asked = askedAt(row);
  const progress = viewProgress(deps, row);
  return {
    paymentId: publicId("payment", payment.id),
    code: payment.code,
    status: checkoutStatus(row),
    oddity: payment.oddity,
    amount: wireAmount(asked.amountCents),
    topUpOf: topUp && wireAmount(payment.amountCents),
    short: viewShort(row),
    usdcUnits: centsToUsdcUnits(asked.amountCents).toString(),
    merchant: row.merchantName,
    payeeAddress: payment.payeeAddress,
    payeeExplorerUrl: explorerAddressUrl(deps.network, payment.payeeAddress),
    payeeProven: row.payeeProvenAt !== null,
    description: payment.description,
    aptNumber: payment.aptNumber,
    createdAt: asked.createdAt.toISOString(),
    expiresAt: asked.expiresAt.toISOString(),
    serverTime: deps.clock.now().toISOString(),
    networkLabel: deps.network.label,
    binding: asked.binding,
    ...authorizationWindow(asked),
    relayAvailable: deps.relayer !== null && !row.isGasLow,
    relay: await viewRelay(deps, row),
    unrecognised: progress.purchase?.hasArrived === true ? 0 : row.unrecognised,
    roommates: row.roommates.map(({ cents, since }) => ({ amount: wireAmount(cents), since })),
    ...progress,
  };
}

async function viewRelay(deps: Deps, { relays: [relay] }: CheckoutDetailRow): Promise<CheckoutView["relay"]> {
  if (relay === undefined) return null;
  const { status, failure, transaction } = relay;
  return { status, failure, txHash: transaction?.txHash ?? null, place: await findQueuePlace(deps.db, relay, deps.clock.now()) };
}

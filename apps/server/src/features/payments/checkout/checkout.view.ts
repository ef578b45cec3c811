import { explorerAddressUrl } from "@hearth/chain/networks";
import { relayStatuses } from "@hearth/db/schema/relays";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { paymentOddities, paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { isoTime } from "../../../trpc/wire.ts";
import { payeeWordsOf } from "../../businesses/payee-cards.ts";
import { currentCheckout } from "../../ledger/top-ups.repo.ts";
import { authorizationWindow } from "../relay/authorize-payment.ts";
import { findQueuePlace } from "../relay/queue-place.ts";
import { checkoutStatus } from "../rows/checkout-status.ts";
import { billLinesView, viewBillLines } from "../rows/bill-lines.view.ts";
import { shortView, viewShort } from "../rows/short.view.ts";
import type { CheckoutDetailRow } from "../rows/payment-detail.repo.ts";
import { progressView, viewProgress } from "./payment-progress.view.ts";

/** A checkout as anybody with its address sees it: everything needed to pay, and nothing about the payer's account. */
export const checkoutView = z.strictObject({
  paymentId: z.string(),
  code: z.string(),
  status: z.enum(paymentStatuses),
  oddity: z.enum(paymentOddities),
  /** The amount of this checkout: the payment's amount, or the missing part of it. */
  amount: z.number(),
  /** The payment's whole amount if this is a top-up; null at the payment's own checkout. */
  topUpOf: z.number().nullable(),
  short: shortView,
  /** USDC base units (6 decimals) as a decimal string. */
  usdcUnits: z.string(),
  merchant: z.string(),
  payeeAddress: z.templateLiteral(["0x", z.string()]),
  payeeExplorerUrl: z.string().nullable(),
  /** True when the merchant has proven the wallet. */
  payeeProven: z.boolean(),
  /** The words of the business's signed payee card; null without a card that names the wallet. */
  payeeWords: z.string().nullable(),
  description: z.string(),
  bill: billLinesView,
  aptNumber: z.string().nullable(),
  createdAt: isoTime,
  expiresAt: isoTime,
  /** IANA zone in which its times are shown: its lease's, or else its merchant's. */
  timeZone: z.string(),
  /** The server's time of this answer. The countdown uses it instead of the browser's clock. */
  serverTime: isoTime,
  networkLabel: z.string(),
  /** The authorization's nonce, and the calldata suffix of a direct transfer. */
  binding: z.templateLiteral(["0x", z.string()]),
  /** Unix seconds that the authorization must contain. */
  validAfter: z.number().int(),
  validBefore: z.number().int(),
  /** True when the server can broadcast a signed authorization now. */
  relayAvailable: z.boolean(),
  relay: z
    .strictObject({
      status: z.enum(relayStatuses),
      failure: z.string().nullable(),
      txHash: z.string().nullable(),
      /** Place in the queue, from 1, with the estimated wait in seconds. Null when it is next or no longer queued. */
      place: z.strictObject({ number: z.number().int(), seconds: z.number().int() }).nullable(),
    })
    .nullable(),
  /**
   * Number of transfers of exactly this amount from wallets other than the payer's proven one. 0 while one of them is probably a
   * purchase's.
   */
  unrecognised: z.number().int(),
  /**
   * Open checkouts of other tenants for the same bill, in dollars, oldest first. Without names, because anybody with the address can read
   * this.
   */
  roommates: z.strictObject({ amount: z.number(), since: isoTime }).array(),
  ...progressView.shape,
});
export type CheckoutView = z.infer<typeof checkoutView>;

/** Builds the view of a checkout from the database alone; no chain calls. */
export async function viewCheckout(deps: Deps, row: CheckoutDetailRow): Promise<CheckoutView> {
  const { payment, topUp } = row;
  const current = currentCheckout(row);
  const progress = viewProgress(deps, row);
  return {
    paymentId: publicId("payment", payment.id),
    code: payment.code,
    status: checkoutStatus(row),
    oddity: payment.oddity,
    amount: wireAmount(current.amountCents),
    topUpOf: topUp && wireAmount(payment.amountCents),
    short: viewShort(row),
    usdcUnits: centsToUsdcUnits(current.amountCents).toString(),
    merchant: row.merchantName,
    payeeAddress: payment.payeeAddress,
    payeeExplorerUrl: explorerAddressUrl(deps.network, payment.payeeAddress),
    payeeProven: row.payeeProvenAt !== null,
    payeeWords: await payeeWordsOf(deps, { merchantId: payment.merchantId, payee: row.carded }),
    description: payment.description,
    bill: topUp === null ? viewBillLines(row) : null,
    aptNumber: payment.aptNumber,
    createdAt: current.createdAt.toISOString(),
    expiresAt: current.expiresAt.toISOString(),
    timeZone: row.timeZone,
    serverTime: deps.clock.now().toISOString(),
    networkLabel: deps.network.label,
    binding: current.binding,
    ...authorizationWindow(current),
    relayAvailable: deps.env.relayerAddress !== null && !row.isGasLow,
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

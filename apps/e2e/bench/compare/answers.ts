import { confirmationsOf } from "@hearth/chain/judge-transfer";
import { networks } from "@hearth/chain/networks";
import { disputableCents } from "@hearth/domain/disputes/rules";
import { displayStatus, type DisputeOutcome } from "@hearth/domain/disputes/status";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, formatUsdc, usdcUnitsToWholeCents, wireAmount } from "@hearth/domain/money";
import { shortMoney } from "@hearth/domain/payments/short";
import type { Outputs } from "@hearth/client/hearth-client";
import type { AccountFacts, DisputeFacts, PaymentFacts, ProgressFacts } from "./facts.ts";

type Plain = string | number | bigint | boolean | null | undefined;
/** The fields of a type, at every depth, with any plain values: a field that the product adds turns the bench's types red. */
type Shape<Answer> = Answer extends Plain ? Plain : { [Field in keyof Answer]: Shape<Answer[Field]> };

const network = networks.local;
const graceSeconds = 120;

/**
 * The answers of both comparison servers, identical to the product's in every field. Only the loading of the facts differs. The payments of a bench have no
 * lease and no payee card, so these two load neither a bill nor a home, which favours them.
 */

export function accountAnswer(row: AccountFacts): Shape<Outputs["auth"]["me"]> {
  const merchant = row.role === "merchant" ? row.owned : row.enrolled;
  const merchantId = merchant === null ? null : publicId("merchant", merchant.id);
  return {
    _id: publicId("user", row.id),
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    role: row.role,
    status: row.status,
    address: row.address,
    phoneNumber: row.phone_number,
    aptNumber: row.apt_number,
    selectedMerchantId: merchantId,
    walletAddress: row.wallet_address,
    createdAt: row.created_at.toISOString(),
    staffRole: row.staff_role,
    isReadOnly: row.is_read_only,
    merchant: merchant && {
      _id: merchantId,
      name: merchant.name,
      businessType: merchant.business_type,
      status: merchant.status,
      timeZone: merchant.time_zone,
    },
  };
}

function shortOf(row: PaymentFacts) {
  const short = shortMoney(row.amount_cents, BigInt(row.too_little_units));
  return short && { received: wireAmount(short.receivedCents), missing: wireAmount(short.missingCents) };
}

function refundedOf(row: PaymentFacts): string {
  const cents = usdcUnitsToWholeCents(BigInt(row.refunded_units));
  return cents === 0 ? "none" : cents < row.amount_cents ? "part" : "whole";
}

/** Returns the cents that arrived and that refunds returned. */
function movedCents(row: PaymentFacts): { gross: number; refunded: number } {
  return { gross: usdcUnitsToWholeCents(BigInt(row.gross_units)), refunded: usdcUnitsToWholeCents(BigInt(row.refunded_units)) };
}

function disputableOf(row: PaymentFacts): number {
  const { gross, refunded } = movedCents(row);
  return wireAmount(disputableCents({ amountCents: row.amount_cents, leftCents: gross - refunded }));
}

export function paymentAnswer(row: PaymentFacts): Shape<Outputs["payments"]["list"]["items"][number]> {
  const id = publicId("payment", row.id);
  const { dispute } = row;
  const outcome = dispute === null ? null : outcomeOf(dispute);
  return {
    _id: id,
    id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    amount: wireAmount(row.amount_cents),
    status: row.status,
    displayStatus: displayStatus(row.status, outcome, row.has_arrived),
    oddity: row.oddity,
    hasArrived: row.has_arrived,
    description: row.description,
    merchant: row.merchant_name,
    merchantId: publicId("merchant", row.merchant_id),
    walletAddress: row.payee_address,
    coinbaseSessionId: row.session_id,
    aptNumber: row.apt_number,
    paymentType: row.payment_type,
    transactionHash: row.tx_hash,
    blockchainTxHash: row.tx_hash,
    blockchainNetwork: network.label,
    notes: row.notes,
    code: row.code,
    disputeStatus: dispute?.status ?? null,
    disputeResolution: dispute !== null && dispute.result !== null ? { result: dispute.result, resultReason: dispute.resultReason } : null,
    refundOwed: row.is_refund_owed,
    refunded: refundedOf(row),
    disputable: disputableOf(row),
    short: shortOf(row),
    timeZone: row.time_zone,
  };
}

function outcomeOf({ status, result, resultReason }: NonNullable<PaymentFacts["dispute"]>): DisputeOutcome {
  return {
    status: status === "open" ? "open" : "closed",
    result: result === "chargedBack" || result === "denied" ? result : null,
    resultReason,
  };
}

export function statusAnswer({ status, tx_hash }: Pick<PaymentFacts, "status" | "tx_hash">) {
  return { status, transactionHash: tx_hash };
}

function payerAnswer({ id, ...payer }: PaymentFacts["payer"]) {
  return {
    _id: publicId("user", id),
    email: payer.email,
    firstName: payer.firstName,
    lastName: payer.lastName,
    phoneNumber: payer.phoneNumber,
  };
}

function transactionAnswer(row: PaymentFacts) {
  const { gross, refunded } = movedCents(row);
  return {
    _id: publicId("payment", row.id),
    userId: payerAnswer(row.payer),
    merchantId: { _id: publicId("merchant", row.merchant_id), name: row.merchant_name, businessType: row.business_type },
    amount: wireAmount(row.amount_cents),
    status: row.status,
    oddity: row.oddity,
    hasArrived: row.has_arrived,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    walletAddress: row.payee_address,
    coinbaseSessionId: row.session_id,
    transactionHash: row.tx_hash,
    description: row.description,
    paymentType: row.payment_type,
    aptNumber: row.apt_number,
    notes: row.notes,
    code: row.code,
    refunded: refundedOf(row),
    short: shortOf(row),
    grossAmount: wireAmount(gross),
    refundedAmount: wireAmount(refunded),
    netAmount: wireAmount(gross - refunded),
    timeZone: row.time_zone,
    home: null,
  };
}

export function merchantTransactionAnswer(row: PaymentFacts): Shape<Outputs["merchant"]["transactions"]["items"][number]> {
  return { ...transactionAnswer(row), disputeId: row.dispute === null ? null : publicId("dispute", row.dispute.id) };
}

export function adminTransactionAnswer(
  row: PaymentFacts & { current_address: string | null },
): Shape<Outputs["admin"]["transactions"]["items"][number]> {
  const answer = transactionAnswer(row);
  return { ...answer, merchantId: { ...answer.merchantId, walletAddress: row.current_address }, amountUSD: answer.amount };
}

/** The progress of a payment that one transfer pays, or none. */
function progressAnswer(row: PaymentFacts, { place, transfers, events, head }: ProgressFacts) {
  const paying = transfers.find(({ verdict }) => verdict === "matched");
  const rule = network.confirmations(row.amount_cents);
  const needed = rule.kind === "depth" ? rule.blocks : 0;
  const confirmations = (block: string) => Math.min(confirmationsOf(BigInt(block), BigInt(head ?? 0)), needed);
  return {
    place,
    transfer: paying
      ? {
          txHash: paying.tx_hash,
          explorerUrl: null,
          verdict: paying.verdict,
          usdc: formatUsdc(BigInt(paying.usdc_units)),
          from: paying.from_address,
          confirmations: row.status === "completed" ? needed : confirmations(paying.block_number),
          needed,
          seenAt: paying.seen_at.toISOString(),
          sentBack: null,
        }
      : null,
    parts: [],
    others: [],
    othersCount: 0,
    purchase: null,
    timeline: events.map(({ type, at, note }) => ({ type, at: at.toISOString(), note })),
  };
}

export function detailAnswer(row: PaymentFacts, progress: ProgressFacts, origin: string): Shape<Outputs["payments"]["get"]> {
  return {
    ...paymentAnswer(row),
    expiresAt: row.expires_at.toISOString(),
    serverTime: new Date().toISOString(),
    checkoutURL: row.status === "pending" ? `${origin}/checkout/${row.reference}` : null,
    topUpURL: null,
    ...progressAnswer(row, progress),
    bill: null,
    payeeWords: null,
    businessClosed: row.is_closed,
    leaseId: progress.lease_id ? publicId("lease", progress.lease_id) : null,
    refunds: progress.refunds.map((refund) => ({
      _id: publicId("refund", refund.id),
      status: refund.status === "completed" ? "refunded" : "onItsWay",
      amount: wireAmount(usdcUnitsToWholeCents(BigInt(refund.usdc_units))),
      createdAt: refund.created_at.toISOString(),
      refundedAt: refund.completed_at?.toISOString() ?? null,
      transactionHash: refund.tx_hash,
    })),
  };
}

export function checkoutAnswer(row: PaymentFacts, progress: ProgressFacts, hasRelayer: boolean): Shape<Outputs["payments"]["checkout"]> {
  return {
    paymentId: publicId("payment", row.id),
    code: row.code,
    status: row.status,
    oddity: row.oddity,
    amount: wireAmount(row.amount_cents),
    topUpOf: null,
    short: shortOf(row),
    usdcUnits: centsToUsdcUnits(row.amount_cents).toString(),
    merchant: row.merchant_name,
    timeZone: row.time_zone,
    payeeWords: null,
    bill: null,
    roommates: [],
    payeeAddress: row.payee_address,
    payeeExplorerUrl: null,
    payeeProven: row.payee_proven,
    description: row.description,
    aptNumber: row.apt_number,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    serverTime: new Date().toISOString(),
    networkLabel: network.label,
    binding: row.binding,
    validAfter: 0,
    validBefore: Math.floor(row.expires_at.getTime() / 1_000) + graceSeconds,
    relayAvailable: hasRelayer && !progress.is_relayer_dry,
    relay: progress.relay,
    unrecognised: progress.unrecognised,
    ...progressAnswer(row, progress),
  };
}

export function disputeAnswer(row: DisputeFacts): Shape<Outputs["disputes"]["listForAdmin"]["items"][number]> {
  const { payment, merchant } = row;
  return {
    _id: publicId("dispute", row.id),
    disputeId: row.code,
    userId: payerAnswer(row.payer),
    merchantId: { _id: publicId("merchant", merchant.id), name: merchant.name, businessType: merchant.businessType },
    paymentId: {
      _id: publicId("payment", payment.id),
      amount: wireAmount(payment.amountCents),
      createdAt: new Date(payment.createdAt).toISOString(),
      description: payment.description,
      status: payment.status,
      transactionHash: payment.txHash,
      disputable: wireAmount(
        disputableCents({ amountCents: payment.amountCents, leftCents: usdcUnitsToWholeCents(BigInt(row.left_units)) }),
      ),
    },
    businessClosed: merchant.isClosed,
    timeZone: merchant.timeZone,
    reason: row.reason,
    description: row.description,
    notes: row.notes,
    amount: wireAmount(row.amount_cents),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    documents: [],
    comments: [],
    resolution: row.result && {
      result: row.result,
      resultReason: row.result_reason ?? "",
      chargebackAmount: wireAmount(row.chargeback_cents ?? 0),
      resolvedAt: row.resolved_at?.toISOString() ?? null,
    },
    refund: refundAnswer(row),
  };
}

function refundAnswer({ result, chargeback_cents, resolved_at, refunds }: DisputeFacts) {
  const approved = result === "chargedBack" ? (chargeback_cents ?? 0) : 0;
  if (approved === 0) return null;
  const sent = usdcUnitsToWholeCents(refunds.reduce((sum, { units }) => sum + BigInt(units), 0n));
  const last = refunds.at(-1);
  const isSettled = sent >= approved;
  return {
    status: isSettled ? "refunded" : "owed",
    amount: wireAmount(approved),
    stillOwed: wireAmount(Math.max(0, approved - sent)),
    owedSince: resolved_at?.toISOString() ?? null,
    refundedAt: isSettled && last ? new Date(last.at).toISOString() : null,
    transactionHash: isSettled && last ? last.txHash : null,
  };
}

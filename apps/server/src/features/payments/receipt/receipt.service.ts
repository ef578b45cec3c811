import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import { formatMoment } from "@hearth/domain/moment";
import { formatUsd, parseWireAmount } from "@hearth/domain/money";
import { dayIn } from "@hearth/domain/rent/calendar";
import { toPdfProperty } from "@hearth/domain/records/record-in-pdf";
import { shownBillLines } from "@hearth/domain/rent/pay-bills";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { readAccount } from "../../auth/sign-in/auth.service.ts";
import { loadPayment } from "../payments.service.ts";
import type { PdfReceipt } from "./receipt-pdf.ts";
import { readRefundedCents, signReceipt } from "./sign-receipt.ts";

/** Parts and bills that fit on the page. */
const mostListed = 4;
const mostBills = 5;

type Payment = Awaited<ReturnType<typeof loadPayment>>;

/** A receipt file: name, and the PDF in base64, because calls return JSON. */
export interface ReceiptFile {
  fileName: string;
  pdf: string;
}

/**
 * Returns the PDF receipt of the payer's own payment, with times in the payment's time zone.
 *
 * @throws HearthError NOT_FOUND, RATE_LIMITED, CONFLICT while the payment is not completed.
 */
export async function makeReceipt(deps: Deps, actor: Actor, paymentId: string): Promise<ReceiptFile> {
  deps.rateLimits.take("receipt", actor.userId);
  const { firstName, lastName } = await readAccount(deps, actor);
  const { fileName, pdf } = await drawReceiptOf(deps, actor, paymentId, `${firstName} ${lastName}`);
  return { fileName, pdf: pdf.toString("base64") };
}

/**
 * Draws the receipt of an account's own payment by public id, for the given payer's name. The file carries its signed record.
 *
 * @throws HearthError as `makeReceipt`.
 */
export async function drawReceiptOf(deps: Deps, actor: Pick<Actor, "userId">, paymentId: string, payer: string) {
  const payment = await loadPayment(deps, actor, paymentId);
  const { transactionHash, completedAt } = payment;
  if (payment.status !== "completed" || transactionHash === null || completedAt === null) {
    throw new HearthError("CONFLICT", { message: "Only a completed payment has a receipt" });
  }
  const id = parsePublicId("payment", payment.id) ?? "";
  const refundedCents = await readRefundedCents(deps, id);
  const signed = await signedPart(deps, { ...payment, id, refundedCents }, payer);
  const paper = toPaper({ ...payment, transactionHash, completedAt }, payer);
  const pdf = await deps.pdfs.draw("receipt", { ...paper, refundedCents, signed });
  return { fileName: `hearth-receipt-${dayIn(new Date(completedAt), payment.timeZone)}-${payment.code}.pdf`, pdf };
}

/** Signs the record that the file carries. Null without a signing key, because a receipt is worth having unsigned as well. */
async function signedPart(
  deps: Deps,
  {
    id: paymentId,
    merchant: landlord,
    description,
    refundedCents,
  }: Pick<Payment, "id" | "merchant" | "description"> & { refundedCents: number },
  payer: string,
): Promise<PdfReceipt["signed"]> {
  if (deps.recordSigner === null) return null;
  const document = await signReceipt(deps, { paymentId, tenant: payer, landlord, description, refundedCents });
  return document && { property: toPdfProperty(document), checkedAt: `${deps.env.publicOrigin}/verify` };
}

function toPaper(
  payment: Payment & { transactionHash: string; completedAt: string },
  payer: string,
): Omit<PdfReceipt, "signed" | "refundedCents"> {
  const { merchant, aptNumber, place, description, paymentType, transactionHash, transfer } = payment;
  const date = formatMoment(payment.completedAt, "second", payment.timeZone);
  const facts = [
    { label: "Merchant", value: merchant },
    { label: "Paid by", value: payer },
    { label: "Apartment number", value: aptNumber ?? "" },
    { label: "Property", value: place ?? "" },
    { label: "Description", value: description },
    ...billsOf(payment),
    { label: "Payment type", value: paymentType === "one-time" ? "One-time" : "Recurring" },
    { label: "Date", value: date },
    { label: "Network", value: payment.blockchainNetwork },
    { label: "Recipient wallet", value: payment.walletAddress },
    { label: "Payee card", value: payment.payeeWords ?? "" },
    ...hashesOf(payment, transactionHash),
    ...(transfer?.explorerUrl ? [{ label: "Block explorer", value: transfer.explorerUrl, link: transfer.explorerUrl }] : []),
    { label: "Reference", value: payment.code },
    { label: "Payment ID", value: payment.id },
  ];
  return {
    merchant,
    amountCents: parseWireAmount(payment.amount) ?? 0,
    date,
    facts: facts.filter(({ value }) => value !== ""),
    transactionHash,
    settled: settledSentence(payment),
  };
}

/** Lists the bills that were paid, each with its amount. */
function billsOf({ bill }: Payment) {
  const lines = bill === null ? [] : shownBillLines(bill);
  const listed = lines.slice(0, mostBills);
  const unlistedCount = lines.length - listed.length;
  return [
    ...listed.map(({ description, amount }, index) => ({
      label: index === 0 ? "For" : "",
      value: `${description}: ${formatUsd(parseWireAmount(amount) ?? 0)}`,
    })),
    ...(unlistedCount === 0 ? [] : [{ label: "", value: `${unlistedCount} more, listed with the payment` }]),
  ];
}

/** Lists the paying transaction, or each part with its amount. */
function hashesOf({ parts }: Payment, transactionHash: string) {
  if (parts.length === 0) return [{ label: "Transaction hash", value: transactionHash }];
  const listed = parts.slice(-mostListed);
  const unlistedCount = parts.length - listed.length;
  return [
    ...(unlistedCount === 0 ? [] : [{ label: "Earlier transfers", value: `${unlistedCount} more, listed with the payment` }]),
    ...listed.flatMap(({ txHash, usdc }) => [
      { label: "Transfer", value: `${usdc} USDC` },
      { label: "Transaction hash", value: txHash },
    ]),
  ];
}

function settledSentence({ blockchainNetwork, transfer }: Payment): string {
  if (!transfer) return `Settled on ${blockchainNetwork}.`;
  return `Settled on ${blockchainNetwork} with ${transfer.needed} ${transfer.needed === 1 ? "confirmation" : "confirmations"}.`;
}

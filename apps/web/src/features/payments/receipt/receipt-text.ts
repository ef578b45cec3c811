import { formatUsd } from "@hearth/domain/money";
import { shownBillLines } from "@hearth/domain/rent/pay-bills";
import { formatMoment } from "@hearth/domain/moment";
import { centsOf } from "../../../kit/cents.ts";
import { zoneDay } from "../../../ui/dates.ts";
import type { PaymentDetail } from "../use-live-payment.ts";

const width = 88;
const labelWidth = 20;

export type ReceiptPayment = Pick<
  PaymentDetail,
  | "amount"
  | "merchant"
  | "aptNumber"
  | "place"
  | "description"
  | "bill"
  | "paymentType"
  | "completedAt"
  | "createdAt"
  | "timeZone"
  | "walletAddress"
  | "transactionHash"
  | "parts"
  | "blockchainNetwork"
  | "code"
  | "id"
>;

/** Formats the receipt as a text file of at most 88 columns, wide enough for a transaction hash. */
export function receiptText(payment: ReceiptPayment): string {
  const amount = formatUsd(centsOf(payment.amount));
  const date = formatMoment(payment.completedAt ?? payment.createdAt, "second", payment.timeZone);
  const facts: [label: string, value: string | null][] = [
    ["Merchant", payment.merchant],
    ["Apartment number", payment.aptNumber],
    ["Property", payment.place],
    ["Description", payment.description],
    ...billsOf(payment),
    ["Payment type", paymentTypeName(payment.paymentType)],
    ["Date", date],
    ["Network", payment.blockchainNetwork],
    ["Recipient wallet", payment.walletAddress],
    ...hashesOf(payment),
    ["Payment ID", payment.id],
    ["Reference", payment.code],
  ];
  const lines = [
    "HEARTH",
    "Payment receipt",
    "=".repeat(width),
    ...facts.flatMap(([label, value]) => (value ? factLines(label, value) : [])),
    "-".repeat(width),
    `${"Amount".padEnd(labelWidth)}${amount.slice(1)} USDC (${amount})`,
    "=".repeat(width),
    "Status: Completed",
  ];
  return `${lines.join("\n")}\n`;
}

/** Lists the bills that were paid, each with its amount. */
function billsOf({ bill }: ReceiptPayment): [label: string, value: string][] {
  const lines = bill === null ? [] : shownBillLines(bill);
  return lines.map(({ description, amount }, place) => [place === 0 ? "For" : "", `${description}: ${formatUsd(centsOf(amount))}`]);
}

/** Lists the paying transaction, or each transfer that paid a part with its amount. */
function hashesOf({ transactionHash, parts }: ReceiptPayment): [label: string, value: string | null][] {
  if (parts.length === 0) return [["Transaction hash", transactionHash]];
  return parts.flatMap(({ txHash, usdc }, place): [string, string][] => [
    [`Transfer ${place + 1}`, `${usdc} USDC`],
    ["Transaction hash", txHash],
  ]);
}

export function paymentTypeName(type: PaymentDetail["paymentType"]): string {
  return type === "one-time" ? "One-time" : "Recurring";
}

export function receiptFileName({ completedAt, createdAt, timeZone, code }: ReceiptPayment): string {
  return `hearth-receipt-${zoneDay(new Date(completedAt ?? createdAt), timeZone)}-${code}.txt`;
}

/** Formats a label and its value. A value longer than its column wraps within it. */
function factLines(label: string, value: string): string[] {
  const room = width - labelWidth;
  const parts = [""];
  for (const word of value.split(/\s+/).flatMap((long) => long.match(new RegExp(`.{1,${room}}`, "gu")) ?? [])) {
    const line = parts.at(-1) ?? "";
    if (line === "") parts[parts.length - 1] = word;
    else if (line.length + 1 + word.length <= room) parts[parts.length - 1] = `${line} ${word}`;
    else parts.push(word);
  }
  return parts.map((part, index) => `${(index === 0 ? label : "").padEnd(labelWidth)}${part}`);
}

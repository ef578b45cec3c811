import { formatUsd } from "@hearth/domain/money";
import { formatMoment } from "../../../ui/dates.ts";
import { centsOf } from "../../../kit/cents.ts";
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
  | "paymentType"
  | "completedAt"
  | "createdAt"
  | "walletAddress"
  | "transactionHash"
  | "parts"
  | "blockchainNetwork"
  | "code"
  | "id"
>;

/** The receipt as a text file of at most 88 columns, in which a transaction hash fits on its line, in the time zone of whoever asks for it. */
export function receiptText(payment: ReceiptPayment, timeZone?: string): string {
  const amount = formatUsd(centsOf(payment.amount));
  const date = formatMoment(new Date(payment.completedAt ?? payment.createdAt), "second", timeZone);
  const facts: [label: string, value: string | null][] = [
    ["Merchant", payment.merchant],
    ["Apartment number", payment.aptNumber],
    ["Property", payment.place],
    ["Description", payment.description],
    ["Payment type", paymentTypeName(payment.paymentType)],
    ["Date", timeZone === undefined ? date : `${date} (${timeZone})`],
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

/** The transaction that paid, or each of those that did together, with what came in it. */
function hashesOf({ transactionHash, parts }: ReceiptPayment): [label: string, value: string | null][] {
  if (parts.length === 0) return [["Transaction hash", transactionHash]];
  return parts.flatMap(({ txHash, usdc }, place): [string, string][] => [
    [`Transfer ${place + 1}`, `${usdc} USDC`],
    ["Transaction hash", txHash],
  ]);
}

/** A payment type as people read it. */
export function paymentTypeName(type: PaymentDetail["paymentType"]): string {
  return type === "one-time" ? "One-time" : "Recurring";
}

/** The name under which a receipt is saved. */
export function receiptFileName({ completedAt, createdAt, code }: ReceiptPayment): string {
  return `hearth-receipt-${(completedAt ?? createdAt).slice(0, 10)}-${code}.txt`;
}

/** A label and its value; a value too long for its line goes on under itself. */
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

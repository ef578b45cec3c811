import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { centsToDecimal } from "@hearth/domain/money";
import type { PaymentFilter } from "@hearth/domain/payments/inputs";
import { localTime, writeCsv } from "../../../csv/write-csv.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { type ListedPayment, listOwnPayments } from "../rows/listed-payments.repo.ts";
import { toOwnPayments } from "./history.service.ts";

const maxRows = 20_000;
const columns = [
  "Date",
  "Merchant",
  "Apartment",
  "Description",
  "Payment type",
  "Status",
  "Note",
  "Amount (USDC)",
  "Network",
  "Recipient wallet",
  "Transaction hash",
  "Reference",
  "Payment ID",
];

/**
 * A payer's payments under a filter as a CSV file that spreadsheets open, newest first: times in the filter's time zone, amounts as plain
 * decimals. @throws HearthError VALIDATION for more rows than one file takes.
 */
export async function exportHistory(
  deps: Deps,
  actor: Actor,
  filter: PaymentFilter,
  viewerTimeZone: string,
): Promise<{ fileName: string; csv: string }> {
  const timeZone = filter.timeZone ?? viewerTimeZone;
  const rows = await listOwnPayments(deps.db, { ...toOwnPayments(actor, filter, timeZone), limit: maxRows + 1 });
  if (rows.length > maxRows) {
    const message = `Please narrow the dates: one file takes at most ${maxRows.toLocaleString("en-US")} rows`;
    throw new HearthError("VALIDATION", { message });
  }
  const csv = writeCsv([columns, ...rows.map((row) => toCells(row, deps.network.label, timeZone))]);
  return { fileName: `payments-${localTime(deps.clock.now(), timeZone).slice(0, 10)}.csv`, csv };
}

function toCells({ payment, merchantName, txHash }: ListedPayment, network: string, timeZone: string): string[] {
  return [
    localTime(payment.createdAt, timeZone),
    merchantName,
    payment.aptNumber ?? "",
    payment.description,
    payment.paymentType,
    payment.status,
    payment.oddity === "none" ? (payment.notes ?? "") : payment.oddity,
    centsToDecimal(payment.amountCents),
    network,
    payment.payeeAddress,
    txHash ?? "",
    payment.code,
    publicId("payment", payment.id),
  ];
}

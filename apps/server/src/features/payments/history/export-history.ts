import { publicId } from "@hearth/domain/ids";
import { centsToDecimal } from "@hearth/domain/money";
import type { PaymentFilter } from "@hearth/domain/payments/inputs";
import { type CsvFile, exportRows } from "../../../csv/export-rows.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { type ListedPayment, listOwnPayments } from "../rows/listed-payments.repo.ts";
import { statusColumns } from "../rows/transactions.view.ts";
import { toOwnPayments } from "./history.service.ts";

/** Exports a payer's filtered payments as CSV, newest first. @throws HearthError VALIDATION above the row limit of a file. */
export async function exportHistory(deps: Deps, actor: Actor, filter: PaymentFilter, viewerTimeZone: string): Promise<CsvFile> {
  const timeZone = filter.timeZone ?? viewerTimeZone;
  const conditions = toOwnPayments(actor, filter, timeZone);
  return exportRows<ListedPayment>(deps, actor.userId, {
    name: "payments",
    timeZone,
    zoneOf: (row) => row.timeZone,
    narrow: "dates",
    load: (last, limit) =>
      listOwnPayments(deps.db, { ...conditions, after: last && { at: last.payment.createdAt, id: last.payment.id }, limit }),
    dateOf: ({ payment }) => payment.createdAt,
    columns: {
      Merchant: ({ merchantName }) => merchantName,
      Apartment: ({ payment }) => payment.aptNumber ?? "",
      Description: ({ payment }) => payment.description,
      "Payment type": ({ payment }) => payment.paymentType,
      ...statusColumns,
      "Amount (USDC)": ({ payment }) => centsToDecimal(payment.amountCents),
      "Paid (USDC)": ({ money }) => centsToDecimal(money.grossCents),
      "Refunded (USDC)": ({ money }) => centsToDecimal(money.refundedCents),
      "Net (USDC)": ({ money }) => centsToDecimal(money.grossCents - money.refundedCents),
      Network: () => deps.network.label,
      "Recipient wallet": ({ payment }) => payment.payeeAddress,
      "Transaction hash": ({ txHash }) => txHash ?? "",
      Reference: ({ payment }) => payment.code,
      "Payment ID": ({ payment }) => publicId("payment", payment.id),
    },
  });
}

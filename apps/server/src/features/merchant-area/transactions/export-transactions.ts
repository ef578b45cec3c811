import { publicId } from "@hearth/domain/ids";
import type { TransactionFilter } from "@hearth/domain/merchants/filters";
import { centsToDecimal } from "@hearth/domain/money";
import { type CsvFile, exportRows } from "../../../csv/export-rows.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { moneyColumns } from "../../payments/rows/payment-money.view.ts";
import { statusColumns } from "../../payments/rows/transactions.view.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { listTransactions, type TransactionRow } from "./transactions.repo.ts";
import { toFilter } from "./transactions.service.ts";

/** Exports the merchant's listed transactions as CSV, newest first. @throws HearthError VALIDATION for more rows than a file may have. */
export async function exportTransactions(deps: Deps, actor: Actor, filter: TransactionFilter): Promise<CsvFile> {
  const merchant = await requireOwnMerchant(deps, actor);
  const conditions = await toFilter(deps, merchant, filter);
  return exportRows<TransactionRow>(deps, actor.userId, {
    name: "transactions",
    timeZone: filter.timeZone ?? merchant.timeZone,
    zoneOf: (row) => row.timeZone,
    narrow: "dates",
    load: (last, limit) =>
      listTransactions(deps.db, { ...conditions, after: last && { at: last.payment.createdAt, id: last.payment.id }, limit }),
    dateOf: ({ payment }) => payment.createdAt,
    columns: {
      Payer: ({ payer }) => `${payer.firstName} ${payer.lastName}`,
      Email: ({ payer }) => payer.email,
      Apartment: ({ payment }) => payment.aptNumber ?? "",
      Description: ({ payment }) => payment.description,
      ...statusColumns,
      "Amount (USDC)": ({ payment }) => centsToDecimal(payment.amountCents),
      ...moneyColumns,
      "Transaction hash": ({ txHash }) => txHash ?? "",
      "Transaction ID": ({ payment }) => publicId("payment", payment.id),
    },
  });
}

import type { AdminTransactionFilter, AuditFilterInput } from "@hearth/domain/admin/filters";
import { publicId } from "@hearth/domain/ids";
import { centsToDecimal } from "@hearth/domain/money";
import { type CsvFile, exportRows } from "../../../csv/export-rows.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { moneyColumns } from "../../payments/rows/payment-money.view.ts";
import { statusColumns } from "../../payments/rows/transactions.view.ts";
import { type AuditRow, listAuditLines } from "../rows/audit.repo.ts";
import { toAuditFilter } from "../audit/audit.service.ts";
import { listTransactionIds } from "./transaction-search.repo.ts";
import { listTransactionsById, type TransactionRow } from "./transactions.repo.ts";
import { toTransactionFilter } from "./transactions.service.ts";

/** Exports the transactions that match a filter as CSV, newest first. @throws HearthError VALIDATION for more rows than a file may have. */
export async function exportTransactions(
  deps: Deps,
  { userId }: Actor,
  input: AdminTransactionFilter,
  viewerTimeZone: string,
): Promise<CsvFile> {
  const filter = await toTransactionFilter(deps, input, viewerTimeZone);
  return exportRows<TransactionRow>(deps, userId, {
    name: "transactions",
    timeZone: input.timeZone ?? viewerTimeZone,
    zoneOf: (row) => row.timeZone,
    narrow: "filter",
    load: async (last, limit) => {
      if (filter === null) return [];
      const after = last && { at: last.payment.createdAt, id: last.payment.id };
      return listTransactionsById(deps.db, await listTransactionIds(deps.db, filter, { after, limit }));
    },
    dateOf: ({ payment }) => payment.createdAt,
    columns: {
      "User email": ({ payer }) => payer.email,
      User: ({ payer }) => `${payer.firstName} ${payer.lastName}`,
      Merchant: ({ merchant }) => merchant.name,
      Description: ({ payment }) => payment.description,
      Apartment: ({ payment }) => payment.aptNumber ?? "",
      ...statusColumns,
      "Amount (USDC)": ({ payment }) => centsToDecimal(payment.amountCents),
      ...moneyColumns,
      "Transaction hash": ({ txHash }) => txHash ?? "",
      "Transaction ID": ({ payment }) => publicId("payment", payment.id),
    },
  });
}

/**
 * Exports the audit log lines that match a filter as CSV, newest first. @throws HearthError VALIDATION for more rows than a file may have.
 */
export async function exportAudit(deps: Deps, { userId }: Actor, input: AuditFilterInput, viewerTimeZone: string): Promise<CsvFile> {
  const filter = await toAuditFilter(deps, input, viewerTimeZone);
  return exportRows<AuditRow>(deps, userId, {
    name: "audit-log",
    timeZone: input.timeZone ?? viewerTimeZone,
    narrow: "filter",
    load: (last, limit) => listAuditLines(deps.db, { ...filter, before: last?.line.id, limit }),
    dateOf: ({ line }) => line.at,
    columns: {
      Action: ({ line }) => line.action,
      By: ({ actor }) => (actor === null ? "" : `${actor.firstName} ${actor.lastName}`),
      "By (email)": ({ actor }) => actor?.email ?? "",
      Subject: ({ line }) => line.subject ?? "",
      "From address": ({ line }) => line.ip ?? "",
      Request: ({ line }) => line.requestId ?? "",
      Details: ({ line }) => JSON.stringify(line.data),
    },
  });
}

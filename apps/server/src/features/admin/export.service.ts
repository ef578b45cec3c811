import type { AdminTransactionFilter, AuditFilterInput } from "@hearth/domain/admin/filters";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { centsToDecimal } from "@hearth/domain/money";
import { z } from "zod";
import { writeCsv } from "../../csv/write-csv.ts";
import type { Deps } from "../../deps.ts";
import { type AuditRow, listAuditLines } from "./audit.repo.ts";
import { toAuditFilter } from "./audit.service.ts";
import { listTransactionIds } from "./transaction-search.repo.ts";
import { listTransactionsById, type TransactionRow } from "./transactions.repo.ts";
import { toTransactionFilter } from "./transactions.service.ts";

/** One file takes no more rows than this; beyond it the filter has to be narrowed. */
const maxRows = 20_000;
/** So many rows are read at a time. */
const batch = 1_000;

export const csvFileView = z.strictObject({ fileName: z.string(), csv: z.string() });
export type CsvFile = z.infer<typeof csvFileView>;

const transactionColumns = [
  "Date (UTC)",
  "User email",
  "User",
  "Merchant",
  "Description",
  "Status",
  "Note",
  "Amount (USDC)",
  "Transaction hash",
  "Transaction ID",
];

/** The transactions that a filter means as a CSV file, newest first. @throws HearthError VALIDATION for more rows than one file takes. */
export async function exportTransactions(deps: Deps, input: AdminTransactionFilter, timeZone: string): Promise<CsvFile> {
  const filter = await toTransactionFilter(deps, input, timeZone);
  const ids = filter === null ? [] : await listTransactionIds(deps.db, filter, { limit: maxRows + 1 });
  refuseTooMany(ids.length);
  const rows: TransactionRow[] = [];
  for (let from = 0; from < ids.length; from += batch) rows.push(...(await listTransactionsById(deps.db, ids.slice(from, from + batch))));
  return toFile(deps, "transactions", [transactionColumns, ...rows.map(toTransactionCells)]);
}

function toTransactionCells({ payment, payer, merchant, txHash }: TransactionRow): string[] {
  return [
    payment.createdAt.toISOString(),
    payer.email,
    `${payer.firstName} ${payer.lastName}`,
    merchant.name,
    payment.description,
    payment.status,
    payment.oddity === "none" ? (payment.notes ?? "") : payment.oddity,
    centsToDecimal(payment.amountCents),
    txHash ?? "",
    publicId("payment", payment.id),
  ];
}

const auditColumns = ["Date (UTC)", "Action", "By", "By (email)", "Subject", "From address", "Request", "Details"];

/** The lines of the audit log that a filter means as a CSV file, newest first. @throws HearthError VALIDATION for too many rows. */
export async function exportAudit(deps: Deps, input: AuditFilterInput, timeZone: string): Promise<CsvFile> {
  const rows = await listAuditLines(deps.db, { ...(await toAuditFilter(deps, input, timeZone)), limit: maxRows + 1 });
  refuseTooMany(rows.length);
  return toFile(deps, "audit-log", [auditColumns, ...rows.map(toAuditCells)]);
}

function toAuditCells({ line, actor }: AuditRow): string[] {
  return [
    line.at.toISOString(),
    line.action,
    actor === null ? "" : `${actor.firstName} ${actor.lastName}`,
    actor?.email ?? "",
    line.subject ?? "",
    line.ip ?? "",
    line.requestId ?? "",
    JSON.stringify(line.data),
  ];
}

function refuseTooMany(count: number): void {
  if (count <= maxRows) return;
  const message = `Please narrow the filter: one file takes at most ${maxRows.toLocaleString("en-US")} rows`;
  throw new HearthError("VALIDATION", { message });
}

function toFile({ clock }: Deps, name: string, rows: string[][]): CsvFile {
  return { fileName: `${name}-${clock.now().toISOString().slice(0, 10)}.csv`, csv: writeCsv(rows) };
}

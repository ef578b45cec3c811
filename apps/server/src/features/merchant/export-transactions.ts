import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import type { TransactionFilter } from "@hearth/domain/merchants/filters";
import { centsToDecimal } from "@hearth/domain/money";
import { localTime, writeCsv } from "../../csv/write-csv.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { requireOwnMerchant } from "./own-merchant.ts";
import { countTransactions, listTransactions, type TransactionRow } from "./transactions.repo.ts";
import { toFilter } from "./transactions.service.ts";

const maxRows = 20_000;
const batch = 1_000;
const columns = [
  "Date",
  "Payer",
  "Email",
  "Apartment",
  "Description",
  "Status",
  "Note",
  "Amount (USDC)",
  "Transaction hash",
  "Transaction ID",
];

/**
 * The listed transactions as a CSV file that spreadsheets open: times in the filter's time zone, amounts as plain decimals, and no cell that
 * a spreadsheet would take for a formula. @throws HearthError VALIDATION for more rows than one file takes.
 */
export async function exportTransactions(deps: Deps, actor: Actor, filter: TransactionFilter): Promise<{ fileName: string; csv: string }> {
  const merchant = await requireOwnMerchant(deps, actor);
  const wanted = toFilter(merchant, filter);
  if ((await countTransactions(deps.db, wanted)) > maxRows) {
    throw new HearthError("VALIDATION", {
      message: `Please narrow the dates: one file takes at most ${maxRows.toLocaleString("en-US")} rows`,
    });
  }
  const timeZone = filter.timeZone ?? merchant.timeZone;
  const rows: string[][] = [];
  for (let after: { at: Date; id: string } | undefined; ;) {
    const page = await listTransactions(deps.db, { ...wanted, after, limit: batch });
    rows.push(...page.map((row) => toCells(row, timeZone)));
    const last = page.at(-1)?.payment;
    if (!last || page.length < batch) break;
    after = { at: last.createdAt, id: last.id };
  }
  const csv = writeCsv([columns, ...rows]);
  return { fileName: `transactions-${localTime(deps.clock.now(), timeZone).slice(0, 10)}.csv`, csv };
}

function toCells({ payment, payer, txHash }: TransactionRow, timeZone: string): string[] {
  return [
    localTime(payment.createdAt, timeZone),
    `${payer.firstName} ${payer.lastName}`,
    payer.email,
    payment.aptNumber ?? "",
    payment.description,
    payment.status,
    payment.oddity === "none" ? (payment.notes ?? "") : payment.oddity,
    centsToDecimal(payment.amountCents),
    txHash ?? "",
    publicId("payment", payment.id),
  ];
}

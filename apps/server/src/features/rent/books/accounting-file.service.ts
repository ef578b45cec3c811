import { HearthError } from "@hearth/domain/errors";
import { type Reword, wordingFor } from "@hearth/domain/merchants/party-words";
import { postingsOf } from "@hearth/domain/rent/accounts";
import { daysOfPeriod } from "@hearth/domain/rent/book-period";
import { dayName } from "@hearth/domain/rent/periods";
import { type CsvRow, writeCsv } from "../../../csv/write-csv.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { type BookLineRow, listBookLines } from "./accounting-file.repo.ts";
import { type BookFile, viewBookFile } from "./book-file.view.ts";

/** Lines per file: a year of 800 leases. */
const maxLines = 20_000;

/** The columns of a journal that QuickBooks Online imports. Other programs import them by mapping. */
const heads = ["JournalNo", "JournalDate", "AccountName", "Debits", "Credits", "Description", "Name"];

/**
 * Makes a file of balanced journal entries for accounting programs from the ledger lines of a month or a year. A closed month's file holds the lines that its
 * close counts, and never changes. A line that came late is in the file of the month that counts it, with its own day in the description. @throws HearthError
 * NOT_FOUND, RATE_LIMITED, VALIDATION for more lines than one file takes.
 */
export async function makeAccountingFile(deps: Deps, actor: Actor, { period }: { period: string }): Promise<BookFile> {
  return deps.fileQueue.take(actor.userId, () => makeFile(deps, actor, period));
}

async function makeFile(deps: Deps, actor: Actor, period: string): Promise<BookFile> {
  const { id: merchantId, businessType } = await requireOwnMerchant(deps, actor);
  const lines = await listBookLines(deps.db, { merchantId, ...daysOfPeriod(period), limit: maxLines + 1 });
  if (lines.length > maxLines) {
    const message = `One such file takes at most ${maxLines.toLocaleString("en-US")} lines. Choose a month.`;
    throw new HearthError("VALIDATION", { message, fields: { period: message } });
  }
  return viewBookFile(`hearth-journal-${period}`, "csv", await writeCsv(rowsOf(lines, wordingFor(businessType))));
}

function* rowsOf(lines: readonly BookLineRow[], reword: Reword): Generator<CsvRow> {
  yield heads;
  for (const line of lines) yield* entryOf(line, reword);
}

function entryOf(
  { id, bookedOn, on, cents, chargeKind, creditKind, description, note, property, unit, tenant }: BookLineRow,
  reword: Reword,
) {
  const about = chargeKind !== null ? { charge: chargeKind } : creditKind !== null ? { credit: creditKind } : null;
  if (about === null) throw new Error(`Line ${id} has neither a charge nor a credit`); // a check of the table holds that it is
  const correction = bookedOn === on ? null : `Correction for ${dayName(on)}`;
  const what = [`${property} ${unit}`, description, note, correction].filter((word) => word !== null && word !== "").join(" · ");
  const [year, month, day] = bookedOn.split("-");
  return postingsOf(cents, about).map(({ account, debitCents, creditCents }) => [
    id,
    `${month}/${day}/${year}`,
    reword(account),
    debitCents === 0 ? "" : BigInt(debitCents),
    creditCents === 0 ? "" : BigInt(creditCents),
    what,
    tenant,
  ]);
}

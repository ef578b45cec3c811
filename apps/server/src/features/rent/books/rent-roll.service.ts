import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { type Reword, wordingFor } from "@hearth/domain/merchants/party-words";
import { bookPeriodName, daysOfPeriod } from "@hearth/domain/rent/book-period";
import { dayIn } from "@hearth/domain/rent/calendar";
import type { RentRollFileInput, RentRollInput } from "@hearth/domain/rent/books-inputs";
import { writeCsv } from "../../../csv/write-csv.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { type BookFile, viewBookFile } from "./book-file.view.ts";
import { inSnapshot, listRentRoll, type RollFigures, type RollRow, sumIncome, sumRentRoll } from "./rent-roll.repo.ts";
import { findClose } from "./months.repo.ts";
import { viewClosed } from "./months.view.ts";
import { viewFigures, viewIncome, viewRollLine } from "./rent-roll.view.ts";

/** Leases per file. */
const maxLeases = { csv: 20_000, pdf: 1_000 };

/** A page of the merchant's rent roll for a month or a year, by property and unit. @throws HearthError VALIDATION for a cursor of nothing. */
export async function readRentRoll({ db, ...deps }: Deps, actor: Actor, { period, cursor, limit }: Omit<RentRollInput, "direction">) {
  const { id: merchantId } = await requireOwnMerchant({ db, ...deps }, actor);
  const after = cursor === undefined ? undefined : (parsePublicId("lease", cursor) ?? undefined);
  const rows = await listRentRoll(db, { merchantId, ...daysOfPeriod(period), after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(viewRollLine), nextCursor: rows.length > limit && last ? publicId("lease", last.id) : null };
}

/** Totals of that rent roll, overall and for each property, and money received by month. */
export async function sumUpRent(deps: Deps, actor: Actor, { period }: { period: string }) {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const query = { merchantId, ...daysOfPeriod(period) };
  const [{ rows, income }, close] = await Promise.all([
    inSnapshot(deps.db, async (tx) => ({ rows: await sumRentRoll(tx, query), income: await sumIncome(tx, query) }), {
      isYear: period.length === 4,
    }),
    findCloseOf(deps, merchantId, period),
  ]);
  return {
    closed: viewClosed(close),
    leases: rows.reduce((sum, { leases }) => sum + leases, 0),
    ...viewFigures(total(rows)),
    properties: rows.map(({ property, leases, ...sums }) => ({ property, leases, ...viewFigures(sums) })),
    income: income.map(viewIncome),
  };
}

/** The close of a month. Null for an open month and for a year. */
async function findCloseOf({ db }: Deps, merchantId: string, period: string) {
  return period.length === 4 ? null : findClose(db, merchantId, daysOfPeriod(period).from);
}

function total(rows: readonly RollFigures[]): RollFigures {
  const sum = (
    name:
      | "openingCents"
      | "chargedCents"
      | "paidCents"
      | "creditedCents"
      | "writtenOffCents"
      | "closingCents"
      | "depositCents"
      | "laterCents",
  ) => rows.reduce((all, row) => all + row[name], 0);
  return {
    openingCents: sum("openingCents"),
    chargedCents: sum("chargedCents"),
    paidCents: sum("paidCents"),
    creditedCents: sum("creditedCents"),
    writtenOffCents: sum("writtenOffCents"),
    closingCents: sum("closingCents"),
    depositCents: sum("depositCents"),
    laterCents: sum("laterCents"),
  };
}

/** The whole rent roll as a file. @throws HearthError RATE_LIMITED, VALIDATION for more leases than one file takes. */
export async function makeRentRoll(deps: Deps, actor: Actor, input: RentRollFileInput): Promise<BookFile> {
  return deps.fileQueue.take(actor.userId, () => makeRoll(deps, actor, input));
}

async function makeRoll(deps: Deps, actor: Actor, { period, format }: RentRollFileInput): Promise<BookFile> {
  const merchant = await requireOwnMerchant(deps, actor);
  const { businessType } = merchant;
  const maxRows = maxLeases[format];
  const query = { merchantId: merchant.id, ...daysOfPeriod(period) };
  const rows = await listRentRoll(deps.db, { ...query, after: undefined, limit: maxRows + 1 });
  if (rows.length > maxRows) {
    const message = `One such file takes at most ${maxRows.toLocaleString("en-US")} ${wordingFor(businessType)("leases")}`;
    throw new HearthError("VALIDATION", { message, fields: { format: message } });
  }
  const name = `hearth-rent-roll-${period}`;
  if (format === "csv") return viewBookFile(name, format, await toCsv(rows, wordingFor(businessType)));
  const close = await findCloseOf(deps, merchant.id, period);
  const closedOn = close && dayIn(close.closedAt, merchant.timeZone);
  const paper = { merchant: merchant.name, businessType, period: bookPeriodName(period), closedOn, rows, total: total(rows) };
  return viewBookFile(name, format, await deps.pdfs.draw("rentRoll", paper));
}

async function toCsv(rows: readonly RollRow[], reword: Reword): Promise<string> {
  const heads = ["Property", "Unit", reword("Tenants"), "Start date", "End date", "Monthly rent (USDC)"];
  const figureHeads = [
    "Balance forward",
    "Charged",
    "Paid",
    "Credited",
    "Ending balance",
    "Deposit held today",
    "Added after the close",
  ].map((head) => `${head} (USDC)`);
  const cells = (row: RollFigures) =>
    [row.openingCents, row.chargedCents, row.paidCents, row.creditedCents, row.closingCents, row.depositCents, row.laterCents].map(BigInt);
  return writeCsv([
    [...heads, ...figureHeads],
    ...rows.map((row) => [
      row.property,
      row.unit,
      row.tenants.join(", "),
      row.startsOn,
      row.endsOn ?? "",
      row.rentCents === null ? "" : BigInt(row.rentCents),
      ...cells(row),
    ]),
    ["Total", "", "", "", "", "", ...cells(total(rows))],
  ]);
}

import type { Transaction } from "@hearth/db/client";
import type { PropertyMonth } from "@hearth/db/schema/month-closes";
import { transactWithRetry } from "@hearth/db/transact-again";
import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { bookPeriodName, daysOfPeriod } from "@hearth/domain/rent/book-period";
import type { MonthFileInput } from "@hearth/domain/rent/books-inputs";
import { dayIn, monthAfter } from "@hearth/domain/rent/calendar";
import type { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import { writeCsv } from "../../../csv/write-csv.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { type BookFile, viewBookFile } from "./book-file.view.ts";
import { countBooksChange, findClose, findLastClose, insertClose, type MonthClose, reopenClose } from "./months.repo.ts";
import { type MonthFigures, type monthView, viewClosed, viewMonthFigures } from "./months.view.ts";
import { inSnapshot, nothingCollected, sumCollected, sumRentRoll } from "./rent-roll.repo.ts";

/** A month with its figures and whether it can be closed. */
interface Month {
  period: string;
  close: MonthClose | null;
  /** The newest closed month. */
  last: MonthClose | null;
  figures: PropertyMonth[];
  canClose: boolean;
}

/** The merchant and its time zone, which decides which days are over. */
interface Business {
  id: string;
  timeZone: string;
}

/** Reads a month's figures: as they were closed, or as they are now while it is open. @throws HearthError NOT_FOUND. */
export async function readMonth(deps: Deps, actor: Actor, { period }: { period: string }): Promise<z.infer<typeof monthView>> {
  const business = await requireOwnMerchant(deps, actor);
  return viewMonth(await inSnapshot(deps.db, (tx) => findMonth(tx, business, period, deps.clock.now())));
}

/**
 * Closes a month that is over. Its figures are frozen, and lines posted later for its days count in the next month. Returns a closed month unchanged. @throws
 * HearthError CONFLICT where it is not over, or is not the month after the last closed one.
 */
export async function closeMonth(deps: Deps, origin: CallOrigin, actor: Actor, { period }: { period: string }) {
  return change({ deps, origin, actor, period, action: "rent.monthClosed" }, async (tx, business, month, now) => {
    if (month.close !== null) return false;
    if (!month.canClose) throw new HearthError("CONFLICT", { message: whyNot(month, dayIn(now, business.timeZone)) });
    const days = { merchantId: business.id, ...daysOfPeriod(period) };
    const collected = (await sumCollected(tx, days)).get(period) ?? nothingCollected;
    const values = { figures: month.figures, collected, closedAt: now, closedBy: actor.userId, since: month.last?.closedAt ?? now };
    await insertClose(tx, days, values);
    return true;
  });
}

/** Reopens the month that was closed last. Returns an open one unchanged. @throws HearthError CONFLICT for an earlier month. */
export async function reopenMonth(deps: Deps, origin: CallOrigin, actor: Actor, { period }: { period: string }) {
  return change({ deps, origin, actor, period, action: "rent.monthReopened" }, async (tx, _business, { close, last }, now) => {
    if (close === null) return false;
    if (close.id !== last?.id) throw new HearthError("CONFLICT", { message: "A later month is closed. Reopen that one first." });
    await reopenClose(tx, close.id, { at: now, by: actor.userId });
    return true;
  });
}

interface Change {
  deps: Deps;
  origin: CallOrigin;
  actor: Actor;
  period: string;
  action: AuditAction;
}

/**
 * Changes a month in one snapshot of the ledgers, and runs again where another change of this merchant's months was faster. Other merchants do
 * not wait. Writes the change and the month's figures to the audit log.
 */
async function change(
  { deps, origin, actor, period, action }: Change,
  run: (tx: Transaction, business: Business, month: Month, now: Date) => Promise<boolean>,
): Promise<z.infer<typeof monthView>> {
  const business = await requireOwnMerchant(deps, actor);
  return transactWithRetry(deps.db, async (tx) => {
    await tx.setTransaction({ isolationLevel: "repeatable read" });
    const now = deps.clock.now();
    const month = await findMonth(tx, business, period, now);
    if (!(await run(tx, business, month, now))) return viewMonth(month);
    const { chargedCents, paidCents, afterCents } = total(month.figures);
    const data = { period, chargedCents, paidCents, openCents: afterCents };
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action, subject: publicId("merchant", business.id), data });
    const changed = await findMonth(tx, business, period, now);
    await countBooksChange(tx, business.id);
    return viewMonth(changed);
  });
}

async function findMonth(db: Transaction, { id: merchantId, timeZone }: Business, period: string, now: Date): Promise<Month> {
  const days = daysOfPeriod(period);
  const last = await findLastClose(db, merchantId);
  const close = last === null || last.period < days.from ? null : await findClose(db, merchantId, days.from);
  if (close !== null) return { period, close, last, figures: close.figures, canClose: false };
  const isNext = last === null || monthAfter(last.period, 1) === days.from;
  const figures = (await sumRentRoll(db, { merchantId, ...days })).map(toFigures);
  return { period, close, last, figures, canClose: days.to < dayIn(now, timeZone) && isNext };
}

/** A property's month as a close stores it. Late lines for closed months are in its own figures, not in its opening balance. */
function toFigures(row: Awaited<ReturnType<typeof sumRentRoll>>[number]): PropertyMonth {
  const { propertyId, property, openingCents, chargedCents, paidCents, creditedCents, writtenOffCents, closingCents } = row;
  return {
    propertyId,
    property,
    beforeCents: openingCents,
    chargedCents,
    paidCents,
    creditedCents: creditedCents - writtenOffCents,
    writtenOffCents,
    afterCents: closingCents,
  };
}

const nothing: MonthFigures = { beforeCents: 0, chargedCents: 0, paidCents: 0, creditedCents: 0, writtenOffCents: 0, afterCents: 0 };

function total(figures: readonly PropertyMonth[]): MonthFigures {
  return figures.reduce<MonthFigures>(
    (sum, row) => ({
      beforeCents: sum.beforeCents + row.beforeCents,
      chargedCents: sum.chargedCents + row.chargedCents,
      paidCents: sum.paidCents + row.paidCents,
      creditedCents: sum.creditedCents + row.creditedCents,
      writtenOffCents: sum.writtenOffCents + row.writtenOffCents,
      afterCents: sum.afterCents + row.afterCents,
    }),
    nothing,
  );
}

function whyNot({ period, last }: Month, today: string): string {
  const { from, to } = daysOfPeriod(period);
  if (to >= today) return `${bookPeriodName(period)} is not over yet`;
  if (last !== null && last.period > from) return "A later month is already closed";
  return `Close ${bookPeriodName(monthAfter(last?.period ?? from, 1).slice(0, 7))} first`;
}

function viewMonth({ period, close, last, figures, canClose }: Month): z.infer<typeof monthView> {
  return {
    period,
    closed: viewClosed(close),
    canClose,
    canReopen: close !== null && close.id === last?.id,
    ...viewMonthFigures(total(figures)),
    properties: figures.map((row) => ({ property: row.property, ...viewMonthFigures(row) })),
  };
}

/** Makes a file of a month's figures by property, which says whether they are closed. @throws HearthError NOT_FOUND, RATE_LIMITED. */
export async function makeMonthFile(deps: Deps, actor: Actor, input: MonthFileInput): Promise<BookFile> {
  return deps.fileQueue.take(actor.userId, () => makeFile(deps, actor, input));
}

async function makeFile(deps: Deps, actor: Actor, { period, format }: MonthFileInput): Promise<BookFile> {
  const merchant = await requireOwnMerchant(deps, actor);
  const { close, figures } = await inSnapshot(deps.db, (tx) => findMonth(tx, merchant, period, deps.clock.now()));
  const name = `hearth-month-${period}`;
  if (format === "csv") return viewBookFile(name, format, await toCsv(figures));
  const closedOn = close && dayIn(close.closedAt, merchant.timeZone);
  const drawn = await deps.pdfs.draw("month", {
    merchant: merchant.name,
    period: bookPeriodName(period),
    closedOn,
    rows: figures,
    total: total(figures),
  });
  return viewBookFile(name, format, drawn);
}

async function toCsv(figures: readonly PropertyMonth[]): Promise<string> {
  const heads = ["Balance forward", "Charged", "Paid", "Credited", "Written off", "Ending balance"].map((head) => `${head} (USDC)`);
  const cells = (row: MonthFigures) =>
    [row.beforeCents, row.chargedCents, row.paidCents, row.creditedCents, row.writtenOffCents, row.afterCents].map(BigInt);
  return writeCsv([["Property", ...heads], ...figures.map((row) => [row.property, ...cells(row)]), ["Total", ...cells(total(figures))]]);
}

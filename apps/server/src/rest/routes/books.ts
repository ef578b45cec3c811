import type { BookFile } from "../../features/rent/books/book-file.view.ts";
import { nextCursorHeader, pageInput, type RequestParts, type RestAnswer, type RestRow, row } from "../wire.ts";

/** Answers a page of a list as an array, with the cursor of the next page in a header. */
export const listAnswer = ({ items, nextCursor }: { items: unknown[]; nextCursor: string | null }): RestAnswer => {
  return { ...nextCursorHeader(nextCursor), body: items };
};

/** Reads these fields of the query, where given, and the path's parameters. */
export const queryInput =
  (...names: string[]) =>
  ({ params, query }: RequestParts) => ({
    ...Object.fromEntries(names.map((name) => [name, query[name]]).filter(([, value]) => value !== undefined && value !== "")),
    ...params,
  });

/** Answers a file for download. */
export const fileAnswer = ({ fileName, mediaType, content }: BookFile): RestAnswer => ({
  headers: { "content-type": mediaType, "content-disposition": `attachment; filename="${fileName}"` },
  body: Buffer.from(content, "base64"),
});

/** The calls about rent rolls, months and what accounting programs import. */
export const booksRoutes: RestRow[] = [
  row({
    method: "GET",
    path: "/api/rent/roll",
    procedure: "rent.roll",
    summary: "Lists the charges and payments of each of the merchant's leases in a month or a year, by property and unit",
    input: (parts) => ({ ...queryInput("period")(parts), ...pageInput(parts) }),
    answer: listAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/roll/sums",
    procedure: "rent.rollSums",
    summary: "Returns the totals of the rent roll of a month or a year, overall and for each property, with the income of each month",
    input: queryInput("period"),
  }),
  row({
    method: "GET",
    path: "/api/rent/roll/file",
    procedure: "rent.rollFile",
    summary: "Downloads the rent roll of a month or a year as a PDF or CSV file",
    input: queryInput("period", "format"),
    answer: fileAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/accounting/file",
    procedure: "rent.accountingFile",
    summary:
      "Downloads the ledger lines of a month or a year as a CSV file of journal entries, with the columns that accounting programs import",
    input: queryInput("period"),
    answer: fileAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/month",
    procedure: "rent.month",
    summary: "Returns a month's figures by property: the closed figures, or the current ones while the month is open",
    input: queryInput("period"),
  }),
  row({
    method: "GET",
    path: "/api/rent/month/file",
    procedure: "rent.monthFile",
    summary: "Downloads a month's figures by property as a PDF or CSV file",
    input: queryInput("period", "format"),
    answer: fileAnswer,
  }),
  row({
    method: "PUT",
    path: "/api/rent/month/close",
    procedure: "rent.closeMonth",
    summary: "Closes a past month: its figures no longer change, and later entries for its days count in a later month",
    refuses: ["CONFLICT"],
  }),
  row({
    method: "PUT",
    path: "/api/rent/month/reopen",
    procedure: "rent.reopenMonth",
    summary: "Reopens the month that was closed last",
    refuses: ["CONFLICT"],
  }),
];

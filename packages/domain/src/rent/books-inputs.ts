import { z } from "zod";
import { isDay } from "./calendar.ts";

const day = z.string({ error: "Please enter a day" }).refine(isDay, "Please enter a day");

/** What a file of the books is written as. */
export const bookFormats = ["pdf", "csv"] as const;
export type BookFormat = (typeof bookFormats)[number];
const format = z.enum(bookFormats, { error: "Please choose PDF or CSV" }).default("pdf");

const statementFields = { startDate: day, endDate: day, format };
const inOrder = { path: ["endDate"], message: "The last day is before the first" };

/** A lease's statement from a day to a day, both in it. */
export const statementInput = z
  .strictObject({ leaseId: z.string().max(64), ...statementFields })
  .refine(({ startDate, endDate }) => endDate >= startDate, inOrder);
export type StatementInput = z.infer<typeof statementInput>;

/** The days and the format of it, as a form asks for them. */
export const statementForm = z
  .object({ ...statementFields, format: format.unwrap() })
  .refine(({ startDate, endDate }) => endDate >= startDate, inOrder);

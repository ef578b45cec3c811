import { z } from "zod";
import { namedPageShape } from "../page.ts";
import { isDay } from "./calendar.ts";

const day = z.string({ error: "Enter a date" }).refine(isDay, "Enter a date");

/** File formats of the books. */
export const bookFormats = ["pdf", "csv"] as const;
export type BookFormat = (typeof bookFormats)[number];
const format = z.enum(bookFormats, { error: "Choose PDF or CSV" }).default("pdf");

const statementFields = { startDate: day, endDate: day, format };
const inOrder = { path: ["endDate"], message: "The end date is before the start date" };

/** A lease's statement, from `startDate` to `endDate`, both inclusive. */
export const statementInput = z
  .strictObject({ leaseId: z.string().max(64), ...statementFields })
  .refine(({ startDate, endDate }) => endDate >= startDate, inOrder);
export type StatementInput = z.infer<typeof statementInput>;

/** The form of a statement: its days and format. */
export const statementForm = z
  .object({ ...statementFields, format: format.unwrap() })
  .refine(({ startDate, endDate }) => endDate >= startDate, inOrder);

/** A month (`2026-11`) or a whole year (`2026`). */
const period = z.string().regex(/^2[01]\d{2}(-(0[1-9]|1[0-2]))?$/, "Choose a month or a year");

/** A page of a merchant's rent roll for a period. The cursor is the last lease's id. */
export const rentRollInput = z.strictObject({
  period,
  limit: namedPageShape.limit,
  cursor: z
    .string()
    .regex(/^lse_[0-9a-z]{26}$/, "This cursor is not valid")
    .optional(),
  direction: namedPageShape.direction,
});
export type RentRollInput = z.infer<typeof rentRollInput>;

export const rentPeriodInput = z.strictObject({ period });

const month = z.string().regex(/^2[01]\d{2}-(0[1-9]|1[0-2])$/, "Choose a month");
/** A month, such as `2026-11`. */
export const monthInput = z.strictObject({ period: month });
export const monthFileInput = z.strictObject({ period: month, format });
export type MonthFileInput = z.infer<typeof monthFileInput>;

export const rentRollFileInput = z.strictObject({ period, format });
export type RentRollFileInput = z.infer<typeof rentRollFileInput>;

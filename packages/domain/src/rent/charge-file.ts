import { z } from "zod";
import { idempotencyKey } from "../payments/inputs.ts";
import { chargeKindNames, oneOffKinds } from "./charge-kinds.ts";
import { addChargeInput } from "./inputs.ts";

/** Columns of a charge file, in the template's order. Headers match in any case. */
export const chargeFileColumns = ["Property", "Unit", "Kind", "Description", "Amount", "Due"] as const;
export type ChargeFileColumn = (typeof chargeFileColumns)[number];

/** Names that columns had before, and that files of earlier templates have. */
export const formerColumns: Partial<Record<ChargeFileColumn, string>> = { Description: "What for" };

/** Limits of one charge file. As many blank rows are allowed as charges. A row counts its cells' characters. */
export const chargeFileLimits = { rows: 5_000, characters: 1_000_000, columns: 100, rowCharacters: 10_000 };

/** An error in a row of a charge file. */
export interface RowProblem {
  column: ChargeFileColumn;
  message: string;
}

/** A parsed row: the charge, and the names of its property and unit. */
export interface ChargeFileRow {
  property: string;
  unit: string;
  kind: (typeof oneOffKinds)[number];
  description: string;
  cents: number;
  dueOn: string;
}

const shape = addChargeInput.shape;

/** The text of a charge file. */
export const chargeFileInput = z.strictObject({
  csv: z
    .string({ error: "Choose a file" })
    .min(1, "This file is empty")
    .max(chargeFileLimits.characters, "Choose a file of at most 1,000,000 characters"),
});
export const addChargesInput = chargeFileInput.extend({ idempotencyKey: idempotencyKey.optional() });
export type AddChargesInput = z.infer<typeof addChargesInput>;

/** Parses the cells of a row as people and spreadsheets write them. Returns one problem for each unreadable column. */
export function readChargeRow(cells: Record<ChargeFileColumn, string>): ChargeFileRow | RowProblem[] {
  const problems: RowProblem[] = [];
  const read = <Schema extends z.ZodType>(column: ChargeFileColumn, schema: Schema, value: unknown): z.output<Schema> | null => {
    const { success, data, error } = schema.safeParse(value);
    if (!success) problems.push({ column, message: error.issues[0]?.message ?? "This cannot be read" });
    return success ? data : null;
  };
  const [property, unit] = [cells.Property.trim(), cells.Unit.trim()];
  if (property === "") problems.push({ column: "Property", message: "Enter the property" });
  if (unit === "") problems.push({ column: "Unit", message: "Enter the unit" });
  const kind = read("Kind", shape.kind, kindOf(cells.Kind));
  const description = read("Description", shape.description, cells.Description);
  const cents = read("Amount", shape.amount, plainAmount(cells.Amount));
  const dueOn = read("Due", shape.dueOn, isoDay(cells.Due));
  if (problems.length > 0 || kind === null || description === null || cents === null || dueOn === null) return problems;
  return { property, unit, kind, description, cents, dueOn };
}

function kindOf(cell: string): string {
  const label = cell.trim().toLowerCase();
  return oneOffKinds.find((kind) => kind.toLowerCase() === label || chargeKindNames[kind].toLowerCase() === label) ?? label;
}

/** Removes the dollar sign and thousands separators, so that `$1,450.00` reads like `1450.00`. */
function plainAmount(cell: string): string {
  const text = cell.trim().replace(/^\$\s*/, "");
  return /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(text) ? text.replaceAll(",", "") : text;
}

/** Converts the US spreadsheet format `11/30/2026` to `2026-11-30`. Leaves other text unchanged. */
function isoDay(cell: string): string {
  const text = cell.trim();
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (american === null) return text;
  const [, month = "", day = "", year = ""] = american;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

import type { Outputs } from "../../../lib/trpc.ts";

type Tenancy = Outputs["rent"]["tenants"]["items"][number];

const heads = [
  "Property",
  "Unit",
  "Tenants",
  "Monthly rent",
  "Lease end",
  "Past due",
  "Balance",
  "Credit",
  "Last paid",
  "Last payment",
  "Pays",
];

/** The listed leases as a CSV file, for a spreadsheet. Amounts in dollars, dates as YYYY-MM-DD. */
export function tenantsCsv(rows: readonly Tenancy[]): string {
  const lines = rows.map(({ property, unit, tenants, rent, endsOn, late, owed, credit, lastPaid, standing }) => [
    property,
    unit,
    tenants.join(", "),
    rent.toFixed(2),
    endsOn ?? "",
    late.toFixed(2),
    owed.toFixed(2),
    credit.toFixed(2),
    lastPaid?.on ?? "",
    lastPaid?.amount.toFixed(2) ?? "",
    standing,
  ]);
  return [heads, ...lines].map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

/** A cell that no spreadsheet takes for a formula. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

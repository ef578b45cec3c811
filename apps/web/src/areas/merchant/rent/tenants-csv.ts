import { type CsvColumns, csvOf } from "../../../lib/csv.ts";
import type { Outputs } from "../../../lib/trpc.ts";

type Tenancy = Outputs["rent"]["tenants"]["items"][number];

const columns: CsvColumns<Tenancy> = {
  Property: ({ property }) => property,
  Unit: ({ unit }) => unit,
  Tenants: ({ tenants }) => tenants.join(", "),
  "Monthly rent": ({ rent }) => rent.toFixed(2),
  "Lease end": ({ endsOn }) => endsOn ?? "",
  "Past due": ({ late }) => late.toFixed(2),
  Balance: ({ owed }) => owed.toFixed(2),
  Credit: ({ credit }) => credit.toFixed(2),
  "Last paid": ({ lastPaid }) => lastPaid?.on ?? "",
  "Last payment": ({ lastPaid }) => lastPaid?.amount.toFixed(2) ?? "",
  Pays: ({ standing }) => standing,
};

/** The listed leases as a CSV file, for a spreadsheet. Amounts in dollars, dates as YYYY-MM-DD. */
export function tenantsCsv(rows: readonly Tenancy[]): string {
  return csvOf(columns, rows);
}

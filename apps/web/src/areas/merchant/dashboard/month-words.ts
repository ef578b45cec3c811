import type { Outputs } from "../../../lib/trpc.ts";
import { monthWords } from "../../../ui/dates.ts";

/** Name of a month without the year: `November`. */
export function monthAlone(month: string): string {
  return monthWords(month).split(" ")[0] ?? "";
}

/** Title of the dashboard: how many units have paid what was billed for the month, among the units that are known. */
export function monthSentence({ properties, month, more }: Outputs["rent"]["building"]): string {
  const leases = properties.flatMap(({ units }) => units.flatMap(({ lease }) => lease ?? []));
  const billed = leases.filter(({ state }) => state !== "nothingDue");
  const paid = billed.filter(({ state }) => state === "paid").length;
  const name = monthAlone(month);
  if (billed.length === 0) return `Nothing is due yet in ${name}.`;
  if (more > 0) return `${paid} of the first ${billed.length} tenants have paid for ${name}.`;
  if (paid === billed.length) return `Everyone has paid for ${name}.`;
  return `${paid} of ${billed.length} ${billed.length === 1 ? "tenant has" : "tenants have"} paid for ${name}.`;
}

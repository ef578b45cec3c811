import { dayIn, daysBetween } from "../rent/calendar.ts";
import type { RecordCharge, SignedRecord } from "./signed-record.ts";

/** Standing of a charge: paid by the end of its due day, later, not yet and not due, or not yet and overdue. */
export type ChargeTimeliness = "onTime" | "late" | "notDue" | "open";

/** Returns how a charge stood when its record was made. `issuedAt` is in Unix seconds. */
export function timelinessOf({ paidAt, lateFrom }: Pick<RecordCharge, "paidAt" | "lateFrom">, issuedAt: number): ChargeTimeliness {
  if (paidAt === 0) return issuedAt < lateFrom ? "notDue" : "open";
  return paidAt < lateFrom ? "onTime" : "late";
}

/** Days from the due day to the payment of a charge, in the lease's time zone; 0 while it is open. `paidAt` is in Unix seconds. */
export function daysLateOf({ paidAt, dueOn }: Pick<RecordCharge, "paidAt" | "dueOn">, timeZone: string): number {
  return paidAt === 0 ? 0 : Math.max(0, daysBetween(dueOn, dayIn(new Date(paidAt * 1_000), timeZone)));
}

/** Counts a record's charges: paid on time, paid late, paid 30 or more days late, and overdue. */
export function sumUpRecord({ charges, issuedAt }: Pick<SignedRecord, "charges" | "issuedAt">) {
  const standings = charges.map((charge) => timelinessOf(charge, issuedAt));
  const count = (standing: ChargeTimeliness) => standings.filter((known) => known === standing).length;
  return {
    onTime: count("onTime"),
    late: count("late"),
    late30: charges.filter(({ paidAt, daysLate }) => paidAt > 0 && daysLate >= 30).length,
    open: count("open"),
  };
}

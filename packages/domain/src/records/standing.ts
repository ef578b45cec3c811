import { dayIn, daysBetween } from "../rent/calendar.ts";
import type { RecordCharge, SignedRecord } from "./signed-record.ts";

/** How a charge was paid: by the end of its due day, after it, not yet and not due, or not yet and late. */
export type ChargeStanding = "onTime" | "late" | "notDue" | "open";

/** How a charge stood when its record was made. */
export function standingOf({ paidAt, lateFrom }: Pick<RecordCharge, "paidAt" | "lateFrom">, issuedAt: number): ChargeStanding {
  if (paidAt === 0) return issuedAt < lateFrom ? "notDue" : "open";
  return paidAt < lateFrom ? "onTime" : "late";
}

/** How many days after its due day a charge was paid, where the lease is; 0 while it is open. `paidAt` in unix seconds. */
export function daysLateOf({ paidAt, dueOn }: Pick<RecordCharge, "paidAt" | "dueOn">, timeZone: string): number {
  return paidAt === 0 ? 0 : Math.max(0, daysBetween(dueOn, dayIn(new Date(paidAt * 1_000), timeZone)));
}

/** How many of a record's charges were paid on time, late, late by 30 days and more, and are open though they were due. */
export function sumUpRecord({ charges, issuedAt }: Pick<SignedRecord, "charges" | "issuedAt">) {
  const standings = charges.map((charge) => standingOf(charge, issuedAt));
  const count = (standing: ChargeStanding) => standings.filter((one) => one === standing).length;
  return {
    onTime: count("onTime"),
    late: count("late"),
    late30: charges.filter(({ paidAt, daysLate }) => paidAt > 0 && daysLate >= 30).length,
    open: count("open"),
  };
}

import type { Transaction } from "@hearth/db/client";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { type Day, dayIn, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import { asc, eq, sql } from "drizzle-orm";
import { demoTimeZone } from "./calendar.ts";

/** The part of the present rent by which it was lower until twelve months ago. Earlier rents are rounded to five dollars. */
const rentIncrease = 0.04;

/** The monthly rent in the first of the two years, in cents. */
export function rentBeforeIncrease(cents: number): number {
  return Math.round((cents * (1 - rentIncrease)) / 500) * 500;
}

/** The first month of the current rent. */
export function firstMonthOfCurrentRent(today: Day): Day {
  return monthAfter(monthOf(today), -11);
}

/** A completed payment of the demo, as its lease needs it. */
export interface RentPayment {
  paymentId: string;
  description: string;
  isRent: boolean;
  isUtility: boolean;
  /** The amount that arrived and was not returned. */
  cents: number;
  /** The block's time, and its day in the demo's time zone. */
  at: Date;
  on: Day;
}

/** Lists an account's completed payments that were not wholly returned, oldest first. */
export async function listCompletedPayments(tx: Transaction, consumerId: string): Promise<RentPayment[]> {
  const receivedUnits = sql<string>`(
    select coalesce(-sum(j.units), 0) from journal_entries j where j.payment_id = ${payments.id} and j.account in ('payment', 'returned'))`;
  const rows = await tx
    .select({ paymentId: payments.id, description: payments.description, at: transfers.blockTime, units: receivedUnits.mapWith(BigInt) })
    .from(payments)
    .innerJoin(transfers, eq(transfers.id, payments.transferId))
    .where(eq(payments.consumerId, consumerId))
    .orderBy(asc(transfers.blockTime));
  return rows
    .map(({ units: receivedUnits, ...row }) => ({
      ...row,
      isRent: row.description.endsWith(" rent"),
      isUtility: row.description.startsWith("Electricity and water"),
      cents: usdcUnitsToWholeCents(receivedUnits),
      on: dayIn(row.at, demoTimeZone),
    }))
    .filter(({ cents }) => cents > 0);
}

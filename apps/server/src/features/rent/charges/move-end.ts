import type { Transaction } from "@hearth/db/client";
import { dayIn, earlier, monthAfter, monthOf, startOfDay } from "@hearth/domain/rent/calendar";
import { periodName, termsFor } from "@hearth/domain/rent/periods";
import { monthChange } from "@hearth/domain/rent/term-change";
import {
  insertCharges,
  insertLines,
  insertUnusedDays,
  listMonthsFrom,
  markVoidedForEnd,
  reverseCredits,
  stopPastFees,
  type Voiding,
} from "../rows/lease-money.repo.ts";
import type { LeaseRow, LeaseTermsRow } from "../rows/lease-rows.repo.ts";
import { lineOf, rentOf } from "./make-charges.ts";
import { voidHeldCharges } from "./void-charge.ts";

/** A lease with the versions of its terms, before or after an act. */
export interface LeaseWithTerms {
  lease: LeaseRow;
  versions: LeaseTermsRow[];
}

/**
 * Adjusts the charged months of a locked lease to another end. Months after it are voided and unused days are credited. What was voided or credited for the
 * former end is charged again or taken back. A month that is charged again keeps its late fees and their waiver. At most twelve statements, whatever the number
 * of months. The caller allocates the money.
 */
export async function moveEnd(tx: Transaction, before: LeaseWithTerms, after: LeaseWithTerms, act: Omit<Voiding, "forEnd">): Promise<void> {
  const { lease } = after;
  const ends = [before.lease.endsOn, lease.endsOn].flatMap((day) => day ?? []);
  const [first] = ends;
  if (first === undefined || before.lease.endsOn === lease.endsOn) return;
  const from = monthOf(ends.reduce(earlier, first));
  const rows = new Map((await listMonthsFrom(tx, lease.id, from)).map((row) => [row.period, row]));
  const months = monthsBetween(from, lease.nextPeriod).map((period) => {
    const row = rows.get(period);
    const charged = row === undefined || row.isVoided ? null : row;
    const change = monthChange(
      period,
      { charged, wasVoidedForEnd: row?.isVoided ?? false },
      { term: before.lease, terms: termsFor(before.versions, period) },
      { term: lease, terms: termsFor(after.versions, period) },
    );
    return { period, row, charged, change };
  });
  const voided = months.flatMap(({ charged, change }) => (charged && change.isVoided ? { ...charged, leaseId: lease.id } : []));
  const fees = await voidHeldCharges(tx, voided, { ...act, forEnd: true });
  const takenBack = months.flatMap(({ charged, change }) => (change.isTakenBack ? (charged?.creditId ?? []) : []));
  await reverseCredits(tx, takenBack, act);
  const askedAgain = months.flatMap(({ charged, change }) =>
    change.isTakenBack && charged !== null && !change.isVoided ? charged.id : [],
  );
  await stopPastFees(tx, askedAgain, dayIn(act.at, lease.timeZone));
  const refundsOfUnusedDays = months.flatMap(({ period, charged, change }) => {
    if (charged === null || change.given === null) return [];
    const { id: chargeId, dueOn } = charged;
    const note = `Unused rent for ${periodName(period)}: ${change.given.formula}`;
    return { chargeId, cents: change.given.cents, dueOn, arrivedAt: startOfDay(dueOn, lease.timeZone), note };
  });
  await insertUnusedDays(tx, lease.id, refundsOfUnusedDays, act);
  const again = months.filter(({ change }) => change.charge !== null);
  if (again.length === 0) return;
  await markVoidedForEnd(
    tx,
    again.flatMap(({ row, charged }) => (charged === null ? (row?.id ?? []) : [])),
  );
  // Its grace days count from now, because nobody could pay it before.
  const made = await insertCharges(
    tx,
    again.flatMap(({ period, charged }) =>
      rentOf(lease, termsFor(after.versions, period), period, act.at, true).map((rent) =>
        charged?.feesWaivedMs ? { ...rent, feesWaivedAt: new Date(charged.feesWaivedMs), feeCheckAt: null } : rent,
      ),
    ),
  );
  const rentNow = new Map(
    again.flatMap(({ period, charged }) => made.flatMap((rent) => (charged && rent.period === period ? [[charged.id, rent.id]] : []))),
  );
  const inserted = await insertCharges(
    tx,
    fees.flatMap((fee) => {
      const forChargeId = rentNow.get(fee.forChargeId ?? "");
      return forChargeId === undefined ? [] : { ...fee, id: undefined, forChargeId, paidCents: 0, createdAt: act.at };
    }),
  );
  await insertLines(
    tx,
    [...made, ...inserted].map((charge) => ({ ...lineOf(charge, act.at), actorId: act.by })),
  );
}

/** The months from one up to another, exclusive. */
function monthsBetween(from: string, until: string): string[] {
  const months: string[] = [];
  for (let month = from; month < until; month = monthAfter(from, months.length)) months.push(month);
  return months;
}

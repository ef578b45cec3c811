import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { monthAfter, startOfDay } from "@hearth/domain/rent/calendar";
import { maxPastMonths, wasLateOnEntry } from "@hearth/domain/rent/entry";
import { chargeMoment, chargePeriod, duePeriods, rentName, termsFor } from "@hearth/domain/rent/periods";
import type { Deps } from "../../../deps.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { allocateLeases, eachLease } from "./allocate-leases.ts";
import { insertCharges, insertLines, type MadeCharge, type NewCharge } from "../rows/lease-money.repo.ts";
import {
  countPastDueOf,
  type LeaseRow,
  type LeaseTermsRow,
  listTerms,
  listToCharge,
  listWithNewPastDue,
  markCharged,
} from "../rows/lease-rows.repo.ts";

/** Leases per statement. */
const leasesAtOnce = 200;
/** Months that one run charges for a lease. The next run charges the rest. */
const monthsAtOnce = 36;

/**
 * Makes the charges that are due to be made, each once, however late it runs. Some nine statements in one transaction charge fifty leases. Where one of them
 * fails, the fifty are halved until it is alone. Returns how many leases it processed.
 */
export async function makeCharges(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const { worked } = await workThrough(deps, {
    list: "charge-rent",
    pageSize: leasesAtOnce,
    next: (limit) => listToCharge(db, clock.now(), limit),
    itemOf: ({ id, merchantId }) => ({ id, name: publicId("lease", id), merchantId }),
    ...eachLease(db, (tx, leases) => chargeNext(tx, leases, clock.now())),
  });
  return worked;
}

/**
 * Counts the past due cents of leases again for which a charge has become past due, so that lists order them by an index. Two statements for fifty leases, or
 * halves of them where one fails. Lists compute the cents of leases that wait for it.
 */
export async function countPastDue(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  await workThrough(deps, {
    list: "count-past-due",
    pageSize: leasesAtOnce,
    next: (limit) => listWithNewPastDue(db, clock.now(), limit),
    itemOf: ({ id, merchantId }) => ({ id, name: publicId("lease", id), merchantId }),
    ...eachLease(db, async (tx, leases) => {
      const ids = leases.map(({ id }) => id);
      await countPastDueOf(tx, ids, clock.now());
      return new Set();
    }),
  });
}

async function chargeNext(tx: Transaction, leases: LeaseRow[], now: Date): Promise<Set<string>> {
  const isDue = ({ nextChargeAt }: Pick<LeaseRow, "nextChargeAt">) => nextChargeAt !== null && nextChargeAt <= now;
  const places = await chargeLeases(tx, leases.filter(isDue), now);
  return new Set(places.flatMap((place) => (isDue(place) ? place.id : [])));
}

/** Options for charging: the most months at once, and whether rent that is already late bears late fees. */
interface Charging {
  months: number;
  pastLateFees: boolean;
}

const byTheWay: Charging = { months: monthsAtOnce, pastLateFees: true };

/** Charges a lease that is being entered: every month since its first at once, so that its ledger is complete as soon as it is visible. */
export async function chargeEntered(tx: Transaction, lease: LeaseRow, pastLateFees: boolean, now: Date): Promise<void> {
  if (lease.nextChargeAt !== null && lease.nextChargeAt <= now)
    await chargeLeases(tx, [lease], now, { months: maxPastMonths, pastLateFees });
}

/** Makes the due charges of these leases, whose locks the caller holds, and allocates prepaid money to them. Returns the next month of each. */
export async function chargeLeases(tx: Transaction, due: LeaseRow[], now: Date, charging = byTheWay) {
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const terms = await listTerms(tx, ids);
  const plans = due.map((lease) => planCharges(lease, terms.get(lease.id) ?? [], now, charging));
  const made = await insertCharges(
    tx,
    plans.flatMap(({ charges }) => charges),
  );
  await insertLines(
    tx,
    made.map((charge) => lineOf(charge, now)),
  );
  const places = plans.map(({ place }) => place);
  await markCharged(tx, places);
  await allocateLeases(tx, ids, now);
  return places;
}

/** The ledger line of a charge. */
export function lineOf({ id, leaseId, cents, dueOn, createdBy }: MadeCharge, now: Date) {
  return { leaseId, kind: "charge" as const, chargeId: id, cents, effectiveOn: dueOn, postedAt: now, actorId: createdBy };
}

function planCharges(lease: LeaseRow, versions: LeaseTermsRow[], now: Date, { months, pastLateFees }: Charging) {
  const momentOf = (period: string) => chargeMoment(lease, termsFor(versions, period), period, lease.timeZone);
  const isDue = (period: string) => {
    const moment = momentOf(period);
    return moment !== null && moment <= now;
  };
  const periods = duePeriods(lease.nextPeriod, isDue, months);
  const nextPeriod = monthAfter(lease.nextPeriod, periods.length);
  return {
    charges: periods.flatMap((period) => rentOf(lease, termsFor(versions, period), period, now, pastLateFees)),
    place: { id: lease.id, nextPeriod, nextChargeAt: momentOf(nextPeriod) },
  };
}

/** The rent of a month as a charge, or none where it is zero. `pastLateFees` says whether rent that is already late bears late fees. */
export function rentOf(lease: LeaseRow, terms: LeaseTermsRow, period: string, now: Date, pastLateFees: boolean): NewCharge[] {
  const charge = chargePeriod(lease, terms, period);
  if (charge === null || charge.cents === 0) return [];
  const { cents, dueOn, feeFromOn, formula } = charge;
  const bearsFee = terms.lateFeeKind !== null && (pastLateFees || !wasLateOnEntry(feeFromOn, lease.timeZone, now));
  return [
    {
      leaseId: lease.id,
      kind: "rent",
      period,
      description: rentName(period),
      formula,
      cents,
      dueOn,
      dueAt: startOfDay(dueOn, lease.timeZone),
      feeFromOn,
      feeCheckAt: bearsFee ? startOfDay(feeFromOn, lease.timeZone) : null,
      feesWaivedAt: bearsFee || terms.lateFeeKind === null ? null : now,
      createdAt: now,
    },
  ];
}

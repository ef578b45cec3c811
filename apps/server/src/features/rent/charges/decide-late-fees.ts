import type { Transaction } from "@hearth/db/client";
import { dayAfter, dayIn, startOfDay } from "@hearth/domain/rent/calendar";
import { feeFromOnOf, type LateFee } from "@hearth/domain/rent/late-fee";
import { decideFeeDays, type FeeDay, type FeeDays, type LateRent, feesEndedReason, stopsOfPayers } from "@hearth/domain/rent/late-fee-days";
import { lateFeeFormula } from "@hearth/domain/rent/late-fee-words";
import { periodName, termsFor } from "@hearth/domain/rent/periods";
import { type ChargeRow, insertCharges, insertLines } from "../rows/lease-money.repo.ts";
import {
  type DecidedDays,
  listFeesByRent,
  listFeeChecks,
  listPaidForFees,
  listWaitingSince,
  markFeeChecked,
  storeFeeDays,
} from "../rows/late-fees.repo.ts";
import { listPayerStays, listPaymentStops } from "../rows/payment-stops.repo.ts";
import { type LeaseRow, listTerms } from "../rows/lease-rows.repo.ts";
import { lateFeeOf } from "./late-fee-terms.ts";
import { lineOf } from "./make-charges.ts";

/** The chain whose payments decide late fees, and the time up to which its blocks were read. */
export interface Deciding {
  chainId: number;
  upTo: Date;
  now: Date;
}

/** Rent charges of a lease that one transaction decides. The next transaction continues after them. */
const rentsAtOnce = 12;

/**
 * Decides the late fees on the rent of leases up to a moment. Writes the fees, and the days without a fee with their reasons. The caller holds the leases'
 * locks and has allocated what arrived. About eleven statements; days decided before are not read again. Returns the leases that were charged fees, and those with
 * days left to decide.
 */
export async function decideLateFees(tx: Transaction, leases: LeaseRow[], { chainId, upTo, now }: Deciding) {
  const ids = leases.map(({ id }) => id);
  const due = await listFeeChecks(tx, ids, upTo, rentsAtOnce);
  if (due.length === 0) return { made: new Set<string>(), left: new Set<string>() };
  const terms = await listTerms(tx, ids);
  const leaseOf = new Map(leases.map((lease) => [lease.id, lease]));
  const rents = due.flatMap((charge) => {
    const lease = leaseOf.get(charge.leaseId);
    if (lease === undefined) return [];
    const rule = charge.period === null ? null : lateFeeOf(termsFor(terms.get(lease.id) ?? [], charge.period));
    const isSummed = rule !== null && (rule.repeats === "once" || rule.capCents !== null);
    return { id: charge.id, lease, charge, from: dayIn(charge.feeCheckAt ?? upTo, lease.timeZone), rule, isSummed };
  });
  const knownOf = await readKnown(tx, leases, rents, chainId);
  const plans = rents.map(({ lease, charge, from, rule }) => {
    const { timeZone } = lease;
    const rent = rule && lateRentOf(lease, charge, rule, knownOf(lease, charge.id));
    const decided: FeeDays = rent === null ? { days: [], next: null } : decideFeeDays(rent, from, dayIn(upTo, timeZone));
    return { lease, charge, rent, days: decided.days, next: decided.next === null ? null : startOfDay(decided.next, timeZone) };
  });
  const made = await insertCharges(
    tx,
    plans.flatMap(({ charge, rent, days }) => (rent === null ? [] : days.flatMap((day) => feeOf(charge, rent, day, now)))),
  );
  await insertLines(
    tx,
    made.map((charge) => lineOf(charge, now)),
  );
  await storeFeeDays(
    tx,
    rents.map(({ id, from }) => ({ id, from })),
    plans.flatMap(({ charge, days }) => stretchesOf(charge.id, days)),
    now,
  );
  await markFeeChecked(
    tx,
    plans.map(({ charge, next }) => ({ id: charge.id, next })),
  );
  const hasMost = [...Map.groupBy(due, ({ leaseId }) => leaseId)].flatMap(([id, dueRents]) => (dueRents.length === rentsAtOnce ? id : []));
  const hasDays = plans.flatMap(({ lease, next }) => (next !== null && next <= upTo ? lease.id : []));
  return { made: new Set(made.map(({ leaseId }) => leaseId)), left: new Set([...hasMost, ...hasDays]) };
}

type Known = Pick<LateRent, "paid" | "fees" | "feeCents" | "stops" | "waitingSince">;

async function readKnown(tx: Transaction, leases: LeaseRow[], rents: { id: string; from: string; isSummed: boolean }[], chainId: number) {
  const ids = rents.map(({ id }) => id);
  // A day's fee depends on the day before it too.
  const [first = ""] = rents.map(({ from }) => from).toSorted();
  const since = startOfDay(dayAfter(first, -2), "UTC");
  const paid = Map.groupBy(await listPaidForFees(tx, ids), ({ chargeId }) => chargeId);
  const feesByRent = await listFeesByRent(tx, rents);
  const merchantIds = [...new Set(leases.map(({ merchantId }) => merchantId))];
  const stops = await listPaymentStops(tx, { chainId, merchantIds, since });
  const leaseIds = leases.map(({ id }) => id);
  const payers = Map.groupBy(await listPayerStays(tx, { leaseIds, since }), ({ leaseId }) => leaseId);
  const waiting = await listWaitingSince(tx, leaseIds);
  return (lease: LeaseRow, id: string): Known => {
    const fees = feesByRent.get(id) ?? [];
    return {
      paid: paid.get(id) ?? [],
      fees: new Map(fees.flatMap(({ on, isVoided }) => (on === null ? [] : [[on, { isVoided }] as const]))),
      feeCents: fees[0]?.feeCents ?? 0,
      stops: [
        ...stops.filter(({ merchantId }) => merchantId === null || merchantId === lease.merchantId),
        ...stopsOfPayers(payers.get(lease.id) ?? []),
      ],
      waitingSince: waiting.get(lease.id) ?? null,
    };
  };
}

function lateRentOf({ timeZone, createdAt: leaseMadeAt }: LeaseRow, charge: ChargeRow, rule: LateFee, known: Known): LateRent | null {
  const { cents, dueOn, feeFromOn, feesWaivedAt, createdAt } = charge;
  if (feeFromOn === null) return null;
  const madeOn = dayIn(createdAt, timeZone);
  // The landlord chooses whether rent that was late when its lease was entered bears fees.
  const isOfEntry = createdAt.getTime() === leaseMadeAt.getTime();
  const first = isOfEntry ? feeFromOn : feeFromOnOf({ dueOn, feeFromOn }, madeOn);
  return { cents, feeFromOn: first, madeOn, ended: feesEndedReason({ feesWaivedAt, createdAt }), rule, timeZone, ...known };
}

function feeOf({ id, leaseId, period }: ChargeRow, { rule, timeZone }: LateRent, day: FeeDay, now: Date) {
  if (!("cents" in day)) return [];
  const fee = {
    leaseId,
    kind: "lateFee" as const,
    forChargeId: id,
    description: `Late fee on rent for ${periodName(period ?? day.on)}`,
    formula: lateFeeFormula(rule, day),
    cents: day.cents,
    dueOn: day.on,
    dueAt: startOfDay(day.on, timeZone),
    createdAt: now,
  };
  return [fee];
}

/** Groups consecutive days without a fee that have the same reason. */
function stretchesOf(chargeId: string, days: FeeDay[]): DecidedDays[] {
  const stretches: DecidedDays[] = [];
  for (const day of days) {
    if ("cents" in day) continue;
    const last = stretches.at(-1);
    if (last?.why === day.why && dayAfter(last.through, 1) === day.on) last.through = day.on;
    else stretches.push({ chargeId, from: day.on, through: day.on, why: day.why, openCents: day.openCents });
  }
  return stretches;
}

import type { Transaction } from "@hearth/db/client";
import { dayAfter, dayIn, startOfDay } from "@hearth/domain/rent/calendar";
import { feeFromOnOf, type LateFee } from "@hearth/domain/rent/late-fee";
import { decideFeeDays, type FeeDay, type FeeDays, type LateRent, whyEnded } from "@hearth/domain/rent/late-fee-days";
import { askedWords } from "@hearth/domain/rent/late-fee-words";
import { periodName, termsFor } from "@hearth/domain/rent/periods";
import { type ChargeRow, insertCharges, insertLines } from "../rows/lease-money.repo.ts";
import {
  type DecidedDays,
  findWaitingSince,
  listAsked,
  listFeeChecks,
  listPaidForFees,
  markFeeChecked,
  storeFeeDays,
} from "../rows/late-fees.repo.ts";
import { listPaymentStops } from "../rows/payment-stops.repo.ts";
import { type LeaseRow, listTerms } from "../rows/lease-rows.repo.ts";
import { lateFeeOf } from "./late-fee-terms.ts";
import { lineOf } from "./make-charges.ts";

/** What late fees are decided by: the chain whose blocks were read up to a moment. */
export interface Deciding {
  chainId: number;
  upTo: Date;
  now: Date;
}

/** One transaction decides so many rents of a lease; the next goes on where it ended. */
const rentsAtOnce = 12;

/**
 * Decides the late fees of a lease's rent up to a moment: writes the fees that are asked, and the days and reasons of those that are not. The caller holds the
 * lease and has put to charges what arrived. About ten statements, and days that were decided before are not read again. Answers whether fees were
 * asked, and whether days are left to be decided.
 */
export async function decideLateFees(tx: Transaction, lease: LeaseRow, { chainId, upTo, now }: Deciding) {
  const due = await listFeeChecks(tx, lease.id, upTo, rentsAtOnce);
  if (due.length === 0) return { isMade: false, isLeft: false };
  const { timeZone } = lease;
  const terms = (await listTerms(tx, [lease.id])).get(lease.id) ?? [];
  const rents = due.map((charge) => {
    const rule = charge.period === null ? null : lateFeeOf(termsFor(terms, charge.period));
    const isSummed = rule !== null && (rule.repeats === "once" || rule.capCents !== null);
    return { id: charge.id, charge, from: dayIn(charge.feeCheckAt ?? upTo, timeZone), rule, isSummed };
  });
  const knownOf = await readKnown(tx, lease, rents, chainId);
  const plans = rents.map(({ charge, from, rule }) => {
    const rent = rule && lateRentOf(lease, charge, rule, knownOf(charge.id));
    const decided: FeeDays = rent === null ? { days: [], next: null } : decideFeeDays(rent, from, dayIn(upTo, timeZone));
    return { charge, rent, days: decided.days, next: decided.next === null ? null : startOfDay(decided.next, timeZone) };
  });
  const made = await insertCharges(
    tx,
    plans.flatMap(({ charge, rent, days }) => (rent === null ? [] : days.flatMap((day) => feeOf(charge, rent, timeZone, day, now)))),
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
  const isLeft = due.length === rentsAtOnce || plans.some(({ next }) => next !== null && next <= upTo);
  return { isMade: made.length > 0, isLeft };
}

type Known = Pick<LateRent, "paid" | "asked" | "askedCents" | "stops" | "waitingSince">;

async function readKnown(tx: Transaction, lease: LeaseRow, rents: { id: string; from: string; isSummed: boolean }[], chainId: number) {
  const ids = rents.map(({ id }) => id);
  // A day's fee looks at the day before it too.
  const since = startOfDay(dayAfter(rents.map(({ from }) => from).toSorted()[0] ?? lease.startsOn, -2), "UTC");
  const paid = Map.groupBy(await listPaidForFees(tx, ids), ({ chargeId }) => chargeId);
  const asked = await listAsked(tx, rents);
  const stops = await listPaymentStops(tx, { chainId, merchantId: lease.merchantId, since });
  const waitingSince = await findWaitingSince(tx, lease.id);
  return (id: string): Known => {
    const fees = asked.get(id) ?? [];
    return {
      paid: paid.get(id) ?? [],
      asked: new Map(fees.flatMap(({ on, isVoided }) => (on === null ? [] : [[on, { isVoided }] as const]))),
      askedCents: fees[0]?.askedCents ?? 0,
      stops,
      waitingSince,
    };
  };
}

function lateRentOf({ timeZone, createdAt: leaseMadeAt }: LeaseRow, charge: ChargeRow, rule: LateFee, known: Known): LateRent | null {
  const { cents, dueOn, feeFromOn, feesWaivedAt, createdAt } = charge;
  if (feeFromOn === null) return null;
  const madeOn = dayIn(createdAt, timeZone);
  // Whether rent that was late as its lease was entered bears fees is its landlord's choice.
  const isOfEntry = createdAt.getTime() === leaseMadeAt.getTime();
  const first = isOfEntry ? feeFromOn : feeFromOnOf({ dueOn, feeFromOn }, madeOn);
  return { cents, feeFromOn: first, madeOn, ended: whyEnded({ feesWaivedAt, createdAt }), rule, timeZone, ...known };
}

function feeOf({ id, leaseId, period }: ChargeRow, { rule }: LateRent, timeZone: string, day: FeeDay, now: Date) {
  if (!("cents" in day)) return [];
  const fee = {
    leaseId,
    kind: "lateFee" as const,
    forChargeId: id,
    description: `Late fee on rent for ${periodName(period ?? day.on)}`,
    formula: askedWords(rule, day),
    cents: day.cents,
    dueOn: day.on,
    dueAt: startOfDay(day.on, timeZone),
    createdAt: now,
  };
  return [fee];
}

/** The days without a fee as stretches of days that follow each other and have one reason. */
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

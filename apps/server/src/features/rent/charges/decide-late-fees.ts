import type { Transaction } from "@hearth/db/client";
import { dayAfter, dayIn, startOfDay } from "@hearth/domain/rent/calendar";
import { feeFromOnOf, type LateFee } from "@hearth/domain/rent/late-fee";
import { decideFeeDays, type FeeDay, type FeeDays, type LateRent, whyEnded } from "@hearth/domain/rent/late-fee-days";
import { askedWords } from "@hearth/domain/rent/late-fee-words";
import { periodName, termsFor } from "@hearth/domain/rent/periods";
import { type ChargeRow, insertCharges, insertLines } from "../rows/lease-money.repo.ts";
import {
  type DecidedDays,
  listAsked,
  listPaidForFees,
  listRentToDecide,
  listWaitingSince,
  markFeeChecked,
  storeFeeDays,
} from "../rows/late-fees.repo.ts";
import { listPaymentStops } from "../rows/payment-stops.repo.ts";
import { listTerms } from "../rows/lease-rows.repo.ts";
import { lateFeeOf } from "./late-fee-terms.ts";
import { lineOf } from "./make-charges.ts";

/** What late fees are decided by: the chain whose blocks were read up to a moment. */
export interface Deciding {
  chainId: number;
  upTo: Date;
  now: Date;
}

/**
 * Decides the late fees of rent up to a moment: writes the fees that are asked, and the days and reasons of those that are not. The caller holds the
 * leases and has put to charges what arrived. About ten statements for all of it, and days that were decided before are not read again.
 */
export async function decideLateFees(tx: Transaction, chargeIds: string[], { chainId, upTo, now }: Deciding): Promise<void> {
  const due = await listRentToDecide(tx, chargeIds, upTo);
  if (due.length === 0) return;
  const terms = await listTerms(tx, [...new Set(due.map(({ charge }) => charge.leaseId))]);
  const rents = due.map(({ charge, timeZone }) => {
    const rule = charge.period === null ? null : lateFeeOf(termsFor(terms.get(charge.leaseId) ?? [], charge.period));
    const isSummed = rule !== null && (rule.repeats === "once" || rule.capCents !== null);
    return { id: charge.id, from: dayIn(charge.feeCheckAt ?? upTo, timeZone), rule, isSummed };
  });
  const known = await readKnown(tx, due, rents, chainId);
  const plans = due.map((row, place) => {
    const { charge, timeZone } = row;
    const { rule = null, from = charge.dueOn } = rents[place] ?? {};
    const rent = rule && lateRentOf(row, rule, known.of(row));
    const decided: FeeDays = rent === null ? { days: [], next: null } : decideFeeDays(rent, from, dayIn(upTo, timeZone));
    return { charge, timeZone, rent, ...decided };
  });
  const made = await insertCharges(
    tx,
    plans.flatMap(({ charge, rent, timeZone, days }) => (rent === null ? [] : days.flatMap((day) => feeOf(charge, rent, timeZone, day, now)))),
  );
  await insertLines(
    tx,
    made.map((charge) => lineOf(charge, now)),
  );
  await storeFeeDays(
    tx,
    rents,
    plans.flatMap(({ charge, days }) => stretchesOf(charge.id, days)),
    now,
  );
  await markFeeChecked(
    tx,
    plans.map(({ charge, timeZone, next }) => ({ id: charge.id, next: next === null ? null : startOfDay(next, timeZone) })),
  );
}

type Due = Awaited<ReturnType<typeof listRentToDecide>>;
type Known = Pick<LateRent, "paid" | "asked" | "askedCents" | "stops" | "waitingSince">;

async function readKnown(tx: Transaction, due: Due, rents: { id: string; from: string; isSummed: boolean }[], chainId: number) {
  const ids = rents.map(({ id }) => id);
  const merchantIds = [...new Set(due.map(({ merchantId }) => merchantId))];
  // A day's fee looks at the day before it too.
  const since = startOfDay(dayAfter(rents.map(({ from }) => from).toSorted()[0] ?? "2000-01-02", -2), "UTC");
  const paid = Map.groupBy(await listPaidForFees(tx, ids), ({ chargeId }) => chargeId);
  const asked = await listAsked(tx, rents);
  const stops = await listPaymentStops(tx, { chainId, merchantIds, since });
  const waiting = await listWaitingSince(tx, [...new Set(due.map(({ charge }) => charge.leaseId))]);
  const of = ({ charge, merchantId }: Due[number]): Known => {
    const fees = asked.get(charge.id) ?? [];
    return {
      paid: paid.get(charge.id) ?? [],
      asked: new Map(fees.flatMap(({ on, isVoided }) => (on === null ? [] : [[on, { isVoided }] as const]))),
      askedCents: fees[0]?.askedCents ?? 0,
      stops: stops.filter((stop) => stop.merchantId === null || stop.merchantId === merchantId),
      waitingSince: waiting.get(charge.leaseId) ?? null,
    };
  };
  return { of };
}

function lateRentOf({ charge, timeZone, leaseMadeAt }: Due[number], rule: LateFee, known: Known): LateRent | null {
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

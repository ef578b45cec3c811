import type { Transaction } from "@hearth/db/client";
import { transactAgain } from "@hearth/db/transact-again";
import { publicId } from "@hearth/domain/ids";
import { dayAfter, dayIn, earlier, startOfDay } from "@hearth/domain/rent/calendar";
import { type LateFee, lateFeesOf } from "@hearth/domain/rent/late-fee";
import { periodName, termsFor } from "@hearth/domain/rent/periods";
import type { Deps } from "../../../deps.ts";
import { type Outcome, workThrough } from "../../../jobs/work-list.ts";
import {
  type ChargeRow,
  findChainTime,
  insertCharges,
  insertLines,
  listFeeChecks,
  listPaidAt,
  listToCheckFees,
  markFeeChecked,
} from "../rows/lease-money.repo.ts";
import { type LeaseTermsRow, listTerms, lockFreeLease } from "../rows/lease-rows.repo.ts";
import { allocateLeases } from "./allocate-leases.ts";
import { lineOf } from "./make-charges.ts";

/** So long after a day began what arrived before it is confirmed and read. */
const settledAfterMs = 60 * 60_000;

/** Charges that one statement looks at for their leases. */
const chargesAtOnce = 200;
/** One transaction judges so many rents of a lease, each for so many days; the next goes on where it ended. */
const rentsAtOnce = 12;
const daysAtOnce = 92;

/**
 * Asks for late fees where rent was unpaid as a late day began, each once, lease by lease. It goes by the time of the chain and not of the clock: while blocks are
 * not read, nobody knows that somebody has not paid. A lease takes some ten statements in a transaction of its own. Answers how many leases it looked at.
 */
export async function chargeLateFees(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const read = await findChainTime(db, deps.network.chainId);
  if (read === null) return 0;
  const upTo = new Date(Math.min(read.getTime(), clock.now().getTime()) - settledAfterMs);
  const { worked } = await workThrough(deps, {
    list: "late-fees",
    pageSize: chargesAtOnce,
    next: (limit) => listToCheckFees(db, { upTo, now: clock.now(), limit }),
    itemOf: ({ id, merchantId }) => ({ id, name: publicId("lease", id), merchantId }),
    work: ({ id }) => transactAgain(db, (tx) => chargeFeesOf(tx, id, { upTo, now: clock.now() })),
  });
  return worked;
}

/**
 * Judges late rent of one lease. Holds the lease as every act on its ledger does, and puts money to charges first: what has come must count before
 * anybody is asked for more.
 */
async function chargeFeesOf(tx: Transaction, leaseId: string, { upTo, now }: { upTo: Date; now: Date }): Promise<Outcome> {
  const lease = await lockFreeLease(tx, leaseId);
  if (lease === null) return "held";
  if ((await allocateLeases(tx, [leaseId], now)).size > 0) return "more";
  const due = await listFeeChecks(tx, leaseId, upTo, rentsAtOnce);
  if (due.length === 0) return "done";
  const versions = (await listTerms(tx, [leaseId])).get(leaseId) ?? [];
  const paid = Map.groupBy(
    await listPaidAt(
      tx,
      due.map(({ id }) => id),
    ),
    ({ chargeId }) => chargeId,
  );
  const plans = due.map((charge) => {
    const paidFor = (paid.get(charge.id) ?? []).flatMap(({ at, cents }) => (at === null ? [] : [{ at, cents }]));
    return planFees(charge, lease.timeZone, versions, paidFor, upTo);
  });
  const made = await insertCharges(
    tx,
    plans.flatMap(({ fees }) => fees.map((fee) => ({ ...fee, createdAt: now }))),
  );
  await insertLines(
    tx,
    made.map((charge) => lineOf(charge, now)),
  );
  await markFeeChecked(
    tx,
    plans.map(({ check }) => check),
  );
  if (made.length > 0) await allocateLeases(tx, [leaseId], now);
  const isLeft = due.length === rentsAtOnce || plans.some(({ check: { next } }) => next !== null && next <= upTo);
  return isLeft ? "more" : "done";
}

function planFees(charge: ChargeRow, timeZone: string, versions: LeaseTermsRow[], paid: { at: Date; cents: number }[], upTo: Date) {
  const { id, leaseId, kind, cents, period, feeFromOn, feeCheckAt } = charge;
  const rule = period === null ? null : lateFeeOf(termsFor(versions, period));
  if (rule === null || feeFromOn === null || feeCheckAt === null || period === null) return { fees: [], check: { id, next: null } };
  const from = dayIn(feeCheckAt, timeZone);
  // The first moment of the last day names the day that the zone has, where it left one out.
  const through = earlier(dayIn(startOfDay(dayAfter(from, daysAtOnce - 1), timeZone), timeZone), dayIn(upTo, timeZone));
  const all = lateFeesOf({ kind, cents, feeFromOn }, paid, rule, through, timeZone);
  const isOver = rule.repeats === "once" || all.at(-1)?.on !== through;
  const fees = all
    .filter(({ on }) => on >= from)
    .map((fee) => ({
      leaseId,
      kind: "lateFee" as const,
      forChargeId: id,
      description: `Late fee on rent for ${periodName(period)}`,
      cents: fee.cents,
      dueOn: fee.on,
      dueAt: startOfDay(fee.on, timeZone),
    }));
  return { fees, check: { id, next: isOver ? null : startOfDay(dayAfter(through, 1), timeZone) } };
}

type LateFeeRow = Pick<LeaseTermsRow, "lateFeeKind" | "lateFeeAmount" | "lateFeeRepeats" | "lateFeeCapCents">;

/** The late fee that terms ask for, or null where they ask for none. */
export function lateFeeOf({ lateFeeKind, lateFeeAmount, lateFeeRepeats, lateFeeCapCents }: LateFeeRow): LateFee | null {
  if (lateFeeKind === null || lateFeeAmount === null || lateFeeRepeats === null) return null;
  return { kind: lateFeeKind, amount: lateFeeAmount, repeats: lateFeeRepeats, capCents: lateFeeCapCents };
}

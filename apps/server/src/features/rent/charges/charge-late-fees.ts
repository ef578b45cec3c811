import type { Transaction } from "@hearth/db/client";
import { dayAfter, dayIn, startOfDay } from "@hearth/domain/rent/calendar";
import { type LateFee, lateFeesOf } from "@hearth/domain/rent/late-fee";
import { periodName, termsFor } from "@hearth/domain/rent/periods";
import type { Deps } from "../../../deps.ts";
import { allocateLeases, leasesAtOnce } from "./allocate-leases.ts";
import {
  type ChargeRow,
  findChainTime,
  insertCharges,
  insertLines,
  listPaidAt,
  lockFeeChecks,
  markFeeChecked,
} from "../rows/lease-money.repo.ts";
import { type LeaseTermsRow, listTerms } from "../rows/lease-rows.repo.ts";
import { lineOf } from "./make-charges.ts";

/** So long after a day began what arrived before it is confirmed and read. */
const settledAfterMs = 60 * 60_000;

/**
 * Asks for late fees where rent was unpaid as a late day began, each once. It goes by the time of the chain and not of the clock: while blocks are not read, nobody
 * knows that somebody has not paid. Answers how many charges it looked at.
 */
export async function chargeLateFees(deps: Deps): Promise<number> {
  const read = await findChainTime(deps.db, deps.network.chainId);
  if (read === null) return 0;
  const upTo = new Date(Math.min(read.getTime(), deps.clock.now().getTime()) - settledAfterMs);
  let looked = 0;
  for (;;) {
    const count = await deps.db.transaction((tx) => chargeSome(tx, upTo, deps.clock.now()));
    looked += count;
    if (count < leasesAtOnce) return looked;
  }
}

async function chargeSome(tx: Transaction, upTo: Date, now: Date): Promise<number> {
  const due = await lockFeeChecks(tx, upTo, leasesAtOnce);
  if (due.length === 0) return 0;
  const chargeIds = due.map(({ charge }) => charge.id);
  const leaseIds = [...new Set(due.map(({ charge }) => charge.leaseId))];
  const terms = await listTerms(tx, leaseIds);
  const paid = Map.groupBy(await listPaidAt(tx, chargeIds), ({ chargeId }) => chargeId);
  const plans = due.map(({ charge, timeZone }) => {
    const paidFor = (paid.get(charge.id) ?? []).flatMap(({ at, cents }) => (at === null ? [] : [{ at, cents }]));
    return planFees(charge, timeZone, terms.get(charge.leaseId) ?? [], paidFor, upTo);
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
  await allocateLeases(tx, [...new Set(made.map(({ leaseId }) => leaseId))], now);
  return due.length;
}

function planFees(charge: ChargeRow, timeZone: string, versions: LeaseTermsRow[], paid: { at: Date; cents: number }[], upTo: Date) {
  const { id, leaseId, kind, cents, period, feeFromOn } = charge;
  const rule = period === null ? null : lateFeeOf(termsFor(versions, period));
  const through = dayIn(upTo, timeZone);
  if (rule === null || feeFromOn === null || period === null) return { fees: [], check: { id, next: null } };
  const fees = lateFeesOf({ kind, cents, feeFromOn }, paid, rule, through, timeZone).map((fee) => ({
    leaseId,
    kind: "lateFee" as const,
    forChargeId: id,
    description: `Late fee on rent for ${periodName(period)}`,
    cents: fee.cents,
    dueOn: fee.on,
    dueAt: startOfDay(fee.on, timeZone),
  }));
  const isOver = rule.repeats === "once" || fees.at(-1)?.dueOn !== through;
  return { fees, check: { id, next: isOver ? null : startOfDay(dayAfter(through, 1), timeZone) } };
}

type LateFeeRow = Pick<LeaseTermsRow, "lateFeeKind" | "lateFeeAmount" | "lateFeeRepeats" | "lateFeeCapCents">;

/** The late fee that terms ask for, or null where they ask for none. */
export function lateFeeOf({ lateFeeKind, lateFeeAmount, lateFeeRepeats, lateFeeCapCents }: LateFeeRow): LateFee | null {
  if (lateFeeKind === null || lateFeeAmount === null || lateFeeRepeats === null) return null;
  return { kind: lateFeeKind, amount: lateFeeAmount, repeats: lateFeeRepeats, capCents: lateFeeCapCents };
}

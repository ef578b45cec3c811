import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { allocate, type OpenCredit } from "@hearth/domain/rent/allocation";
import { startOfDay } from "@hearth/domain/rent/calendar";
import { recalculatedFee } from "@hearth/domain/rent/late-fee-days";
import { dayName, termsFor } from "@hearth/domain/rent/periods";
import { insertCredit, insertLines, listOpen, listUnused } from "../rows/lease-money.repo.ts";
import { listFeesAfter, listPaidForFees, listRents } from "../rows/late-fees.repo.ts";
import { listTerms } from "../rows/lease-rows.repo.ts";
import { allocateLeases } from "./allocate-leases.ts";
import { lateFeeOf } from "./late-fee-terms.ts";
import { voidHeldCharges } from "./void-charge.ts";

/** Fees compared per call: more than anybody was charged in a year. */
const mostFees = 500;

/** A late fee that would be lower, or not charged at all, given what is known now. */
export interface WrongFee {
  id: string;
  on: string;
  cents: number;
  /** The correct amount in cents, 0 where no fee would be charged. */
  rightCents: number;
}

interface OfLease {
  id: string;
  timeZone: string;
}

/**
 * Finds late fees of a lease for days after a given one that would be lower, or not charged, given what pays the rent now. With `more`, computes as if that
 * credit existed already. Six statements.
 */
export async function findWrongFees(db: DatabaseOrTransaction, lease: OfLease, after: string, more?: OpenCredit): Promise<WrongFee[]> {
  const fees = await listFeesAfter(db, lease.id, after, mostFees);
  if (fees.length === 0) return [];
  const rents = await listRents(db, [...new Set(fees.flatMap(({ rentId }) => rentId ?? []))]);
  const ids = rents.map(({ id }) => id);
  const paid = await listPaidForFees(db, ids);
  const toCome = more === undefined ? [] : await allocatedWith(db, lease.id, more);
  const versions = (await listTerms(db, [lease.id])).get(lease.id) ?? [];
  const known = new Map(
    rents.map(({ id, cents, period }) => {
      const rule = period === null ? null : lateFeeOf(termsFor(versions, period));
      const paidParts = [...paid, ...toCome].filter(({ chargeId }) => chargeId === id);
      return [id, rule && { cents, paid: paidParts, rule, timeZone: lease.timeZone }];
    }),
  );
  return fees.flatMap(({ id, rentId, dueOn: on, cents }) => {
    const rent = known.get(rentId ?? "");
    const rightCents = rent ? recalculatedFee(rent, { on, cents }) : cents;
    return rightCents < cents ? [{ id, on, cents, rightCents }] : [];
  });
}

/** The allocations that would exist once a further credit is there, with the time when each one's money arrived. */
async function allocatedWith(db: DatabaseOrTransaction, leaseId: string, more: OpenCredit) {
  const credits = [...(await listUnused(db, [leaseId])), more].toSorted(
    (left, right) => left.arrivedAt.getTime() - right.arrivedAt.getTime(),
  );
  return allocate(credits, await listOpen(db, [leaseId])).map(({ chargeId, cents, arrivedAt }) => ({ chargeId, cents, at: arrivedAt }));
}

/** Voids needless late fees, and credits the excess of the others. The lease is locked. */
export async function correctFees(
  tx: Transaction,
  lease: OfLease,
  wrongFees: WrongFee[],
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<void> {
  const needless = wrongFees.filter(({ rightCents }) => rightCents === 0);
  await voidHeldCharges(
    tx,
    needless.map(({ id, on }) => ({ id, leaseId: lease.id, dueOn: on })),
    { by, at, reason },
  );
  const [first] = wrongFees.filter(({ rightCents }) => rightCents > 0);
  if (first === undefined) return;
  const cents = wrongFees.reduce((sum, fee) => sum + (fee.rightCents > 0 ? fee.cents - fee.rightCents : 0), 0);
  const arrivedAt = startOfDay(first.on, lease.timeZone);
  const credit = await insertCredit(tx, { leaseId: lease.id, kind: "credit", arrivedAt, createdBy: by, createdAt: at });
  const line = { leaseId: lease.id, kind: "credit" as const, creditId: credit.id, cents: -cents, effectiveOn: first.on };
  await insertLines(tx, [{ ...line, postedAt: at, note: `Late fees were too high: ${reason}`, actorId: by }]);
}

/** Allocates a locked lease's money, then corrects the late fees of days after `on` that are wrong by now. Returns how many. */
export async function voidWrongFees(
  tx: Transaction,
  lease: OfLease,
  { on, by, at }: { on: string; by: string; at: Date },
): Promise<number> {
  await allocateLeases(tx, [lease.id], at);
  const wrongFees = await findWrongFees(tx, lease, on);
  if (wrongFees.length === 0) return 0;
  await correctFees(tx, lease, wrongFees, { by, at, reason: `Money of ${dayName(on)} was noted later` });
  await allocateLeases(tx, [lease.id], at);
  return wrongFees.length;
}

/** True when the terms of a rent ask for a single late fee, so that waiving it waives all. */
export async function isFeeAskedOnce(tx: Transaction, leaseId: string, rentId: string): Promise<boolean> {
  const [rent] = await listRents(tx, [rentId]);
  const versions = (await listTerms(tx, [leaseId])).get(leaseId) ?? [];
  return rent?.period != null && lateFeeOf(termsFor(versions, rent.period))?.repeats === "once";
}

import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { allocate, type OpenCredit } from "@hearth/domain/rent/allocation";
import { startOfDay } from "@hearth/domain/rent/calendar";
import { rightFee } from "@hearth/domain/rent/late-fee-days";
import { dayName, termsFor } from "@hearth/domain/rent/periods";
import { insertCredit, insertLines, listOpen, listUnused } from "../rows/lease-money.repo.ts";
import { listFeesAfter, listPaidForFees, listRents } from "../rows/late-fees.repo.ts";
import { listTerms } from "../rows/lease-rows.repo.ts";
import { allocateLeases } from "./allocate-leases.ts";
import { lateFeeOf } from "./late-fee-terms.ts";
import { voidHeldCharges } from "./void-charge.ts";

/** Fees that are compared at once: more than anybody was asked for in a year. */
const mostFees = 500;

/** A late fee that would be less, or not asked at all, by what is known now. */
export interface WrongFee {
  id: string;
  on: string;
  cents: number;
  /** What it would be; 0 where it would not be asked. */
  rightCents: number;
}

interface OfLease {
  id: string;
  timeZone: string;
}

/**
 * Finds the late fees of a lease for days after one that would be less, or not asked, by what pays the rent now. With `more`, as if that credit were there
 * already. Six statements.
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
      const came = [...paid, ...toCome].filter(({ chargeId }) => chargeId === id);
      return [id, rule && { cents, paid: came, rule, timeZone: lease.timeZone }];
    }),
  );
  return fees.flatMap(({ id, rentId, dueOn: on, cents }) => {
    const rent = known.get(rentId ?? "");
    const rightCents = rent ? rightFee(rent, { on, cents }) : cents;
    return rightCents < cents ? [{ id, on, cents, rightCents }] : [];
  });
}

/** What would pay which charge, and when it arrived, once a credit is there. */
async function allocatedWith(db: DatabaseOrTransaction, leaseId: string, more: OpenCredit) {
  const credits = [...(await listUnused(db, [leaseId])), more].toSorted(
    (one, other) => one.arrivedAt.getTime() - other.arrivedAt.getTime(),
  );
  return allocate(credits, await listOpen(db, [leaseId])).map(({ chargeId, cents, arrivedAt }) => ({ chargeId, cents, at: arrivedAt }));
}

/** Voids late fees that should not have been asked, and gives back by a credit what of the others is too much. The lease is held. */
export async function correctFees(
  tx: Transaction,
  lease: OfLease,
  wrong: WrongFee[],
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<void> {
  const needless = wrong.filter(({ rightCents }) => rightCents === 0);
  await voidHeldCharges(
    tx,
    needless.map(({ id, on }) => ({ id, leaseId: lease.id, dueOn: on })),
    { by, at, reason },
  );
  const [first] = wrong.filter(({ rightCents }) => rightCents > 0);
  if (first === undefined) return;
  const cents = wrong.reduce((sum, fee) => sum + (fee.rightCents > 0 ? fee.cents - fee.rightCents : 0), 0);
  const arrivedAt = startOfDay(first.on, lease.timeZone);
  const credit = await insertCredit(tx, { leaseId: lease.id, kind: "credit", arrivedAt, createdBy: by, createdAt: at });
  const line = { leaseId: lease.id, kind: "credit" as const, creditId: credit.id, cents: -cents, effectiveOn: first.on };
  await insertLines(tx, [{ ...line, postedAt: at, note: `Late fees were too high: ${reason}`, actorId: by }]);
}

/** Corrects the fees of a held lease that are wrong once what arrived up to a day is put to its charges; answers how many. */
export async function voidWrongFees(
  tx: Transaction,
  lease: OfLease,
  { on, by, at }: { on: string; by: string; at: Date },
): Promise<number> {
  await allocateLeases(tx, [lease.id], at);
  const wrong = await findWrongFees(tx, lease, on);
  if (wrong.length === 0) return 0;
  await correctFees(tx, lease, wrong, { by, at, reason: `Money of ${dayName(on)} was noted later` });
  await allocateLeases(tx, [lease.id], at);
  return wrong.length;
}

/** Whether the terms of a rent ask for one late fee alone, so that waiving it waives all. */
export async function isFeeAskedOnce(tx: Transaction, leaseId: string, rentId: string): Promise<boolean> {
  const [rent] = await listRents(tx, [rentId]);
  const versions = (await listTerms(tx, [leaseId])).get(leaseId) ?? [];
  return rent?.period != null && lateFeeOf(termsFor(versions, rent.period))?.repeats === "once";
}

import type { Defect } from "./defect.ts";

const rules = "packages/domain/src/rent";
const rent = "apps/server/src/features/rent";
const ends = `${rent}/leases/lease-ends.int.test.ts`;
const roommates = "apps/server/src/features/payments/checkout/roommates.int.test.ts";

/**
 * Changed lease ends that leave a month charged twice or never; undone leases that hold somebody's money; tenants who are late because of
 * the landlord.
 */
export const leaseEnds: Defect[] = [
  {
    name: "a month that was voided for an end is never charged again",
    file: `${rules}/term-change.ts`,
    find: "(wasVoidedForEnd || was?.cents === 0)",
    plant: "was?.cents === 0",
    test: `${rules}/term-change.test.ts`,
  },
  {
    name: "rent that an end gave back stays given when the end is taken back",
    file: `${rent}/charges/move-end.ts`,
    find: "(change.isTakenBack ? (charged?.creditId ?? []) : [])",
    plant: "(change.isTakenBack && change.isVoided ? (charged?.creditId ?? []) : [])",
    test: ends,
  },
  {
    name: "a month that a landlord voided by hand is charged again with an end",
    file: `${rent}/rows/lease-money.repo.ts`,
    find: "and (c.voided_at is null or c.voided_for_end or c.void_reason like 'The last day is %')\n    order by",
    plant: "\n    order by",
    test: ends,
  },
  {
    name: "a lease is undone although money counts for it",
    file: `${rent}/leases/lease-end.service.ts`,
    find: "if (cents > 0) {",
    plant: "if (cents < 0) {",
    test: ends,
  },
  {
    name: "a lease is undone while a tenant pays for it",
    file: `${rent}/leases/lease-end.service.ts`,
    find: "if (!isPaying) return;",
    plant: "if (isPaying) return;",
    test: ends,
  },
  {
    name: "a lease that was undone keeps its unit",
    file: `${rent}/rows/lease-rows.repo.ts`,
    find: "        isNull(leases.undoneAt),\n        or(",
    plant: "        or(",
    test: ends,
  },
  {
    name: "a renewal goes over what another clerk has just changed",
    file: `${rent}/leases/lease-end.service.ts`,
    find: "requireUnchanged(lease.updatedAt, new Date(seenAt));",
    plant: "",
    test: ends,
  },
  {
    name: "a renewal changes the rent of a month that is charged",
    file: `${rent}/leases/leases.service.ts`,
    find: "if (from < free) {",
    plant: "if (from > free) {",
    test: ends,
  },
  {
    name: "a rent from within a month is asked for all of it",
    file: `${rent}/leases/leases.service.ts`,
    find: "if (effectiveFrom !== from && effectiveFrom !== lease.startsOn) {",
    plant: "if (effectiveFrom < from) {",
    test: ends,
  },
  {
    name: "an earlier due day makes a tenant late at once",
    file: `${rules}/periods.ts`,
    find: "dueDayIn(from, terms.dueDay) >= today) return",
    plant: "dueDayIn(from, terms.dueDay) >= from) return",
    test: `${rules}/periods.test.ts`,
  },
  {
    name: "a renewal forgets the late fees of the month that it charges for more days",
    file: `${rent}/charges/move-end.ts`,
    find: "return forChargeId === undefined ? [] : {",
    plant: "return forChargeId !== undefined ? [] : {",
    test: ends,
  },
  {
    name: "a renewal forgets that late fees were waived",
    file: `${rent}/charges/move-end.ts`,
    find: "charged?.feesWaivedMs ?",
    plant: "charged?.feesWaivedMs && lease.id === period ?",
    test: ends,
  },
  {
    name: "an end that is taken back brings a late fee of days before",
    file: `${rent}/charges/move-end.ts`,
    find: "await stopPastFees(tx, askedAgain, dayIn(act.at, lease.timeZone));",
    plant: "",
    test: ends,
  },
  {
    name: "days of grace that were not entered are read as none",
    file: "packages/domain/src/text.ts",
    find: ".regex(/^\\d{1,4}$/, message)",
    plant: "",
    test: `${rules}/inputs.test.ts`,
  },
  {
    name: "room-mates are not told of each other's checkouts",
    file: "packages/db/src/open-payments.ts",
    find: "o.status = 'pending'",
    plant: "o.status = 'completed'",
    test: roommates,
  },
];

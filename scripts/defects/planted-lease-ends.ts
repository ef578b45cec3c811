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
    name: "never charges a month again that was voided for a lease's end",
    file: `${rules}/term-change.ts`,
    find: "(wasVoidedForEnd || was?.cents === 0)",
    plant: "was?.cents === 0",
    test: `${rules}/term-change.test.ts`,
  },
  {
    name: "keeps the credit for a lease's end after the end was removed",
    file: `${rent}/charges/move-end.ts`,
    find: "(change.isTakenBack ? (charged?.creditId ?? []) : [])",
    plant: "(change.isTakenBack && change.isVoided ? (charged?.creditId ?? []) : [])",
    test: ends,
  },
  {
    name: "charges a manually voided month again when the lease's end moves",
    file: `${rent}/rows/lease-money.repo.ts`,
    find: "and (c.voided_at is null or c.voided_for_end or c.void_reason like 'The last day is %')\n    order by",
    plant: "\n    order by",
    test: ends,
  },
  {
    name: "undoes a lease with counted payments",
    file: `${rent}/leases/lease-end.service.ts`,
    find: "if (cents > 0) {",
    plant: "if (cents < 0) {",
    test: ends,
  },
  {
    name: "undoes a lease while a tenant is paying",
    file: `${rent}/leases/lease-end.service.ts`,
    find: "if (!isPaying) return;",
    plant: "if (isPaying) return;",
    test: ends,
  },
  {
    name: "keeps the unit of an undone lease occupied",
    file: `${rent}/rows/lease-rows.repo.ts`,
    find: "        isNull(leases.undoneAt),\n        or(",
    plant: "        or(",
    test: ends,
  },
  {
    name: "overwrites another clerk's change with a renewal",
    file: `${rent}/leases/lease-end.service.ts`,
    find: "requireUnchanged(lease.updatedAt, new Date(seenAt));",
    plant: "",
    test: ends,
  },
  {
    name: "changes the rent of an already charged month with a renewal",
    file: `${rent}/leases/leases.service.ts`,
    find: "if (from < free) {",
    plant: "if (from > free) {",
    test: ends,
  },
  {
    name: "applies new rent from within a month to the whole month",
    file: `${rent}/leases/leases.service.ts`,
    find: "if (effectiveFrom !== from && effectiveFrom !== lease.startsOn) {",
    plant: "if (effectiveFrom < from) {",
    test: ends,
  },
  {
    name: "makes a tenant late at once by an earlier due day",
    file: `${rules}/periods.ts`,
    find: "dueDayIn(from, terms.dueDay) >= today) return",
    plant: "dueDayIn(from, terms.dueDay) >= from) return",
    test: `${rules}/periods.test.ts`,
  },
  {
    name: "forgets a month's late fees when a renewal charges more of its days",
    file: `${rent}/charges/move-end.ts`,
    find: "return forChargeId === undefined ? [] : {",
    plant: "return forChargeId !== undefined ? [] : {",
    test: ends,
  },
  {
    name: "forgets in a renewal that late fees were waived",
    file: `${rent}/charges/move-end.ts`,
    find: "charged?.feesWaivedMs ?",
    plant: "charged?.feesWaivedMs && lease.id === period ?",
    test: ends,
  },
  {
    name: "charges late fees for earlier days when a lease's end is removed",
    file: `${rent}/charges/move-end.ts`,
    find: "await stopPastFees(tx, askedAgain, dayIn(act.at, lease.timeZone));",
    plant: "",
    test: ends,
  },
  {
    name: "treats missing grace days as zero",
    file: "packages/domain/src/text.ts",
    find: ".regex(/^\\d{1,4}$/, message)",
    plant: "",
    test: `${rules}/inputs.test.ts`,
  },
  {
    name: "does not show roommates each other's open checkouts",
    file: "packages/db/src/open-payments.ts",
    find: "o.status = 'pending'",
    plant: "o.status = 'completed'",
    test: roommates,
  },
  {
    name: "keeps what an earlier change left for later months when the terms change again",
    file: "packages/domain/src/rent/periods.ts",
    find: "version.createdAt.getTime() === first.createdAt.getTime() &&",
    plant: "version.createdAt.getTime() < first.createdAt.getTime() &&",
    test: ends,
  },
];

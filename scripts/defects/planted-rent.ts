import type { Defect } from "./defect.ts";

const rules = "packages/domain/src/rent";
const rent = "apps/server/src/features/rent";
const migration = "drizzle/0032_rent.sql";
const charging = `${rent}/charges/make-charges.int.test.ts`;
const money = `${rent}/charges/lease-money.int.test.ts`;
const days = "drizzle/0064_lease_days_of_cents.sql";
const dayTest = `${rent}/charges/lease-days.int.test.ts`;
const placing = `${rent}/leases/place-payment.int.test.ts`;
const calls = `${rent}/leases/rent.int.test.ts`;

/** Tenants who are charged wrongly, landlords who lose money owed to them, and ledgers that others can read. */
export const renting: Defect[] = [
  {
    name: "a fee is paid before the rent of its day",
    file: `${rules}/charge-kinds.ts`,
    find: 'return kind === "fee" || kind === "lateFee";',
    plant: "return kind === undefined;",
    test: `${rules}/allocation.test.ts`,
  },
  {
    name: "a prorated month counts a day too few",
    file: `${rules}/periods.ts`,
    find: "const days = daysBetween(first, last) + 1;",
    plant: "const days = daysBetween(first, last);",
    test: `${rules}/periods.test.ts`,
  },
  {
    name: "rent is late a day before grace is over",
    file: `${rules}/periods.ts`,
    find: "feeFromOn: dayAfter(dueOn, terms.graceDays + 1),",
    plant: "feeFromOn: dayAfter(dueOn, terms.graceDays),",
    test: `${rules}/periods.test.ts`,
  },
  {
    name: "a month's rent may be charged twice",
    file: "drizzle/0071_charges_month_key.sql",
    find: 'CREATE UNIQUE INDEX CONCURRENTLY "charges_month_key"',
    plant: 'CREATE INDEX CONCURRENTLY "charges_month_key"',
    test: charging,
  },
  {
    name: "a charge may be edited",
    file: migration,
    find: "create trigger charges_not_edited before update on charges for each row when (",
    plant: "create trigger charges_not_edited before update on charges for each row when (false and ",
    test: charging,
  },
  {
    name: "what left the chain goes on paying a charge",
    file: days,
    find: "if spent > 0 then perform release_credit",
    plant: "if spent > 1000000000 then perform release_credit",
    test: money,
  },
  {
    name: "a lease's refund is lost from the day of its money",
    file: days,
    find: "case when d.cents < 0 then 'reversal' when d.is_out then 'refund' else 'payment' end,",
    plant: "case when d.is_out = (d.cents > 0) then 'refund' else 'payment' end,",
    test: dayTest,
  },
  {
    name: "cents of a lease that arrived later count as arrived with the first",
    file: `${rent}/rows/lease-money.repo.ts`,
    find: "extract(epoch from u.arrived_at)::float8",
    plant: "extract(epoch from k.arrived_at)::float8",
    test: dayTest,
  },
  {
    name: "short money that left the chain goes on counting in a lease",
    file: days,
    find: "new.orphaned_at is not null or new.block_hash <> old.block_hash",
    plant: "new.block_hash <> old.block_hash",
    test: dayTest,
  },
  {
    name: "short money counts in a lease that takes no part payments",
    file: days,
    find: "if own.part_payments and not own.counts_short",
    plant: "if not own.counts_short",
    test: dayTest,
  },
  {
    name: "a lease of anybody is given a payment",
    file: `${rent}/leases/place-payment.service.ts`,
    find: "if (given.leaseId !== null && !own.some((lease) => lease.id === wanted)) {",
    plant: "if (given.leaseId !== null && wanted === null) {",
    test: placing,
  },
  {
    name: "a lease keeps what was moved away from it",
    file: days,
    find: "perform release_credit(which, own.used_cents, moment);",
    plant: "perform release_credit(which, 0, moment);",
    test: placing,
  },
  {
    name: "a payment is for any lease that its payer names",
    file: `${rent}/bills/assign-payment.ts`,
    find: 'own.find(({ id }) => id === parsePublicId("lease", leaseId));',
    plant: '{ id: parsePublicId("lease", leaseId) ?? "", endsOn: null, partPayments: true };',
    test: money,
  },
  {
    name: "a payment pays charges of another lease",
    file: `${rent}/bills/assign-payment.ts`,
    find: 'const areItsOwn = !chosen.includes("") && (chosen.length === 0 ||',
    plant: "const areItsOwn = (chosen.length < 1000 ||",
    test: money,
  },
  {
    name: "two leases of one unit overlap",
    file: `${rent}/leases/leases.service.ts`,
    find: "if (await hasOverlap(tx, { unitId, startsOn, endsOn })) throw overlap();",
    plant: "",
    test: calls,
  },
  {
    name: "a lease that ends gives nothing back",
    file: `${rent}/charges/move-end.ts`,
    find: "await insertUnusedDays(tx, lease.id, given, act);",
    plant: "",
    test: calls,
  },
  {
    name: "a landlord acts on another one's lease",
    file: `${rent}/rows/lease-rows.repo.ts`,
    find: "merchantId === null ? undefined : eq(leases.merchantId, merchantId)",
    plant: "merchantId === null ? undefined : or(eq(leases.merchantId, merchantId), ne(leases.merchantId, merchantId))",
    test: calls,
  },
  {
    name: "more is written off than is open",
    file: `${rent}/leases/lease-acts.service.ts`,
    find: "if (cents > open) throw",
    plant: "if (cents > open * 1000) throw",
    test: calls,
  },
  {
    name: "a landlord reads that somebody owes what is charged ahead",
    file: `${rent}/bills/due-rent.repo.ts`,
    find: "and c.voided_at is null and c.due_on <= o.today group by 1",
    plant: "and c.voided_at is null group by 1",
    test: "apps/server/src/features/merchant/dashboard/attention.int.test.ts",
  },
  {
    name: "a bill is paid in part where its landlord takes bills whole",
    file: `${rent}/bills/assign-payment.ts`,
    find: "if (message !== null) throw",
    plant: "if (message === undefined) throw",
    test: money,
  },
  {
    name: "a payer who names no bill is told to pay the newest first",
    file: `${rules}/part-payments.ts`,
    find: "new Map(inOrderOfPayment(charges).map(",
    plant: "new Map(inOrderOfPayment(charges).toReversed().map(",
    test: `${rules}/part-payments.test.ts`,
  },
  {
    name: "a late fee goes beyond the law unsaid",
    file: `${rent}/leases/leases.service.ts`,
    find: "if (!isMeant) throw",
    plant: "if (isMeant) throw",
    test: calls,
  },
  {
    name: "a fee of each day passes as one of a single day",
    file: `${rules}/late-fee-laws.ts`,
    find: 'fee.repeats === "daily" ? Infinity :',
    plant: 'fee.repeats === "daily" ? 0 :',
    test: `${rules}/late-fee-laws.test.ts`,
  },
  {
    name: "a landlord renames another one's property",
    file: `${rent}/rows/properties.repo.ts`,
    find: "where(and(eq(properties.id, id), eq(properties.merchantId, merchantId)))\n    .for(",
    plant: "where(eq(properties.id, id))\n    .for(",
    test: calls,
  },
  {
    name: "a landlord renames another one's unit",
    file: `${rent}/rows/properties.repo.ts`,
    find: 'where(and(eq(units.id, id), eq(properties.merchantId, merchantId)))\n    .for("no',
    plant: 'where(eq(units.id, id))\n    .for("no',
    test: calls,
  },
  {
    name: "a landlord removes another one's unit",
    file: `${rent}/rows/properties.repo.ts`,
    find: 'where(and(eq(units.id, id), eq(properties.merchantId, merchantId)))\n    .for("up',
    plant: 'where(eq(units.id, id))\n    .for("up',
    test: calls,
  },
];

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
    name: "pays a fee before the rent of the same day",
    file: `${rules}/charge-kinds.ts`,
    find: 'return kind === "fee" || kind === "lateFee";',
    plant: "return kind === undefined;",
    test: `${rules}/allocation.test.ts`,
  },
  {
    name: "counts one day too few in a prorated month",
    file: `${rules}/periods.ts`,
    find: "const days = daysBetween(first, last) + 1;",
    plant: "const days = daysBetween(first, last);",
    test: `${rules}/periods.test.ts`,
  },
  {
    name: "makes rent late one day before the grace days end",
    file: `${rules}/periods.ts`,
    find: "feeFromOn: dayAfter(dueOn, terms.graceDays + 1),",
    plant: "feeFromOn: dayAfter(dueOn, terms.graceDays),",
    test: `${rules}/periods.test.ts`,
  },
  {
    name: "charges a month's rent twice",
    file: "drizzle/0071_charges_month_key.sql",
    find: 'CREATE UNIQUE INDEX CONCURRENTLY "charges_month_key"',
    plant: 'CREATE INDEX CONCURRENTLY "charges_month_key"',
    test: charging,
  },
  {
    name: "allows edits of a charge",
    file: migration,
    find: "create trigger charges_not_edited before update on charges for each row when (",
    plant: "create trigger charges_not_edited before update on charges for each row when (false and ",
    test: charging,
  },
  {
    name: "keeps a charge paid by a transfer that left the chain",
    file: "drizzle/0111_one_version_of_a_lease.sql",
    find: "if spent > 0 then perform release_credit",
    plant: "if spent > 1000000000 then perform release_credit",
    test: money,
  },
  {
    name: "loses a lease's refund on the day of its money",
    file: days,
    find: "case when d.cents < 0 then 'reversal' when d.is_out then 'refund' else 'payment' end,",
    plant: "case when d.is_out = (d.cents > 0) then 'refund' else 'payment' end,",
    test: dayTest,
  },
  {
    name: "sends the charges of a batch one by one",
    file: `${rent}/rows/lease-money.repo.ts`,
    find: "const rowsAtOnce = 250;",
    plant: "const rowsAtOnce = 1;",
    test: charging,
  },
  {
    name: "takes the start of a day in one zone for its start in all",
    file: `${rules}/calendar.ts`,
    find: "const key = `${day} ${timeZone}`;",
    plant: "const key = day;",
    test: `${rules}/calendar.test.ts`,
  },
  {
    name: "counts a lease's later cents on the day of the first ones",
    file: `${rent}/rows/lease-money.repo.ts`,
    find: "extract(epoch from u.arrived_at)::float8",
    plant: "extract(epoch from k.arrived_at)::float8",
    test: dayTest,
  },
  {
    name: "counts short money in a lease after it left the chain",
    file: days,
    find: "new.orphaned_at is not null or new.block_hash <> old.block_hash",
    plant: "new.block_hash <> old.block_hash",
    test: dayTest,
  },
  {
    name: "counts short money in a lease without part payments",
    file: days,
    find: "if own.part_payments and not own.counts_short",
    plant: "if not own.counts_short",
    test: dayTest,
  },
  {
    name: "assigns a payment to another person's lease",
    file: `${rent}/leases/place-payment.service.ts`,
    find: "if (fields.leaseId !== null && !payerLeases.some((lease) => lease.id === chosenLeaseId)) {",
    plant: "if (fields.leaseId !== null && chosenLeaseId === null) {",
    test: placing,
  },
  {
    name: "keeps money on a lease after the payment was moved away",
    file: days,
    find: "perform release_credit(which, own.used_cents, moment);",
    plant: "perform release_credit(which, 0, moment);",
    test: placing,
  },
  {
    name: "accepts any lease that the payer names",
    file: `${rent}/bills/assign-payment.ts`,
    find: 'payerLeases.find(({ id }) => id === parsePublicId("lease", leaseId));',
    plant: '{ id: parsePublicId("lease", leaseId) ?? "", endsOn: null, partPayments: true };',
    test: money,
  },
  {
    name: "pays charges of another lease",
    file: `${rent}/bills/assign-payment.ts`,
    find: 'const areItsOwn = !chosen.includes("") && (chosen.length === 0 ||',
    plant: "const areItsOwn = (chosen.length < 1000 ||",
    test: money,
  },
  {
    name: "allows overlapping leases of one unit",
    file: `${rent}/leases/leases.service.ts`,
    find: "if (await hasOverlap(tx, { unitId, startsOn, endsOn })) throw overlap();",
    plant: "",
    test: calls,
  },
  {
    name: "credits nothing when a lease ends early",
    file: `${rent}/charges/move-end.ts`,
    find: "await insertUnusedDays(tx, lease.id, refundsOfUnusedDays, act);",
    plant: "",
    test: calls,
  },
  {
    name: "lets a landlord change another landlord's lease",
    file: `${rent}/rows/lease-rows.repo.ts`,
    find: "merchantId === null ? undefined : eq(leases.merchantId, merchantId)",
    plant: "merchantId === null ? undefined : or(eq(leases.merchantId, merchantId), ne(leases.merchantId, merchantId))",
    test: calls,
  },
  {
    name: "writes off more than is open",
    file: `${rent}/leases/lease-acts.service.ts`,
    find: "if (cents > open) throw",
    plant: "if (cents > open * 1000) throw",
    test: calls,
  },
  {
    name: "accepts a part payment where the landlord forbids them",
    file: `${rent}/bills/assign-payment.ts`,
    find: "if (message !== null) throw",
    plant: "if (message === undefined) throw",
    test: money,
  },
  {
    name: "suggests the newest bill first to a payer who names none",
    file: `${rules}/part-payments.ts`,
    find: "new Map(sortByPaymentOrder(charges).map(",
    plant: "new Map(sortByPaymentOrder(charges).toReversed().map(",
    test: `${rules}/part-payments.test.ts`,
  },
  {
    name: "accepts a late fee above the legal limit without a confirmation",
    file: `${rent}/leases/leases.service.ts`,
    find: "if (!isMeant) throw",
    plant: "if (isMeant) throw",
    test: calls,
  },
  {
    name: "checks a daily late fee as if it were charged once",
    file: `${rules}/late-fee-laws.ts`,
    find: 'fee.repeats === "daily" ? Infinity :',
    plant: 'fee.repeats === "daily" ? 0 :',
    test: `${rules}/late-fee-laws.test.ts`,
  },
  {
    name: "lets a landlord rename another landlord's property",
    file: `${rent}/rows/properties.repo.ts`,
    find: "where(and(eq(properties.id, id), eq(properties.merchantId, merchantId)))\n    .for(",
    plant: "where(eq(properties.id, id))\n    .for(",
    test: calls,
  },
  {
    name: "lets a landlord rename another landlord's unit",
    file: `${rent}/rows/properties.repo.ts`,
    find: 'where(and(eq(units.id, id), eq(properties.merchantId, merchantId)))\n    .for("no',
    plant: 'where(eq(units.id, id))\n    .for("no',
    test: calls,
  },
  {
    name: "lets a landlord delete another landlord's unit",
    file: `${rent}/rows/properties.repo.ts`,
    find: 'where(and(eq(units.id, id), eq(properties.merchantId, merchantId)))\n    .for("up',
    plant: 'where(eq(units.id, id))\n    .for("up',
    test: calls,
  },
];

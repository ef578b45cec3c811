import type { Defect } from "./defect.ts";

const rules = "packages/domain/src/rent";
const rent = "apps/server/src/features/rent";
const days = `${rules}/late-fee-days.ts`;
const decided = `${rules}/late-fee.test.ts`;
const charging = `${rent}/charges/make-charges.int.test.ts`;
const fees = `${rent}/charges/late-fees.int.test.ts`;
const stops = `${rent}/charges/payment-stops.int.test.ts`;
const calls = `${rent}/leases/rent.int.test.ts`;
const migration = "drizzle/0069_late_fee_days.sql";
/** The migration with the newest version of the trigger that makes rent subject to late fees again. */
const again = "drizzle/0070_lease_ends.sql";

/** Defects that charge wrong late fees, or omit due ones. */
export const lateFees: Defect[] = [
  {
    name: "charges a late fee before the chain is read",
    file: `${rent}/charges/charge-late-fees.ts`,
    find: "new Date(Math.min(read.getTime(), clock.now().getTime()) - settledAfterMs)",
    plant: "deps.clock.now()",
    test: charging,
  },
  {
    name: "charges past late fees by default when a lease is entered late",
    file: `${rent}/charges/make-charges.ts`,
    find: "(pastLateFees || !wasLateOnEntry(",
    plant: "(pastLateFees || wasLateOnEntry(feeFromOn, lease.timeZone, now) || !wasLateOnEntry(",
    test: calls,
  },
  {
    name: "charges late fees for days on which the tenant's account was suspended",
    file: `${rent}/charges/decide-late-fees.ts`,
    find: "        ...stopsOfPayers(payers.get(lease.id) ?? []),\n",
    plant: "",
    test: stops,
  },
  {
    name: "excuses a lease of which one tenant of two is suspended",
    file: days,
    find: "if (present.length === 0 || !present.every(",
    plant: "if (present.length === 0 || !present.some(",
    test: decided,
  },
  {
    name: "excuses days before a suspended account rented there",
    file: days,
    find: "const present = payers.filter((payer) => covers(payer, moment));",
    plant: "const present = payers.filter((payer) => covers(payer, moment) || payer.suspensions.length > 0);",
    test: decided,
  },
  {
    name: "does not note when an account is suspended",
    file: "drizzle/0093_payer_stops.sql",
    find: "insert into payer_stops (user_id, began_at) values (new.id, moment) on conflict do nothing;",
    plant: "null;",
    test: stops,
  },
  {
    name: "ignores the cap of late fees",
    file: days,
    find: "Math.min(feeOfDay(rent.rule, openCents), (rent.rule.capCents ?? Infinity) - feeCents)",
    plant: "feeOfDay(rent.rule, openCents)",
    test: decided,
  },
  {
    name: "ignores earlier fees in the cap of late fees",
    file: `${rent}/charges/decide-late-fees.ts`,
    find: "feeCents: fees[0]?.feeCents ?? 0,",
    plant: "feeCents: 0 * fees.length,",
    test: fees,
  },
  {
    name: "charges a whole late fee for one missing cent",
    file: `${rules}/late-fee.ts`,
    find: "export const minOpenCentsForFee = 100;",
    plant: "export const minOpenCentsForFee = 1;",
    test: decided,
  },
  {
    name: "charges a waived late fee again the next day",
    file: `${rent}/rows/late-fees.repo.ts`,
    find: "set({ feesWaivedAt: at, feeCheckAt: null })",
    plant: "set({ feesWaivedAt: null })",
    test: fees,
  },
  {
    name: "counts money returned by a dispute twice for a late fee",
    file: `${rent}/rows/late-fees.repo.ts`,
    find: "where c.charge_id = g.charge_id and d.payment_id = g.payment_id",
    plant: "where c.charge_id = g.charge_id and d.payment_id = g.charge_id",
    test: `${rent}/charges/dispute-credit.int.test.ts`,
  },
  {
    name: "keeps the late fees of voided rent",
    file: `${rent}/charges/void-charge.ts`,
    find: "new Map([...charges, ...fees].map(",
    plant: "new Map([...charges, ...fees.slice(fees.length)].map(",
    test: fees,
  },
  {
    name: "charges no late fee for a bounced check",
    file: again,
    find: "where e.kind = 'reversal' and e.cents > 0 and",
    plant: "where e.kind = 'reversal' and e.cents > 1000000000 and",
    test: fees,
  },
  {
    name: "makes a payer late because of a voluntary refund",
    file: `${rent}/rows/late-fees.repo.ts`,
    find: "greatest(0, g.refunded - coalesce((",
    plant: "greatest(0, -1 - coalesce((",
    test: fees,
  },
  {
    name: "makes a payer late whose payment of noon was refunded on the same day",
    file: "drizzle/0098_refunds_leave_rent_paid.sql",
    find: "greatest(counts, arrived_at + interval '1 millisecond')",
    plant: "counts",
    test: fees,
  },
  {
    name: "makes a payer late because of a refund of money from before its arrival was stored with it",
    file: `${rent}/rows/late-fees.repo.ts`,
    find: "a.counts_at <> coalesce(a.arrived_at, '-infinity')",
    plant: "a.counts_at <> a.arrived_at",
    test: fees,
  },
  {
    name: "charges late fees while payments are not being counted",
    file: migration,
    find: "elsif old.completions_stopped_at is null then",
    plant: "elsif false then",
    test: stops,
  },
  {
    name: "charges late fees for a business that cannot be paid",
    file: migration,
    find: "if new.status = 'active' then",
    plant: "if new.status <> 'none' then",
    test: stops,
  },
  {
    name: "charges late fees for a business without a wallet",
    file: `${rent}/rows/payment-stops.repo.ts`,
    find: "p.ended_at is not null as is_gap",
    plant: "false as is_gap",
    test: stops,
  },
  {
    name: "charges a late fee for money that waits to be counted",
    file: days,
    find: "if (waitingSince !== null && waitingSince < startOfDay(on, timeZone))",
    plant: "if (waitingSince !== null && waitingSince > startOfDay(on, timeZone))",
    test: stops,
  },
  {
    name: "treats money as late because it is not allocated yet",
    file: `${rent}/charges/charge-late-fees.ts`,
    find: "    leases.map(({ id }) => id),\n    deciding.now,",
    plant: "    [],\n    deciding.now,",
    test: `${rent}/charges/failing-leases.int.test.ts`,
  },
  {
    name: "makes a tenant late by moving the due day",
    file: `${rules}/late-fee.ts`,
    find: "return madeOn <= dueOn ? feeFromOn :",
    plant: "return madeOn <= dueOn || madeOn > dueOn ? feeFromOn :",
    test: decided,
  },
  {
    name: "keeps late fees that a payment for an earlier day makes wrong",
    file: `${rent}/charges/wrong-late-fees.ts`,
    find: "return rightCents < cents ? [",
    plant: "return rightCents > cents ? [",
    test: fees,
  },
  {
    name: "accepts a credit for a day of another century",
    file: `${rent}/leases/lease-acts.service.ts`,
    find: "if (on > today) throw",
    plant: 'if (on > today && kind === "outside") throw',
    test: fees,
  },
];

import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const lists = `${rent}/desk/desk-lists.int.test.ts`;
const several = `${rent}/desk/several.int.test.ts`;

/** Figures of the landlord's desk that differ from the books, and acts on several leases that skip or repeat one. */
export const desk: Defect[] = [
  {
    name: "counts a charge that is due today as past due",
    file: `${rent}/rows/standings.repo.ts`,
    find: "c.due_on < o.today and o.owed_since < o.today",
    plant: "c.due_on <= o.today and o.owed_since <= o.today",
    test: lists,
  },
  {
    name: "leaves the current month out of the chart of months",
    file: `${rent}/desk/desk.service.ts`,
    find: "const period = { merchantId, from: daysOfPeriod(first).from, to: daysOfPeriod(last).to };",
    plant: "const period = { merchantId, from: daysOfPeriod(first).from, to: daysOfPeriod(last).from };",
    test: `${rent}/desk/desk-agrees.int.test.ts`,
  },
  {
    name: "skips leases on the second page of a descending list",
    file: `${rent}/rows/tenancies.repo.ts`,
    find: "const beyond = isDescending ? sql`<` : sql`>`;",
    plant: "const beyond = sql`>`;",
    test: lists,
  },
  {
    name: "lists a lease as ending soon although another one follows",
    file: `${rent}/rows/standings.repo.ts`,
    find: "and next.starts_on > s.ends_on",
    plant: "and next.starts_on > s.ends_on and false",
    test: lists,
  },
  {
    name: "takes a unit whose lease is over for let",
    file: `${rent}/desk/desk.repo.ts`,
    find: "s.starts_on <= s.today and not s.is_over`;",
    plant: "s.starts_on <= s.today`;",
    test: lists,
  },
  {
    name: "counts a deposit as billed rent",
    file: `${rent}/books/rent-roll.repo.ts`,
    find: "c.lease_id = o.id and c.kind = 'deposit' offset 0) c)) as billed",
    plant: "false offset 0) c)) as billed",
    test: lists,
  },
  {
    name: "sends all units of a page of properties at once",
    file: `${rent}/leases/properties.service.ts`,
    find: "Math.min(limit, countFitting(rows))",
    plant: "limit",
    test: lists,
  },
  {
    name: "leaves deposits out of the books of the month in which they move",
    file: `${rent}/books/rent-roll.repo.ts`,
    find: "and l.deposits_moved_on >= ${from}::date",
    plant: "and l.deposits_moved_on > ${to}::date + 40",
    test: `${rent}/books/rent-roll.int.test.ts`,
  },
  {
    name: "counts money for a deposit as collected rent",
    file: `${rent}/books/rent-roll.repo.ts`,
    find: "-sum(cents) filter (where is_recorded) from deposits",
    plant: "0 from deposits",
    test: lists,
  },
  {
    name: "tells of money to return although it is owed",
    file: `${rent}/rows/standings.repo.ts`,
    find: "greatest(0, s.held - greatest(0, s.cents - s.open_deposit)) + s.credit else 0 end as give_back",
    plant: "s.held + s.credit else 0 end as give_back",
    test: lists,
  },
  {
    name: "stops at the first of several leases that is refused",
    file: `${rent}/desk/several.service.ts`,
    find: "      results.push({ leaseId, done: null, refused: refusalOf(error, { deps, origin, leaseId }) });",
    plant: "      results.push({ leaseId, done: null, refused: refusalOf(error, { deps, origin, leaseId }) });\n      break;",
    test: several,
  },
  {
    name: "charges several leases again for a repeat of the call",
    file: `${rent}/desk/several.service.ts`,
    find: "await act(item, key && `${key}#${index}`)",
    plant: "await act(item, key && `${key}#${index}#${Math.random()}`)",
    test: several,
  },
  {
    name: "renews several leases with other grace days",
    file: `${rent}/leases/lease-end.service.ts`,
    find: "      graceDays,\n      lateFeeKind: lateFeeKind ??",
    plant: "      graceDays: graceDays + 1,\n      lateFeeKind: lateFeeKind ??",
    test: several,
  },
  {
    name: "previews a reminder that would be refused",
    file: `${rent}/desk/remind-preview.service.ts`,
    find: "if (hasLimits && sinceMs <",
    plant: "if (hasLimits && sinceMs < 0 *",
    test: several,
  },
  {
    name: "leaves the late fees that payments recorded together make wrong",
    file: `${rent}/desk/several.service.ts`,
    find: "addLeaseCredit(deps, origin, actor, item, itemKey)",
    plant: "addLeaseCredit(deps, origin, actor, { ...item, voidFees: false }, itemKey)",
    test: `${rent}/charges/late-fees.int.test.ts`,
  },
  {
    name: "reads every tenant of a landlord to say whose unmatched money could be",
    file: "apps/server/src/features/rent/rows/tenant-credit.repo.ts",
    find: "order by l.open_cents - l.unused_cents desc, l.id desc limit ${mostLeases}",
    plant: "limit ${mostLeases * 100_000}",
    test: "apps/server/src/testing/flat-reads.int.test.ts",
  },
  {
    name: "leaves the payment of unmatched money open after an administrator detached it",
    file: "apps/server/src/features/payments/unmatched/tenant-credit.service.ts",
    find: "if (!(await isOpenedFor(tx, { paymentId: id, transferId }))) return false;",
    plant: "if (decision.merchantId === null || !(await isOpenedFor(tx, { paymentId: id, transferId }))) return false;",
    test: "apps/server/src/features/payments/unmatched/tenant-credit.int.test.ts",
  },
  {
    name: "sorts all payments to show an administrator the largest of some days",
    file: "apps/server/src/features/admin/transactions/transactions.service.ts",
    find: "figures(kind).count, 0) <= fewInRange;",
    plant: "figures(kind).count, 0) >= 0;",
    test: "apps/server/src/testing/flat-reads.int.test.ts",
  },
  {
    name: "reads every dispute to show an administrator the largest",
    file: "drizzle/0106_amount_and_address_idx.sql",
    find: 'CREATE INDEX CONCURRENTLY "disputes_amount_idx" ON "disputes" USING btree ("amount_cents","id");',
    plant: 'CREATE INDEX CONCURRENTLY "disputes_amount_idx" ON "disputes" USING btree ("id");',
    test: "apps/server/src/testing/flat-reads.int.test.ts",
  },
];

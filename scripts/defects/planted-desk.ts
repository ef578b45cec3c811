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
];

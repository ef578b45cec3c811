import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const jobs = "apps/server/src/jobs";
const rules = "packages/domain/src/rent";
const failing = `${rent}/charges/failing-leases.int.test.ts`;
const many = "apps/server/src/features/settlement/recording/many-payments.int.test.ts";
const operations = "apps/server/src/features/operations/operations.int.test.ts";
const zones = "packages/db/src/time-zones.int.test.ts";

/** A failing item, or a customer with a lot of data, that blocks everybody else. */
export const lists: Defect[] = [
  {
    name: "an item that failed comes first again in the same list",
    file: `${jobs}/set-aside.repo.ts`,
    find: "and aside.next_try_at > ${now.toISOString()}::timestamptz)`;",
    plant: "and aside.next_try_at > ${now.toISOString()}::timestamptz + interval '1 hour')`;",
    test: failing,
  },
  {
    name: "one lease that fails holds up those that are worked on together with it",
    file: `${jobs}/work-list.ts`,
    find: "    const half = Math.ceil(lane.length / 2);",
    plant: "    const half = Math.ceil(lane.length / 2);\n    if (half > 0) throw error;",
    test: failing,
  },
  {
    name: "late fees ask the stops of one landlord for another's rent",
    file: `${rent}/charges/decide-late-fees.ts`,
    find: "stops.filter(({ merchantId }) => merchantId === null || merchantId === lease.merchantId)",
    plant: "stops",
    test: `${rent}/charges/payment-stops.int.test.ts`,
  },
  {
    name: "an item that failed is never tried again",
    file: `${jobs}/set-aside.repo.ts`,
    find: "and aside.next_try_at > ${now.toISOString()}::timestamptz)`;",
    plant: "and ${now.toISOString()}::timestamptz is not null)`;",
    test: failing,
  },
  {
    name: "the alarm about an item stays when the item is due no more",
    file: `${jobs}/work-list.ts`,
    find: "if (isWhole && isComplete) await endSetAside(deps, work.list, [...(waited ?? [])]);",
    plant: "",
    test: failing,
  },
  {
    name: "each of hundreds of items that fail has an alarm of its own",
    file: `${jobs}/work-list.ts`,
    find: "living.includes(own) || living.filter((key) => key !== setAsideOthers).length < mostNamed",
    plant: "living.length >= 0",
    test: operations,
  },
  {
    name: "an item that no job meets again keeps its alarm for ever",
    file: `${jobs}/work-list.ts`,
    find: "for (const key of left) if (key !== setAsideOthers || isFew) await clearAlarm(db, key, now);",
    plant: "void [left, isFew];",
    test: operations,
  },
  {
    name: "a business with a lease that failed is done with for the day",
    file: `${rent}/reminders/remind-by-rule.ts`,
    find: 'run.isWhole && !(await isAnySetAside(db, "remind-lease", merchantId))',
    plant: 'run.isWhole || (await isAnySetAside(db, "remind-lease", merchantId))',
    test: failing,
  },
  {
    name: "all charges of a lease are paid in one transaction",
    file: `${rent}/charges/allocate-leases.ts`,
    find: "rows.slice(0, allocationsAtOnce)",
    plant: "rows",
    test: failing,
  },
  {
    name: "money that one transaction did not put to charges is forgotten",
    file: `${rent}/charges/allocate-leases.ts`,
    find: "if (rows.length > allocationsAtOnce) left.add(leaseId);",
    plant: "void left;",
    test: failing,
  },
  {
    name: "late fees of the days that one transaction left are not asked for",
    file: `${rent}/charges/charge-late-fees.ts`,
    find: "return new Set([...left, ...unallocated]);",
    plant: "return new Set(unallocated);",
    test: failing,
  },
  {
    name: "a day that a zone left out has a late fee",
    file: `${rules}/late-fee-days.ts`,
    find: "|| !isDayThere(on, rent.timeZone)) continue;",
    plant: ") continue;",
    test: `${rules}/late-fee.test.ts`,
  },
  {
    name: "a day that a zone left out stops whoever asks for its beginning",
    file: `${rules}/calendar.ts`,
    find: "return startOfDay(dayAfter(day, 1), timeZone);",
    plant: "throw new RangeError(`There is no ${day} in ${timeZone}`);",
    test: `${rules}/calendar.test.ts`,
  },
  {
    name: "a lease takes charges without end",
    file: `${rent}/leases/lease-acts.service.ts`,
    find: ">= limits.openChargesPerLease)",
    plant: ">= Infinity)",
    test: failing,
  },
  {
    name: "a new lease is charged for any number of late fees at once",
    file: `${rules}/entry.ts`,
    find: "if (charges <= limits.chargesOnEntry) return null;",
    plant: "if (charges <= Infinity) return null;",
    test: `${rules}/entry.test.ts`,
  },
  {
    name: "the lease form goes through each day of past late fees",
    file: `${rules}/entry.ts`,
    find: "sumLateFees(charge, lateFee, today, timeZone)",
    plant: "{ count: Array.from({ length: 60 }, () => dayIn(now, timeZone)).length, cents: 0 }",
    test: `${rules}/entry.test.ts`,
  },
  {
    name: "a block that could not be sealed keeps its alarm when it is sealed with others",
    file: "apps/server/src/features/settlement/counting/finalize-transfers.ts",
    find: '    await endSetAside(deps, "block", itemsOf(blocks));\n    return sealed;',
    plant: "    return sealed;",
    test: many,
  },
  {
    name: "two who wait for each other are told of an internal error",
    file: "packages/db/src/transact-again.ts",
    find: "if (!isConflict(error) || tries === mostTries) throw error;",
    plant: "throw error;",
    test: "packages/db/src/transact-again.int.test.ts",
  },
  {
    name: "an abbreviation counts as a time zone",
    file: "packages/domain/src/time.ts",
    find: "!zoneShape.test(timeZone) || ",
    plant: "zoneShape.test('') || ",
    test: "packages/domain/src/time.test.ts",
  },
  {
    name: "an offset of an older version becomes its opposite",
    file: "drizzle/0068_time_zones_known.sql",
    find: "case when parts[1] = '+' then '-' else '+' end",
    plant: "parts[1]",
    test: zones,
  },
];

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
    name: "starts a list again with an item that failed",
    file: `${jobs}/set-aside.repo.ts`,
    find: "and aside.next_try_at > ${now.toISOString()}::timestamptz)`;",
    plant: "and aside.next_try_at > ${now.toISOString()}::timestamptz + interval '1 hour')`;",
    test: failing,
  },
  {
    name: "blocks the other leases of a batch when one fails",
    file: `${jobs}/work-list.ts`,
    find: "    const half = Math.ceil(lane.length / 2);",
    plant: "    const half = Math.ceil(lane.length / 2);\n    if (half > 0) throw error;",
    test: failing,
  },
  {
    name: "applies one landlord's payment stops to another landlord's late fees",
    file: `${rent}/charges/decide-late-fees.ts`,
    find: "stops.filter(({ merchantId }) => merchantId === null || merchantId === lease.merchantId)",
    plant: "stops",
    test: `${rent}/charges/payment-stops.int.test.ts`,
  },
  {
    name: "never retries an item that failed",
    file: `${jobs}/set-aside.repo.ts`,
    find: "and aside.next_try_at > ${now.toISOString()}::timestamptz)`;",
    plant: "and ${now.toISOString()}::timestamptz is not null)`;",
    test: failing,
  },
  {
    name: "keeps the alarm of an item that is no longer due",
    file: `${jobs}/work-list.ts`,
    find: "if (isWhole && isComplete) await endSetAside(deps, work.list, [...(waited ?? [])]);",
    plant: "",
    test: failing,
  },
  {
    name: "raises a separate alarm for each of hundreds of failed items",
    file: `${jobs}/work-list.ts`,
    find: "livingKeys.includes(listAlarm) || livingKeys.filter((key) => key !== setAsideOthers).length < mostNamed",
    plant: "livingKeys.length >= 0",
    test: operations,
  },
  {
    name: "never ends the alarm of an item that no job reads again",
    file: `${jobs}/work-list.ts`,
    find: "for (const key of left) if (key !== setAsideOthers || isFew) await clearAlarm(db, key, now);",
    plant: "void [left, isFew];",
    test: operations,
  },
  {
    name: "skips a business for the day when one of its leases failed",
    file: `${rent}/reminders/remind-by-rule.ts`,
    find: 'run.isWhole && !(await isAnySetAside(db, "remind-lease", merchantId))',
    plant: 'run.isWhole || (await isAnySetAside(db, "remind-lease", merchantId))',
    test: failing,
  },
  {
    name: "allocates all charges of a lease in one transaction",
    file: `${rent}/charges/allocate-leases.ts`,
    find: "rows.slice(0, allocationsAtOnce)",
    plant: "rows",
    test: failing,
  },
  {
    name: "forgets money that one transaction did not allocate",
    file: `${rent}/charges/allocate-leases.ts`,
    find: "if (rows.length > allocationsAtOnce) unallocated.add(leaseId);",
    plant: "void unallocated;",
    test: failing,
  },
  {
    name: "skips late fees of days that one transaction left over",
    file: `${rent}/charges/charge-late-fees.ts`,
    find: "return new Set([...left, ...unallocated]);",
    plant: "return new Set(unallocated);",
    test: failing,
  },
  {
    name: "charges a late fee for a day that a time zone skipped",
    file: `${rules}/late-fee-days.ts`,
    find: "|| !isDayThere(on, rent.timeZone)) continue;",
    plant: ") continue;",
    test: `${rules}/late-fee.test.ts`,
  },
  {
    name: "fails on the start of a day that a time zone skipped",
    file: `${rules}/calendar.ts`,
    find: "return startOfDay(dayAfter(day, 1), timeZone);",
    plant: "throw new RangeError(`There is no ${day} in ${timeZone}`);",
    test: `${rules}/calendar.test.ts`,
  },
  {
    name: "allows an unlimited number of charges for a lease",
    file: `${rent}/leases/lease-acts.service.ts`,
    find: ">= limits.openChargesPerLease)",
    plant: ">= Infinity)",
    test: failing,
  },
  {
    name: "charges an unlimited number of late fees for a new lease",
    file: `${rules}/entry.ts`,
    find: "if (charges <= limits.chargesOnEntry) return null;",
    plant: "if (charges <= Infinity) return null;",
    test: `${rules}/entry.test.ts`,
  },
  {
    name: "computes every day of past late fees in the lease form",
    file: `${rules}/entry.ts`,
    find: "sumLateFees(charge, lateFee, today, timeZone)",
    plant: "{ count: Array.from({ length: 60 }, () => dayIn(now, timeZone)).length, cents: 0 }",
    test: `${rules}/entry.test.ts`,
  },
  {
    name: "keeps the alarm of an unsealed block after it was sealed in a batch",
    file: "apps/server/src/features/settlement/counting/finalize-transfers.ts",
    find: '    await endSetAside(deps, "block", itemsOf(blocks));\n    return sealed;',
    plant: "    return sealed;",
    test: many,
  },
  {
    name: "answers a deadlock with an internal error",
    file: "packages/db/src/transact-again.ts",
    find: "if (!isConflict(error) || tries === mostTries) throw error;",
    plant: "throw error;",
    test: "packages/db/src/transact-again.int.test.ts",
  },
  {
    name: "accepts an abbreviation as a time zone",
    file: "packages/domain/src/time.ts",
    find: "!zoneShape.test(timeZone) || ",
    plant: "zoneShape.test('') || ",
    test: "packages/domain/src/time.test.ts",
  },
  {
    name: "inverts a stored time zone offset of an older version",
    file: "drizzle/0068_time_zones_known.sql",
    find: "case when parts[1] = '+' then '-' else '+' end",
    plant: "parts[1]",
    test: zones,
  },
  {
    name: "folds a month of a ledger in which a charge is open",
    file: "apps/web/src/features/rent/ledger-months.ts",
    find: "isKept || own.some(({ charge }) => charge !== null && charge.open > 0)",
    plant: "isKept",
    test: "apps/web/src/features/rent/ledger-months.test.ts",
  },
  {
    name: "moves the details of a pending payment on a phone as its state changes",
    file: "apps/web/src/features/payments/pending/pending.module.css",
    find: "    min-height: 33rem;\n",
    plant: "",
    test: "apps/web/src/features/payments/live-payment.browser.test.tsx",
  },
  {
    name: "moves the links of the sign-in down for a refusal",
    file: "apps/web/src/features/auth/auth.module.css",
    find: "  min-height: 3.75rem;\n",
    plant: "",
    test: "apps/web/src/features/auth/login-form.browser.test.tsx",
  },
  {
    name: "fetches the code of dialogs ahead although the visitor saves data",
    file: "apps/web/src/lib/loading/use-fetch-when-idle.ts",
    find: "connection?.saveData",
    plant: "false",
    test: "apps/web/src/lib/loading/use-fetch-when-idle.browser.test.tsx",
  },
  {
    name: "fetches the code of a dialog only with the press that opens it",
    file: "apps/web/src/ui/lazy-part.tsx",
    find: "onPointerEnter: onFocus",
    plant: "onPointerEnter: () => {}",
    test: "apps/web/src/ui/lazy-part.browser.test.tsx",
  },
  {
    name: "leaves the old page in place while the code of the next one is on its way",
    file: "apps/web/src/kit/shell/page-shape.tsx",
    find: "      options.pendingComponent ??= shape;\n",
    plant: "",
    test: "apps/web/src/scroll-place.browser.test.tsx",
  },
  {
    name: "forgets the place in a list once the shape of the next page is shown",
    file: "apps/web/src/lib/scroll-place.ts",
    find: "if (!pathChanged && !wasLeft) return;",
    plant: "if (!pathChanged) return;",
    test: "apps/web/src/scroll-place.browser.test.tsx",
  },
];

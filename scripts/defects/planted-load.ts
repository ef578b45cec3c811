import type { Defect } from "./defect.ts";

const server = "apps/server/src";
const forgetting = `${server}/jobs/forget-rows.int.test.ts`;
const drawing = `${server}/pdf/pdf-drawer.test.ts`;
const turns = `${server}/file-queue.test.ts`;
const own = `${server}/features/account/account.int.test.ts`;
const locales = "packages/db/src/search-locales.int.test.ts";
const rollOrder = `${server}/features/rent/books/roll-order.int.test.ts`;
const following = `${server}/events/follow.int.test.ts`;

/** A reader, a file or a table that uses up the process or the database, and rows that are never deleted. */
export const loading: Defect[] = [
  {
    name: "loses a charge where two transactions charge one lease at once",
    file: "drizzle/0106_one_version_of_a_lease.sql",
    find: `create or replace function keep_lease_standings(ids uuid[]) returns void language plpgsql as $$
begin
  perform from leases l where l.id = any(ids) order by l.id for no key update;`,
    plant: `create or replace function keep_lease_standings(ids uuid[]) returns void language plpgsql as $$
begin`,
    test: "packages/db/src/lease-standings.int.test.ts",
  },
  {
    name: "leaves an assigned credit in the money of the lease that it came from",
    file: "drizzle/0106_one_version_of_a_lease.sql",
    find: "(values (n.lease_id), (b.lease_id)) as c",
    plant: "(values (n.lease_id)) as c",
    test: "packages/db/src/lease-standings.int.test.ts",
  },
  {
    name: "writes a lease once for the credits and once for the charges that money is put to",
    file: "drizzle/0106_one_version_of_a_lease.sql",
    find: "where n.voided_at is distinct from b.voided_at having",
    plant: "where (n.voided_at, n.paid_cents) is distinct from (b.voided_at, b.paid_cents) having",
    test: "packages/db/src/lease-standings.int.test.ts",
  },
  {
    name: "keeps a lease in the queue for allocation when all its money is used",
    file: "drizzle/0106_one_version_of_a_lease.sql",
    find: "owed_since = s.owed_since, needs_allocation = l.needs_allocation and s.open_cents > 0 and s.unused_cents > 0",
    plant: "owed_since = s.owed_since, needs_allocation = l.needs_allocation",
    test: "packages/db/src/lease-standings.int.test.ts",
  },
  {
    name: "keeps a payment that was reversed on its own day as the last one of a lease",
    file: "drizzle/0103_lease_activity.sql",
    find: "and back.kind = 'reversal' and",
    plant: "and false and",
    test: "packages/db/src/lease-standings.int.test.ts",
  },
  {
    name: "does not keep the day on which money was allocated to a deposit",
    file: "drizzle/0103_lease_activity.sql",
    find: "max(greatest(e.counted_on, a.counted_on))",
    plant: "max(e.counted_on)",
    test: "packages/db/src/lease-standings.int.test.ts",
  },
  {
    name: "looks up each tenant of a page of leases by itself",
    file: `${server}/features/rent/rows/tenancies.repo.ts`,
    find: "lease_id = any(array(select p.id from page p))",
    plant: "lease_id in (select p.id from page p)",
    test: `${server}/testing/flat-reads.int.test.ts`,
  },
  {
    name: "joins all open rents with all charges for each line of a ledger",
    file: "drizzle/0102_check_changed_lines.sql",
    find: "and c.id = any(unpaid) and",
    plant: `and c.id in (
      select a.charge_id from added e join lease_allocations a on a.credit_id = e.credit_id
      where e.kind = 'reversal' and e.cents > 0 and not exists (select from charges given where given.unused_credit_id = e.credit_id)) and`,
    test: `${server}/testing/stale-statistics.int.test.ts`,
  },
  {
    name: "checks all charges of a lease where one changed",
    file: `${server}/features/rent/charges/lease-invariants.repo.ts`,
    find: "const charge = lines === undefined ?",
    plant: "const charge = lines !== null ?",
    test: `${server}/features/operations/check-state.int.test.ts`,
  },
  {
    name: "does not note the credit of a new line for the check",
    file: "drizzle/0106_one_version_of_a_lease.sql",
    find: "select distinct lease_id, charge_id, credit_id from added;",
    plant: "select distinct lease_id, charge_id, null::uuid from added;",
    test: `${server}/features/operations/check-state.int.test.ts`,
  },
  {
    name: "reads all transfers for each unit of the building",
    file: `${server}/features/rent/rows/properties.repo.ts`,
    find: "${hasTransfer(sql`y.id`)}",
    plant: "exists (select from ${transfers} t where t.payment_id = y.id and t.orphaned_at is null)",
    test: `${server}/testing/stale-statistics.int.test.ts`,
  },
  {
    name: "takes a time after a month's end in a western zone for the next month",
    file: "packages/domain/src/time.ts",
    find: "if (now.getTime() < monthStart(month, timeZone)) return month - 1;",
    plant: "",
    test: "packages/domain/src/time.test.ts",
  },
  {
    name: "lets a procedure parse its output by the slow way",
    file: `${server}/trpc/init.ts`,
    find: "if (output !== undefined && schemaOfOutput(output) === null)",
    plant: "if (output === null)",
    test: `${server}/trpc/write-rules.test.ts`,
  },
  {
    name: "makes public ids with another alphabet than the one given out before",
    file: "packages/domain/src/ids.ts",
    find: 'const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"',
    plant: 'const alphabet = "0123456789abcdefghijkmnpqrstvwxy"',
    test: "packages/domain/src/ids.test.ts",
  },
  {
    name: "adds up the open charges of all of a landlord's leases for a page of tenants",
    file: `${server}/features/rent/rows/standings.repo.ts`,
    find: " and c.due_on < o.today and o.owed_since < o.today",
    plant: " and c.due_on < o.today",
    test: `${server}/testing/flat-reads.int.test.ts`,
  },
  {
    name: "sorts all of a landlord's leases for a page by balance",
    file: `${server}/features/rent/rows/tenancies.repo.ts`,
    find: "byAmount(sql`(s.open_cents - s.unused_cents)`)",
    plant: "byAmount(sql`(s.cents - s.credit)`)",
    test: `${server}/testing/flat-reads.int.test.ts`,
  },
  {
    name: "works out the figures of 1,000 leases for a page of 25",
    file: `${server}/features/rent/books/rent-roll.repo.ts`,
    find: "first: limit, most: leasesAtOnce",
    plant: "first: leasesAtOnce, most: leasesAtOnce",
    test: rollOrder,
  },
  {
    name: "reads all units of a property for a page of the rent roll",
    file: `${server}/features/rent/books/roll-order.repo.ts`,
    find: "un.property_id = pr.id and ${isAfter} order by ${unitKey}, l.id",
    plant: "un.property_id = pr.id and ${isAfter} order by ${unitKey} || '', l.id",
    test: rollOrder,
  },
  {
    name: "works out the figures of all leases in one statement when none has a part in the period",
    file: `${server}/features/rent/books/roll-order.repo.ts`,
    find: "Math.min(2 * size, most)",
    plant: "100 * size",
    test: rollOrder,
  },
  {
    name: "answers 500 when a statement reaches its time limit",
    file: `${server}/trpc/error-shape.ts`,
    find: "if (isOutOfTime(error)) return new HearthError",
    plant: "if (isOutOfTime(null)) return new HearthError",
    test: `${server}/plugins/probes.int.test.ts`,
  },
  {
    name: "reloads a live stream for an event that it has already shown",
    file: `${server}/events/event-bus.ts`,
    find: "      hasChanged = false;\n      return !isOver;",
    plant: "      return !isOver;",
    test: following,
  },
  {
    name: "writes an export without yielding to other work",
    file: `${server}/in-slices.ts`,
    find: "    await nextTurn();",
    plant: "    await Promise.resolve(nextTurn);",
    test: `${server}/csv/write-csv.test.ts`,
  },
  {
    name: "processes a large file in one turn of the event loop",
    file: `${server}/in-slices.ts`,
    find: "    if (slice.length < size) continue;",
    plant: "    if (slice.length < 100 * size) continue;",
    test: `${server}/testing/held-process.int.test.ts`,
  },
  {
    name: "gives the next document to a worker thread that has ended",
    file: `${server}/worker-thread.ts`,
    find: "      await end();\n      throw isClosed",
    plant: "      throw isClosed",
    test: drawing,
  },
  {
    name: "lets one account use all slots for files",
    file: `${server}/file-queue.ts`,
    find: "if (openCount >= limits.account) {",
    plant: "if (openCount > limits.waiting) {",
    test: turns,
  },
  {
    name: "never frees the slot of a file that failed",
    file: `${server}/file-queue.ts`,
    find: "        if (openCount > 0) open.set(userId, openCount);\n        else open.delete(userId);",
    plant: "        if (openCount > 0) open.set(userId, openCount);",
    test: turns,
  },
  {
    name: "stops data retention after one batch",
    file: `${server}/jobs/forget-rows.ts`,
    find: "if (deletedCount === atOnce) more.push(name);",
    plant: "if (deletedCount > atOnce) more.push(name);",
    test: forgetting,
  },
  {
    name: "stops data retention at a table that fails",
    file: `${server}/jobs/forget-rows.ts`,
    find: "      return 0;",
    plant: "      throw cause;",
    test: forgetting,
  },
  {
    name: "waits for locked rows in data retention",
    file: "packages/db/src/retention.ts",
    find: "limit ${atMost} for update skip locked",
    plant: "limit ${atMost} for update nowait",
    test: forgetting,
  },
  {
    name: "never deletes the sessions of exchange links",
    file: "packages/db/src/retention.ts",
    find: "isOver: (now) => lt(schema.exchangeLinks.expiresAt, daysBefore(now, retentionDays.exchangeLinks)),",
    plant: "isOver: (now) => lt(schema.exchangeLinks.expiresAt, daysBefore(now, 36_500)),",
    test: forgetting,
  },
  {
    name: "keeps the schedules of removed jobs",
    file: `${server}/jobs/scheduled-jobs.ts`,
    find: "    if (isJobName(name)) continue;",
    plant: '    if (name !== "") continue;',
    test: `${server}/jobs/scheduled-jobs.int.test.ts`,
  },
  {
    name: "restarts an account's data export with every part",
    file: `${server}/features/account/own-data.service.ts`,
    find: "  place.after = rows.at(-1)?.key ?? null;",
    plant: "  place.after = rows.at(0)?.key ?? null;",
    test: own,
  },
  {
    name: "continues an account's data export with another account's cursor",
    file: `${server}/features/account/own-data.service.ts`,
    find: "  const context = `own data ${userId}`;",
    plant: '  const context = "own data";',
    test: own,
  },
  {
    name: "depends on the database's locale in searches",
    file: "drizzle/0074_search_text.sql",
    find: `lower($1 COLLATE "pg_c_utf8")`,
    plant: "lower($1)",
    test: locales,
  },
  {
    name: "fails the migration on names that differ only in the C locale",
    file: "drizzle/0074_search_text.sql",
    find: `WHERE named."id" = p."id" AND named.place > 1;`,
    plant: `WHERE named."id" = p."id" AND named.place > 9;`,
    test: locales,
  },
  {
    name: "normalises any row of combining marks",
    file: "packages/domain/src/text.ts",
    find: "if (!stackedMarks.test(value)) return",
    plant: "if (value !== '') return",
    test: "packages/domain/src/text.test.ts",
  },
  {
    name: "parses a long body of any number of members",
    file: `${server}/long-bodies.ts`,
    find: "if (outside > maxOutsideTexts) return true;",
    plant: "if (outside > longBodyBytes) return true;",
    test: `${server}/long-bodies.test.ts`,
  },
  {
    name: "refuses a file of charges with quotation marks",
    file: `${server}/long-bodies.ts`,
    find: "while (end !== -1 && isEscaped(json, end));",
    plant: "while (end !== -1 && isEscaped(json, -end));",
    test: `${server}/long-bodies.test.ts`,
  },
  {
    name: "parses any number of relationships of an uploaded document",
    file: `${server}/uploads/judge-word.ts`,
    find: '> maxLinkBytes) return "sealed"',
    plant: '> 1_000 * maxLinkBytes) return "sealed"',
    test: `${server}/uploads/judge-document.test.ts`,
  },
  {
    name: "judges uploaded documents in the thread that answers requests",
    file: `${server}/uploads/document-judge.ts`,
    find: "await thread.ask({ name, content });",
    plant: '{ judgement: await (await import("./judge-document.ts")).judgeDocument(name, content) };',
    test: `${server}/uploads/document-judge.test.ts`,
  },
];

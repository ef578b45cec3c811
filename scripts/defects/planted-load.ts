import type { Defect } from "./defect.ts";

const server = "apps/server/src";
const forgetting = `${server}/jobs/forget-rows.int.test.ts`;
const drawing = `${server}/pdf/pdf-drawer.test.ts`;
const turns = `${server}/file-turns.test.ts`;
const own = `${server}/features/account/account.int.test.ts`;
const locales = "packages/db/src/search-locales.int.test.ts";
const following = `${server}/events/follow.int.test.ts`;

/** A reader, a file or a table that uses up the process or the database, and rows that are never deleted. */
export const loading: Defect[] = [
  {
    name: "a live stream runs its load again for an event that it has shown",
    file: `${server}/events/event-bus.ts`,
    find: "      hasChanged = false;\n      return !isOver;",
    plant: "      return !isOver;",
    test: following,
  },
  {
    name: "an export is written in one go",
    file: `${server}/in-slices.ts`,
    find: "    await nextTurn();",
    plant: "    await Promise.resolve(nextTurn);",
    test: `${server}/csv/write-csv.test.ts`,
  },
  {
    name: "a large file is worked on in one piece",
    file: `${server}/in-slices.ts`,
    find: "    if (slice.length < size) continue;",
    plant: "    if (slice.length < 100 * size) continue;",
    test: `${server}/testing/held-process.int.test.ts`,
  },
  {
    name: "a thread that has ended is given the next document",
    file: `${server}/pdf/pdf-drawer.ts`,
    find: "      await end();\n      throw isClosed",
    plant: "      throw isClosed",
    test: drawing,
  },
  {
    name: "one account has all the turns of files",
    file: `${server}/file-turns.ts`,
    find: "if (own >= limits.account) {",
    plant: "if (own > limits.waiting) {",
    test: turns,
  },
  {
    name: "a file that could not be made keeps its turn",
    file: `${server}/file-turns.ts`,
    find: "        if (left > 0) open.set(userId, left);\n        else open.delete(userId);",
    plant: "        if (left > 0) open.set(userId, left);",
    test: turns,
  },
  {
    name: "forgetting ends after one portion",
    file: `${server}/jobs/forget-rows.ts`,
    find: "if (gone === atOnce) more.push(name);",
    plant: "if (gone > atOnce) more.push(name);",
    test: forgetting,
  },
  {
    name: "a table that cannot be forgotten holds up all others",
    file: `${server}/jobs/forget-rows.ts`,
    find: "      return 0;",
    plant: "      throw cause;",
    test: forgetting,
  },
  {
    name: "forgetting waits for rows that somebody holds",
    file: "packages/db/src/retention.ts",
    find: "limit ${atMost} for update skip locked",
    plant: "limit ${atMost} for update nowait",
    test: forgetting,
  },
  {
    name: "links to the exchange keep their sessions for ever",
    file: "packages/db/src/retention.ts",
    find: "isOver: (now) => lt(schema.exchangeLinks.expiresAt, daysBefore(now, retentionDays.exchangeLinks)),",
    plant: "isOver: (now) => lt(schema.exchangeLinks.expiresAt, daysBefore(now, 36_500)),",
    test: forgetting,
  },
  {
    name: "schedules of former jobs stay",
    file: `${server}/jobs/scheduled-jobs.ts`,
    find: "    if (isJobName(name)) continue;",
    plant: '    if (name !== "") continue;',
    test: `${server}/jobs/scheduled-jobs.int.test.ts`,
  },
  {
    name: "the file of one's own data begins each piece anew",
    file: `${server}/features/account/own-data.service.ts`,
    find: "  place.after = rows.at(-1)?.key ?? null;",
    plant: "  place.after = rows.at(0)?.key ?? null;",
    test: own,
  },
  {
    name: "somebody's file of own data goes on with another's cursor",
    file: `${server}/features/account/own-data.service.ts`,
    find: "  const context = `own data ${userId}`;",
    plant: '  const context = "own data";',
    test: own,
  },
  {
    name: "searches go by the locale of the database",
    file: "drizzle/0074_search_text.sql",
    find: `lower($1 COLLATE "pg_c_utf8")`,
    plant: "lower($1)",
    test: locales,
  },
  {
    name: "names that were two in the locale C stop the migration",
    file: "drizzle/0074_search_text.sql",
    find: `WHERE named."id" = p."id" AND named.place > 1;`,
    plant: `WHERE named."id" = p."id" AND named.place > 9;`,
    test: locales,
  },
];

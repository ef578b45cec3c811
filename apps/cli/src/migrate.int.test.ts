import { isMigrated, migrateDatabase } from "@hearth/db/migrate";
import { createEmptyDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Hearth, openHearth } from "./testing/run-hearth.ts";

let database: TestDatabase;
let hearth: Hearth;
beforeAll(async () => {
  [database, hearth] = await Promise.all([createEmptyDatabase(), openHearth("http://127.0.0.1:1")]);
});
afterAll(async () => {
  await hearth.close();
  await database.close();
});

it("hearth migrate lists pending migrations, runs them, also when started twice at once, and then has nothing to do", async () => {
  const env = { DATABASE_URL: database.url };
  const migrate = (...options: string[]) => hearth.run(["migrate", ...options], { env });
  const lacking = await migrate("--check", "--json");
  expect([lacking.code, JSON.parse(lacking.stdout).pending[0], await isMigrated(database.url)]).toEqual([
    5,
    expect.stringMatching(/^0000_/),
    false,
  ]);
  await migrateDatabase(database.url, 1); // before the first migration: only the table of migrations
  expect((await migrate("--check")).code).toBe(5);
  const both = await Promise.all([migrate(), migrate()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await isMigrated(database.url)).toBe(true);
  const after = await migrate("--check");
  expect([after.code, after.stdout.trim()]).toEqual([0, "The database is at the newest migration"]);
});

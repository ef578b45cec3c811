import { isTimeZone } from "@hearth/domain/time";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url);
});
afterAll(async () => {
  await connection.close();
  await database.close();
});

/** A day of each week from 2000 to 2031. */
const moments = Array.from({ length: 32 * 52 }, (_, week) => new Date(Date.UTC(2000, 0, 1 + week * 7, 12)));
/** Governments change their clocks at short notice. From this year on two releases of the time zone database may be an hour apart. */
const settledBefore = "2026";

/** What clocks in a zone show at these moments, read by JavaScript. */
function clocksOf(timeZone: string): string[] {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return moments.map((moment) => format.format(moment));
}

const hoursApart = (one: string, other: string) => Math.abs(Date.parse(`${one}Z`) - Date.parse(`${other}Z`)) / 3_600_000;

it("knows every time zone that is taken, with the clocks that JavaScript reads there", async () => {
  const known = await connection.db.execute<{ name: string }>(sql`select name from pg_timezone_names`);
  const names = [...new Set([...Intl.supportedValuesOf("timeZone"), ...known.map(({ name }) => name)])];
  const taken = names.filter(isTimeZone);
  expect(taken.length).toBeGreaterThan(400);
  const different: string[] = [];
  for (const name of taken) {
    const read = await connection.db.execute<{ clock: string }>(sql`
      select to_char(m.at::timestamptz at time zone ${name}, 'YYYY-MM-DD HH24:MI:SS') as clock
      from jsonb_array_elements_text(${JSON.stringify(moments)}::jsonb) with ordinality as m(at, place) order by m.place`);
    const clocks = clocksOf(name);
    const first = read.find(({ clock }, place) => hoursApart(clock, clocks[place] ?? "") > (clock < settledBefore ? 0 : 1));
    if (first !== undefined) different.push(`${name} at ${first.clock}`);
  }
  expect(different).toEqual([]);
});

it("takes every zone that browsers offer", () => {
  expect(Intl.supportedValuesOf("timeZone").filter((name) => !isTimeZone(name))).toEqual([]);
});

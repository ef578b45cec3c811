import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isTimeZone } from "@hearth/domain/time";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { leases } from "./schema/leases.ts";
import { migrationsFolder } from "./migrate.ts";
import { makeMerchant } from "./testing/factories.ts";
import { makeLease } from "./testing/rent-factories.ts";
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

/** A day of every third week from 2000 to 2031. */
const moments = Array.from({ length: 32 * 17 }, (_, place) => new Date(Date.UTC(2000, 0, 1 + place * 21, 12)));
/** Governments change their clocks at short notice. From this year on two releases of the time zone database may be an hour apart. */
const settledBefore = "2026";

/** Returns the local times of a zone at these moments, computed by JavaScript. */
function clocksOf(timeZone: string): string[] {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return moments.map((moment) => format.format(moment));
}

const hoursApart = (one: string, other: string) => Math.abs(Date.parse(`${one}Z`) - Date.parse(`${other}Z`)) / 3_600_000;

it("knows every accepted time zone, with the same local times as JavaScript", async () => {
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

it("accepts every zone that browsers offer", () => {
  expect(Intl.supportedValuesOf("timeZone").filter((name) => !isTimeZone(name))).toEqual([]);
});

it("refuses a lease with an unknown zone", async () => {
  const { merchant, owner } = await makeMerchant(connection.db);
  for (const timeZone of ["AET", "US/Pacific-New", "EST", "-05:00"])
    await expect(makeLease(connection.db, { merchantId: merchant.id, createdBy: owner.id, timeZone })).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/time zone ".*" not recognized|leases_time_zone_known/) },
    });
});

it("replaces zones that an older version accepted with the intended ones", async () => {
  const { merchant, owner } = await makeMerchant(connection.db);
  const meant = {
    AET: "Australia/Sydney",
    EST: "America/Panama",
    "US/Pacific-New": "America/Los_Angeles",
    "-05:00": "Etc/GMT+5",
    "+05": "Etc/GMT-5",
    "+05:30": "Asia/Kolkata",
    "+01:17": "UTC",
    "US/Pacific": "US/Pacific",
    UTC: "UTC",
  };
  const [file] = globSync("*_time_zones_known.sql", { cwd: migrationsFolder });
  const statements = readFileSync(join(migrationsFolder, file ?? ""), "utf8").split("--> statement-breakpoint");
  const owned = postgres(database.url, { max: 1, onnotice: () => {} });
  try {
    const [rule] = await owned`select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'leases_time_zone_known'`;
    await owned`alter table leases drop constraint leases_time_zone_known`;
    for (const timeZone of Object.keys(meant)) await makeLease(connection.db, { merchantId: merchant.id, createdBy: owner.id, timeZone });
    await owned.unsafe(`alter table leases add constraint leases_time_zone_known ${rule?.["text"]} not valid`);
    for (const statement of statements) await owned.unsafe(statement);
  } finally {
    await owned.end();
  }
  const found = await connection.db.select({ timeZone: leases.timeZone }).from(leases).orderBy(leases.id);
  expect(found.map(({ timeZone }) => timeZone)).toEqual(Object.values(meant));
});

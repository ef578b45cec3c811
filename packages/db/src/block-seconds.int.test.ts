import * as rules from "@hearth/domain/time";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isBlockAfter, isBlockBefore, isBlockSince, isPaidInTime } from "./block-seconds.ts";
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

const instant = (time: Date | null) => sql`${time?.toISOString() ?? null}::timestamptz`;
const block = new Date("2026-11-20T10:00:05Z");
/** Moments around the block: the second before, the block's own second from its first to its last millisecond, and the second after. */
const moments = [-1_000, -1, 0, 1, 400, 999, 1_000, 1_999].map((ms) => new Date(block.getTime() + ms));

it("compares block times with server timestamps in SQL like the domain, at each edge", async () => {
  for (const moment of moments) {
    const [time, at] = [instant(block), instant(moment)];
    const [row] = await connection.db.execute(
      sql`select ${isBlockBefore(time, at)} as before, ${isBlockSince(time, at)} as since, ${isBlockAfter(time, at)} as after`,
    );
    const isBefore = rules.isBlockBefore(block, moment);
    expect({ moment, ...row }).toEqual({ moment, before: isBefore, since: !isBefore, after: rules.isBlockAfter(block, moment) });
  }
});

it("decides in SQL like the domain if money came in time for a checkout, at each edge", async () => {
  for (const expiresAt of moments) {
    for (const endedAt of [null, ...moments]) {
      const [row] = await connection.db.execute(
        sql`select ${isPaidInTime(instant(block), { expiresAt: instant(expiresAt), endedAt: instant(endedAt) })} as "inTime"`,
      );
      const isLate = rules.isPaidLate(block, { expiresAt, givenUpAt: endedAt });
      expect({ expiresAt, endedAt, ...row }).toEqual({ expiresAt, endedAt, inTime: !isLate });
    }
  }
});

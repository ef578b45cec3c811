import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { rateLimits } from "@hearth/db/schema/rate-limits";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSharedLimits } from "./shared-limits.ts";
import { forgetRows } from "./jobs/forget-rows.ts";
import { ManualClock } from "./testing/manual-clock.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
let clock: ManualClock;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url);
});
beforeEach(async () => {
  clock = new ManualClock(new Date("2026-11-20T10:00:00Z"));
  await connection.db.delete(rateLimits);
});
afterAll(async () => {
  await connection.close();
  await database.close();
});

const refused = expect.objectContaining({ code: "RATE_LIMITED" });

describe("the shared limits", () => {
  it("allow as many tries as the rule says, also concurrently in several processes, and say how long to wait", async () => {
    const processes = Array.from({ length: 4 }, () => createSharedLimits(connection.db, clock));
    const tries = await Promise.allSettled(Array.from({ length: 40 }, async (_, turn) => processes[turn % 4]?.take("login", "ada")));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    clock.advance({ seconds: 60 });
    await expect(processes[0]?.take("login", "ada")).rejects.toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 14 * 60 });
  });

  it("reset exactly when the window ends", async () => {
    const limits = createSharedLimits(connection.db, clock, { login: { max: 1, windowSeconds: 10 } });
    await limits.take("login", "ada");
    clock.advance({ milliseconds: 9_999 });
    await expect(limits.take("login", "ada")).rejects.toEqual(refused);
    clock.advance({ milliseconds: 2 });
    await limits.take("login", "ada");
    await expect(limits.take("login", "ada")).rejects.toEqual(refused);
  });

  it("count each key and each rule separately, and reset one key only", async () => {
    const limits = createSharedLimits(connection.db, clock, { login: { max: 1, windowSeconds: 10 }, relay: { max: 1, windowSeconds: 10 } });
    for (const key of ["ada", "ben"]) await limits.take("login", key);
    await limits.take("relay", "ada");
    await limits.reset("login", "ada");
    await limits.take("login", "ada");
    await expect(limits.take("login", "ben")).rejects.toEqual(refused);
    await expect(limits.take("relay", "ada")).rejects.toEqual(refused);
  });

  it("store no addresses, and delete expired windows", async () => {
    const limits = createSharedLimits(connection.db, clock);
    await limits.take("login", "203.0.113.7 ada@example.com");
    await limits.take("register", "203.0.113.7");
    expect(JSON.stringify(await connection.db.select().from(rateLimits))).not.toMatch(/203|ada/);
    clock.advance({ minutes: 20 });
    await forgetRows({ db: connection.db, clock, ending: new AbortController() });
    expect((await connection.db.select().from(rateLimits)).map(({ rule }) => rule)).toEqual(["register"]);
  });

  it("refuse nothing when they are off", async () => {
    const limits = createSharedLimits(connection.db, clock, null);
    for (let time = 0; time < 20; time += 1) await limits.take("login", "ada");
    expect(await connection.db.$count(rateLimits)).toBe(0);
  });
});

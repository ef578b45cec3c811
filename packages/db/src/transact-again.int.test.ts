import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { transactWithRetry } from "./transact-again.ts";

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

/** Takes two locks in turn. On its first run it waits in between until the other has its first lock too. */
function taker(first: number, second: number, meet: () => Promise<void>) {
  let runs = 0;
  const run = transactWithRetry(connection.db, async (tx) => {
    runs += 1;
    await tx.execute(sql`select pg_advisory_xact_lock(${first})`);
    if (runs === 1) await meet();
    await tx.execute(sql`select pg_advisory_xact_lock(${second})`);
  });
  return run.then(() => runs);
}

it("retries a transaction after a deadlock", async () => {
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  const meet = () => {
    if (++arrived === 2) both.resolve();
    return both.promise;
  };
  const runs = await Promise.all([taker(1, 2, meet), taker(2, 1, meet)]);
  expect(runs.toSorted()).toEqual([1, 2]);
});

it("runs a transaction once if it fails for another reason, and gives up after five conflicts", async () => {
  let runs = 0;
  const failing = (raise: string) =>
    transactWithRetry(connection.db, async (tx) => {
      runs += 1;
      await tx.execute(sql.raw(`do $$ begin raise exception 'no' using errcode = '${raise}'; end $$`));
    });
  await expect(failing("23505")).rejects.toThrow();
  expect(runs).toBe(1);
  await expect(failing("40P01")).rejects.toThrow();
  expect(runs).toBe(6);
});

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { type HeldLock, holdLock } from "./held-lock.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
const open: HeldLock[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url);
});
afterAll(async () => {
  await Promise.all(open.map((lock) => lock.close()));
  await connection.close();
  await database.close();
});

async function hold(name: string) {
  const lock = await holdLock(database.url, name);
  open.push(lock);
  return lock;
}

async function until(isSo: () => boolean) {
  const end = Date.now() + 60_000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error("It did not come about in time");
    await sleep(20);
  }
}

it("is held by one process at a time, and passes on when that one releases it", async () => {
  const [first, second] = [await hold("a"), await hold("a")];
  expect([first.isHeld(), second.isHeld(), (await hold("b")).isHeld()]).toEqual([true, false, true]);
  await first.close();
  expect(first.isHeld()).toBe(false);
  await until(() => second.isHeld());
});

it("stays held for longer than an idle session lives", async () => {
  const [first, second] = [await hold("c"), await hold("c")];
  const end = Date.now() + 4_000;
  while (Date.now() < end) {
    expect(second.isHeld()).toBe(false);
    await sleep(50);
  }
  expect(first.isHeld()).toBe(true);
});

it("is lost and acquired again when PostgreSQL ends its session", async () => {
  const lock = await hold("d");
  expect(lock.isHeld()).toBe(true);
  await connection.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'hearth-lock%' and datname = current_database()`;
  await until(() => !lock.isHeld());
  await until(() => lock.isHeld());
});

it("is free after its holder was silent for three seconds", async () => {
  const silent = connectDatabase(database.url).sql;
  await using _closing = { [Symbol.asyncDispose]: () => silent.end({ timeout: 1 }) };
  const session = await silent.reserve();
  await session`set idle_session_timeout = 3000`;
  await session`select pg_try_advisory_lock(hashtext('e'))`;
  const lock = await hold("e");
  expect(lock.isHeld()).toBe(false);
  await until(() => lock.isHeld());
});

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection, type DatabaseOrTransaction } from "./client.ts";
import { users } from "./schema/users.ts";
import { makeUser } from "./testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url, { poolSize: 1 });
});
afterAll(async () => {
  await connection.close();
  await database.close();
});

describe("a statement that fails after its first rows", () => {
  it("leaves nothing of itself in the answer to the next one on its connection", async () => {
    const { id } = await makeUser(connection.db);
    const failing = sql`select 1 / (1000 - g) from generate_series(1, 2000) g`;
    await expect(connection.db.execute(failing)).rejects.toMatchObject({ cause: { message: "division by zero" } });
    const rows = await connection.db.select({ id: users.id }).from(users).where(eq(users.id, id));
    expect(rows).toEqual([{ id }]);
  });
});

it("compiles no statement", async () => {
  expect(await connection.db.execute(sql`show jit`)).toEqual([{ jit: "off" }]);
});

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** Opens a pool of one connection. Cuts the connection when a statement with these words passes, `times` times. */
async function cutAt(pattern: string, cut: (socket: Socket) => void, times = 1): Promise<DatabaseConnection> {
  const { hostname, port } = new URL(database.url);
  const between = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on("error", () => server.destroy()).on("close", () => server.destroy());
    server.on("error", () => client.destroy()).on("close", () => client.destroy());
    server.pipe(client);
    client.on("data", (data) => {
      if (times === 0 || !data.includes(pattern)) return void server.write(data);
      times--;
      cut(client);
    });
  });
  await once(between.listen(0, "127.0.0.1"), "listening");
  const address = between.address();
  const url = new URL(database.url);
  url.port = typeof address === "object" && address !== null ? String(address.port) : "";
  const through = connectDatabase(url.href, { poolSize: 1 });
  endings.push(async () => {
    await through.close();
    between.close();
    expect(times).toBe(0);
  });
  return through;
}

const serverProcess = async (tx: DatabaseOrTransaction) => Number((await tx.execute(sql`select pg_backend_pid() as pid`))[0]?.["pid"]);
const accounts = ({ db } = connection) => db.$count(users);

const ways: [way: string, cut: (socket: Socket) => void][] = [
  ["in order", (socket) => socket.destroySoon()],
  ["at once", (socket) => socket.resetAndDestroy()],
];

describe("a pool", () => {
  it("gives simultaneous queries a connection each, and the next query the most recently used one", async () => {
    const pool = connectDatabase(database.url, { poolSize: 4 });
    endings.push(pool.close);
    const begun = new Set<number>();
    const all = Promise.withResolvers<void>();
    const begin = async (tx: DatabaseOrTransaction) => {
      if (begun.add(await serverProcess(tx)).size === 4) all.resolve();
      await all.promise;
    };
    await Promise.all(Array.from({ length: 4 }, () => pool.db.transaction(begin)));
    const next = await serverProcess(pool.db);
    for (let turn = 0; turn < 4; turn++) {
      expect(await pool.db.transaction(serverProcess)).toBe(next);
      expect(await serverProcess(pool.db)).toBe(next);
    }
  });
});

// An uncaught error would end the process. Here it fails the run, whichever test it comes from.
describe("a connection that is lost", () => {
  it("ends its transaction, which writes nothing more on the next connection", async () => {
    const before = await accounts();
    const wentOn = Promise.withResolvers<unknown>();
    const work = connection.db.transaction(async (tx) => {
      await makeUser(tx);
      await connection.sql`select pg_terminate_backend(${await serverProcess(tx)})`;
      await expect.poll(() => accounts().catch(() => null), { timeout: 120_000 }).toBe(before); // the pool's only connection, reopened
      await makeUser(tx).then(wentOn.resolve, wentOn.reject);
    });
    await expect(work).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    await expect(wentOn.promise).rejects.toThrow();
    expect(await accounts()).toBe(before);
  });

  it.each(ways)("fails only the statements in flight: ended %s", async (_way, cut) => {
    const through = await cutAt("pg_sleep", cut);
    const before = await accounts();
    const work = through.db.transaction(async (tx) => {
      await makeUser(tx);
      await Promise.all([tx.execute(sql`select pg_sleep(1)`), tx.execute(sql`select 1`), tx.execute(sql`select 2`)]);
    });
    await expect(work).rejects.toThrow();
    for (let turn = 0; turn < 3; turn++) expect(await accounts(through)).toBe(before);
  });

  it.each(ways)("is reopened when it is lost during its setup: ended %s", async (_way, cut) => {
    const through = await cutAt("pg_catalog.pg_type", cut, 2);
    await expect.poll(() => accounts(through).catch(() => null), { timeout: 120_000 }).toBe(await accounts());
    expect(await accounts(through)).toBe(await accounts());
  });
});

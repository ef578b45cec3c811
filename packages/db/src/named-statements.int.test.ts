import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cachedQuery, preparedSql } from "./built-once.ts";
import { connectDatabase, type DatabaseConnection, type DatabaseOrTransaction } from "./client.ts";
import { users } from "./schema/users.ts";
import { makeUser } from "./testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  connection = connectDatabase(database.url, { poolSize: 1 });
  return () => connection.close();
});
afterAll(() => database.close());

/** Run counts of each named statement on the only connection whose text contains these words. */
async function namedWith(text: string, db: DatabaseOrTransaction = connection.db): Promise<number[]> {
  const rows = await db.execute<{ statement: string; runs: string }>(
    sql`select statement, generic_plans + custom_plans as runs from pg_prepared_statements`,
  );
  return rows.filter(({ statement }) => statement.includes(text)).map(({ runs }) => Number(runs));
}

const emailOf = (db: DatabaseOrTransaction, id: string) => db.select({ email: users.email }).from(users).where(eq(users.id, id));

const builtEmailOf = cachedQuery((db) =>
  db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("email_of"),
);

describe("a query that is built once", () => {
  it("uses the connection of the transaction that runs it", async () => {
    const filter = { email: "only-here@example.com" };
    const { id } = await makeUser(connection.db);
    expect(await builtEmailOf(connection.db).execute({ id })).not.toEqual([filter]);
    const within = connection.db.transaction(async (tx) => {
      await tx.update(users).set(filter).where(eq(users.id, id));
      expect(await builtEmailOf(tx).execute({ id })).toEqual([filter]);
      await tx.transaction(async (savepoint) => expect(await builtEmailOf(savepoint).execute({ id })).toEqual([filter]));
      throw new Error("taken back");
    });
    await expect(within).rejects.toThrow("taken back");
    expect(await builtEmailOf(connection.db).execute({ id })).not.toEqual([filter]);
  });

  it("works elsewhere after its first use in a transaction", async () => {
    const nameOf = cachedQuery((db) =>
      preparedSql<{ name: string }>(db, sql`select first_name as name from users where id = ${sql.placeholder("id")}`, "name_of"),
    );
    const { id, firstName } = await makeUser(connection.db);
    expect(await connection.db.transaction((tx) => nameOf(tx).execute({ id }))).toEqual([{ name: firstName }]);
    expect(await nameOf(connection.db).execute({ id })).toEqual([{ name: firstName }]);
  });
});

describe("connections for short statements", () => {
  const openProcess = cachedQuery((db) => preparedSql<{ pid: number }>(db, sql`select pg_backend_pid() as pid where true`, "own_process"));
  const processOf = async (db: DatabaseOrTransaction) => (await openProcess(db).execute())[0]?.pid;
  const open = () => {
    const both = connectDatabase(database.url, { poolSize: 1, shortPoolSize: 1 });
    endings.push(both.close);
    return both.db;
  };
  const endings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });

  it("answer while the pool is busy, and hold up nobody behind each other", async () => {
    const db = open();
    const isFree = Promise.withResolvers<void>();
    const holding = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await isFree.promise;
    });
    const { id, email } = await makeUser(connection.db);
    const answers = await Promise.all(Array.from({ length: 20 }, () => builtEmailOf(db).execute({ id })));
    expect(answers).toEqual(Array.from({ length: 20 }, () => [{ email }]));
    isFree.resolve();
    await holding;
  });

  it("are not used within a transaction, whichever of the two was first", async () => {
    for (const first of ["database", "transaction"]) {
      const db = open();
      const within = () =>
        db.transaction(async (tx) => expect(await processOf(tx)).toBe((await tx.execute(sql`select pg_backend_pid() as pid`))[0]?.["pid"]));
      if (first === "transaction") await within();
      const [pool] = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const short = await processOf(db);
      expect(short).not.toBe(pool?.pid);
      await within();
      expect(await processOf(db)).toBe(short);
    }
  });
});

describe("statements with the same text", () => {
  it("are parsed once per connection, also within transactions and savepoints", async () => {
    const { id, email } = await makeUser(connection.db);
    const answers = [await emailOf(connection.db, id)];
    await connection.db.transaction(async (tx) => {
      answers.push(await emailOf(tx, id));
      await tx.transaction(async (savepoint) => {
        answers.push(await emailOf(savepoint, id));
      });
    });
    expect(answers).toEqual(Array.from({ length: 3 }, () => [{ email }]));
    expect(await namedWith('select "email" from "users"')).toEqual([3]);
  });

  it("work after a change of the table between two of them", async () => {
    const whole = (id: string) => connection.db.execute(sql`select * from users where id = ${id}`);
    const { id } = await makeUser(connection.db);
    expect(await whole(id)).toHaveLength(1);
    await connection.sql`alter table users add column added int not null default 7`;
    expect(await whole(id)).toMatchObject([{ added: 7 }]);
    await connection.sql`alter table users drop column added`;
  });

  it("work after one of them failed in a transaction that was rolled back", async () => {
    const half = (divisor: number) => connection.db.execute(sql`select 10 / ${divisor}::int as half`);
    expect(await half(2)).toEqual([{ half: 5 }]);
    await expect(connection.db.transaction((tx) => tx.execute(sql`select 10 / ${0}::int as half`))).rejects.toThrow();
    expect(await half(5)).toEqual([{ half: 2 }]);
    expect(await namedWith("as half")).toHaveLength(1);
  });
});

describe("a list", () => {
  const page = (limit: number) => connection.db.select({ place: users.id }).from(users).orderBy(users.id).limit(limit);

  it("has its limit inlined for a generic plan, for up to four limits", async () => {
    await Promise.all(Array.from({ length: 7 }, () => makeUser(connection.db)));
    for (const limit of [3, 1, 4, 2, 5, 6, 3]) expect(await page(limit)).toHaveLength(limit);
    expect((await namedWith("limit 3")).concat(await namedWith("limit $1"))).toEqual([2, 2]);
    expect(await namedWith("limit 5")).toEqual([]);
  });

  it("leaves names for other statements, with any number of lists", async () => {
    for (let number = 0; number < 300; number++) {
      await connection.db.execute(sql`select ${number}::int as ${sql.identifier(`list_${number}`)} limit ${1}`);
    }
    const statementCounts = await namedWith("list_");
    expect(statementCounts).toHaveLength(300);
    expect((await namedWith("limit 1")).length).toBeLessThanOrEqual(125);
  });

  it("is named without other parameters, and a statement without parameters is not", async () => {
    await page(2);
    expect(await page(2)).toEqual(await page(2));
    expect(await namedWith("limit 2")).toEqual([3]);
    await connection.db.execute(sql`select count(*)::int as everybody from users`);
    expect(await namedWith("as everybody")).toEqual([]);
  });
});

describe("a value that cannot be serialized", () => {
  it("fails only its own statement, and none in flight on the connection", async () => {
    const later = (value: unknown) => connection.db.execute(sql`select ${value}::timestamptz as later`);
    await later("2026-11-22T15:00:00Z");
    const [under, refused, next] = await Promise.allSettled([
      connection.db.execute(sql`select pg_sleep(0.1), ${"x"}::text as x`),
      later(new Date()),
      later("2026-11-22T15:00:00Z"),
    ]);
    expect([under.status, refused.status, next.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});

describe("the named statements of a connection", () => {
  it("are bounded, and statements beyond the bound still work", async () => {
    const texts = Array.from({ length: 1_050 }, (_, number) => number);
    for (const number of texts) {
      const answer = connection.db.execute(sql`select ${number}::int as ${sql.identifier(`column_${number}`)}`);
      expect(await answer).toEqual([{ [`column_${number}`]: number }]);
    }
    const statementCounts = await namedWith("column_");
    expect(statementCounts.length).toBeGreaterThan(900);
    expect(statementCounts.length).toBeLessThanOrEqual(1_000);
  });

  it("exclude statements whose text changes with the number of rows", async () => {
    const { id } = await makeUser(connection.db);
    const ids = Array.from({ length: 60 }, () => id);
    expect(await connection.db.select({ id: users.id }).from(users).where(inArray(users.id, ids))).toEqual([{ id }]);
    expect(await namedWith('select "id" from "users"')).toEqual([]);
  });
});

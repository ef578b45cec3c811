import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { naturalKey } from "./natural-order.ts";
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

it("orders names in natural order, ignoring case, with numbers anywhere", async () => {
  const expectedOrder = ["", "1", "2", "10", "10A", "10b", "Floor 2 Unit 9", "floor 2 unit 10", "Floor 11", `Unit ${"9".repeat(30)}`];
  const rows = await connection.db.execute<{ name: string }>(sql`
    select v.name from jsonb_array_elements_text(${JSON.stringify(expectedOrder.toReversed())}::jsonb) as v(name) order by ${naturalKey(sql`v.name`)}`);
  expect(rows.map(({ name }) => name)).toEqual(expectedOrder);
});

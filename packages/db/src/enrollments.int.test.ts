import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { enrollments } from "./schema/enrollments.ts";
import { users } from "./schema/users.ts";
import { makeMerchant, makeUser } from "./testing/factories.ts";
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

const day = (number: number) => new Date(Date.UTC(2026, 10, number));

describe("the history of a consumer's enrollments", () => {
  it("records every change, as periods without overlap", async () => {
    const { db } = connection;
    const [{ merchant: first }, { merchant: second }] = await Promise.all([makeMerchant(db), makeMerchant(db)]);
    const tenant = await makeUser(db, { enrolledMerchantId: first.id, enrolledAt: day(1) });
    const set = (values: Partial<typeof users.$inferInsert>) => db.update(users).set(values).where(eq(users.id, tenant.id));
    await set({ phoneNumber: "(555) 010-0100", enrolledMerchantId: first.id, enrolledAt: day(2) });
    await set({ enrolledMerchantId: second.id, enrolledAt: day(3) });
    await set({ enrolledMerchantId: null, enrolledAt: null, updatedAt: day(4) });
    const rows = await db.select().from(enrollments).where(eq(enrollments.userId, tenant.id)).orderBy(asc(enrollments.startedAt));
    expect(rows.map(({ merchantId, startedAt, endedAt }) => [merchantId, startedAt, endedAt])).toEqual([
      [first.id, day(1), day(3)],
      [second.id, day(3), day(4)],
    ]);
  });

  it("is empty for an account without an enrollment", async () => {
    const { db } = connection;
    const { id } = await makeUser(db);
    expect(await db.$count(enrollments, eq(enrollments.userId, id))).toBe(0);
  });
});

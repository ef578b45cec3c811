import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { joinedRowsWithin, rowsWithin, rowWithin } from "./rows-within.ts";
import { merchants } from "./schema/merchants.ts";
import { paymentEvents } from "./schema/payment-events.ts";
import { payments } from "./schema/payments.ts";
import { transfers } from "./schema/transfers.ts";
import { makePayment, makeTransfer } from "./testing/payment-factories.ts";
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

const { id, usdcUnits, blockNumber, seenAt, setAsideAt } = transfers;
const columns = { id, usdcUnits, blockNumber, seenAt, setAsideAt };
const ofPayment = sql`from ${transfers} where ${transfers.paymentId} = ${payments.id} order by ${blockNumber}`;
const returning = alias(transfers, "returning");

describe("rows within a row", () => {
  it("return each value as its column is read, of any size, in the requested order", async () => {
    const { db } = connection;
    const payment = await makePayment(db);
    const fields = { paymentId: payment.id, merchantId: payment.merchantId, verdict: "short" as const };
    const large = await makeTransfer(db, { ...fields, usdcUnits: 2n ** 70n + 1n, blockNumber: 2n ** 60n + 1n, setAsideAt: new Date() });
    const small = await makeTransfer(db, { ...fields, usdcUnits: 1n, blockNumber: 5n, sentBackBy: large.id });
    const [row] = await db
      .select({
        merchant: merchants.name,
        transfers: rowsWithin(columns, ofPayment),
        first: rowWithin(columns, ofPayment),
        none: rowWithin(columns, sql`from ${transfers} where false`),
        events: rowsWithin({ data: paymentEvents.data }, sql`from ${paymentEvents} where false`),
        joined: joinedRowsWithin(
          { id },
          { back: { id: returning.id, usdcUnits: returning.usdcUnits } },
          sql`from ${transfers} left join ${transfers} "returning" on ${returning.id} = ${transfers.sentBackBy}
            where ${transfers.paymentId} = ${payments.id} order by ${blockNumber}`,
        ),
      })
      .from(payments)
      .innerJoin(merchants, eq(merchants.id, payments.merchantId))
      .where(eq(payments.id, payment.id));
    const read = await db.select(columns).from(transfers).where(eq(transfers.paymentId, payment.id)).orderBy(blockNumber);
    expect(row?.transfers).toEqual(read);
    expect(row?.transfers.map((transfer) => transfer.usdcUnits)).toEqual([1n, 2n ** 70n + 1n]);
    expect(row?.first).toEqual(read[0]);
    expect([row?.none, row?.events]).toEqual([null, []]);
    expect(row?.joined).toEqual([
      { id: small.id, back: { id: large.id, usdcUnits: large.usdcUnits } },
      { id: large.id, back: null },
    ]);
  });
});

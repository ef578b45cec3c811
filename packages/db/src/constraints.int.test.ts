import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { violatedConstraint } from "./errors.ts";
import { payments } from "./schema/payments.ts";
import { transfers } from "./schema/transfers.ts";
import { makeMerchant } from "./testing/factories.ts";
import { makePayment, makeTransfer } from "./testing/payment-factories.ts";
import { makeDispute } from "./testing/record-factories.ts";
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

/** Returns the constraint that a write violates, for any error code. */
const brokenBy = (write: Promise<unknown>) =>
  write.then(
    () => null,
    (error: unknown) => violatedConstraint(error),
  );

describe("the database refuses", () => {
  it("a second row for the same log, unless the first one's block left the chain", async () => {
    const first = await makeTransfer(connection.db, { merchantId: (await makeMerchant(connection.db)).merchant.id });
    const { id: _, ...same } = first;
    expect(await brokenBy(connection.db.insert(transfers).values(same))).toBe("transfers_living_log_key");
    expect(await brokenBy(connection.db.insert(transfers).values({ ...same, logIndex: first.logIndex + 1 }))).toBeNull();
    expect(await brokenBy(connection.db.insert(transfers).values({ ...same, reorgedAt: new Date() }))).toBeNull();
  });

  it("a transfer that pays two payments", async () => {
    const paid = await makePayment(connection.db, { status: "completed" });
    const { id: _, ...same } = paid;
    const twin = { ...same, reference: "ab".repeat(32), binding: `0x${"cd".repeat(32)}` as const, code: "TWIN" };
    expect(await brokenBy(connection.db.insert(payments).values(twin))).toBe("payments_transfer_key");
  });

  it("a completed payment without a transfer, and a second open checkout", async () => {
    const { id: _, ...open } = await makePayment(connection.db, { status: "pending" });
    const second = { ...open, reference: "ef".repeat(32), binding: `0x${"01".repeat(32)}` as const, code: "SECOND" };
    expect(await brokenBy(connection.db.insert(payments).values(second))).toBe("payments_one_open_checkout_key");
    const unpaid = { ...second, status: "completed" as const, completedAt: new Date() };
    expect(await brokenBy(connection.db.insert(payments).values(unpaid))).toBe("payments_completed_has_transfer");
  });

  it("two open disputes about one payment", async () => {
    const { id: paymentId } = await makePayment(connection.db, { status: "completed" });
    await makeDispute(connection.db, { paymentId });
    expect(await brokenBy(makeDispute(connection.db, { paymentId }))).toBe("disputes_one_open_key");
  });
});

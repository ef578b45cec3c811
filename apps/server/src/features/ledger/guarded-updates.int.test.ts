import { makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { markCompleted, markEnded, markReopened } from "./payments.repo.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const now = new Date();
const cancelled = { status: "cancelled" as const, notes: null, now };

describe("a concurrent update of a payment", () => {
  it.each(["completed", "failed", "cancelled"] as const)("does not end a payment that is already %s", async (status) => {
    const { id } = await makePayment(harness.db, { status });
    expect(await harness.db.transaction((tx) => markEnded(tx, id, cancelled))).toBeNull();
  });

  it("does not complete a payment that is already completed", async () => {
    const { id, merchantId } = await makePayment(harness.db, { status: "completed" });
    const { id: transferId } = await makeTransfer(harness.db, { merchantId });
    const mark = { paymentId: id, transferId, oddity: "none" as const };
    expect(await harness.db.transaction((tx) => markCompleted(tx, [mark], now))).toEqual([]);
  });

  it("does not reverse the count of another transfer", async () => {
    const { id, merchantId } = await makePayment(harness.db, { status: "completed" });
    const { id: transferId } = await makeTransfer(harness.db, { merchantId });
    expect(await harness.db.transaction((tx) => markReopened(tx, id, { transferId, status: "pending", now }))).toBeNull();
  });
});

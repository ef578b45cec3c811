import { centsToUsdcUnits, usdcUnitsToCents, usdcUnitsToWholeCents } from "@hearth/domain/money";
import { owedCents as owedByRule } from "@hearth/domain/refunds/rules";
import { inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { isRefundOwed, owedCents } from "./owed-refund.ts";
import { returned, sent } from "./postings.ts";
import { disputes } from "./schema/disputes.ts";
import { journalEntries } from "./schema/journal-entries.ts";
import { makePayment, makeRefund, makeTransfer } from "./testing/payment-factories.ts";
import { makeDispute } from "./testing/record-factories.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { centsOfUnits, unitsOfCents, wholeCentsOfUnits } from "./usdc.ts";

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

/** Base units slightly below, equal to and slightly above an amount in cents. */
const unitsAround = fc
  .tuple(fc.integer({ min: 0, max: 3_000 }), fc.constantFrom(-1n, 0n, 1n, 9_999n))
  .map(([cents, more]) => (cents === 0 && more < 0n ? 0n : centsToUsdcUnits(cents) + more));
/** A refund transfer: of the dispute, freely given before, within or after the second of its filing, or of another dispute. */
const anyRefund = fc.record({
  usdcUnits: unitsAround,
  for: fc.constantFrom("dispute", "before", "secondBefore", "sameSecond", "since", "other"),
});
const anyHistory = fc.record({
  result: fc.constantFrom("chargedBack" as const, "chargedBack" as const, "denied" as const, null),
  chargebackCents: fc.option(fc.integer({ min: 0, max: 5_000 })),
  given: fc.array(anyRefund, { maxLength: 4 }),
  /** The amount freely returned before the dispute's decision, if recorded. */
  before: fc.option(fc.integer({ min: 0, max: 3_000 }).map(centsToUsdcUnits)),
  paidCents: fc.integer({ min: 100, max: 9_000 }),
});
type History = typeof anyHistory extends fc.Arbitrary<infer Made> ? Made : never;

/** Late within its second, so the block of that second has an earlier time. */
const filedAt = new Date("2026-11-20T12:00:00.900Z");
const secondsAfterFiling = { dispute: 60, other: 60, before: -60, secondBefore: -1, sameSecond: 0, since: 60 };

async function storeHistory(history: History): Promise<string> {
  const { db } = connection;
  const payment = await makePayment(db, { amountCents: history.paidCents, status: "completed" });
  const ofPayment = { paymentId: payment.id, merchantId: payment.merchantId, createdBy: payment.consumerId };
  const { result, chargebackCents, before: returnedBeforeUnits } = history;
  const decision = { status: "closed", result, chargebackCents, resolvedAt: new Date(), returnedBeforeUnits } as const;
  const dispute = await makeDispute(db, { paymentId: payment.id, createdAt: filedAt, ...(result !== null && decision) });
  const otherDispute = await makeDispute(db, { paymentId: (await makePayment(db)).id });
  const disputeIds = { dispute: dispute.id, other: otherDispute.id, before: null, secondBefore: null, sameSecond: null, since: null };
  for (const { usdcUnits, for: reason } of history.given) {
    if (usdcUnits === 0n) continue;
    const refund = await makeRefund(db, { ...ofPayment, disputeId: disputeIds[reason], status: "cancelled", cancelledAt: new Date() });
    const at = new Date(Math.floor(filedAt.getTime() / 1_000) * 1_000 + secondsAfterFiling[reason] * 1_000);
    const place = { refundId: refund.id, senderMerchantId: payment.merchantId, blockTime: at, givenBackAt: at, usdcUnits };
    const transfer = await makeTransfer(db, { ...place, merchantId: null, verdict: null });
    await db.insert(journalEntries).values([...sent(transfer, at), ...returned(transfer, { paymentId: payment.id }, usdcUnits, at)]);
  }
  return dispute.id;
}

function owedCentsByDomain({ result, chargebackCents, given, before, paidCents }: History): number {
  const sumFor = (...reasons: string[]) =>
    given.reduce((total, { usdcUnits, for: reason }) => total + (reasons.includes(reason) ? usdcUnits : 0n), 0n);
  const freelyReturned = sumFor("before", "secondBefore", "sameSecond", "since");
  const freelyReturnedBefore = before ?? sumFor("before", "secondBefore");
  const countedUnits = sumFor("dispute") + (freelyReturned > freelyReturnedBefore ? freelyReturned - freelyReturnedBefore : 0n);
  const returnableUnits = centsToUsdcUnits(paidCents) - freelyReturned - sumFor("dispute", "other");
  return owedByRule(
    { result, chargebackCents },
    [{ usdcUnits: countedUnits }],
    returnableUnits > 0n ? usdcUnitsToWholeCents(returnableUnits) : 0,
  );
}

it("SQL and the domain's rule agree on the amount owed for a dispute, for any refunds", async () => {
  const histories = fc.sample(anyHistory, { numRuns: 150, seed: 11 });
  const ids: string[] = [];
  for (const history of histories) ids.push(await storeHistory(history));
  const { db } = connection;
  const rows = await db.select({ id: disputes.id, owedCents, isRefundOwed }).from(disputes).where(inArray(disputes.id, ids));
  const actual = ids.map((id) => rows.find((row) => row.id === id));
  const expected = histories.map((history) => ({ owedCents: owedCentsByDomain(history), isRefundOwed: owedCentsByDomain(history) > 0 }));
  expect(actual).toEqual(expected.map((row, index) => ({ id: ids[index], ...row })));
  for (const isOwed of [true, false]) expect(new Set(expected.map(({ isRefundOwed: owed }) => owed))).toContain(isOwed);
});

it("SQL converts cents and base units like the domain", async () => {
  const amounts = [0n, 1n, 9_999n, 10_000n, 10_001n, 1_450_000_000n, 123_456_789_012_345n];
  for (const units of amounts) {
    const amount = sql`${units.toString()}::numeric`;
    const [row] = await connection.db.execute(
      sql`select ${wholeCentsOfUnits(amount)}::text as whole, ${centsOfUnits(amount)}::text as exact`,
    );
    const exact = usdcUnitsToCents(units);
    expect({ whole: Number(row?.["whole"]), exact: row?.["exact"] === null ? null : Number(row?.["exact"]) }).toEqual({
      whole: usdcUnitsToWholeCents(units),
      exact,
    });
  }
  const [row] = await connection.db.execute(sql`select ${unitsOfCents(sql`145001`)}::text as units`);
  expect(row?.["units"]).toBe(String(centsToUsdcUnits(145_001)));
});

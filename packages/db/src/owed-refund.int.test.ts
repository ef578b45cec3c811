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
const anyGiven = fc.record({
  usdcUnits: unitsAround,
  for: fc.constantFrom("dispute", "before", "secondBefore", "sameSecond", "since", "other"),
});
const anyHistory = fc.record({
  result: fc.constantFrom("chargedBack" as const, "chargedBack" as const, "denied" as const, null),
  chargebackCents: fc.option(fc.integer({ min: 0, max: 5_000 })),
  given: fc.array(anyGiven, { maxLength: 4 }),
  /** The amount freely returned before the dispute's decision, if recorded. */
  before: fc.option(fc.integer({ min: 0, max: 3_000 }).map(centsToUsdcUnits)),
  paidCents: fc.integer({ min: 100, max: 9_000 }),
});
type History = typeof anyHistory extends fc.Arbitrary<infer Made> ? Made : never;

/** Late within its second, so the block of that second has an earlier time. */
const filedAt = new Date("2026-11-20T12:00:00.900Z");
const secondsAfterFiling = { dispute: 60, other: 60, before: -60, secondBefore: -1, sameSecond: 0, since: 60 };

async function store(history: History): Promise<string> {
  const { db } = connection;
  const payment = await makePayment(db, { amountCents: history.paidCents, status: "completed" });
  const ofPayment = { paymentId: payment.id, merchantId: payment.merchantId, createdBy: payment.consumerId };
  const { result, chargebackCents, before: returnedBeforeUnits } = history;
  const decision = { status: "closed", result, chargebackCents, resolvedAt: new Date(), returnedBeforeUnits } as const;
  const dispute = await makeDispute(db, { paymentId: payment.id, createdAt: filedAt, ...(result !== null && decision) });
  const other = await makeDispute(db, { paymentId: (await makePayment(db)).id });
  const disputeIds = { dispute: dispute.id, other: other.id, before: null, secondBefore: null, sameSecond: null, since: null };
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

function ruled({ result, chargebackCents, given, before, paidCents }: History): number {
  const sum = (...reasons: string[]) =>
    given.reduce((total, { usdcUnits, for: reason }) => total + (reasons.includes(reason) ? usdcUnits : 0n), 0n);
  const free = sum("before", "secondBefore", "sameSecond", "since");
  const freeBefore = before ?? sum("before", "secondBefore");
  const counted = sum("dispute") + (free > freeBefore ? free - freeBefore : 0n);
  const left = centsToUsdcUnits(paidCents) - free - sum("dispute", "other");
  return owedByRule({ result, chargebackCents }, [{ usdcUnits: counted }], left > 0n ? usdcUnitsToWholeCents(left) : 0);
}

it("SQL and the domain's rule agree on the amount owed for a dispute, for any refunds", async () => {
  const histories = fc.sample(anyHistory, { numRuns: 150, seed: 11 });
  const ids: string[] = [];
  for (const history of histories) ids.push(await store(history));
  const { db } = connection;
  const rows = await db.select({ id: disputes.id, owedCents, isRefundOwed }).from(disputes).where(inArray(disputes.id, ids));
  const said = ids.map((id) => rows.find((row) => row.id === id));
  const meant = histories.map((history) => ({ owedCents: ruled(history), isRefundOwed: ruled(history) > 0 }));
  expect(said).toEqual(meant.map((row, index) => ({ id: ids[index], ...row })));
  for (const isMet of [true, false]) expect(new Set(meant.map(({ isRefundOwed: owed }) => owed))).toContain(isMet);
});

it("SQL converts cents and base units like the domain", async () => {
  const amounts = [0n, 1n, 9_999n, 10_000n, 10_001n, 1_450_000_000n, 123_456_789_012_345n];
  for (const units of amounts) {
    const of = sql`${units.toString()}::numeric`;
    const [row] = await connection.db.execute(sql`select ${wholeCentsOfUnits(of)}::text as whole, ${centsOfUnits(of)}::text as exact`);
    const exact = usdcUnitsToCents(units);
    expect({ whole: Number(row?.["whole"]), exact: row?.["exact"] === null ? null : Number(row?.["exact"]) }).toEqual({
      whole: usdcUnitsToWholeCents(units),
      exact,
    });
  }
  const [row] = await connection.db.execute(sql`select ${unitsOfCents(sql`145001`)}::text as units`);
  expect(row?.["units"]).toBe(String(centsToUsdcUnits(145_001)));
});

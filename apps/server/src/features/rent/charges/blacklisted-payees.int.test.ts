import { charges } from "@hearth/db/schema/charges";
import { merchants } from "@hearth/db/schema/merchants";
import { paymentStops } from "@hearth/db/schema/payment-stops";
import { makeLease } from "@hearth/db/testing/rent-factories";
import { dayAfter, dayIn, monthOf, startOfDay } from "@hearth/domain/rent/calendar";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";
import { chargeLateFees } from "./charge-late-fees.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
});
afterAll(() => fixture.harness.close());

it("charges no late fee while the business's wallet is blacklisted, and again from the second day after", async () => {
  const { harness, payeeAddress, merchantId } = fixture;
  const { db, deps, clock, chain } = harness;
  await fixture.watch();
  const [merchant] = await db.select().from(merchants).where(eq(merchants.id, merchantId));
  const timeZone = "America/Chicago";
  const today = dayIn(clock.now(), timeZone);
  const lease = await makeLease(db, {
    merchantId,
    createdBy: merchant?.ownerUserId ?? "",
    nextPeriod: "2190-01-01",
    startsOn: monthOf(today),
    terms: { lateFeeKind: "fixed", lateFeeAmount: 1_000, lateFeeRepeats: "daily" },
  });
  const rent = { leaseId: lease.id, kind: "rent" as const, period: monthOf(today), description: "Rent", cents: 145_000, dueOn: today };
  const at = startOfDay(today, timeZone);
  const feeFromOn = dayAfter(today, 1);
  const feeCheckAt = startOfDay(feeFromOn, timeZone);
  await db.insert(charges).values({ ...rent, dueAt: at, feeFromOn, feeCheckAt, createdAt: new Date(at.getTime() - 86_400_000 * 10) });

  /** Sets the clock to 90 minutes after a later day began, with all blocks read. */
  const goTo = async (days: number) => {
    const moment = new Date(startOfDay(dayAfter(today, days), timeZone).getTime() + 90 * 60_000);
    clock.set(moment);
    await db.execute(`update chain_cursors set block_time = '${moment.toISOString()}'`);
    await chargeLateFees(deps);
  };
  await goTo(1);
  await chain.setBlacklisted(payeeAddress, true);
  await goTo(2);
  await goTo(3);
  expect(await db.select().from(paymentStops)).toMatchObject([{ merchantId, why: "blacklist", endedAt: null }]);
  await chain.setBlacklisted(payeeAddress, false);
  await goTo(4);
  await goTo(6);
  expect(await db.select().from(paymentStops)).toMatchObject([{ endedAt: expect.any(Date) }]);
  const fees = await db
    .select()
    .from(charges)
    .where(and(eq(charges.leaseId, lease.id), eq(charges.kind, "lateFee")))
    .orderBy(asc(charges.dueOn));
  expect(fees.map(({ dueOn }) => dueOn)).toEqual([1, 6].map((days) => dayAfter(today, days)));
});

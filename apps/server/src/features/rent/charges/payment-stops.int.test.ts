import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { payerStops } from "@hearth/db/schema/payer-stops";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makePayee, makeUser } from "@hearth/db/testing/factories";
import { makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { daily, type LateFeeFixture, openLateFeeFixture } from "../../../testing/late-fee-fixture.ts";
import { setCompletionsStopped } from "../../ledger/chain-cursor.repo.ts";

let fees: LateFeeFixture;
beforeAll(async () => {
  fees = await openLateFeeFixture();
});
afterEach(() => fees.settle());
afterAll(() => fees.harness.close());

/** Adds a tenant with an account to a lease, and returns the account's id. */
async function rents(leaseId: string, stay: { movedOutOn?: string; endedAt?: Date } = {}): Promise<string> {
  const { id } = await makeUser(fees.harness.db, { createdAt: new Date("2026-11-01T00:00:00Z") });
  await makeLeaseTenant(fees.harness.db, { leaseId, userId: id, joinedAt: new Date("2026-11-01T00:00:00Z"), ...stay });
  return id;
}

async function become(userId: string, status: "active" | "suspended" | "inactive"): Promise<void> {
  await fees.harness.db.update(users).set({ status, updatedAt: fees.harness.clock.now() }).where(eq(users.id, userId));
}

describe("days on which nobody could pay", () => {
  it("bear no fee while completions are stopped, or for money that waited then", async () => {
    const [paid, unpaid] = [await fees.december(), await fees.december()];
    await fees.goTo("2026-12-03T12:00:00Z");
    const { chainId } = fees.harness.deps.network;
    await setCompletionsStopped(fees.harness.db, chainId, true, fees.harness.clock.now());
    const { count, transfer } = await fees.pay(paid, "2026-12-04T12:00:00Z", { counted: false });
    await fees.at("2026-12-05T07:30:00Z");
    await fees.at("2026-12-06T07:30:00Z");
    expect([await fees.daysOf(paid), await fees.daysOf(unpaid)]).toEqual([[], []]);
    await setCompletionsStopped(fees.harness.db, chainId, false, fees.harness.clock.now());
    await count();
    await fees.harness.db.update(transfers).set({ countedAt: fees.harness.clock.now() }).where(eq(transfers.id, transfer.id));
    await fees.at("2026-12-09T07:30:00Z");
    expect([await fees.daysOf(paid), await fees.daysOf(unpaid)]).toEqual([[], ["2026-12-08 50"]]);
    expect(await fees.reasonsOf(unpaid)).toEqual([["stopped", "2026-12-05", "2026-12-07"]]);
  });

  it("bear none while money of an earlier block waits for a second provider", async () => {
    const leaseId = await fees.december();
    await fees.goTo("2026-12-04T12:00:00Z");
    const { count, transfer } = await fees.pay(leaseId, "2026-12-04T12:00:00Z", { counted: false });
    await fees.at("2026-12-06T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual([]);
    expect(await fees.reasonsOf(leaseId)).toEqual([["waiting", "2026-12-05", "2026-12-06"]]);
    await count();
    await fees.harness.db.update(transfers).set({ countedAt: fees.harness.clock.now() }).where(eq(transfers.id, transfer.id));
    await fees.at("2026-12-08T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual([]);
  });

  it.each(["suspended", "inactive"] as const)("bear none while a business is %s, unlike other businesses", async (status) => {
    const other = await makeMerchant(fees.harness.db);
    const [leaseId, otherId] = [await fees.december(daily, other), await fees.december(daily)];
    const merchantBecomes = (to: "active" | typeof status) =>
      fees.harness.db.update(merchants).set({ status: to, updatedAt: fees.harness.clock.now() }).where(eq(merchants.id, other.merchant.id));
    await fees.goTo("2026-12-06T12:00:00Z");
    await merchantBecomes(status);
    await fees.goTo("2026-12-08T12:00:00Z");
    await merchantBecomes("active");
    await fees.at("2026-12-10T07:30:00Z"); // the job did not run meanwhile
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-10 10"]);
    expect(await fees.feesOf(otherId)).toHaveLength(6);
  });

  it.each(["suspended", "inactive"] as const)("bear none while the only account that rents there is %s, and say so", async (status) => {
    const [leaseId, otherId] = [await fees.december(daily), await fees.december(daily)];
    const [payerId, otherPayerId] = [await rents(leaseId), await rents(otherId)];
    await fees.goTo("2026-12-06T12:00:00Z");
    await become(payerId, status);
    await fees.goTo("2026-12-08T12:00:00Z");
    await become(payerId, "active");
    await fees.at("2026-12-10T07:30:00Z"); // the job did not run meanwhile
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-10 10"]);
    expect(await fees.reasonsOf(leaseId)).toEqual([["suspended", "2026-12-06", "2026-12-09"]]);
    expect(await fees.feesOf(otherId)).toHaveLength(6);
    await become(otherPayerId, status);
    await fees.at("2026-12-12T07:30:00Z");
    await become(otherPayerId, "active");
    expect([(await fees.daysOf(leaseId)).length, (await fees.daysOf(otherId)).length]).toEqual([4, 6]);
  });

  it("bear one while another tenant of the lease can pay, and none while all are suspended", async () => {
    const leaseId = await fees.december(daily);
    const [first, second] = [await rents(leaseId), await rents(leaseId)];
    await fees.goTo("2026-12-05T12:00:00Z");
    await become(first, "suspended");
    await fees.goTo("2026-12-08T12:00:00Z");
    await become(second, "suspended");
    await fees.goTo("2026-12-09T12:00:00Z");
    await become(first, "active");
    await fees.at("2026-12-11T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-06 10", "2026-12-07 10", "2026-12-11 10"]);
  });

  it("bear none once the tenant who could pay has moved out; closing an account ends its stop", async () => {
    const leaseId = await fees.december(daily);
    const [stays, leaves] = [
      await rents(leaseId),
      await rents(leaseId, { movedOutOn: "2026-12-06", endedAt: new Date("2026-12-07T06:00:00Z") }),
    ];
    await fees.goTo("2026-12-05T12:00:00Z");
    await become(stays, "suspended");
    await fees.at("2026-12-09T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-06 10"]);
    await fees.harness.db.update(users).set({ status: "inactive", closedAt: fees.harness.clock.now() }).where(eq(users.id, stays));
    expect(await fees.harness.db.$count(payerStops, and(eq(payerStops.userId, stays), isNull(payerStops.endedAt)))).toBe(0);
    expect(await fees.harness.db.$count(payerStops, eq(payerStops.userId, leaves))).toBe(0);
  });

  it("bear none while it has no payout wallet", async () => {
    const other = await makeMerchant(fees.harness.db);
    const leaseId = await fees.december(daily, other);
    await fees.harness.db
      .update(payees)
      .set({ endedAt: new Date("2026-12-06T12:00:00Z") })
      .where(eq(payees.merchantId, other.merchant.id));
    await fees.at("2026-12-07T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10"]);
    await makePayee(fees.harness.db, { merchantId: other.merchant.id, createdAt: new Date("2026-12-07T12:00:00Z") });
    await fees.at("2026-12-09T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-09 10"]);
  });
});

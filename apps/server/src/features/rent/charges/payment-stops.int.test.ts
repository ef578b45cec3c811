import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { transfers } from "@hearth/db/schema/transfers";
import { makeMerchant, makePayee } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { daily, type LateFeeFixture, openLateFeeFixture } from "../../../testing/late-fee-fixture.ts";
import { setCompletionsStopped } from "../../ledger/chain-cursor.repo.ts";

let fees: LateFeeFixture;
beforeAll(async () => {
  fees = await openLateFeeFixture();
});
afterEach(() => fees.settle());
afterAll(() => fees.harness.close());

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
    const become = (to: "active" | typeof status) =>
      fees.harness.db.update(merchants).set({ status: to, updatedAt: fees.harness.clock.now() }).where(eq(merchants.id, other.merchant.id));
    await fees.goTo("2026-12-06T12:00:00Z");
    await become(status);
    await fees.goTo("2026-12-08T12:00:00Z");
    await become("active");
    await fees.at("2026-12-10T07:30:00Z"); // the job did not run meanwhile
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-10 10"]);
    expect(await fees.feesOf(otherId)).toHaveLength(6);
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

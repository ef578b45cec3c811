import { afterAll, beforeAll, expect, it } from "vitest";
import { openRefundFixture, type RefundFixture } from "../../../testing/refund-fixture.ts";
import { refuseWrites } from "../../../testing/refuse-writes.ts";
import { listLivingAlarms } from "../../alarms/alarms.repo.ts";

let world: RefundFixture;
beforeAll(async () => void (world = await openRefundFixture()));
afterAll(() => world.fixture.harness.close());

it("counts the other refunds when one cannot be counted, names its transfer in an alarm, and counts it later", async () => {
  const { db } = world.fixture.harness;
  const livingAlarms = async () => (await listLivingAlarms(db)).map(({ key }) => key);
  const paid = [await world.paid(), await world.paid()];
  const refunds = [];
  for (const { paymentId } of paid) {
    const refund = await world.call.refundPayment({ paymentId, amount: "50.00" });
    await world.send(refund);
    refunds.push(refund);
  }
  const statuses = async () => {
    const newest = [];
    for (const { paymentId } of paid) newest.push((await world.newest(paymentId))?.status);
    return newest;
  };
  const allowWrites = await refuseWrites(db, "refunds", `new.payment_id = '${paid[0]?.uuid}' and new.status = 'completed'`);
  await world.settle();
  expect(await statuses()).toEqual(["open", "completed"]);
  expect(await livingAlarms()).toEqual([expect.stringMatching(/^set-aside-transfer-trf_/)]);
  await allowWrites();
  await world.fixture.pass(1);
  await world.settle(1);
  expect(await statuses()).toEqual(["completed", "completed"]);
  expect(await livingAlarms()).toEqual([]);
});

import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { providerEvents } from "@hearth/db/schema/provider-events";
import { makeProviderEvent } from "@hearth/db/testing/exchange-factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OnrampFixture, startOnrampFixture } from "../../../testing/onramp-fixture.ts";
import { listLivingAlarms } from "../../alarms/alarms.repo.ts";
import { forgetRows } from "../../../jobs/forget-rows.ts";
import { checkOrders } from "./check-orders.ts";
import { followOrders } from "./follow-orders.ts";

let fixture: OnrampFixture;
beforeAll(async () => {
  fixture = await startOnrampFixture();
});
afterAll(() => fixture.close());

const hours = (count: number) => fixture.harness.clock.advance({ minutes: count * 60 });
const alarm = async () => (await listLivingAlarms(fixture.harness.db)).find(({ key }) => key === "onramp-undelivered");
const orderOf = async (id: string) => (await fixture.harness.db.select().from(onrampOrders).where(eq(onrampOrders.id, id)))[0];

async function bought(amount: string) {
  const { call, paymentId } = await fixture.checkout(amount);
  await fixture.pay((await call.buy({ paymentId })).onrampUrl);
  await fixture.settle();
  const order = await fixture.newestOrder();
  if (!order) throw new Error("There is no order");
  return order;
}

describe("an order that never delivers", () => {
  it("raises an alarm after an hour, and clears it once the provider revokes the delivery", async () => {
    const order = await bought("700.14");
    await checkOrders(fixture.harness.deps);
    expect(await alarm()).toBeUndefined();
    hours(2);
    await checkOrders(fixture.harness.deps);
    expect(await alarm()).toMatchObject({ message: expect.stringContaining("1 purchase by card or bank"), data: { count: "1" } });
    await fixture.harness.db.update(onrampOrders).set({ state: "failed", nextLookAt: null }).where(eq(onrampOrders.id, order.id));
    await checkOrders(fixture.harness.deps);
    expect(await alarm()).toBeUndefined();
  });

  it("raises none when the money came", async () => {
    await bought("700.00");
    hours(2);
    await checkOrders(fixture.harness.deps);
    expect(await alarm()).toBeUndefined();
  });

  it("is followed for a day when unpaid, and for two weeks when paid", async () => {
    const { call, paymentId } = await fixture.checkout("701.00");
    await call.buy({ paymentId });
    const unpaid = await fixture.newestOrder();
    const paid = await bought("701.15");
    const look = async (id: string) => {
      await fixture.harness.db.update(onrampOrders).set({ nextLookAt: fixture.harness.clock.now() }).where(eq(onrampOrders.id, id));
      while (await followOrders(fixture.harness.deps));
      return (await orderOf(id))?.nextLookAt;
    };
    hours(25);
    expect(await look(unpaid?.id ?? "")).toBeNull();
    expect(await look(paid.id)).not.toBeNull();
    hours(14 * 24);
    expect(await look(paid.id)).toBeNull();
  });
});

it("deletes webhooks after thirty days", async () => {
  const { db, clock, deps } = fixture.harness;
  await db.delete(providerEvents);
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000);
  for (const days of [31, 32, 29]) await makeProviderEvent(db, { receivedAt: daysAgo(days) });
  await forgetRows(deps);
  expect(await db.$count(providerEvents)).toBe(1);
});

import { createHmac } from "node:crypto";
import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { providerEvents } from "@hearth/db/schema/provider-events";
import { demoCredentials } from "@hearth/simulator/exchange/credentials";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OnrampFixture, startOnrampFixture } from "../../../testing/onramp-fixture.ts";

let fixture: OnrampFixture;
beforeAll(async () => {
  fixture = await startOnrampFixture();
});
afterAll(() => fixture.close());

interface Webhook {
  event?: Record<string, unknown>;
  body?: string;
  secret?: string;
  secondsAgo?: number;
}

/** Sends a webhook like the provider, with optional defects. */
function send({ event, body = JSON.stringify(event), secret = demoCredentials.webhookSecret, secondsAgo = 0 }: Webhook) {
  const time = Math.floor(fixture.harness.clock.now().getTime() / 1000) - secondsAgo;
  const mac = createHmac("sha256", secret).update(`${time}.content-type.application/json.${body}`).digest("hex");
  const headers = { "content-type": "application/json", "x-hook0-signature": `t=${time},v0=0,h=content-type,v1=${mac}` };
  return fixture.harness.app.inject({ method: "POST", url: "/api/webhooks/onramp", headers, payload: body });
}
const events = () => fixture.harness.db.$count(providerEvents);

/** A payment whose order is not due for an hour. */
async function sleepingOrder(amount: string) {
  const checkout = await fixture.checkout(amount);
  const { onrampUrl } = await checkout.call.buy({ paymentId: checkout.paymentId });
  const order = await fixture.newestOrder();
  if (!order) throw new Error("There is no order");
  const later = new Date(fixture.harness.clock.now().getTime() + 3_600_000);
  await fixture.harness.db.update(onrampOrders).set({ nextLookAt: later }).where(eq(onrampOrders.id, order.id));
  return { ...checkout, onrampUrl, partnerUserRef: order.userRef, later };
}
const dueAt = async () => (await fixture.newestOrder())?.nextLookAt;

describe("a webhook of the onramp", () => {
  it("makes its order due at once, and changes nothing else", async () => {
    const { call, paymentId, partnerUserRef } = await sleepingOrder("906.00");
    const event = { eventType: "onramp.transaction.success", partnerUserRef, txHash: `0x${"1".repeat(64)}` };
    expect((await send({ event })).statusCode).toBe(200);
    expect(await dueAt()).toEqual(fixture.harness.clock.now());
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", transfer: null, purchase: { state: "pending" } });
  });

  it("sent by the simulated provider does the same", async () => {
    const { onrampUrl } = await sleepingOrder("906.10");
    const before = await events();
    await fixture.pay(onrampUrl);
    expect(await events()).toBe(before + 2);
    expect(await dueAt()).toEqual(fixture.harness.clock.now());
  });

  it("that is repeated gets a 200 and does nothing", async () => {
    const { partnerUserRef, later } = await sleepingOrder("907.00");
    const event = { eventType: "onramp.transaction.created", partnerUserRef };
    await send({ event });
    const before = await events();
    await fixture.harness.db.update(onrampOrders).set({ nextLookAt: later }).where(eq(onrampOrders.userRef, partnerUserRef));
    expect((await send({ event })).statusCode).toBe(200);
    expect([await events(), await dueAt()]).toEqual([before, later]);
  });

  it("that is forged, unsigned or older than five minutes gets a 401 and leaves no trace", async () => {
    const { partnerUserRef, later } = await sleepingOrder("908.00");
    const event = { eventType: "onramp.transaction.success", partnerUserRef };
    const before = await events();
    for (const webhook of [
      { event, secret: "guessed" },
      { event, secondsAgo: 301 },
      { event, secondsAgo: -301 },
    ]) {
      const answer = await send(webhook);
      expect([answer.statusCode, answer.json().code]).toEqual([401, "UNAUTHENTICATED"]);
    }
    const unsigned = await fixture.harness.app.inject({ method: "POST", url: "/api/webhooks/onramp", payload: event });
    expect(unsigned.statusCode).toBe(401);
    expect([await events(), await dueAt()]).toEqual([before, later]);
  });

  it("that comes after the end or before the beginning reverts nothing", async () => {
    const { call, paymentId, onrampUrl, partnerUserRef } = await sleepingOrder("909.17");
    await send({ event: { eventType: "onramp.transaction.success", partnerUserRef } });
    await fixture.pay(onrampUrl);
    await fixture.settle();
    for (const type of ["failed", "created"]) {
      expect((await send({ event: { eventType: `onramp.transaction.${type}`, partnerUserRef } })).statusCode).toBe(200);
    }
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", purchase: { state: "succeeded" } });
    expect(await dueAt()).toBeNull();
  });

  it.each([
    ["an unknown order", JSON.stringify({ eventType: "onramp.transaction.success", partnerUserRef: "someone else's" })],
    ["another event type", JSON.stringify({ eventType: "offramp.transaction.created" })],
    ["no event", JSON.stringify([1, 2])],
    ["no JSON", "{"],
    ["nothing", ""],
  ])("that contains %s gets a 200", async (_, body) => {
    const { later } = await sleepingOrder("911.00");
    expect((await send({ body })).statusCode).toBe(200);
    expect(await dueAt()).toEqual(later);
  });
});

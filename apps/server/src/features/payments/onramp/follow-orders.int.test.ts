import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OnrampFixture, startOnrampFixture } from "../../../testing/onramp-fixture.ts";
import { checkInvariants } from "../../settlement/checking/check-invariants.ts";
import { watchChain } from "../../settlement/reading/watch-chain.ts";

let fixture: OnrampFixture;
beforeAll(async () => {
  fixture = await startOnrampFixture();
});
afterAll(() => fixture.close());

describe("money of the onramp whose block leaves the chain", () => {
  it("is asked about again, and counts again when it comes back in another block", async () => {
    const { chain } = fixture.simulator;
    const { call, paymentId } = await fixture.checkout("1450.00");
    await fixture.pay((await call.buy({ paymentId })).onrampUrl);
    await fixture.settle();
    const paid = await call.get({ paymentId });
    expect(paid).toMatchObject({ status: "completed", coinbaseSessionId: expect.stringMatching(/^hearth-/) });
    const raw = await chain.rawTransactions(4);
    await chain.reorg(4);
    while ((await watchChain(fixture.harness.deps)).more);
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", transfer: null });
    expect(await fixture.newestOrder()).toMatchObject({ boundAt: null, nextLookAt: fixture.harness.clock.now() });
    await chain.reorg(1, raw);
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", coinbaseSessionId: paid.coinbaseSessionId });
    expect(await fixture.newestOrder()).toMatchObject({ boundAt: expect.any(Date), nextLookAt: null });
    expect(await checkInvariants(fixture.harness.db)).toEqual([]);
  });
});

describe("a purchase whose money is in a block that says it is older than the order", () => {
  it("is the order's all the same, in time, and no alarm for anybody", async () => {
    const { harness, simulator } = fixture;
    harness.clock.advance({ minutes: 40 }); // and the chain's clock stays behind
    const { call, paymentId } = await fixture.checkout("903.00");
    const { onrampUrl } = await call.buy({ paymentId });
    await fetch(onrampUrl, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } });
    await fixture.settle();
    const { time } = await harness.deps.chain.head();
    const { status, oddity, createdAt, transfer } = await call.get({ paymentId });
    expect(time.getTime()).toBeLessThan(new Date(createdAt).getTime());
    expect({ status, oddity, verdict: transfer?.verdict }).toEqual({ status: "completed", oddity: "none", verdict: "matched" });
    expect(await fixture.newestOrder()).toMatchObject({ state: "succeeded", boundAt: expect.any(Date), nextLookAt: null });
    expect(await checkInvariants(harness.db)).toEqual([]);
    await simulator.chain.setNextBlockTime(harness.clock.now());
    await simulator.chain.mine(1);
  });
});

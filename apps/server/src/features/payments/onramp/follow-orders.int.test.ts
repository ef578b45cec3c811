import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OnrampBench, startOnrampBench } from "../../../testing/onramp-bench.ts";
import { checkInvariants } from "../../settlement/check-invariants.ts";
import { watchChain } from "../../settlement/watch-chain.ts";

let bench: OnrampBench;
beforeAll(async () => {
  bench = await startOnrampBench();
});
afterAll(() => bench.close());

describe("money of the onramp whose block leaves the chain", () => {
  it("is asked about again, and counts again when it comes back in another block", async () => {
    const { chain } = bench.simulator;
    const { call, paymentId } = await bench.checkout("1450.00");
    await bench.pay((await call.buy({ paymentId })).onrampUrl);
    await bench.settle();
    const paid = await call.get({ paymentId });
    expect(paid).toMatchObject({ status: "completed", coinbaseSessionId: expect.stringMatching(/^hearth-/) });
    const raw = await chain.rawTransactions(4);
    await chain.reorg(4);
    while ((await watchChain(bench.harness.deps)).more);
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", transfer: null });
    expect(await bench.newestOrder()).toMatchObject({ boundAt: null, nextLookAt: bench.harness.clock.now() });
    await chain.reorg(1, raw);
    await bench.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", coinbaseSessionId: paid.coinbaseSessionId });
    expect(await bench.newestOrder()).toMatchObject({ boundAt: expect.any(Date), nextLookAt: null });
    expect(await checkInvariants(bench.harness.db)).toEqual([]);
  });
});

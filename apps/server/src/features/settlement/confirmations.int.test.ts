import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../testing/harness.ts";
import { openPaymentBench, type PaymentBench } from "../../testing/payment-bench.ts";

let bench: PaymentBench;
beforeAll(async () => {
  const encryptionKey = Buffer.alloc(32, 7).toString("base64");
  const env = { NETWORK: "base-sepolia", START_BLOCK: "0", ENCRYPTION_KEY: encryptionKey };
  bench = await openPaymentBench(await startHarness({ chain: true, env }));
});
afterAll(() => bench.harness.close());

/** Pays a checkout and answers what reads its status when so many blocks more are read. */
async function paid(amount: string) {
  const tenant = await bench.tenant();
  const open = await bench.checkout(tenant, amount);
  await bench.transfer(tenant.account, open);
  return async (blocks: number) => {
    await bench.mine(blocks);
    await bench.watch();
    return (await bench.payment(tenant, open.paymentId)).status;
  };
}

describe("on a public network", () => {
  it("a payment up to $500.00 is completed by its fifth block and not before", async () => {
    const after = await paid("500.00");
    expect(await after(4)).toBe("pending");
    expect(await after(1)).toBe("completed");
  });

  it("a larger one waits until its block is safe, however many follow", async () => {
    const after = await paid("500.01");
    expect(await after(32)).toBe("pending");
    expect(await after(1)).toBe("completed");
  });
});

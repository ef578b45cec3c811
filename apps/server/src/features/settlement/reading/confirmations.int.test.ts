import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  const encryptionKey = Buffer.alloc(32, 7).toString("base64");
  const env = { NETWORK: "base-sepolia", START_BLOCK: "0", ENCRYPTION_KEY: encryptionKey };
  fixture = await openPaymentFixture(await startHarness({ chain: true, env }));
});
afterAll(() => fixture.harness.close());

/** Pays a checkout. Returns a function that reads more blocks and then the status. */
async function paid(amount: string) {
  const tenant = await fixture.tenant();
  const open = await fixture.checkout(tenant, amount);
  await fixture.transfer(tenant.account, open);
  return async (blocks: number) => {
    await fixture.mine(blocks);
    await fixture.watch();
    return (await fixture.payment(tenant, open.paymentId)).status;
  };
}

describe("on a public network", () => {
  it("completes a payment up to $500.00 at its fifth block and not before", async () => {
    const after = await paid("500.00");
    expect(await after(4)).toBe("pending");
    expect(await after(1)).toBe("completed");
  });

  it("completes a larger payment only when its block is safe, however many blocks follow", async () => {
    const after = await paid("500.01");
    expect(await after(32)).toBe("pending");
    expect(await after(1)).toBe("completed");
  });
});

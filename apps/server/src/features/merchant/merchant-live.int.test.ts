import { disputes } from "@hearth/db/schema/disputes";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { merchants } from "@hearth/db/schema/merchants";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../testing/harness.ts";
import { openPaymentBench, type PaymentBench } from "../../testing/payment-bench.ts";

let bench: PaymentBench;
const listeners = new AbortController();
beforeAll(async () => {
  bench = await openPaymentBench(await startHarness({ chain: true }));
});
afterEach(() => bench.expectSound());
afterAll(async () => {
  listeners.abort();
  await bench.harness.close();
});

async function tokenOf(merchantId: string): Promise<string> {
  const [row] = await bench.harness.db.select({ id: merchants.ownerUserId }).from(merchants).where(eq(merchants.id, merchantId));
  return bench.harness.signIn(row?.id ?? "");
}

/** Listens as the merchant's screens do; answers how to wait for the next word. */
async function listen(merchantId: string): Promise<() => Promise<void>> {
  const stream = await bench.harness.caller(await tokenOf(merchantId)).merchant.watch({});
  const words = stream[Symbol.asyncIterator]();
  listeners.signal.addEventListener("abort", () => void words.return?.());
  const next = async () => {
    expect((await words.next()).done).toBe(false);
  };
  await next();
  return next;
}

describe("a merchant who listens", () => {
  it("hears at once of a checkout, of its money and of what fits nothing", async () => {
    const next = await listen(bench.merchantId);
    const tenant = await bench.tenant();
    await next();
    const checkout = await bench.checkout(tenant);
    await next();
    await bench.transfer(tenant.account, checkout);
    await bench.transfer(tenant.account, { usdcUnits: 7_000_000n });
    await bench.mine(2);
    await bench.watch();
    await next();
    expect((await bench.payment(tenant, checkout.paymentId)).status).toBe("completed");
    const [odd] = await bench.harness.db.select().from(transfers).where(eq(transfers.verdict, "unmatched"));
    const call = bench.harness.caller(await tokenOf(bench.merchantId)).merchant;
    await call.setTransferAside({ transferId: publicId("transfer", odd?.id ?? ""), reason: "A loan" });
    await next();
  });

  it("hears of a dispute, of its refund, and of people who come and go", async () => {
    const { db, clock } = bench.harness;
    const payment = await makePayment(db, { merchantId: bench.merchantId, status: "completed" });
    const next = await listen(bench.merchantId);
    const dispute = await makeDispute(db, { paymentId: payment.id });
    await next();
    await db.insert(refunds).values({
      paymentId: payment.id,
      merchantId: bench.merchantId,
      amountCents: 100,
      chainId: 84532,
      tokenAddress: bench.payeeAddress,
      toAddress: bench.payeeAddress,
      binding: `0x${"cd".repeat(32)}`,
      createdBy: payment.consumerId,
      disputeId: dispute.id,
      status: "cancelled",
      cancelledAt: clock.now(),
    });
    await next();
    const person = await makeUser(db, { enrolledMerchantId: bench.merchantId, enrolledAt: clock.now() });
    await next();
    await db.update(users).set({ enrolledMerchantId: null, enrolledAt: null, updatedAt: clock.now() }).where(eq(users.id, person.id));
    await next();
    expect(await db.$count(disputes, eq(disputes.id, dispute.id))).toBe(1);
  });

  it("hears nothing of other merchants", async () => {
    const { db } = bench.harness;
    const { merchant: other } = await makeMerchant(db);
    const [next, theirs] = [await listen(bench.merchantId), await listen(other.id)];
    const word = next();
    for (let turn = 0; turn < 3; turn++) {
      await makePayment(db, { merchantId: other.id });
      await theirs();
    }
    // What is told comes in order: by now a word about the other merchant would have been here.
    expect(await Promise.race([word.then(() => "woken"), Promise.resolve("quiet")])).toBe("quiet");
    await makePayment(db, { merchantId: bench.merchantId });
    await word;
  });
});

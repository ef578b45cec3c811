import { transfers } from "@hearth/db/schema/transfers";
import { makeMerchant, makeWallet } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { encodeFunctionData, parseAbi } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { enroll, openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";
import { insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { markEnded } from "../../ledger/payments.repo.ts";
import { expirePayment, expirePayments } from "../../payments/checkout/end-payment.ts";
import { countPayments } from "./count-transfer.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  const harness = await startHarness({ chain: true });
  fixture = await openPaymentFixture(harness);
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const verdictOf = async (txHash: `0x${string}`) => {
  const [row] = await fixture.harness.db.select().from(transfers).where(eq(transfers.txHash, txHash));
  return row?.verdict;
};

describe("a transfer that carries the checkout's reference", () => {
  it("completes the payment at the second confirmation and not before", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    const txHash = await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.mine(1);
    await fixture.watch();
    const payment = await fixture.payment(tenant, paymentId);
    expect(payment).toMatchObject({ status: "pending", transfer: { txHash, confirmations: 1, needed: 2, verdict: "matched" } });
    await fixture.mine(1);
    await fixture.watch();
    const done = await fixture.payment(tenant, paymentId);
    expect(done).toMatchObject({ status: "completed", oddity: "none", transactionHash: txHash, amount: 1450 });
    expect(done.timeline.map((entry) => entry.type)).toEqual(["created", "seen", "completed"]);
  });

  it("counts from any sender, also a stranger's wallet", async () => {
    const [tenant, stranger] = [await fixture.tenant({ proven: false }), await fixture.tenant()];
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    await fixture.transfer(stranger.account, { usdcUnits, binding });
    await fixture.mine(2);
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });

  it("never completes when it is a cent short, and reports it as short", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, { usdcUnits: usdcUnits - 10_000n, binding });
    await fixture.mine(3);
    await fixture.watch();
    const payment = await fixture.payment(tenant, paymentId);
    expect(payment).toMatchObject({ status: "pending", transfer: null, others: [{ verdict: "short", usdc: "1,449.99" }] });
  });

  it("completes marked over when it is more than was asked for", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, { usdcUnits: usdcUnits + 1n, binding });
    await fixture.mine(2);
    await fixture.watch();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "over" });
  });

  it("completes once when three blocks pay it; the later two are kept as duplicates", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    const hashes: `0x${string}`[] = [];
    // The second arrives while the first is still uncounted, the third after it was counted.
    for (const confirmations of [1, 2, 3]) {
      hashes.push(await fixture.transfer(tenant.account, { usdcUnits, binding }));
      await fixture.mine(1);
      await fixture.watch();
      const payment = await fixture.payment(tenant, paymentId);
      expect(payment).toMatchObject({ status: confirmations < 2 ? "pending" : "completed", transfer: { txHash: hashes[0] } });
    }
    expect(await Promise.all(hashes.map(verdictOf))).toEqual(["matched", "duplicate", "duplicate"]);
  });

  it("completes once when it is paid twice; the second is kept as a duplicate", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    const first = await fixture.transfer(tenant.account, { usdcUnits, binding });
    const second = await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.mine(2);
    await fixture.watch();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", transactionHash: first });
    expect(await verdictOf(second)).toBe("duplicate");
  });

  it("is listed beside the payment at most twenty times, and every repetition is counted", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding } = await fixture.checkout(tenant, "94.00");
    for (let sent = 0; sent < 23; sent++) await fixture.transfer(tenant.account, { usdcUnits: 1_000_000n, binding });
    await fixture.mine(1);
    await fixture.watch();
    const { others, othersCount } = await fixture.payment(tenant, paymentId);
    expect([others.length, othersCount]).toEqual([20, 23]);
  });

  it("does not complete a payment to another wallet", async () => {
    const [tenant, other] = [await fixture.tenant(), await openPaymentFixture(fixture.harness)];
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    const txHash = await fixture.transfer(tenant.account, { to: other.payeeAddress, usdcUnits, binding });
    await fixture.mine(3);
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("pending");
    expect(await verdictOf(txHash)).toBe("unmatched");
  });
});

describe("a transfer that moves no money", () => {
  it("is no payment when the merchant's wallet pays itself, by reference or as a payer's proven wallet", async () => {
    const { db } = fixture.harness;
    const tenant = await fixture.tenant();
    const { merchant } = await makeMerchant(db, { payeeAddress: tenant.account.address });
    await enroll(fixture.harness, tenant, merchant.id);
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    const to = tenant.account.address;
    const hashes = [
      await fixture.transfer(tenant.account, { to, usdcUnits, binding }),
      await fixture.transfer(tenant.account, { to, usdcUnits }),
    ];
    await fixture.mine(3);
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("pending");
    expect(await Promise.all(hashes.map(verdictOf))).toEqual(["unmatched", "unmatched"]);
  });

  it("is not stored when it is a transfer of zero in somebody else's name", async () => {
    const [tenant, stranger] = [await fixture.tenant(), await fixture.tenant()];
    const { paymentId } = await fixture.checkout(tenant);
    const abi = parseAbi(["function transferFrom(address from, address to, uint256 value)"]);
    const nothing = encodeFunctionData({ abi, functionName: "transferFrom", args: [tenant.account.address, fixture.payeeAddress, 0n] });
    const txHash = await fixture.send(stranger.account, fixture.harness.deps.network.usdc.address, nothing);
    await fixture.mine(3);
    await fixture.watch();
    expect(await verdictOf(txHash)).toBeUndefined();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "pending", others: [] });
  });
});

describe("depth", () => {
  it("is measured from the cursor, also when a reorganisation moves it back after the chain was queried", async () => {
    const { deps, db } = fixture.harness;
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant);
    const txHash = await fixture.transfer(tenant.account, checkout);
    await fixture.mine(1);
    await fixture.watch();
    const [transfer] = await db.select().from(transfers).where(eq(transfers.txHash, txHash));
    if (!transfer) throw new Error("The transfer was not seen");
    const view = { head: transfer.blockNumber + 10n, safe: null, canonicalHash: transfer.blockHash };
    expect(await countPayments(deps, new Map([[checkout.uuid, [{ transfer, view }]]]))).toEqual([]);
    await fixture.mine(1);
    await fixture.watch();
    expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
  });
});

describe("money that arrives after the checkout ended", () => {
  it("still completes a cancelled payment, marked late", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    await fixture.harness.caller(tenant.token).payments.cancel({ paymentId });
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.mine(2);
    await fixture.watch();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "late" });
  });

  it("still completes an expired payment, marked late, and the expiry event gives its reason", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    await fixture.passCheckouts();
    await expirePayments(fixture.harness.deps);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "failed", notes: "Checkout expired" });
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.mine(1);
    await fixture.watch();
    const { payments } = fixture.harness.caller(tenant.token);
    const arrived = { status: "failed", displayStatus: "arrived", hasArrived: true };
    expect((await payments.list({ status: "failed" })).items).toMatchObject([arrived]);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject(arrived);
    // A client that polls for the payment must not pay again.
    expect(await payments.status({ paymentId })).toMatchObject({ status: "pending" });
    expect((await payments.exportHistory({})).csv).toContain(",arrived,");
    await fixture.mine(1);
    await fixture.watch();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({
      status: "completed",
      displayStatus: "completed",
      hasArrived: false,
      oddity: "late",
    });
  });

  it("does not expire a checkout before its last blocks are read, and money sent in time is not late", async () => {
    const tenant = await fixture.tenant();
    const paid = await fixture.checkout(tenant);
    const unpaid = await fixture.checkout(tenant, "1460.00");
    await fixture.transfer(tenant.account, paid);
    await fixture.mine(1);
    await fixture.pass(11);
    await expirePayments(fixture.harness.deps);
    expect(await expirePayment(fixture.harness.deps, paid.uuid)).toBe(false);
    for (const { paymentId } of [paid, unpaid]) expect((await fixture.payment(tenant, paymentId)).status).toBe("pending");
    await fixture.watch();
    await expirePayments(fixture.harness.deps);
    expect(await fixture.payment(tenant, paid.paymentId)).toMatchObject({ status: "completed", oddity: "none" });
    expect(await fixture.payment(tenant, unpaid.paymentId)).toMatchObject({ status: "failed", notes: "Checkout expired" });
  });

  it("is not late when the payment ended before its block was read but after it was mined", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, uuid, binding, usdcUnits } = await fixture.checkout(tenant);
    await fixture.harness.db.transaction(async (tx) => {
      const now = fixture.harness.clock.now();
      await markEnded(tx, uuid, { status: "failed", notes: "Checkout expired", now });
      await insertPaymentEvent(tx, { paymentId: uuid, type: "expired", at: now });
    });
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.mine(2);
    await fixture.watch();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "none" });
  });

  it("keeps a payment from expiring and from being cancelled once its money is seen", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.pass(11);
    await fixture.watch();
    await expirePayments(fixture.harness.deps);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("pending");
    await expect(fixture.harness.caller(tenant.token).payments.cancel({ paymentId })).rejects.toMatchObject({ code: "CONFLICT" });
    await fixture.mine(1);
    await fixture.watch();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "late" });
  });
});

describe("a transfer without a reference", () => {
  it("is matched when it comes from the payer's proven wallet and one open payment fits", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, usdcUnits } = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, { usdcUnits });
    await fixture.mine(2);
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });

  it("completes each tenant's own payment when two pay the same rent in the same block", async () => {
    const [ada, ben] = [await fixture.tenant(), await fixture.tenant()];
    const [adas, bens] = [await fixture.checkout(ada), await fixture.checkout(ben)];
    const bensHash = await fixture.transfer(ben.account, { usdcUnits: bens.usdcUnits });
    const adasHash = await fixture.transfer(ada.account, { usdcUnits: adas.usdcUnits });
    await fixture.mine(2);
    await fixture.watch();
    expect((await fixture.payment(ada, adas.paymentId)).transactionHash).toBe(adasHash);
    expect((await fixture.payment(ben, bens.paymentId)).transactionHash).toBe(bensHash);
  });

  it("is never credited to somebody who merely has a checkout open for that amount", async () => {
    const [honest, thief] = [await fixture.tenant({ proven: false }), await fixture.tenant()];
    const bait = await fixture.checkout(thief, "777.00");
    const txHash = await fixture.transfer(honest.account, { usdcUnits: bait.usdcUnits });
    await fixture.mine(3);
    await fixture.watch();
    expect((await fixture.payment(thief, bait.paymentId)).status).toBe("pending");
    expect(await verdictOf(txHash)).toBe("unmatched");
  });

  it("is unmatched when the payer has only typed in the wallet that sent it", async () => {
    const tenant = await fixture.tenant({ proven: false });
    await makeWallet(fixture.harness.db, { userId: tenant.user.id, address: tenant.account.address, provenAt: null });
    const { paymentId, usdcUnits } = await fixture.checkout(tenant, "91.00");
    const txHash = await fixture.transfer(tenant.account, { usdcUnits });
    await fixture.mine(3);
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("pending");
    expect(await verdictOf(txHash)).toBe("unmatched");
  });

  it("is unmatched when its amount is wrong, even from the right wallet", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, usdcUnits } = await fixture.checkout(tenant, "88.00");
    const txHash = await fixture.transfer(tenant.account, { usdcUnits: usdcUnits + 1n });
    await fixture.mine(3);
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("pending");
    expect(await verdictOf(txHash)).toBe("unmatched");
  });

  it("is matched afterwards when its sender proves the wallet", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const { paymentId, reference, usdcUnits } = await fixture.checkout(tenant, "93.10");
    await fixture.transfer(tenant.account, { usdcUnits });
    await fixture.mine(2);
    await fixture.watch();
    expect((await fixture.harness.caller().payments.checkout({ reference })).unrecognised).toBe(1);
    await fixture.proveWallet(tenant);
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });

  it("completes an ended payment late when none was open and exactly one fits", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, usdcUnits } = await fixture.checkout(tenant, "64.20");
    await fixture.harness.caller(tenant.token).payments.cancel({ paymentId });
    await fixture.transfer(tenant.account, { usdcUnits });
    await fixture.mine(2);
    await fixture.watch();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "late" });
  });

  it("is unmatched when it is older than the checkout", async () => {
    const tenant = await fixture.tenant();
    await fixture.transfer(tenant.account, { usdcUnits: 55_550_000n });
    await fixture.mine(1);
    await fixture.pass(60);
    const { paymentId } = await fixture.checkout(tenant, "55.55");
    await fixture.watch();
    await fixture.mine(3);
    await fixture.watch();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("pending");
  });
});

describe("a transfer of another token", () => {
  it("completes nothing, however perfect its logs look", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    const { chain } = fixture.harness;
    const hostile = await chain.deploy("HostileLogs");
    const abi = parseAbi(["function pretendPayment(address from, address to, uint256 value, bytes32 nonce)"]);
    const args = [tenant.account.address, fixture.payeeAddress, usdcUnits, binding] as const;
    await fixture.send(tenant.account, hostile, encodeFunctionData({ abi, functionName: "pretendPayment", args }));
    await fixture.mine(3);
    await fixture.watch();
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "pending", transfer: null, others: [] });
  });
});

describe("reading the chain", () => {
  it("changes nothing when the same blocks are read by two watchers at once", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.mine(2);
    await Promise.all(Array.from({ length: 8 }, () => fixture.watch().catch(() => {})));
    await fixture.watch();
    const payment = await fixture.payment(tenant, paymentId);
    expect(payment.timeline.map((entry) => entry.type)).toEqual(["created", "seen", "completed"]);
  });
});

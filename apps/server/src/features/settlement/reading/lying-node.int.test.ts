import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { type Lie, type LyingNode, startLyingNode } from "../../../testing/lying-node.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";

let node: LyingNode;
let fixture: PaymentFixture;
beforeAll(async () => {
  node = await startLyingNode();
  fixture = await openPaymentFixture(await startHarness({ chain: true, env: { RPC_URL: node.url } }));
  node.target = fixture.harness.chain.rpcUrl;
});
afterEach(() => {
  node.lie = null;
});
afterAll(async () => {
  await fixture.harness.close();
  await node.close();
});

const elsewhere = `0x${"e1".repeat(32)}`;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
/** Changes the objects in a method's result, whether a list or a single object. */
const changing =
  (methods: string[], change: (object: Record<string, unknown>) => unknown): Lie =>
  (method, result) => {
    if (!methods.includes(method)) return result;
    if (Array.isArray(result)) return result.map((object) => (isObject(object) ? change(object) : object));
    return isObject(result) ? change(result) : result;
  };
const asIn = (blockHash: string) => (object: Record<string, unknown>) => ({
  ...object,
  ...("blockHash" in object && { blockHash }),
  ...(Array.isArray(object["logs"]) && { logs: object["logs"].map((log) => ({ ...log, blockHash })) }),
});
const aboutTransactions = ["eth_getLogs", "eth_getTransactionByHash", "eth_getTransactionReceipt"];

/** A consistent branch that the canonical chain does not have. */
const inAnotherBlock: Lie = (method, result) => {
  if (method === "eth_getBlockByHash") return { ...(isObject(result) ? result : { timestamp: "0x0" }), hash: elsewhere };
  return changing(aboutTransactions, asIn(elsewhere))(method, result, []);
};

const lies: [name: string, lie: Lie][] = [
  ["that a payment is in another block than the one at its height", inAnotherBlock],
  ["that the receipt is in another block than the log", changing(["eth_getTransactionReceipt"], asIn(elsewhere))],
  ["that the transaction is in another block than its receipt", changing(["eth_getTransactionByHash"], asIn(elsewhere))],
  ["that the receipt has none of the logs that it lists", changing(["eth_getTransactionReceipt"], (receipt) => ({ ...receipt, logs: [] }))],
  ["that a transaction with logs failed", changing(["eth_getTransactionReceipt"], (receipt) => ({ ...receipt, status: "0x0" }))],
  ["that it does not know the transaction whose log it lists", (method, result) => (method === "eth_getTransactionByHash" ? null : result)],
  ["another height for each block", changing(["eth_getBlockByNumber"], (block) => ({ ...block, number: "0x1" }))],
  ["parents that no block has", changing(["eth_getBlockByNumber"], (block) => ({ ...block, parentHash: elsewhere }))],
  ["logs without a place", changing(["eth_getLogs"], (log) => ({ ...log, blockHash: null }))],
  ["text instead of objects", (_method, result) => (isObject(result) ? "all is well" : result)],
];

describe("a node that reports", () => {
  it.each(lies)("%s is rejected and nothing is lost", async (_name, lie) => {
    const tenant = await fixture.tenant();
    const open = await fixture.checkout(tenant);
    await fixture.watch();
    await fixture.transfer(tenant.account, open);
    await fixture.mine(3);
    node.lie = lie;
    await expect(fixture.watch()).rejects.toMatchObject({ name: expect.stringMatching(/^Chain(Unsure|Unavailable)$/) });
    expect((await fixture.payment(tenant, open.paymentId)).status).toBe("pending");
    node.lie = null;
    await fixture.watch();
    expect(await fixture.payment(tenant, open.paymentId)).toMatchObject({ status: "completed", oddity: "none" });
  });

  it("each log twice and out of order is read correctly", async () => {
    const tenants = await Promise.all([fixture.tenant(), fixture.tenant(), fixture.tenant()]);
    const opened = [];
    for (const tenant of tenants) opened.push({ tenant, ...(await fixture.checkout(tenant)) });
    for (const { tenant, usdcUnits, binding } of opened) await fixture.transfer(tenant.account, { usdcUnits, binding });
    await fixture.mine(2);
    node.lie = (method, result) => (method === "eth_getLogs" && Array.isArray(result) ? [...result, ...result].reverse() : result);
    await fixture.watch();
    for (const { tenant, paymentId } of opened) {
      const payment = await fixture.payment(tenant, paymentId);
      expect(payment.timeline.map((entry) => entry.type)).toEqual(["created", "seen", "completed"]);
    }
  });

  it("a shorter chain is waited for", async () => {
    const tenant = await fixture.tenant();
    const open = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, open);
    await fixture.mine(2);
    await fixture.watch();
    const earlier = await fixture.harness.deps.chain.block((await fixture.harness.chain.head()) - 3n);
    node.lie = (method, result, [at]) =>
      method === "eth_getBlockByNumber" && at === "latest" && isObject(result)
        ? { ...result, number: `0x${earlier?.number.toString(16)}`, hash: earlier?.hash }
        : result;
    await fixture.watch().catch(() => {});
    expect((await fixture.payment(tenant, open.paymentId)).status).toBe("completed");
  });
});

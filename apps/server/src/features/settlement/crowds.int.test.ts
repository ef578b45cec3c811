import { transfers } from "@hearth/db/schema/transfers";
import { type CountingDatabase, openCountingDatabase } from "@hearth/db/testing/counting-database";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeUser } from "@hearth/db/testing/factories";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Crowd, gatherCrowd } from "../../testing/crowd.ts";
import { startHarness } from "../../testing/harness.ts";
import { type LyingNode, startLyingNode } from "../../testing/lying-node.ts";
import { openPaymentFixture, type PaymentFixture } from "../../testing/payment-fixture.ts";
import { listUncounted } from "../ledger/transfers.repo.ts";
import { finalizeTransfers } from "./finalize-transfers.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";
import { watchChain } from "./watch-chain.ts";

let node: LyingNode;
let fixture: PaymentFixture;
let crowd: Crowd;
let counting: CountingDatabase;
beforeAll(async () => {
  node = await startLyingNode();
  fixture = await openPaymentFixture(await startHarness({ chain: true, env: { RPC_URL: node.url } }));
  const { chain, deps } = fixture.harness;
  node.target = chain.rpcUrl;
  crowd = await gatherCrowd(chain, (await fixture.tenant()).account);
  counting = openCountingDatabase(deps.env.databaseUrl);
  await fixture.mine(1);
  await fixture.watch();
});
afterEach(async () => {
  node.fault = null;
  await fixture.expectSound();
});
afterAll(async () => {
  await counting.close();
  await fixture.harness.close();
  await node.close();
});

const dollar = 1_000_000n;
const fromCrowd = () => eq(transfers.fromAddress, crowd.address);
const kept = (...more: Parameters<typeof and>) => fixture.harness.db.$count(transfers, and(fromCrowd(), ...more));

/** One step of reading, with what it asked of the node and of the database. */
async function step() {
  node.asked.clear();
  counting.statements.length = 0;
  const { more } = await watchChain({ ...fixture.harness.deps, db: counting.db });
  return { more, asked: Object.fromEntries(node.asked), statements: counting.statements.length };
}

/** So many blocks with so many transfers each, in transactions of a hundred. */
async function storm(blocks: number, each: number, usdcUnits = dollar) {
  for (let block = 0; block < blocks; block++) {
    for (let sent = 0; sent < each; sent += 100)
      await crowd.send({ to: fixture.payeeAddress, usdcUnits, times: Math.min(100, each - sent) });
    await fixture.mine(1);
  }
}

/** An open checkout of somebody with a proven wallet; `pay` sends its money, which the next block has. */
async function open(amount: string) {
  const tenant = await fixture.tenant();
  const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant, amount);
  return {
    pay: ({ isBound = true } = {}) => fixture.transfer(tenant.account, { usdcUnits, ...(isBound && { binding }) }),
    status: async () => (await fixture.payment(tenant, paymentId)).status,
  };
}

describe("strangers' transfers to a payout wallet", () => {
  it("cost the same statements whether they are ten or five hundred, and two calls for each transaction", async () => {
    await step();
    await storm(1, 10);
    const few = await step();
    await storm(1, 500);
    const many = await step();
    expect(many.statements).toBe(few.statements);
    expect(many.statements).toBeLessThan(25);
    expect(few.asked).toMatchObject({ eth_getTransactionReceipt: 1, eth_getTransactionByHash: 1, eth_getLogs: 2 });
    expect(many.asked).toMatchObject({ eth_getTransactionReceipt: 5, eth_getTransactionByHash: 5, eth_getLogs: 2 });
    expect(many.asked["eth_getBlockByHash"]).toBeUndefined();
    expect(await kept()).toBe(510);
  });

  it("below a cent cost no call at all, and no row", async () => {
    await step();
    const before = await kept();
    await storm(1, 300, 9_999n);
    const { asked } = await step();
    expect(asked).not.toHaveProperty("eth_getTransactionReceipt");
    expect(asked).not.toHaveProperty("eth_getTransactionByHash");
    expect(asked).not.toHaveProperty("eth_getBlockByHash");
    expect(await kept()).toBe(before);
  });

  it("are read a thousand at a time, so that whoever pays among them is counted before all of them are read", async () => {
    const [bound, proven] = [await open("1450.00"), await open("1233.00")];
    while ((await step()).more);
    const before = await kept();
    await bound.pay();
    await proven.pay({ isBound: false });
    await storm(4, 600);
    const first = await step();
    expect([first.more, (await kept()) - before]).toEqual([true, 600]);
    expect(await bound.status()).toBe("pending");
    await step();
    expect([await bound.status(), await proven.status(), (await kept()) - before]).toEqual(["completed", "completed", 1_200]);
    while ((await step()).more);
    expect((await kept()) - before).toBe(2_400);
  });

  it("in one block are taken whole, leave the chain together and come back once", async () => {
    while ((await step()).more);
    const before = await kept(isNull(transfers.reorgedAt));
    await storm(1, 1_100);
    const { more, statements } = await step();
    expect([more, (await kept(isNull(transfers.reorgedAt))) - before]).toEqual([false, 1_100]);
    expect(statements).toBeLessThan(30);
    const raw = await fixture.harness.chain.rawTransactions(1);
    await fixture.harness.chain.reorg(1);
    await fixture.watch();
    expect(await kept(isNull(transfers.reorgedAt))).toBe(before);
    await fixture.expectSound();
    await fixture.harness.chain.reorg(1, raw);
    await fixture.watch();
    expect((await kept(isNull(transfers.reorgedAt))) - before).toBe(1_100);
  });

  it("become final two thousand at a time, and compare with the chain in the end", async () => {
    await fixture.mine(70);
    while ((await watchChain(fixture.harness.deps)).more);
    const all = await kept(isNull(transfers.reorgedAt));
    expect(all).toBeGreaterThan(4_000);
    expect(await finalizeTransfers(fixture.harness.deps)).toBe(true);
    expect(await fixture.harness.db.$count(transfers, isNotNull(transfers.finalAt))).toBeLessThanOrEqual(2_000);
    while (await finalizeTransfers(fixture.harness.deps));
    expect(await kept(isNotNull(transfers.finalAt))).toBe(all);
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ missing: 0, invented: 0, isDone: true });
  });
});

/** How many blocks a filter of logs asks for. */
function blocksOf(filter: unknown): number {
  const { fromBlock, toBlock } = z.object({ fromBlock: z.string(), toBlock: z.string() }).parse(filter);
  return Number(BigInt(toBlock) - BigInt(fromBlock)) + 1;
}

describe("a provider that refuses large answers", () => {
  it("is asked for fewer blocks until it answers, and for more again after that", async () => {
    await fixture.watch();
    const paid = await open("77.00");
    await paid.pay();
    await fixture.mine(500);
    const spans: number[] = [];
    node.fault = {
      answer: async ({ method, params }, forward) => {
        const span = method === "eth_getLogs" ? blocksOf(params[0]) : 0;
        if (span > 0) spans.push(span);
        return span > 100 ? { error: { code: -32_005, message: "query returned more than 10000 results" } } : forward(method, params);
      },
    };
    while ((await watchChain(fixture.harness.deps)).more);
    expect(await paid.status()).toBe("completed");
    expect(spans.length).toBeLessThan(80);
    node.fault = null;
    await fixture.mine(150);
    node.asked.clear();
    await fixture.watch();
    expect(node.asked.get("eth_getLogs")).toBeLessThanOrEqual(8);
  });

  it("is not asked again and again when it refuses everything", async () => {
    await fixture.mine(40);
    let refused = 0;
    node.fault = {
      answer: async ({ method, params }, forward) => {
        if (method !== "eth_getLogs") return forward(method, params);
        refused += 1;
        return { error: { code: -32_005, message: "limit exceeded" } };
      },
    };
    await expect(watchChain(fixture.harness.deps)).rejects.toMatchObject({ name: "ChainUnavailable" });
    expect(refused).toBeLessThanOrEqual(24);
    node.fault = null;
    await fixture.watch();
  });
});

describe("what waits to be counted", () => {
  it("is found by its own index, however many payments nobody has paid", async () => {
    const { db } = fixture.harness;
    const like = await makePayment(db, { consumerId: (await makeUser(db)).id, merchantId: fixture.merchantId, status: "failed" });
    await db.execute(sql`
      insert into payments (id, consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, status,
                            reference, binding, code, created_at, expires_at, ended_at)
      select uuidv7(), consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, status,
             encode(sha256(('w' || n)::bytea), 'hex'), '0x' || encode(sha256(('x' || n)::bytea), 'hex'), 'W' || n, created_at, expires_at, ended_at
      from payments, generate_series(1, 5000) n where id = ${like.id}`);
    await db.execute(sql`analyze payments`);
    await db.execute(sql`analyze transfers`);
    counting.statements.length = 0;
    await listUncounted(counting.db, fixture.harness.deps.network.chainId, { upTo: 10n ** 9n });
    const [asked] = counting.statements;
    if (!asked) throw new Error("Nothing was asked");
    const plan = await counting.explain(asked);
    expect(plan).toContain("transfers_waiting_idx");
    expect(plan).not.toContain("Seq Scan");
    await db.execute(sql`delete from payments where reference = encode(sha256(('w' || substr(code, 2))::bytea), 'hex')`);
  });
});

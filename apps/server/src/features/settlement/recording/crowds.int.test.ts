import { transfers } from "@hearth/db/schema/transfers";
import { type CountingDatabase, openCountingDatabase } from "@hearth/db/testing/counting-database";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { writeMany } from "@hearth/db/testing/write-many";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { expirePayment, expirePayments } from "../../payments/checkout/end-payment.ts";
import { type Crowd, gatherCrowd } from "../../../testing/crowd.ts";
import { startReading } from "../../../jobs/loops.ts";
import { startHarness } from "../../../testing/harness.ts";
import { type LyingNode, startLyingNode } from "../../../testing/lying-node.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";
import { listUncounted } from "../../ledger/transfers.repo.ts";
import { finalizeTransfers } from "../counting/finalize-transfers.ts";
import { readToHead } from "../reading/read-to-head.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";
import { recordDeferredTransfers } from "./record-deferred-transfers.ts";
import { watchChain } from "../reading/watch-chain.ts";

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
const countRecorded = (...more: Parameters<typeof and>) => fixture.harness.db.$count(transfers, and(fromCrowd(), ...more));

/** Runs one step and returns its calls to the node and its statements. */
async function measure(work: (deps: Deps) => Promise<boolean>) {
  node.callsByMethod.clear();
  counting.statements.length = 0;
  const more = await work({ ...fixture.harness.deps, db: counting.db });
  return { more, asked: Object.fromEntries(node.callsByMethod), statements: counting.statements.length };
}

const step = () => measure(async (deps) => (await watchChain(deps)).more);
const rest = () => measure(recordDeferredTransfers);
const readAll = async () => {
  while ((await step()).more);
  while ((await rest()).more);
};

/** Mines `blocks` blocks with `each` transfers, in transactions of a hundred. */
async function storm(blocks: number, each: number, usdcUnits = dollar) {
  for (let block = 0; block < blocks; block++) {
    for (let sent = 0; sent < each; sent += 100)
      await crowd.send({ to: fixture.payeeAddress, usdcUnits, times: Math.min(100, each - sent) });
    await fixture.mine(1);
  }
}

/** An open checkout of a tenant with a proven wallet. `pay` sends its money for the next block. */
async function open(amount: string) {
  const tenant = await fixture.tenant();
  const { paymentId, uuid, binding, usdcUnits } = await fixture.checkout(tenant, amount);
  return {
    uuid,
    pay: ({ isBound = true, more = 0n } = {}) =>
      fixture.transfer(tenant.account, { usdcUnits: usdcUnits + more, ...(isBound && { binding }) }),
    status: async () => (await fixture.payment(tenant, paymentId)).status,
  };
}

describe("strangers' transfers to a payout wallet", () => {
  it("cost the reader no call for their transactions, and are recorded behind it with two calls per transaction", async () => {
    await step();
    await storm(1, 10);
    const few = await step();
    expect(few.asked).toMatchObject({ eth_getTransactionReceipt: 1, eth_getTransactionByHash: 1, eth_getLogs: 2 });
    expect([await countRecorded(), (await rest()).more]).toEqual([10, false]);
    await storm(1, 500);
    const many = await step();
    expect(many.asked).not.toHaveProperty("eth_getTransactionByHash");
    expect(many.statements).toBeLessThan(25);
    expect(await countRecorded()).toBe(10);
    const behind = await rest();
    expect(behind.asked).toMatchObject({ eth_getTransactionReceipt: 5, eth_getTransactionByHash: 5, eth_getLogs: 2 });
    expect(behind.asked["eth_getBlockByHash"]).toBeUndefined();
    expect(behind.statements).toBeLessThan(30);
    expect([behind.more, await countRecorded()]).toEqual([false, 510]);
    expect((await rest()).statements).toBe(1);
  });

  it("below a cent cost no call and no row", async () => {
    await step();
    const before = await countRecorded();
    await storm(1, 300, 9_999n);
    const { asked } = await step();
    expect(asked).not.toHaveProperty("eth_getTransactionReceipt");
    expect(asked).not.toHaveProperty("eth_getTransactionByHash");
    expect(asked).not.toHaveProperty("eth_getBlockByHash");
    expect(await countRecorded()).toBe(before);
  });

  it("do not delay a payer in the same block and at the same wallet", async () => {
    while ((await step()).more);
    const before = await countRecorded();
    const [bound, proven, over] = [await open("1450.00"), await open("1233.00"), await open("1211.00")];
    await bound.pay();
    await proven.pay({ isBound: false });
    await over.pay({ more: dollar });
    await storm(4, 600);
    expect((await step()).more).toBe(false);
    expect([await bound.status(), await proven.status(), await over.status()]).toEqual(["completed", "completed", "pending"]);
    expect((await countRecorded()) - before).toBe(0);
    while ((await rest()).more);
    await step();
    expect([await over.status(), (await countRecorded()) - before]).toEqual(["completed", 2_400]);
  });

  it("crowd only their own wallet: every transfer at another wallet of the block is read at once", async () => {
    const { payee } = await makeMerchant(fixture.harness.db);
    if (!payee) throw new Error("There is no wallet");
    await crowd.send({ to: payee.address, usdcUnits: dollar, times: 3 });
    await storm(1, 100);
    await step();
    const { toAddress } = transfers;
    expect([await countRecorded(eq(toAddress, payee.address)), (await rest()).more]).toEqual([3, false]);
  });

  it("of a price that somebody is asked for are read first too, a few per price", async () => {
    while ((await rest()).more);
    const before = await countRecorded();
    const asked = await open("5.00");
    await storm(1, 300, 5n * dollar);
    await step();
    expect((await countRecorded()) - before).toBe(20);
    await asked.pay();
    await storm(2, 50);
    await step();
    expect(await asked.status()).toBe("completed");
    while ((await rest()).more);
    expect((await countRecorded()) - before).toBe(400);
  });

  it("are recorded once each when recording is interrupted halfway, with the sums of those below the floor", async () => {
    await storm(1, 600);
    await crowd.send({ to: fixture.payeeAddress, usdcUnits: 9_999n, times: 5 });
    await storm(1, 30);
    await step();
    const { deps } = fixture.harness;
    let begun = 0;
    const transaction: typeof deps.db.transaction = async (...args) => {
      if (++begun === 3) throw new Error("Interrupted");
      return deps.db.transaction(...args);
    };
    const before = await countRecorded();
    const interrupted = new Proxy(deps.db, { get: (db, name) => (name === "transaction" ? transaction : Reflect.get(db, name, db)) });
    await expect(recordDeferredTransfers({ ...deps, db: interrupted })).rejects.toThrow("Interrupted");
    expect((await countRecorded()) - before).toBe(500);
    await fixture.expectSound();
    while ((await rest()).more);
    expect((await countRecorded()) - before).toBe(630);
  });

  it("leave the chain together before or after they are recorded, and come back once", async () => {
    while ((await step()).more);
    const before = await countRecorded(isNull(transfers.reorgedAt));
    await storm(1, 300);
    expect((await step()).more).toBe(false);
    const raw = await fixture.harness.chain.rawTransactions(1);
    await fixture.harness.chain.reorg(1);
    await expect(recordDeferredTransfers(fixture.harness.deps)).rejects.toMatchObject({ name: "ChainUnsure" });
    await fixture.watch();
    expect(await countRecorded(isNull(transfers.reorgedAt))).toBe(before);
    await fixture.harness.chain.reorg(1, raw);
    await fixture.watch();
    expect((await countRecorded(isNull(transfers.reorgedAt))) - before).toBe(300);
    await fixture.harness.chain.reorg(1);
    await fixture.watch();
    expect(await countRecorded(isNull(transfers.reorgedAt))).toBe(before);
    await fixture.expectSound();
    await fixture.harness.chain.reorg(1, raw);
    await fixture.watch();
    expect((await countRecorded(isNull(transfers.reorgedAt))) - before).toBe(300);
  });

  it("keep checkouts from expiring until they are recorded, because one may be a payment", async () => {
    const late = await open("6.00");
    await late.pay({ more: dollar });
    await storm(1, 200);
    await fixture.pass(11);
    await step();
    await expirePayments(fixture.harness.deps);
    expect(await expirePayment(fixture.harness.deps, late.uuid)).toBe(false); // the result that its payer's own request gets
    expect(await late.status()).toBe("pending");
    while ((await rest()).more);
    await step();
    await expirePayments(fixture.harness.deps);
    expect(await late.status()).toBe("completed");
  });

  it("become final a few hundred at a time, and the comparison with the chain agrees", async () => {
    await fixture.mine(70);
    await readAll();
    const all = await countRecorded(isNull(transfers.reorgedAt));
    expect(all).toBeGreaterThan(2_000);
    expect(await finalizeTransfers(fixture.harness.deps)).toBe(true);
    expect(await fixture.harness.db.$count(transfers, isNotNull(transfers.finalAt))).toBeLessThanOrEqual(500);
    while (await finalizeTransfers(fixture.harness.deps));
    expect(await countRecorded(isNotNull(transfers.finalAt))).toBe(all);
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ missing: 0, invented: 0, isDone: true });
  });
});

/** Number of blocks in a log filter's range. */
function blocksOf(filter: unknown): number {
  const { fromBlock, toBlock } = z.object({ fromBlock: z.string(), toBlock: z.string() }).parse(filter);
  return Number(BigInt(toBlock) - BigInt(fromBlock)) + 1;
}

it("reads the newest blocks at most twice, however many ask for them at the same time", async () => {
  await readAll();
  const { deps } = fixture.harness;
  node.callsByMethod.clear();
  await Promise.all(Array.from({ length: 50 }, () => readToHead(deps)));
  expect(node.callsByMethod.get("eth_getBlockByNumber")).toBe(2);
});

it("is recorded by the loops whether it came before they started or while they run", async () => {
  await readAll();
  const before = await countRecorded();
  await storm(1, 200);
  while ((await step()).more);
  expect(await countRecorded()).toBeLessThan(before + 200);
  const loops = startReading(fixture.harness.deps, { isOurs: () => true, heartbeats: { succeeded: () => {}, failed: () => {} } });
  await expect.poll(() => countRecorded()).toBe(before + 200);
  await storm(1, 300);
  await expect.poll(() => countRecorded()).toBe(before + 500);
  await Promise.all(loops.map((loop) => loop.stop()));
});

describe("a provider that refuses large answers", () => {
  it("gets smaller block ranges until it answers, and larger ones again after that", async () => {
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
    node.callsByMethod.clear();
    await fixture.watch();
    expect(node.callsByMethod.get("eth_getLogs")).toBeLessThanOrEqual(8);
  });

  it("is not retried endlessly when it refuses everything", async () => {
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

describe("uncounted transfers", () => {
  it("are found by their own index, however many payments are unpaid", async () => {
    const { db } = fixture.harness;
    const like = await makePayment(db, { consumerId: (await makeUser(db)).id, merchantId: fixture.merchantId, status: "failed" });
    await writeMany(
      db,
      sql`
      insert into payments (id, consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, status,
                            reference, binding, code, created_at, expires_at, ended_at)
      select uuidv7(), consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, status,
             encode(sha256(('w' || n)::bytea), 'hex'), '0x' || encode(sha256(('x' || n)::bytea), 'hex'), 'W' || n, created_at, expires_at, ended_at
      from payments, generate_series(1, 5000) n where id = ${like.id}`,
      sql`analyze payments`,
      sql`analyze transfers`,
    );
    counting.statements.length = 0;
    await listUncounted(counting.db, fixture.harness.deps.network.chainId, { upTo: 10n ** 9n });
    const [asked] = counting.statements;
    if (!asked) throw new Error("Nothing was asked");
    const plan = await counting.explain(asked);
    expect(plan).toContain("transfers_waiting_idx");
    expect(plan).not.toContain("Seq Scan");
    await writeMany(db, sql`delete from payments where reference = encode(sha256(('w' || substr(code, 2))::bytea), 'hex')`);
  });
});

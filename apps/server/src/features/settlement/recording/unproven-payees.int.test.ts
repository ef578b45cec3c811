import { journalEntries } from "@hearth/db/schema/journal-entries";
import { alarms } from "@hearth/db/schema/alarms";
import { payees } from "@hearth/db/schema/payees";
import { transfers } from "@hearth/db/schema/transfers";
import { makeMerchant, makePayee } from "@hearth/db/testing/factories";
import { authorizationUsedTopic } from "@hearth/chain/transfer-binding";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { type LyingNode, startLyingNode } from "../../../testing/lying-node.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { setPayee } from "../../businesses/merchants.service.ts";
import { relayAuthorizations } from "../../payments/relay/relay-authorizations.ts";
import { catchUpWallets } from "./catch-up-wallets.ts";
import { compareStretch } from "../checking/rebuild-transfers.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";

let node: LyingNode;
let harness: Harness;
let fixture: PaymentFixture;
beforeAll(async () => {
  node = await startLyingNode();
  harness = await startHarness({ chain: true, env: { RPC_URL: node.url, RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey } });
  node.target = harness.chain.rpcUrl;
  fixture = await openPaymentFixture(harness);
  await fixture.mine(2);
  await fixture.watch();
});
afterAll(async () => {
  await harness.close();
  await node.close();
});

/** A chain whose node is down when transfers are requested. */
const unreadable = (chain: Harness["deps"]["chain"]): Harness["deps"]["chain"] => ({
  ...chain,
  transfersInvolving: () => Promise.reject(new Error("The node is away")),
});

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;

/** A merchant whose wallet was typed in and never proven. */
async function openUnproven() {
  const { merchant } = await makeMerchant(harness.db, { payeeAddress: null });
  const cursor = await harness.deps.chain.head();
  const watchedFromBlock = cursor.number + 1n;
  const payee = await makePayee(harness.db, { merchantId: merchant.id, address: newAddress(), provenAt: null, watchedFromBlock });
  return { merchantId: merchant.id, wallet: payee.address, payeeId: payee.id, watchedFromBlock };
}

async function confirm(): Promise<void> {
  await fixture.mine(2);
  await fixture.watch();
}

const keptAt = (wallet: Address) => harness.db.$count(transfers, eq(transfers.toAddress, wallet));
const postedAt = (wallet: Address) => harness.db.$count(journalEntries, eq(journalEntries.walletAddress, wallet));
const alarmCount = () => harness.db.$count(alarms);

/** Makes everything final and compares it with the chain. */
async function compared() {
  await fixture.mine(70);
  await fixture.watch();
  const { missing, invented } = await reconcileLedger(harness.deps);
  return { missing, invented };
}

/** Rebuilds everything from the chain and returns the differences. */
async function rebuilt(merchantId: string | null = null) {
  const found: string[] = [];
  for (let after: bigint | null = null; ;) {
    const stretch = await compareStretch(harness.deps, after, { fromBlock: 0n, merchantId });
    found.push(...stretch.differences);
    if (stretch.isDone || stretch.upTo === null) return found;
    after = stretch.upTo;
  }
}

const inOrder = { missing: 0, invented: 0 };

describe("an unproven payout wallet", () => {
  it("receives payments by signed authorization and payments by reference", async () => {
    const { merchantId, wallet } = await openUnproven();
    const [signer, sender] = [await fixture.tenant({ merchantId, proven: false }), await fixture.tenant({ merchantId, proven: false })];
    const [signed, sent] = [await fixture.checkout(signer), await fixture.checkout(sender)];
    await fixture.authorize(signer, signed.reference);
    await relayAuthorizations(harness.deps);
    await fixture.transfer(sender.account, { to: wallet, ...sent });
    await confirm();
    expect((await fixture.payment(signer, signed.paymentId)).status).toBe("completed");
    expect((await fixture.payment(sender, sent.paymentId)).status).toBe("completed");
    expect(await keptAt(wallet)).toBe(2);
    expect(await compared()).toEqual(inOrder);
    expect([await rebuilt(), await rebuilt(merchantId)]).toEqual([[], []]);
    await fixture.expectSound();
  });

  it("receives all payments when the provider lists fewer authorizations than a sender has used", async () => {
    const { merchantId, wallet } = await openUnproven();
    const [signer, stranger] = [await fixture.tenant({ merchantId }), await fixture.tenant({ merchantId })];
    const { paymentId, reference } = await fixture.checkout(signer);
    await fixture.authorize(signer, reference);
    // The first step settles what was sent before.
    for (let step = 0; step < 2; step++) await relayAuthorizations(harness.deps);
    await fixture.transfer(stranger.account, { to: wallet, usdcUnits: 7_000_000n });
    let refused = 0;
    node.fault = {
      answer: async ({ method, params }, forward) => {
        if (method !== "eth_getLogs" || !JSON.stringify(params).includes(authorizationUsedTopic)) return forward(method, params);
        refused += 1;
        return { error: { code: -32_005, message: "query returned more than 10000 results" } };
      },
    };
    try {
      await confirm();
    } finally {
      node.fault = null;
    }
    expect(refused).toBeGreaterThan(0);
    expect((await fixture.payment(signer, paymentId)).status).toBe("completed");
    expect(await keptAt(wallet)).toBe(1);
  });

  it("is shown as unproven to every payer until it is proven", async () => {
    const { merchantId, wallet } = await openUnproven();
    const tenant = await fixture.tenant({ merchantId });
    const { reference } = await fixture.checkout(tenant);
    const alarmMessages = async () => {
      const { merchant, payments } = harness.caller(tenant.token);
      const { walletProven } = await merchant.standing({ selectedMerchantId: publicId("merchant", merchantId) });
      return [walletProven, (await payments.checkout({ reference })).payeeProven];
    };
    expect(await alarmMessages()).toEqual([false, false]);
    await setPayee(harness.db, { merchantId, address: wallet, actorId: null, now: harness.clock.now(), provenBy: "signature" });
    expect(await alarmMessages()).toEqual([true, true]);
  });

  it("ignores transfers without a reference: no row, no count, no alarm, no receipt fetched", async () => {
    const { merchantId, wallet } = await openUnproven();
    const [payer, stranger] = [await fixture.tenant({ merchantId }), await fixture.tenant({ merchantId })];
    const { paymentId, usdcUnits } = await fixture.checkout(payer);
    const alarmsBefore = await alarmCount();
    await fixture.watch();
    node.callsByMethod.clear();
    // The exact amount from the payer's proven wallet, strangers' money, and dust.
    await fixture.transfer(payer.account, { to: wallet, usdcUnits });
    for (const units of [5_000_000_000n, 9_999n, 1n]) await fixture.transfer(stranger.account, { to: wallet, usdcUnits: units });
    await confirm();
    expect(node.callsByMethod.get("eth_getTransactionReceipt") ?? 0).toBe(0);
    // Dust is recognised from the log alone, without fetching its transaction.
    expect(node.callsByMethod.get("eth_getTransactionByHash")).toBe(2);
    expect((await fixture.payment(payer, paymentId)).status).toBe("pending");
    expect([await keptAt(wallet), await postedAt(wallet)]).toEqual([0, 0]);
    expect(await compared()).toEqual(inOrder);
    expect(await alarmCount()).toBe(alarmsBefore);
  });

  it("costs nothing while nobody pays there, however busy it is", async () => {
    const { wallet } = await openUnproven();
    const stranger = await fixture.tenant();
    await fixture.watch();
    node.callsByMethod.clear();
    for (let time = 0; time < 5; time++) await fixture.transfer(stranger.account, { to: wallet, usdcUnits: 2_000_000n });
    await confirm();
    expect(node.callsByMethod.get("eth_getTransactionByHash") ?? 0).toBe(0);
    expect(node.callsByMethod.get("eth_getTransactionReceipt") ?? 0).toBe(0);
    expect([await keptAt(wallet), await postedAt(wallet)]).toEqual([0, 0]);
  });

  it("receives bound money weeks after the checkout as late, and too little as short", async () => {
    const { merchantId, wallet } = await openUnproven();
    const [late, short] = [await fixture.tenant({ merchantId }), await fixture.tenant({ merchantId })];
    const [first, second] = [await fixture.checkout(late), await fixture.checkout(short)];
    await fixture.passCheckouts();
    await fixture.pass(60 * 24 * 60);
    await fixture.transfer(late.account, { to: wallet, ...first });
    await fixture.transfer(short.account, { to: wallet, binding: second.binding, usdcUnits: 400_000_000n });
    await confirm();
    // Weeks have passed, so the sessions have expired.
    const now = async (tenant: Tenant) => ({ ...tenant, token: await harness.signIn(tenant.user.id) });
    expect(await fixture.payment(await now(late), first.paymentId)).toMatchObject({ status: "completed", oddity: "late" });
    expect(await fixture.payment(await now(short), second.paymentId)).toMatchObject({ completedAt: null, othersCount: 1 });
    expect(await compared()).toEqual(inOrder);
  });

  it("is not read from 90 days after its last checkout; once it is proven, bound transfers are caught up, resuming after an interruption", async () => {
    const { merchantId, wallet, watchedFromBlock } = await openUnproven();
    const [early, late] = [await fixture.tenant({ merchantId }), await fixture.tenant({ merchantId })];
    const [first, second] = [await fixture.checkout(early), await fixture.checkout(late)];
    await fixture.transfer(early.account, { to: wallet, ...first });
    await confirm();
    await fixture.passCheckouts();
    await fixture.pass(91 * 24 * 60);
    await fixture.transfer(late.account, { to: wallet, ...second });
    await fixture.transfer(late.account, { to: wallet, usdcUnits: 6_000_000n });
    // Earlier transfers agree, though the wallet is not read any more.
    expect(await compared()).toEqual(inOrder);
    expect([await keptAt(wallet), await rebuilt(merchantId)]).toEqual([1, []]);
    await setPayee(harness.db, { merchantId, address: wallet, actorId: null, now: harness.clock.now(), provenBy: "signature" });
    const behind = async () =>
      (await harness.db.select().from(payees).where(eq(payees.merchantId, merchantId))).map((row) => row.catchUpBlock);
    expect(await behind()).toEqual([watchedFromBlock]);
    await expect(catchUpWallets({ ...harness.deps, chain: unreadable(harness.deps.chain) }, { pages: 1 })).rejects.toThrow("away");
    expect(await behind()).toEqual([watchedFromBlock]);
    // Two processes at the same time find the transfer once.
    const found = await Promise.all([1, 2].map(async () => (await catchUpWallets(harness.deps, { pages: 5 })).found));
    expect(found.toSorted()).toEqual([0, 1]);
    await fixture.mine(70);
    await fixture.watch();
    expect(await catchUpWallets(harness.deps, { pages: 5 })).toEqual({ found: 0, isDone: true });
    expect(await behind()).toEqual([null]);
    await fixture.watch();
    const token = await harness.signIn(late.user.id);
    expect(await fixture.payment({ ...late, token }, second.paymentId)).toMatchObject({ status: "completed", oddity: "late" });
    expect(await keptAt(wallet)).toBe(2);
    expect(await compared()).toEqual(inOrder);
    expect(await rebuilt(merchantId)).toEqual([]);
    await fixture.expectSound();
  });

  it("ignores transfers with the reference of a checkout for another wallet", async () => {
    const { merchantId, wallet } = await openUnproven();
    await fixture.checkout(await fixture.tenant({ merchantId }));
    const tenant = await fixture.tenant();
    const elsewhere = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, { to: wallet, ...elsewhere });
    await confirm();
    expect([await keptAt(wallet), await postedAt(wallet)]).toEqual([0, 0]);
    expect((await fixture.payment(tenant, elsewhere.paymentId)).status).toBe("pending");
    expect(await rebuilt()).toEqual([]);
  });

  it("receives everything from the block in which it is proven; earlier transfers are nobody's and not missed", async () => {
    const { merchantId, wallet, payeeId } = await openUnproven();
    const tenant = await fixture.tenant({ merchantId });
    const { paymentId, usdcUnits } = await fixture.checkout(tenant);
    const alarmsBefore = await alarmCount();
    await fixture.transfer(tenant.account, { to: wallet, usdcUnits });
    await confirm();
    await setPayee(harness.db, { merchantId, address: wallet, actorId: null, now: harness.clock.now(), provenBy: "signature" });
    const [payee] = await harness.db.select().from(payees).where(eq(payees.id, payeeId));
    expect(payee?.provenFromBlock).toBe((await harness.deps.chain.head()).number + 1n);
    expect(await compared()).toEqual(inOrder);
    expect([await keptAt(wallet), (await fixture.payment(tenant, paymentId)).status]).toEqual([0, "pending"]);
    await fixture.transfer(tenant.account, { to: wallet, usdcUnits });
    await fixture.transfer(tenant.account, { to: wallet, usdcUnits: 3_000_000n });
    await confirm();
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
    expect(await keptAt(wallet)).toBe(2);
    expect(await compared()).toEqual(inOrder);
    expect(await rebuilt(merchantId)).toEqual([]);
    expect(await alarmCount()).toBe(alarmsBefore);
    await fixture.expectSound();
  });
});

describe("a wallet that had money before it became a payout wallet", () => {
  it.each([{ how: "typed in" }, { how: "proven", provenBy: "signature" as const }])(
    "brings no missed rent and no alarm when it is $how",
    async ({ provenBy }) => {
      const { merchant } = await makeMerchant(harness.db, { payeeAddress: null });
      const wallet = newAddress();
      const stranger = await fixture.tenant();
      const alarmsBefore = await alarmCount();
      await fixture.transfer(stranger.account, { to: wallet, usdcUnits: 5_000_000_000n });
      await confirm();
      const change = { merchantId: merchant.id, address: wallet, actorId: null, now: harness.clock.now() };
      await setPayee(harness.db, { ...change, ...(provenBy && { provenBy }) });
      expect(await compared()).toEqual(inOrder);
      expect(await reconcileLedger(harness.deps, { from: 1n })).toMatchObject(inOrder);
      expect([await keptAt(wallet), await postedAt(wallet), await alarmCount()]).toEqual([0, 0, alarmsBefore]);
    },
  );
});

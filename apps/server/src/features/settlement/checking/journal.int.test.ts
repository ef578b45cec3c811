import { journalEntries } from "@hearth/db/schema/journal-entries";
import { payees } from "@hearth/db/schema/payees";
import { transfers } from "@hearth/db/schema/transfers";
import { makeMerchant, makePayee } from "@hearth/db/testing/factories";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { insertRowlessMoney } from "../../ledger/journal.repo.ts";
import { checkInvariants } from "./check-invariants.ts";
import { areCompletionsStopped, releaseCompletions } from "../counting/completions.service.ts";
import { reconcileLedger } from "../recording/reconcile-ledger.ts";

let fixture: PaymentFixture;
/** A former payout wallet of the merchant, whose key the test holds. */
let treasury: Tenant;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  treasury = await fixture.tenant();
  await fixture.mine(1);
  await fixture.watch();
  const head = await fixture.harness.deps.chain.head();
  const { merchantId } = fixture;
  const ended = { endedAt: fixture.harness.clock.now(), watchedFromBlock: head.number + 1n };
  await makePayee(fixture.harness.db, { merchantId, address: treasury.account.address, ...ended });
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

async function settle(blocks = 2) {
  await fixture.mine(blocks);
  await fixture.watch();
}

const sums = async () => {
  const { account, units } = journalEntries;
  const rows = await fixture.harness.db
    .select({ account, units: sql<string>`sum(${units})`.mapWith(BigInt) })
    .from(journalEntries)
    .groupBy(account);
  const of = (name: (typeof rows)[number]["account"]) => rows.find((row) => row.account === name)?.units ?? 0n;
  const [wallet, unmatched, payment, sent, dust] = [of("wallet"), of("unmatched"), of("payment"), of("sent"), of("dust")];
  return { wallet, unmatched, payment, returned: of("returned"), sent, dust };
};

/** Sum of the journal's entries for a wallet since it is watched. */
async function walletSum(address: string): Promise<bigint> {
  const { account, walletAddress, units } = journalEntries;
  const [row] = await fixture.harness.db
    .select({ units: sql<string>`coalesce(sum(${units}), 0)`.mapWith(BigInt) })
    .from(journalEntries)
    .where(and(eq(account, "wallet"), eq(walletAddress, sql`${address}`)));
  return row?.units ?? 0n;
}

describe("the journal", () => {
  it("records what each log meant and sums to each wallet's balance on the chain, also after a reorganisation", async () => {
    const { chain } = fixture.harness.deps;
    const { address } = treasury.account;
    const before = await chain.balanceOf(address);
    const agrees = async () => expect(await walletSum(address)).toBe((await chain.balanceOf(address)) - before);
    const stranger = await fixture.tenant();
    await fixture.transfer(stranger.account, { to: address, usdcUnits: 7_000_000n });
    for (const usdcUnits of [1n, 9_999n, 5_000n]) await fixture.transfer(stranger.account, { to: address, usdcUnits });
    await fixture.transfer(treasury.account, { to: stranger.account.address, usdcUnits: 3_000_000n });
    await fixture.transfer(treasury.account, { to: fixture.payeeAddress, usdcUnits: 2_000_000n });
    await settle();
    await agrees();
    expect(await sums()).toEqual({
      wallet: 4_015_000n,
      unmatched: -9_000_000n,
      payment: 0n,
      returned: 0n,
      sent: 5_000_000n,
      dust: -15_000n,
    });
    expect(await fixture.harness.db.$count(transfers, eq(transfers.fromAddress, stranger.account.address))).toBe(1);
    const raw = await fixture.harness.chain.rawTransactions(2);
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    expect(await sums()).toEqual({ wallet: 0n, unmatched: 0n, payment: 0n, returned: 0n, sent: 0n, dust: 0n });
    await agrees();
    await fixture.harness.chain.reorg(1, raw);
    await settle();
    await agrees();
    await fixture.mine(70);
    await fixture.watch();
    expect(await reconcileLedger(fixture.harness.deps)).toMatchObject({ missing: 0, invented: 0 });
  });

  it("credits a payment's counted money, reverses it with its block, and records refunds as returned", async () => {
    const { harness } = fixture;
    const tenant = await fixture.tenant();
    const start = await sums();
    const checkout = await fixture.checkout(tenant, "50.00");
    await fixture.transfer(tenant.account, checkout);
    await settle(1);
    expect(await sums()).toMatchObject({ unmatched: start.unmatched - 50_000_000n, payment: start.payment });
    const raw = await harness.chain.rawTransactions(1);
    await settle(1);
    expect(await sums()).toMatchObject({ unmatched: start.unmatched, payment: start.payment - 50_000_000n });
    await harness.chain.reorg(2);
    await fixture.watch();
    expect(await sums()).toEqual(start);
    await harness.chain.reorg(1, raw);
    await settle();
    expect(await sums()).toMatchObject({ unmatched: start.unmatched, payment: start.payment - 50_000_000n });
  });

  it("agrees with the chain wallet by wallet, including dust from strangers and outgoing transfers", async () => {
    const { deps, db, clock } = fixture.harness;
    await fixture.mine(70);
    await fixture.watch();
    expect(await reconcileLedger(deps)).toMatchObject({ missing: 0, invented: 0 });
    const head = await deps.chain.head();
    const place = {
      chainId: deps.network.chainId,
      merchantId: fixture.merchantId,
      walletAddress: fixture.payeeAddress,
      blockNumber: head.number,
    };
    await db.transaction((tx) => insertRowlessMoney(tx, [{ ...place, inUnits: 77n, outUnits: 0n }], clock.now()));
    await fixture.mine(70);
    await fixture.watch();
    expect(await reconcileLedger(deps)).toMatchObject({ missing: 0, invented: 1 });
    expect(await areCompletionsStopped(deps)).toBe(true);
    await db.transaction((tx) => insertRowlessMoney(tx, [{ ...place, inUnits: -77n, outUnits: 0n }], clock.now()));
    expect(await reconcileLedger(deps)).toMatchObject({ missing: 0, invented: 0 });
    await releaseCompletions(deps);
  });

  it("reports a credit without a transfer and a move without a log", async () => {
    const { db } = fixture.harness;
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant, "61.00");
    await fixture.transfer(tenant.account, checkout);
    await settle();
    const [row] = await db.select().from(transfers).where(eq(transfers.paymentId, checkout.uuid));
    if (!row) throw new Error("The transfer was not seen");
    await db
      .update(transfers)
      .set({ usdcUnits: row.usdcUnits + 1n })
      .where(eq(transfers.id, row.id));
    expect((await checkInvariants(db)).join("\n")).toMatch(/The journal moves 61000000 units .* its transfers 61000001/);
    expect((await checkInvariants(db)).join("\n")).toContain("the journal credits 61000000 of 61000001 units");
    await db.update(transfers).set({ usdcUnits: row.usdcUnits }).where(eq(transfers.id, row.id));
  });
});

describe("an address that two merchants used in turn", () => {
  it("credits late money, with or without a reference, to the merchant whose payment it pays and not to the address's present owner", async () => {
    const { harness } = fixture;
    const tenants = [await fixture.tenant(), await fixture.tenant()];
    const checkouts = await Promise.all(tenants.map((tenant) => fixture.checkout(tenant, "62.00")));
    await harness.db.update(payees).set({ endedAt: harness.clock.now() }).where(eq(payees.address, fixture.payeeAddress));
    const other = await makeMerchant(harness.db, { payeeAddress: fixture.payeeAddress });
    for (const [place, tenant] of tenants.entries()) {
      const checkout = checkouts[place];
      if (checkout === undefined) throw new Error("Each has a checkout");
      await fixture.transfer(tenant.account, place === 0 ? checkout : { usdcUnits: checkout.usdcUnits });
      await settle();
      const [row] = await harness.db.select().from(transfers).where(eq(transfers.paymentId, checkout.uuid));
      expect(row?.merchantId).toBe(fixture.merchantId);
      expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
    }
    expect(await harness.db.$count(transfers, eq(transfers.merchantId, other.merchant.id))).toBe(0);
  });
});

import { merchants } from "@hearth/db/schema/merchants";
import { transfers } from "@hearth/db/schema/transfers";
import { makeMerchant } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { and, eq, isNull } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";
import { findCursor } from "../../ledger/chain-cursor.repo.ts";
import { setPayee } from "../../businesses/merchants.service.ts";
import { finalizeTransfers } from "../counting/finalize-transfers.ts";
import { reconcileLedger } from "../recording/reconcile-ledger.ts";
import { watchChain } from "./watch-chain.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  await fixture.mine(130);
  await fixture.watch();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

/** A completed payment whose transfer has `above` blocks on top of it. */
async function completedPayment(above: number) {
  const tenant = await fixture.tenant();
  const checkout = await fixture.checkout(tenant);
  await fixture.transfer(tenant.account, checkout);
  await fixture.mine(1 + above);
  await fixture.watch();
  expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
  return { tenant, ...checkout };
}

describe("a block that leaves the chain", () => {
  it.each([2, 3, 7, 20, 64])(
    "reverses the completion it caused, %i blocks deep, and the money counts again when it comes back",
    async (depth) => {
      const { chain } = fixture.harness;
      const paid = await completedPayment(depth - 1);
      const raw = await chain.rawTransactions(depth);
      await chain.reorg(depth);
      await fixture.watch();
      const undone = await fixture.payment(paid.tenant, paid.paymentId);
      expect(undone).toMatchObject({ status: "pending", transactionHash: null, transfer: null });
      await chain.reorg(1, raw);
      await fixture.mine(2);
      await fixture.watch();
      const again = await fixture.payment(paid.tenant, paid.paymentId);
      expect(again).toMatchObject({ status: "completed", oddity: "none" });
      expect(again.timeline.map((entry) => entry.type)).toEqual(["created", "seen", "completed", "orphaned", "seen", "completed"]);
    },
  );

  it("keeps the payment completed when the transfer only moves to another block at once", async () => {
    const { chain } = fixture.harness;
    const paid = await completedPayment(3);
    const raw = await chain.rawTransactions(4);
    await chain.reorg(4, raw);
    await fixture.mine(2);
    await fixture.watch();
    expect((await fixture.payment(paid.tenant, paid.paymentId)).status).toBe("completed");
    const rows = await fixture.harness.db.select().from(transfers).where(eq(transfers.paymentId, paid.uuid));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.reorgedAt).toBeNull();
  });

  it("keeps a person's attachment, also when the transaction comes back behind another one", async () => {
    const { chain, db } = fixture.harness;
    const tenant = await fixture.tenant({ proven: false });
    const stranger = await fixture.tenant({ proven: false });
    const checkout = await fixture.checkout(tenant, "91.00");
    const txHash = await fixture.transfer(tenant.account, { usdcUnits: checkout.usdcUnits });
    await fixture.mine(2);
    await fixture.watch();
    const rowsOf = () => db.select().from(transfers).where(eq(transfers.txHash, txHash));
    const [before] = await rowsOf();
    const [merchant] = await db.select().from(merchants).where(eq(merchants.id, fixture.merchantId));
    const landlord = fixture.harness.caller(await fixture.harness.signIn(merchant?.ownerUserId ?? "")).merchant;
    const transferId = publicId("transfer", before?.id ?? "");
    await landlord.attachTransfer({ transferId, paymentId: checkout.paymentId, reason: "It is hers" });
    await fixture.watch();
    expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
    const rawTransactions = await chain.rawTransactions(2);
    await chain.reorg(2);
    await fixture.transfer(stranger.account, { to: stranger.account.address, usdcUnits: 1n });
    await fixture.mine(1);
    const others = await chain.rawTransactions(1);
    await chain.reorg(2, [...others, ...rawTransactions]);
    await fixture.mine(2);
    await fixture.watch();
    const rows = await rowsOf();
    expect(rows).toMatchObject([{ id: before?.id, reorgedAt: null, boundBy: "admin" }]);
    expect(rows[0]?.logIndex).not.toBe(before?.logIndex);
    expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
  });

  it("returns a late payment to cancelled, not to pending", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant);
    await fixture.harness.caller(tenant.token).payments.cancel({ paymentId: checkout.paymentId });
    await fixture.transfer(tenant.account, checkout);
    await fixture.mine(2);
    await fixture.watch();
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("cancelled");
  });

  it("does not reopen a checkout when the payer has opened another one since", async () => {
    const paid = await completedPayment(1);
    const second = await fixture.checkout(paid.tenant);
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    expect((await fixture.payment(paid.tenant, paid.paymentId)).status).toBe("failed");
    expect((await fixture.payment(paid.tenant, second.paymentId)).status).toBe("pending");
  });

  it("does not touch payments below the common ancestor", async () => {
    const below = await completedPayment(1);
    const above = await completedPayment(1);
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    expect((await fixture.payment(below.tenant, below.paymentId)).status).toBe("completed");
    expect((await fixture.payment(above.tenant, above.paymentId)).status).toBe("pending");
  });

  it("is undone once when several watchers see it at the same time", async () => {
    const paid = await completedPayment(1);
    await fixture.harness.chain.reorg(3);
    await Promise.allSettled(Array.from({ length: 6 }, () => fixture.watch()));
    await fixture.watch();
    const { timeline } = await fixture.payment(paid.tenant, paid.paymentId);
    expect(timeline.filter((entry) => entry.type === "orphaned")).toHaveLength(1);
  });
});

describe("final blocks", () => {
  it("are finalized and agree with the chain, and only the block history above them is kept", async () => {
    const { deps, db } = fixture.harness;
    const paid = await completedPayment(1);
    await fixture.mine(70);
    await fixture.watch();
    await fixture.watch();
    const [row] = await db.select().from(transfers).where(eq(transfers.paymentId, paid.uuid));
    expect(row?.finalAt).not.toBeNull();
    const result = await reconcileLedger(deps);
    const cursor = await findCursor(db, deps.network.chainId);
    expect(result).toMatchObject({ missing: 0, invented: 0, upTo: cursor?.finalizedNumber });
  });

  it("do not include what a wallet received before it was a payout wallet, and nothing counts as missed", async () => {
    const { deps, db, clock } = fixture.harness;
    const [tenant, wallet] = [await fixture.tenant(), privateKeyToAccount(generatePrivateKey()).address];
    await fixture.transfer(tenant.account, { to: wallet, usdcUnits: 7_000_000n });
    await fixture.mine(1);
    await fixture.watch();
    const { merchant } = await makeMerchant(db, { payeeAddress: null });
    await setPayee(db, { merchantId: merchant.id, address: wallet, actorId: null, now: clock.now(), provenBy: "signature" });
    await fixture.transfer(tenant.account, { to: wallet, usdcUnits: 8_000_000n });
    await fixture.mine(70);
    await fixture.watch();
    const cursor = await findCursor(db, deps.network.chainId);
    expect(await reconcileLedger(deps, { from: 1n })).toMatchObject({ missing: 0, invented: 0, upTo: cursor?.finalizedNumber });
    const transferRows = await db.select().from(transfers).where(eq(transfers.toAddress, wallet));
    expect(transferRows.map(({ usdcUnits }) => usdcUnits)).toEqual([8_000_000n]);
  });

  it("are fetched once each and finalized with all their transfers together", async () => {
    const { deps } = fixture.harness;
    const stranger = await fixture.tenant();
    for (let sent = 0; sent < 12; sent++) await fixture.transfer(stranger.account, { usdcUnits: 1_000_000n + BigInt(sent) });
    await fixture.mine(70);
    while ((await watchChain(deps)).more);
    const asked: unknown[] = [];
    const block: typeof deps.chain.block = (at) => {
      asked.push(at);
      return deps.chain.block(at);
    };
    expect(await finalizeTransfers({ ...deps, chain: { ...deps.chain, block } })).toBe(false);
    expect(asked).toEqual([...new Set(asked)]);
    expect(
      await fixture.harness.db.$count(transfers, and(isNull(transfers.finalAt), eq(transfers.fromAddress, stranger.account.address))),
    ).toBe(0);
  });

  it("stop all completions when the ledger holds a transfer that the chain does not", async () => {
    const { deps, db } = fixture.harness;
    const paid = await completedPayment(1);
    const [row] = await db.select().from(transfers).where(eq(transfers.paymentId, paid.uuid));
    if (!row) throw new Error("The transfer was not kept");
    const { id: _, ...transferRows } = row;
    const forged = {
      ...transferRows,
      logIndex: 77,
      paymentId: null,
      binding: null,
      boundBy: null,
      verdict: "unmatched" as const,
      countedAt: null,
    };
    await db.insert(transfers).values(forged);
    await fixture.mine(70);
    await fixture.watch();
    expect((await reconcileLedger(deps)).invented).toBe(1);
    const next = await fixture.tenant();
    const checkout = await fixture.checkout(next);
    await fixture.transfer(next.account, checkout);
    await fixture.mine(3);
    await fixture.watch();
    expect((await fixture.payment(next, checkout.paymentId)).status).toBe("pending");
    await db.update(transfers).set({ reorgedAt: new Date(), finalAt: null }).where(eq(transfers.logIndex, forged.logIndex));
  });
});

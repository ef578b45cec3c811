import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { merchants } from "@hearth/db/schema/merchants";
import { transfers } from "@hearth/db/schema/transfers";
import { makeUser } from "@hearth/db/testing/factories";
import { makeLease } from "@hearth/db/testing/rent-factories";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openRefundFixture, type RefundFixture } from "../../../testing/refund-fixture.ts";
import { sumPayment } from "../../ledger/journal.repo.ts";
import { lockCursor } from "../../ledger/chain-cursor.repo.ts";
import { lockTransfer } from "../../ledger/transfers.repo.ts";
import { rollBackTransfers } from "./undo-transfers.ts";
import { recordTransfers } from "./record-transfers.ts";
import { loadWatchedWallets } from "./watched-wallets.ts";

let refunding: RefundFixture;
beforeAll(async () => {
  refunding = await openRefundFixture();
});
afterEach(() => refunding.fixture.expectSound());
afterAll(() => refunding.fixture.harness.close());

const db = () => refunding.fixture.harness.db;

/** Attaches the payment to a lease, like its checkout would have. */
async function forLease(paymentId: string, tenantId: string): Promise<void> {
  const [merchant] = await db().select().from(merchants).where(eq(merchants.id, refunding.fixture.merchantId));
  const createdBy = merchant?.ownerUserId ?? "";
  const lease = await makeLease(db(), { merchantId: refunding.fixture.merchantId, createdBy, tenantId });
  await db().insert(leaseCredits).values({ leaseId: lease.id, kind: "payment", paymentId, createdBy });
}

const receivedFor = async (paymentId: string) => {
  const [credit] = await db().select().from(leaseCredits).where(eq(leaseCredits.paymentId, paymentId));
  return credit?.receivedCents;
};

it("reverses a refunded payment of a lease, and counts payment and refund again when the money is back", async () => {
  const { fixture, call } = refunding;
  const { deps } = fixture.harness;
  const tenant = await fixture.tenant();
  const checkout = await fixture.checkout(tenant, "200.00");
  await forLease(checkout.uuid, tenant.user.id);
  const txHash = await fixture.transfer(tenant.account, checkout);
  await refunding.settle();
  await refunding.send(await call.refundPayment({ paymentId: checkout.paymentId, amount: "150.00" }));
  await refunding.settle();
  expect(await receivedFor(checkout.uuid)).toBe(5_000);
  const [row] = await db().select().from(transfers).where(eq(transfers.txHash, txHash));
  const change = (work: Parameters<ReturnType<typeof db>["transaction"]>[0]) =>
    db().transaction(async (tx) => {
      await lockCursor(tx, deps.network.chainId);
      return work(tx);
    });
  await change(async (tx) => {
    const transfer = await lockTransfer(tx, row?.id ?? "");
    await rollBackTransfers(tx, transfer ? [transfer] : [], deps.clock.now());
  });
  expect(await receivedFor(checkout.uuid)).toBe(0);
  expect(await sumPayment(db(), checkout.uuid)).toEqual({ creditedUnits: 0n, returnedUnits: 0n });
  const wallets = await loadWatchedWallets(db(), deps.clock.now());
  const logs = await deps.chain.transfersInTx(txHash);
  await change((tx) => recordTransfers(tx, deps.network, logs, wallets, deps.clock.now()));
  await fixture.watch();
  expect(await fixture.payment(tenant, checkout.paymentId)).toMatchObject({ status: "completed" });
  expect(await sumPayment(db(), checkout.uuid)).toEqual({ creditedUnits: 200_000_000n, returnedUnits: 150_000_000n });
  expect(await receivedFor(checkout.uuid)).toBe(5_000);
});

it("refuses with a reason to detach a transfer from a refunded payment of a lease", async () => {
  const { fixture, call } = refunding;
  const { harness } = fixture;
  const tenant = await fixture.tenant({ proven: false });
  const checkout = await fixture.checkout(tenant, "90.00");
  await forLease(checkout.uuid, tenant.user.id);
  const stray = await refunding.strayMoney(90_000_000n, { sender: tenant });
  await call.attachTransfer({ transferId: stray.transferId, paymentId: checkout.paymentId, reason: "It is hers" });
  await fixture.watch();
  await fixture.proveWallet(tenant);
  await refunding.send(await call.refundPayment({ paymentId: checkout.paymentId, amount: "60.00" }));
  await refunding.settle();
  expect(await receivedFor(checkout.uuid)).toBe(3_000);
  const admin = await makeUser(db(), { role: "admin" });
  const { admin: calls } = harness.caller(await harness.signIn(admin.id, "admin"));
  const detached = calls.detachTransfer({ transferId: stray.transferId, reason: "It was not hers" });
  await expect(detached).rejects.toThrow("The payment was disputed or refunded since, so the transfer stays with it");
  expect(await receivedFor(checkout.uuid)).toBe(3_000);
});

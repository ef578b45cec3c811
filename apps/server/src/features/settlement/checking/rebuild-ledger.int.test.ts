import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import type { RebuildInput } from "@hearth/domain/operations/inputs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRefundFixture, type RefundFixture } from "../../../testing/refund-fixture.ts";
import { insertRowlessMoney } from "../../ledger/journal.repo.ts";

let refunding: RefundFixture;
let admin: ReturnType<RefundFixture["fixture"]["harness"]["caller"]>;
/** A completed payment with a partial refund. */
let paid: Awaited<ReturnType<RefundFixture["paid"]>>;
beforeAll(async () => {
  refunding = await openRefundFixture();
  const { fixture } = refunding;
  const { harness } = fixture;
  const { id } = await makeUser(harness.db, { role: "admin" });
  admin = harness.caller(await harness.signIn(id, "admin"));
  paid = await refunding.paid();
  const refund = await refunding.call.refundPayment({ paymentId: paid.paymentId, amount: 20 });
  await refunding.send(refund);
  const stranger = await fixture.tenant({ proven: false });
  for (const usdcUnits of [7_000_000n, 77n, 9_999n]) await fixture.transfer(stranger.account, { usdcUnits });
  const open = await fixture.tenant();
  const short = await fixture.checkout(open, "31.00");
  await fixture.transfer(open.account, { usdcUnits: short.usdcUnits - 1n, binding: short.binding });
  await refunding.settle(70);
});
afterAll(() => refunding.fixture.harness.close());

/** Rebuilds every section in turn. */
async function rebuild(options: Partial<RebuildInput> = {}) {
  const all = {
    differences: [] as string[],
    transfers: 0,
    payments: 0,
    totals: [] as { gross: string; refunded: string; unmatched: string }[],
  };
  for (let at: RebuildInput["at"] | null = { part: "payments", after: null }; at !== null;) {
    const stretch: Awaited<ReturnType<typeof admin.operations.rebuild>> = await admin.operations.rebuild({ ...options, at });
    expect(stretch.differenceCount).toBe(stretch.differences.length);
    all.differences.push(...stretch.differences);
    all.totals.push(...stretch.totals.map(({ gross, refunded, unmatched }) => ({ gross, refunded, unmatched })));
    if (stretch.part === "chain") all.transfers += stretch.checked;
    if (stretch.part === "payments") all.payments += stretch.checked;
    at = stretch.next;
  }
  return all;
}

const db = () => refunding.fixture.harness.db;

describe("rebuilding from the journal and from the chain", () => {
  it("reproduces the stored payments, refunds, totals, transfers and the sum of strangers' dust", async () => {
    expect(await rebuild()).toEqual({
      differences: [],
      payments: 2,
      transfers: 7,
      totals: [{ gross: "200000000", refunded: "20000000", unmatched: "50037999999" }],
    });
    expect(await rebuild({ merchantId: publicId("merchant", refunding.fixture.merchantId) })).toMatchObject({
      differences: [],
      transfers: 7,
    });
  });

  it("leaves out other merchants' rows for one merchant, and refuses an unknown merchant", async () => {
    const { merchant } = await makeMerchant(db());
    const nothing = { gross: "0", refunded: "0", unmatched: "0" };
    expect(await rebuild({ merchantId: publicId("merchant", merchant.id) })).toEqual({
      differences: [],
      payments: 0,
      transfers: 0,
      totals: [nothing],
    });
    await expect(rebuild({ merchantId: "mer_nobody" })).rejects.toMatchObject({ cause: { code: "NOT_FOUND" } });
  });

  it("names a payment whose status contradicts the journal, its events and the chain", async () => {
    const id = publicId("payment", paid.uuid);
    const [row] = await db().select().from(payments).where(eq(payments.id, paid.uuid));
    if (!row) throw new Error("There is no payment");
    await db().update(payments).set({ status: "failed", transferId: null, completedAt: null }).where(eq(payments.id, row.id));
    const { differences } = await rebuild();
    await db().update(payments).set(row).where(eq(payments.id, row.id));
    expect(differences).toEqual([
      `Payment ${id} is failed; the journal credits it with 200.00 of 200.00 USDC.`,
      `Payment ${id} is failed; its events make it completed.`,
      `Payment ${id} has transfers of 0.00 USDC; the journal credits it with 200.00.`,
      expect.stringMatching(/^Merchant mer_\w+ was paid 0\.00 USDC; the journal says 200\.00\.$/),
      expect.stringMatching(/^Merchant mer_\w+ has 50,237\.999999 USDC unmatched; the journal says 50,037\.999999\.$/),
      expect.stringMatching(new RegExp(`^Payment ${id} is failed; Log \\d+ of 0x\\w+ in block \\d+ \\(200\\.00 USDC\\) pays it\\.$`)),
    ]);
    expect((await rebuild()).differences).toEqual([]);
  });

  it("names a refund that is not completed though its money went back", async () => {
    const [row] = await db().select().from(refunds).where(eq(refunds.paymentId, paid.uuid));
    if (!row) throw new Error("There is no refund");
    await db().update(refunds).set({ status: "open", transferId: null, completedAt: null }).where(eq(refunds.id, row.id));
    const { differences } = await rebuild();
    await db().update(refunds).set(row).where(eq(refunds.id, row.id));
    expect(differences).toEqual([`Refund ${publicId("refund", row.id)} is open; the journal says that its money went back.`]);
  });

  it("names a transfer that differs from the chain, one that the chain lacks and a stray journal entry, each with the command that repairs it", async () => {
    const [row] = await db().select().from(transfers).where(eq(transfers.usdcUnits, 7_000_000n));
    if (!row) throw new Error("There is no transfer");
    await db().update(transfers).set({ usdcUnits: 8_000_000n }).where(eq(transfers.id, row.id));
    const another = (await rebuild()).differences;
    await db().update(transfers).set({ usdcUnits: 7_000_000n, logIndex: 77 }).where(eq(transfers.id, row.id));
    const nowhere = (await rebuild()).differences;
    await db().update(transfers).set(row).where(eq(transfers.id, row.id));
    expect(another).toContainEqual(expect.stringContaining("(8.00 USDC) is another one on the chain: 7.00 USDC from"));
    const block = Number(row.blockNumber);
    expect(nowhere).toEqual([
      `Log ${row.logIndex} of ${row.txHash} in block ${block} (7.00 USDC) is on the chain and not in the ledger. hearth reconcile --from-block ${block} records it.`,
      `Log 77 of ${row.txHash} in block ${block} (7.00 USDC) is in the ledger and not on the chain. hearth chain repair --to-block ${block - 1} takes it back.`,
    ]);
    const { clock, deps } = refunding.fixture.harness;
    const place = {
      chainId: deps.network.chainId,
      merchantId: refunding.fixture.merchantId,
      walletAddress: row.toAddress,
      blockNumber: row.blockNumber,
    };
    const unkept = (inUnits: bigint) =>
      db().transaction((tx) => insertRowlessMoney(tx, [{ ...place, inUnits, outUnits: 0n }], clock.now()));
    await unkept(5n);
    const beside = (await rebuild()).differences;
    await unkept(-5n);
    expect(beside).toEqual([
      expect.stringMatching(
        new RegExp(`^Wallet ${row.toAddress.toLowerCase()} in block ${block}: the chain moves .* USDC, the journal .*\\.$`),
      ),
    ]);
    expect(await rebuild({ fromBlock: String(block + 1) })).toMatchObject({ differences: [], transfers: expect.any(Number) });
  });
});

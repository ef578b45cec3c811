import { transfers } from "@hearth/db/schema/transfers";
import { makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openRefundFixture, type RefundFixture } from "../../../testing/refund-fixture.ts";

let world: RefundFixture;
let admin: ReturnType<RefundFixture["fixture"]["harness"]["caller"]>["admin"];
beforeAll(async () => {
  world = await openRefundFixture();
  const { harness } = world.fixture;
  admin = harness.caller(await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin")).admin;
});
afterEach(() => world.fixture.expectSound());
afterAll(() => world.fixture.harness.close());

const reason = "He sent the rest from his exchange account";

/** A payment of $90.00 of which $50.00 has arrived. */
async function shortPayment() {
  const payer = await world.fixture.tenant();
  const checkout = await world.fixture.checkout(payer, "90.00");
  const first = await world.strayMoney(50_000_000n, { binding: checkout.binding, sender: payer });
  return { payer, first, ...checkout };
}

const candidateOf = async (transferId: string, paymentId: string) =>
  (await world.call.transferCandidates({ transferId })).find(({ _id }) => _id === paymentId);
const verdictOf = async (uuid: string) => {
  const [row] = await world.fixture.harness.db.select().from(transfers).where(eq(transfers.id, uuid));
  return row?.verdict;
};

describe("money without a reference, at a payment of which too little has arrived,", () => {
  it("is attached as the rest, and both together complete it", async () => {
    const { fixture, call, strayMoney, settle } = world;
    const { payer, paymentId, first } = await shortPayment();
    const rest = await strayMoney(40_000_000n);
    const short = { received: 50, missing: 40 };
    expect(await candidateOf(rest.transferId, paymentId)).toMatchObject({ amount: 90, short });
    const listed = (await call.oddTransfers({ limit: 100 })).items.find(({ _id }) => _id === rest.transferId);
    expect(listed?.suggestion).toMatchObject({ _id: paymentId, short });
    await call.attachTransfer({ transferId: rest.transferId, paymentId, reason });
    await settle();
    expect(await fixture.payment(payer, paymentId)).toMatchObject({
      status: "completed",
      oddity: "none",
      parts: [{ txHash: first.txHash }, { txHash: rest.txHash }],
    });
  });

  it("counts as a smaller part, of which nothing is suggested by itself, and leaves the rest to be topped up", async () => {
    const { fixture, call, strayMoney, settle } = world;
    const { payer, paymentId } = await shortPayment();
    const some = await strayMoney(15_000_000n);
    expect(await candidateOf(some.transferId, paymentId)).toBeDefined();
    const listed = (await call.oddTransfers({ limit: 100 })).items.find(({ _id }) => _id === some.transferId);
    expect(listed?.suggestion?._id).not.toBe(paymentId);
    await call.attachTransfer({ transferId: some.transferId, paymentId, reason });
    expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "pending", short: { received: 65, missing: 25 } });
    await expect(call.attachTransfer({ transferId: some.transferId, paymentId, reason })).rejects.toThrow(
      "already counts for this payment",
    );
    const paying = fixture.harness.caller(payer.token).payments;
    const { checkoutURL } = await paying.topUp({ paymentId });
    const { binding, usdcUnits } = await paying.checkout({ reference: checkoutURL.split("/").at(-1) ?? "" });
    await fixture.transfer(payer.account, { binding, usdcUnits: BigInt(usdcUnits) });
    await settle();
    expect((await fixture.payment(payer, paymentId)).status).toBe("completed");
  });

  it("is refused where it is more than what is missing, older than the payment, or carries somebody else's reference", async () => {
    const { fixture, call, strayMoney } = world;
    const old = await strayMoney(40_000_000n);
    await fixture.pass(2);
    const { paymentId } = await shortPayment();
    const more = await strayMoney(40_010_000n);
    const neighbour = await fixture.tenant();
    const theirs = await fixture.checkout(neighbour, "41.00");
    const foreign = await strayMoney(40_000_000n, { binding: theirs.binding, sender: neighbour });
    for (const [{ transferId, uuid }, words] of [
      [more, "The transfer is more than what is missing of the payment"],
      [old, "The transfer is older than the payment"],
      [foreign, "carries the reference of another person's payment"],
    ] as const) {
      const before = await verdictOf(uuid);
      await expect(call.attachTransfer({ transferId, paymentId, reason })).rejects.toThrow(words);
      expect(await verdictOf(uuid)).toBe(before);
    }
    expect(await candidateOf(more.transferId, paymentId)).toBeUndefined();
    expect(await candidateOf(old.transferId, paymentId)).toBeUndefined();
  });

  it("is taken from it again by an administrator, and the payment is short as it was", async () => {
    const { fixture, call, strayMoney, settle } = world;
    const { payer, paymentId, first } = await shortPayment();
    const rest = await strayMoney(40_000_000n);
    await call.attachTransfer({ transferId: rest.transferId, paymentId, reason });
    await settle();
    await admin.detachTransfer({ transferId: rest.transferId, reason: "It was his neighbour's" });
    expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "pending", short: { received: 50, missing: 40 } });
    expect([await verdictOf(rest.uuid), await verdictOf(first.uuid)]).toEqual(["unmatched", "short"]);
  });

  it("stays attached when its block is replaced", async () => {
    const { fixture, call, settle } = world;
    const { payer, paymentId } = await shortPayment();
    const stranger = await fixture.tenant({ proven: false });
    const txHash = await fixture.transfer(stranger.account, { usdcUnits: 40_000_000n });
    await fixture.mine(1);
    await fixture.watch();
    const { items } = await call.oddTransfers({ limit: 100 });
    const transferId = items.find(({ transactionHash }) => transactionHash === txHash)?._id ?? "";
    await call.attachTransfer({ transferId, paymentId, reason });
    const { chain } = fixture.harness;
    await chain.reorg(1, await chain.rawTransactions(1));
    await settle(4);
    expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "completed", parts: [{}, { txHash }] });
  });
});

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

describe("money without a reference at a short payment", () => {
  it("is attached as the missing part, and both transfers together complete it", async () => {
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

  it("counts as a smaller part, is not suggested by its amount, and leaves the difference to be topped up", async () => {
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

  it("completes it as over when it is more than the missing amount", async () => {
    const { fixture, call, strayMoney, settle } = world;
    const { payer, paymentId } = await shortPayment();
    const more = await strayMoney(40_010_000n);
    expect(await candidateOf(more.transferId, paymentId)).toMatchObject({ outcome: { kind: "over", by: 0.01 } });
    await call.attachTransfer({ transferId: more.transferId, paymentId, reason });
    await settle();
    expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "completed", oddity: "over", parts: [{}, {}] });
  });

  it("is refused when it is older than the payment or has somebody else's reference", async () => {
    const { fixture, call, strayMoney } = world;
    const old = await strayMoney(40_000_000n);
    await fixture.pass(2);
    const { paymentId } = await shortPayment();
    const neighbour = await fixture.tenant();
    const theirs = await fixture.checkout(neighbour, "41.00");
    const foreign = await strayMoney(40_000_000n, { binding: theirs.binding, sender: neighbour });
    for (const [{ transferId, uuid }, message] of [
      [old, "The transfer is older than the payment"],
      [foreign, "carries the reference of another person's payment"],
    ] as const) {
      const before = await verdictOf(uuid);
      await expect(call.attachTransfer({ transferId, paymentId, reason })).rejects.toThrow(message);
      expect(await verdictOf(uuid)).toBe(before);
    }
    expect(await candidateOf(old.transferId, paymentId)).toBeUndefined();
  });

  it("is detached by an administrator, and the payment is short as before", async () => {
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

/** A checkout of a payer without a proven wallet, and money for it without a reference. */
async function sentWithoutReference(amount: string, usdcUnits: bigint) {
  const payer = await world.fixture.tenant({ proven: false });
  const checkout = await world.fixture.checkout(payer, amount);
  return { payer, ...checkout, ...(await world.strayMoney(usdcUnits, { sender: payer })) };
}

describe("a first transfer without a reference", () => {
  it("of too little makes the payment short when its landlord attaches it, and a top-up completes it", async () => {
    const { fixture, call, settle } = world;
    const { payer, paymentId, transferId } = await sentWithoutReference("90.00", 89_000_000n);
    expect(await candidateOf(transferId, paymentId)).toMatchObject({ amount: 90, short: null, outcome: { kind: "short", by: 1 } });
    expect(await call.attachTransfer({ transferId, paymentId, reason })).toEqual({
      message: "The transfer is attached. $1.00 of the payment is still missing, and its payer can top it up.",
    });
    expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "pending", short: { received: 89, missing: 1 } });
    expect(await candidateOf(transferId, paymentId)).toBeUndefined();
    const paying = fixture.harness.caller(payer.token).payments;
    const { checkoutURL } = await paying.topUp({ paymentId });
    const reference = checkoutURL.split("/").at(-1) ?? "";
    const { binding, usdcUnits } = await paying.checkout({ reference });
    expect(usdcUnits).toBe("1000000");
    await fixture.transfer(payer.account, { binding, usdcUnits: BigInt(usdcUnits) });
    await settle();
    expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "completed", oddity: "none", parts: [{}, {}] });
  });

  it("of too much completes the payment as over", async () => {
    const { fixture, call, settle } = world;
    const { payer, paymentId, transferId } = await sentWithoutReference("91.00", 95_500_000n);
    expect(await candidateOf(transferId, paymentId)).toMatchObject({ outcome: { kind: "over", by: 4.5 } });
    const { message } = await call.attachTransfer({ transferId, paymentId, reason });
    expect(message).toContain("$4.50 more than the payment asks for");
    await settle();
    expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "completed", oddity: "over" });
  });

  it("of too little or too much is attached by an administrator and by a confirmed claim", async () => {
    const { fixture, call, settle } = world;
    const little = await sentWithoutReference("92.00", 90_000_000n);
    await admin.attachTransfer({ transferId: little.transferId, paymentId: little.paymentId, reason });
    expect(await fixture.payment(little.payer, little.paymentId)).toMatchObject({ short: { received: 90, missing: 2 } });
    for (const [amount, units, expected] of [
      ["93.00", 92_000_000n, { status: "pending", short: { received: 92, missing: 1 } }],
      ["94.00", 95_000_000n, { status: "completed", oddity: "over" }],
    ] as const) {
      const { payer, paymentId, transferId, txHash } = await sentWithoutReference(amount, units);
      const sentOn = fixture.harness.clock.now().toISOString().slice(0, 10);
      const claim = { paymentId, transactionHash: txHash, amount: Number(units) / 1e6, sentOn };
      await fixture.harness.caller(payer.token).payments.claim(claim);
      const listed = (await call.oddTransfers({ limit: 100 })).items.find(({ _id }) => _id === transferId);
      expect(listed?.claims).toMatchObject([{ outcome: { kind: units < 93_000_000n ? "short" : "over", by: 1 } }]);
      await call.confirmClaim({ claimId: listed?.claims[0]?._id ?? "", transferId });
      await settle();
      expect(await fixture.payment(payer, paymentId)).toMatchObject(expected);
    }
  });

  it("stays short, or over, when its block is replaced", async () => {
    const { fixture, call, settle } = world;
    const { chain } = fixture.harness;
    for (const [amount, units, expected] of [
      ["95.00", 94_000_000n, { status: "pending", short: { received: 94, missing: 1 } }],
      ["96.00", 97_000_000n, { status: "completed", oddity: "over" }],
    ] as const) {
      const { payer, paymentId, transferId } = await sentWithoutReference(amount, units);
      await call.attachTransfer({ transferId, paymentId, reason });
      await settle();
      const rawTransactions = await chain.rawTransactions(4);
      await chain.reorg(4);
      await fixture.watch();
      expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "pending", short: null });
      await chain.reorg(1, rawTransactions);
      await settle();
      expect(await fixture.payment(payer, paymentId)).toMatchObject(expected);
    }
  });

  it("makes a cancelled payment short, which can still be topped up", async () => {
    const { fixture, call, settle } = world;
    const { payer, paymentId, transferId } = await sentWithoutReference("97.00", 50_000_000n);
    const paying = fixture.harness.caller(payer.token).payments;
    await paying.cancel({ paymentId });
    await call.attachTransfer({ transferId, paymentId, reason });
    expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "cancelled", short: { received: 50, missing: 47 } });
    const { checkoutURL } = await paying.topUp({ paymentId });
    const { binding, usdcUnits } = await paying.checkout({ reference: checkoutURL.split("/").at(-1) ?? "" });
    await fixture.transfer(payer.account, { binding, usdcUnits: BigInt(usdcUnits) });
    await settle();
    expect((await fixture.payment(payer, paymentId)).status).toBe("completed");
  });

  it("notifies its payer once that the payment is short", async () => {
    const { fixture, call } = world;
    const { payer, paymentId, transferId } = await sentWithoutReference("98.00", 50_000_000n);
    await call.attachTransfer({ transferId, paymentId, reason });
    const { items } = await fixture.harness.caller(payer.token).auth.notifications({});
    expect(items.filter(({ kind }) => kind === "paymentShort")).toHaveLength(1);
  });

  it("belongs to one payment: the second of two clerks reads which one, and changes nothing", async () => {
    const { fixture, call } = world;
    const { payer, paymentId, transferId } = await sentWithoutReference("99.00", 50_000_000n);
    const neighbour = await fixture.tenant();
    const other = await fixture.checkout(neighbour, "99.50");
    await fixture.mine(1);
    const late = await world.strayMoney(20_000_000n);
    const wishes = [paymentId, other.paymentId].map((wish) =>
      admin.attachTransfer({ transferId: late.transferId, paymentId: wish, reason }),
    );
    const outcomes = await Promise.allSettled(wishes);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refusal = outcomes.find((outcome) => outcome.status === "rejected");
    expect(String(refusal?.reason)).toContain("This transfer was already attached to another payment");
    await call.attachTransfer({ transferId, paymentId, reason });
    await expect(admin.attachTransfer({ transferId, paymentId: other.paymentId, reason })).rejects.toThrow(
      "This transfer was already attached to another payment",
    );
    await expect(call.attachTransfer({ transferId, paymentId, reason })).rejects.toThrow("This transfer already counts for this payment");
    const shorts = await Promise.all([fixture.payment(payer, paymentId), fixture.payment(neighbour, other.paymentId)]);
    expect(shorts.map(({ short }) => short?.received ?? 0).reduce((sum, one) => sum + one, 0)).toBe(70);
  });

  it("is detached by an administrator while the payment is short, and can then be attached to another payment", async () => {
    const { fixture, call, settle } = world;
    const { payer, paymentId, transferId, uuid } = await sentWithoutReference("81.00", 80_000_000n);
    await call.attachTransfer({ transferId, paymentId, reason });
    await admin.detachTransfer({ transferId, reason: "It was his neighbour's" });
    expect(await verdictOf(uuid)).toBe("unmatched");
    expect(await fixture.payment(payer, paymentId)).toMatchObject({ status: "pending", short: null });
    const before = await fixture.checkout(payer, "79.00");
    await admin.attachTransfer({ transferId, paymentId: before.paymentId, reason });
    await settle();
    expect(await fixture.payment(payer, before.paymentId)).toMatchObject({ status: "completed", oddity: "over" });
  });

  it("is returned while it makes the payment short, which then lacks its whole amount", async () => {
    const { fixture, call } = world;
    const { payer, paymentId, transferId } = await sentWithoutReference("82.00", 80_000_000n);
    await call.attachTransfer({ transferId, paymentId, reason });
    await call.sendBackTransfer({ transferId });
    expect(await fixture.payment(payer, paymentId)).toMatchObject({ short: null });
    await expect(call.attachTransfer({ transferId, paymentId, reason })).rejects.toThrow("is being sent back");
  });

  it("is offered for the rest of a payment that is short", async () => {
    const { call } = world;
    const { paymentId, transferId } = await sentWithoutReference("84.00", 80_000_000n);
    await call.attachTransfer({ transferId, paymentId, reason });
    const rest = await world.strayMoney(4_000_000n);
    const offered = await call.attachableTransfers({ paymentId });
    expect(offered[0]).toMatchObject({ _id: rest.transferId, outcome: { kind: "exact", by: 0 } });
  });

  it("is offered at the payment's page with the effect of attaching it, unless it is being returned", async () => {
    const { fixture, call } = world;
    const early = await world.strayMoney(83_000_000n);
    await fixture.pass(2);
    const { paymentId, transferId } = await sentWithoutReference("83.00", 82_000_000n);
    const exact = await world.strayMoney(83_000_000n);
    const stray = await world.strayMoney(83_000_000n);
    await call.sendBackTransfer({ transferId: stray.transferId });
    const offered = await call.attachableTransfers({ paymentId });
    const outcomes = Object.fromEntries(offered.map(({ _id, outcome }) => [_id, outcome]));
    expect(outcomes[transferId]).toEqual({ kind: "short", by: 1 });
    expect(outcomes[exact.transferId]).toEqual({ kind: "exact", by: 0 });
    expect(offered[0]?._id).toBe(exact.transferId);
    expect(outcomes).not.toHaveProperty([stray.transferId]);
    expect(outcomes).not.toHaveProperty([early.transferId]);
    expect((await admin.attachableTransfers({ paymentId })).map(({ _id }) => _id)).toContain(early.transferId);
    await call.attachTransfer({ transferId: exact.transferId, paymentId, reason });
    expect(await call.attachableTransfers({ paymentId })).toEqual([]);
  });
});

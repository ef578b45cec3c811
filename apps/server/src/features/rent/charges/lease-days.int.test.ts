import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { charges } from "@hearth/db/schema/charges";
import { merchants } from "@hearth/db/schema/merchants";
import { transfers } from "@hearth/db/schema/transfers";
import { makeCharge, makeLease } from "@hearth/db/testing/rent-factories";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { dayIn } from "@hearth/domain/rent/calendar";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Tenant } from "../../../testing/payment-fixture.ts";
import { openRefundFixture, type RefundFixture } from "../../../testing/refund-fixture.ts";
import { stateRules } from "../../operations/check-state.ts";
import { checkWholeState } from "../../settlement/checking/check-state.ts";
import { allocateWaiting } from "./allocate-leases.ts";

let refunds: RefundFixture;
let createdBy: string;
const db = () => refunds.fixture.harness.db;

beforeAll(async () => {
  refunds = await openRefundFixture({ RATE_LIMITS: "off" });
  const [row] = await db().select().from(merchants).where(eq(merchants.id, refunds.fixture.merchantId));
  createdBy = row?.ownerUserId ?? "";
});
afterEach(async () => expect(await checkWholeState(db(), stateRules)).toEqual([]));
afterAll(() => refunds.fixture.harness.close());

async function rented(partPayments = true) {
  const { fixture } = refunds;
  const tenant = await fixture.tenant();
  const lease = await makeLease(db(), { merchantId: fixture.merchantId, createdBy, tenantId: tenant.user.id, partPayments });
  return { tenant, lease };
}

const landlord = async () => (await refunds.fixture.landlord()).rent;
const callerOf = async (tenant: Tenant) => refunds.fixture.harness.caller(await refunds.fixture.harness.signIn(tenant.user.id)).payments;

/** Opens a checkout and pays it from the tenant's wallet, `less` base units short. Returns the payment's id once its block is deep enough. */
async function send(tenant: Tenant, { amount = "60.00", less = 0n }: { amount?: string; less?: bigint } = {}) {
  const { paymentId, checkoutURL } = await (await callerOf(tenant)).createCheckout({ amount });
  await pay(tenant, checkoutURL, less);
  return paymentId;
}

async function pay(tenant: Tenant, checkoutURL: string, less = 0n) {
  const { fixture } = refunds;
  const reference = checkoutURL.split("/").at(-1) ?? "";
  const { binding, usdcUnits } = await fixture.harness.caller().payments.checkout({ reference });
  await fixture.transfer(tenant.account, { usdcUnits: BigInt(usdcUnits) - less, binding });
  await deepen();
}

async function deepen(blocks = 2) {
  await refunds.settle(blocks);
  await allocateWaiting(refunds.fixture.harness.deps);
}

const today = () => dayIn(refunds.fixture.harness.clock.now(), "America/Chicago");

const linesOf = async (leaseId: string) =>
  (await db().select().from(leaseEntries).where(eq(leaseEntries.leaseId, leaseId)).orderBy(asc(leaseEntries.id)))
    .filter(({ creditId }) => creditId !== null)
    .map(({ kind, cents, effectiveOn }) => [kind, cents, effectiveOn]);

/** The allocations to a charge, summed by the day on which their money arrived. */
async function paidBy(chargeId: string) {
  const rows = await db()
    .select({ at: leaseAllocations.arrivedAt, cents: sql<number>`sum(${leaseAllocations.cents})::float8` })
    .from(leaseAllocations)
    .where(eq(leaseAllocations.chargeId, chargeId))
    .groupBy(leaseAllocations.arrivedAt)
    .having(sql`sum(${leaseAllocations.cents}) <> 0`)
    .orderBy(asc(leaseAllocations.arrivedAt));
  return rows.map(({ at, cents }) => [dayIn(at ?? new Date(0), "America/Chicago"), cents]);
}

const standing = async (leaseId: string) => {
  const { owed, late, credit } = await (await landlord()).lease({ leaseId: publicId("lease", leaseId) });
  return { owed, late, credit };
};

describe("the day of each cent", () => {
  it("stays with the payment when a refund's block leaves the chain, and the refund's lines keep the refund's day", async () => {
    const { fixture, send: sendRefund } = refunds;
    const { tenant, lease } = await rented();
    const charge = await makeCharge(db(), { leaseId: lease.id, cents: 5_000 });
    const paymentId = await send(tenant);
    const paidOn = today();
    await fixture.pass(3 * 1_440);
    const refund = await (await fixture.landlord()).merchant.refundPayment({ paymentId, amount: "20.00" });
    await sendRefund(refund);
    await deepen();
    const refundedOn = today();
    const lines = [
      ["payment", -6_000, paidOn],
      ["refund", 2_000, refundedOn],
    ];
    expect(await linesOf(lease.id)).toEqual(lines);
    expect(await paidBy(charge.id)).toEqual([[paidOn, 4_000]]);
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    await allocateWaiting(fixture.harness.deps);
    expect(await linesOf(lease.id)).toEqual([...lines, ["reversal", -2_000, refundedOn]]);
    expect(await paidBy(charge.id)).toEqual([[paidOn, 5_000]]);
    await deepen(3);
  });

  it("is each part's own, also when both blocks leave the chain and come back", async () => {
    const { fixture } = refunds;
    const { tenant, lease } = await rented(false);
    const [old, young] = [
      await makeCharge(db(), { leaseId: lease.id, cents: 3_000, dueOn: "2026-10-01" }),
      await makeCharge(db(), { leaseId: lease.id, cents: 3_000, dueOn: "2026-11-01" }),
    ];
    const paymentId = await send(tenant, { less: 20_000_000n });
    const first = today();
    expect(await linesOf(lease.id)).toEqual([]);
    await fixture.pass(40 * 1_440);
    await pay(tenant, (await (await callerOf(tenant)).topUp({ paymentId })).checkoutURL);
    const second = today();
    const lines = [
      ["payment", -4_000, first],
      ["payment", -2_000, second],
    ];
    expect(await linesOf(lease.id)).toEqual(lines);
    expect(await paidBy(old.id)).toEqual([[first, 3_000]]);
    expect(await paidBy(young.id)).toEqual([
      [first, 1_000],
      [second, 2_000],
    ]);
    await fixture.harness.chain.reorg(8);
    await fixture.watch();
    const reversals = (await linesOf(lease.id)).slice(2);
    expect(new Set(reversals)).toEqual(
      new Set([
        ["reversal", 2_000, second],
        ["reversal", 4_000, first],
      ]),
    );
    expect([await paidBy(old.id), await paidBy(young.id)]).toEqual([[], []]);
    await deepen(3);
  });

  it("counts a sum beyond 32 bits", async () => {
    const { tenant, lease } = await rented();
    await refunds.fixture.harness.chain.mintUsdc(tenant.account.address, 60_000_000_000_000n);
    await send(tenant, { less: -50_000_000_000_000n });
    expect((await linesOf(lease.id)).map(([, cents]) => cents)).toEqual([-2_000_000_000, -2_000_000_000, -1_000_006_000]);
    expect(await standing(lease.id)).toEqual({ owed: 0, late: 0, credit: 50_000_060 });
    const { items } = await (await landlord()).ledger({ leaseId: publicId("lease", lease.id) });
    expect(items[0]).toMatchObject({ balance: -50_000_060 });
  });
});

describe("a short payment", () => {
  it("counts in a lease that accepts partial payments once it is deep enough, and what completes it adds the rest", async () => {
    const { fixture } = refunds;
    const { tenant, lease } = await rented();
    const charge = await makeCharge(db(), { leaseId: lease.id, cents: 6_000 });
    const paymentId = await send(tenant, { less: 1_000_000n });
    const first = today();
    expect(await linesOf(lease.id)).toEqual([["payment", -5_900, first]]);
    expect(await paidBy(charge.id)).toEqual([[first, 5_900]]);
    expect(await standing(lease.id)).toMatchObject({ owed: 1 });
    expect(await (await callerOf(tenant)).get({ paymentId })).toMatchObject({ status: "pending", short: { received: 59, missing: 1 } });
    await fixture.passCheckouts();
    await fixture.pass(2 * 1_440);
    await pay(tenant, (await (await callerOf(tenant)).topUp({ paymentId })).checkoutURL);
    expect(await (await callerOf(tenant)).get({ paymentId })).toMatchObject({ status: "completed" });
    expect(await linesOf(lease.id)).toEqual([
      ["payment", -5_900, first],
      ["payment", -100, today()],
    ]);
    expect(await paidBy(charge.id)).toEqual([
      [first, 5_900],
      [today(), 100],
    ]);
  });

  it("does not count before its block is deep enough, nor after the block left the chain", async () => {
    const { fixture } = refunds;
    const { tenant, lease } = await rented();
    const { checkoutURL } = await (await callerOf(tenant)).createCheckout({ amount: "60.00" });
    const { binding } = await fixture.harness.caller().payments.checkout({ reference: checkoutURL.split("/").at(-1) ?? "" });
    await fixture.transfer(tenant.account, { usdcUnits: 40_000_000n, binding });
    await deepen(1);
    expect(await linesOf(lease.id)).toEqual([]);
    await deepen(1);
    expect(await linesOf(lease.id)).toEqual([["payment", -4_000, today()]]);
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    expect((await linesOf(lease.id))[1]).toEqual(["reversal", 4_000, today()]);
    await deepen(3);
  });

  it("leaves the ledger when its money is sent back, on the day of that", async () => {
    const { fixture, send: sendRefund } = refunds;
    const { tenant, lease } = await rented();
    const paymentId = await send(tenant, { less: 1_000_000n });
    const first = today();
    await fixture.pass(1_440);
    const [transfer] = await db()
      .select()
      .from(transfers)
      .where(eq(transfers.paymentId, parsePublicId("payment", paymentId) ?? ""));
    const { merchant } = await fixture.landlord();
    await sendRefund(await merchant.sendBackTransfer({ transferId: publicId("transfer", transfer?.id ?? "") }));
    await deepen();
    expect(await linesOf(lease.id)).toEqual([
      ["payment", -5_900, first],
      ["refund", 5_900, today()],
    ]);
    expect(await standing(lease.id)).toEqual({ owed: 0, late: 0, credit: 0 });
  });

  it("counts as soon as its lease accepts partial payments, and still counts once it stops accepting them", async () => {
    const { tenant, lease } = await rented(false);
    await send(tenant, { less: 1_000_000n });
    expect(await linesOf(lease.id)).toEqual([]);
    const leaseId = publicId("lease", lease.id);
    await (await landlord()).setPartPayments({ leaseId, partPayments: true });
    const counted = [["payment", -5_900, today()]];
    expect(await linesOf(lease.id)).toEqual(counted);
    await (await landlord()).setPartPayments({ leaseId, partPayments: false });
    expect(await linesOf(lease.id)).toEqual(counted);
    expect((await db().select().from(leaseCredits).where(eq(leaseCredits.leaseId, lease.id)))[0]?.receivedCents).toBe(5_900);
    expect(await db().$count(charges, eq(charges.leaseId, lease.id))).toBe(0);
  });
});

import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { charges } from "@hearth/db/schema/charges";
import { merchants } from "@hearth/db/schema/merchants";
import { transfers } from "@hearth/db/schema/transfers";
import { makeCharge, makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { asc, eq, sum } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { stateRules } from "../../operations/check-state.ts";
import { checkWholeState } from "../../settlement/checking/check-state.ts";
import { allocateWaiting } from "./allocate-leases.ts";

let fixture: PaymentFixture;
let createdBy: string;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  const [row] = await fixture.harness.db.select().from(merchants).where(eq(merchants.id, fixture.merchantId));
  createdBy = row?.ownerUserId ?? "";
});
afterEach(async () => expect(await checkWholeState(fixture.harness.db, stateRules)).toEqual([]));
afterAll(() => fixture.harness.close());

async function rented() {
  const tenant = await fixture.tenant();
  const lease = await makeLease(fixture.harness.db, { merchantId: fixture.merchantId, createdBy, tenantId: tenant.user.id });
  return { tenant, lease };
}

/** Opens a checkout and pays it on the chain, and runs the jobs until it is completed and allocated. */
async function pay(
  tenant: Tenant,
  amount: string,
  { more = 0n, ...lease }: { more?: bigint; leaseId?: string; chargeIds?: string[] } = {},
) {
  const { paymentId, checkoutURL } = await fixture.harness.caller(tenant.token).payments.createCheckout({ amount, ...lease });
  const { binding, usdcUnits } = await fixture.harness.caller().payments.checkout({ reference: checkoutURL.split("/").at(-1) ?? "" });
  await fixture.transfer(tenant.account, { usdcUnits: BigInt(usdcUnits) + more, binding });
  await fixture.mine(2);
  await fixture.watch();
  await allocateWaiting(fixture.harness.deps);
  return paymentId;
}

const linesOf = async (leaseId: string) =>
  (await fixture.harness.db.select().from(leaseEntries).where(eq(leaseEntries.leaseId, leaseId)).orderBy(asc(leaseEntries.id))).map(
    ({ kind, cents }) => [kind, cents],
  );
const paidOf = async (chargeId: string) => (await fixture.harness.db.select().from(charges).where(eq(charges.id, chargeId)))[0]?.paidCents;

describe("a payment for a lease", () => {
  it("is in the ledger in the transaction that completes it, and pays the oldest charge first", async () => {
    const { tenant, lease } = await rented();
    const [old, young] = [
      await makeCharge(fixture.harness.db, { leaseId: lease.id, dueOn: "2026-10-01" }),
      await makeCharge(fixture.harness.db, { leaseId: lease.id, dueOn: "2026-11-01", kind: "utility" }),
    ];
    await pay(tenant, "70.00");
    expect(await linesOf(lease.id)).toEqual([
      ["charge", 6_000],
      ["charge", 6_000],
      ["payment", -7_000],
    ]);
    expect([await paidOf(old.id), await paidOf(young.id)]).toEqual([6_000, 1_000]);
  });

  it("names the months of rent that it paid to its payer alone, and none for other charges", async () => {
    const { tenant, lease } = await rented();
    const month = (period: string) => ({ leaseId: lease.id, kind: "rent" as const, period, dueOn: period });
    await makeCharge(fixture.harness.db, month("2026-10-01"));
    await makeCharge(fixture.harness.db, month("2026-11-01"));
    await makeCharge(fixture.harness.db, month("2026-12-01"));
    await makeCharge(fixture.harness.db, { leaseId: lease.id, dueOn: "2026-11-15" });
    const roommate = await fixture.tenant();
    await makeLeaseTenant(fixture.harness.db, { leaseId: lease.id, userId: roommate.user.id });
    const [first, second] = [await pay(tenant, "60.00"), await pay(tenant, "130.00")];
    const [own] = await fixture.harness.caller(tenant.token).rent.mine();
    expect(own?.paidMonths).toEqual([
      { month: "2026-10", paymentId: first },
      { month: "2026-11", paymentId: second },
      { month: "2026-12", paymentId: second },
    ]);
    expect((await fixture.harness.caller(roommate.token).rent.mine())[0]?.paidMonths).toEqual([]);
  });

  it("names its lease to its payer from its checkout on; another payment names none", async () => {
    const { tenant, lease } = await rented();
    const { payments } = fixture.harness.caller(tenant.token);
    const { paymentId } = await payments.createCheckout({ amount: "70.00", leaseId: publicId("lease", lease.id) });
    expect(await payments.get({ paymentId })).toMatchObject({ leaseId: publicId("lease", lease.id), status: "pending" });
    const other = fixture.harness.caller((await fixture.tenant()).token).payments;
    const { paymentId: without } = await other.createCheckout({ amount: "70.00" });
    expect(await other.get({ paymentId: without })).toMatchObject({ leaseId: null });
  });

  it("is found by its landlord, and nobody else, by its whole transaction hash in any case", async () => {
    const { tenant, lease } = await rented();
    await pay(tenant, "60.00");
    await pay((await rented()).tenant, "60.00");
    const { harness } = fixture;
    const [credit] = await harness.db.select().from(leaseCredits).where(eq(leaseCredits.leaseId, lease.id));
    const [paying] = await harness.db
      .select()
      .from(transfers)
      .where(eq(transfers.paymentId, credit?.paymentId ?? ""));
    const find = async (search: string) => {
      const { items } = await harness.caller(await harness.signIn(createdBy)).rent.tenants({ search });
      return items.map(({ _id }) => _id);
    };
    const hash = paying?.txHash ?? "";
    expect(await find(hash.toUpperCase().replace("0X", "0x"))).toEqual([publicId("lease", lease.id)]);
    expect(await find(hash.slice(0, -1))).toEqual([]);
  });

  it("pays what its payer chose, and the excess stays a credit to the cent", async () => {
    const { tenant, lease } = await rented();
    const [old, young] = [
      await makeCharge(fixture.harness.db, { leaseId: lease.id, dueOn: "2026-10-01" }),
      await makeCharge(fixture.harness.db, { leaseId: lease.id, dueOn: "2026-11-01" }),
    ];
    const chosen = { leaseId: publicId("lease", lease.id), chargeIds: [publicId("charge", young.id)] };
    await pay(tenant, "61.00", chosen);
    expect([await paidOf(old.id), await paidOf(young.id)]).toEqual([100, 6_000]);
    await pay(tenant, "100.00", { more: 25_000n }); // 2.5 cents too much
    const [{ over } = { over: null }] = await fixture.harness.db
      .select({ over: sum(leaseCredits.receivedCents) })
      .from(leaseCredits)
      .where(eq(leaseCredits.leaseId, lease.id));
    expect([Number(over), await paidOf(old.id)]).toEqual([6_100 + 10_002, 6_000]);
  });

  it("leaves its ledger when its block leaves the chain, and no charge stays paid by it", async () => {
    const { tenant, lease } = await rented();
    const charge = await makeCharge(fixture.harness.db, { leaseId: lease.id });
    await pay(tenant, "60.00");
    expect(await paidOf(charge.id)).toBe(6_000);
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    const lines = await linesOf(lease.id);
    expect(lines.slice(0, 3)).toEqual([
      ["charge", 6_000],
      ["payment", -6_000],
      ["reversal", 6_000],
    ]);
    await fixture.mine(3);
    await fixture.watch();
    await allocateWaiting(fixture.harness.deps);
  });

  it("is refused for another tenant's lease and for charges of another lease", async () => {
    const [one, other] = [await rented(), await rented()];
    const charge = await makeCharge(fixture.harness.db, { leaseId: other.lease.id });
    const create = fixture.harness.caller(one.tenant.token).payments.createCheckout;
    await expect(create({ amount: "5.00", leaseId: publicId("lease", other.lease.id) })).rejects.toMatchObject({
      message: "Lease not found",
    });
    const foreign = { leaseId: publicId("lease", one.lease.id), chargeIds: [publicId("charge", charge.id)] };
    await expect(create({ amount: "5.00", ...foreign })).rejects.toMatchObject({ message: "Charge not found" });
  });

  it("cannot be allocated beyond its amount, also by raw SQL", async () => {
    const { tenant, lease } = await rented();
    const charge = await makeCharge(fixture.harness.db, { leaseId: lease.id, cents: 9_000 });
    await pay(tenant, "60.00");
    const [credit] = await fixture.harness.db.select().from(leaseCredits).where(eq(leaseCredits.leaseId, lease.id));
    const more = { creditId: credit?.id ?? "", chargeId: charge.id, cents: 1, at: new Date() };
    await expect(fixture.harness.db.insert(leaseAllocations).values(more)).rejects.toThrow();
    await expect(fixture.harness.db.delete(leaseEntries).where(eq(leaseEntries.leaseId, lease.id))).rejects.toThrow();
  });
});

it("shows as paid in the landlord's list as soon as it arrives, before it is allocated", async () => {
  const { tenant, lease } = await rented();
  await makeCharge(fixture.harness.db, { leaseId: lease.id, cents: 6_000, dueOn: "2026-10-01" });
  const { checkoutURL } = await fixture.harness.caller(tenant.token).payments.createCheckout({ amount: "60.00" });
  const { binding, usdcUnits } = await fixture.harness.caller().payments.checkout({ reference: checkoutURL.split("/").at(-1) ?? "" });
  await fixture.transfer(tenant.account, { usdcUnits: BigInt(usdcUnits), binding });
  await fixture.mine(2);
  await fixture.watch();
  const landlord = fixture.harness.caller(await fixture.harness.signIn(createdBy)).rent;
  const row = async () => (await landlord.tenants({ limit: 500 })).items.find(({ _id }) => _id === publicId("lease", lease.id));
  const isPaid = { owed: 0, late: 0, credit: 0, dueOn: null, daysLate: 0, lastPaid: { amount: 60 } };
  expect(await row()).toMatchObject(isPaid);
  await allocateWaiting(fixture.harness.deps);
  expect(await row()).toMatchObject(isPaid);
});

describe("a lease whose bills are paid whole", () => {
  async function billed() {
    const { tenant, lease } = await rented();
    const leaseId = publicId("lease", lease.id);
    const [rent, water] = [
      await makeCharge(fixture.harness.db, { leaseId: lease.id, cents: 9_000, dueOn: "2026-10-01" }),
      await makeCharge(fixture.harness.db, { leaseId: lease.id, cents: 1_500, dueOn: "2026-11-01", kind: "utility" }),
    ];
    const landlord = fixture.harness.caller(await fixture.harness.signIn(createdBy)).rent;
    await landlord.setPartPayments({ leaseId, partPayments: false });
    return { tenant, leaseId, rent, water, landlord };
  }

  it("takes a whole bill, all of them, the chosen one or more than is owed, and refuses a part with what can be paid", async () => {
    const { tenant, leaseId, water, rent } = await billed();
    const { createCheckout } = fixture.harness.caller(tenant.token).payments;
    const message = "Bills are paid whole here. Please pay $90.00, or $105.00 for what follows too.";
    // Also where the payer names no lease because they have only one.
    for (const named of [{ leaseId }, {}])
      await expect(createCheckout({ amount: "50.00", ...named })).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    await expect(createCheckout({ amount: "90.01", leaseId })).rejects.toThrow("paid whole");
    for (const amount of ["90.00", "105.00", "300.00"]) await createCheckout({ amount, leaseId });
    await expect(createCheckout({ amount: "15.00", leaseId })).rejects.toThrow("paid whole");
    await pay(tenant, "15.00", { leaseId, chargeIds: [publicId("charge", water.id)] });
    expect([await paidOf(water.id), await paidOf(rent.id)]).toEqual([1_500, 0]);
  });

  it("counts money from outside, and accepts parts again as soon as its landlord does", async () => {
    const { tenant, leaseId, landlord } = await billed();
    const { createCheckout } = fixture.harness.caller(tenant.token).payments;
    await landlord.addCredit({ leaseId, kind: "outside", amount: "40.00", on: "2026-10-02", note: "In coins" });
    await createCheckout({ amount: "50.00", leaseId });
    await expect(createCheckout({ amount: "49.00", leaseId })).rejects.toThrow("Please pay $50.00, or $65.00");
    await landlord.setPartPayments({ leaseId, partPayments: true });
    await createCheckout({ amount: "49.00", leaseId });
  });
});

import { charges } from "@hearth/db/schema/charges";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { transfers } from "@hearth/db/schema/transfers";
import { uncredited } from "@hearth/db/postings";
import { makePayee, makeUser } from "@hearth/db/testing/factories";
import { makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { daily, fixed, type LateFeeFixture, openLateFeeFixture } from "../../../testing/late-fee-fixture.ts";
import { allocateWaiting } from "./allocate-leases.ts";
import { chargeLateFees } from "./charge-late-fees.ts";

let fees: LateFeeFixture;
beforeAll(async () => {
  fees = await openLateFeeFixture();
});
afterEach(() => fees.settle());
afterAll(() => fees.harness.close());

describe("a late fee of rent", () => {
  it("is charged with the sentence that explains it to tenant and landlord", async () => {
    const tenant = await makeUser(fees.harness.db);
    const leaseId = await fees.december();
    await makeLeaseTenant(fees.harness.db, { leaseId, userId: tenant.id });
    await fees.at("2026-12-05T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 50"]);
    const { items } = await fees.harness
      .caller(await fees.harness.signIn(tenant.id))
      .rent.ownLedger({ leaseId: publicId("lease", leaseId) });
    expect(items.find(({ charge }) => charge?.kind === "lateFee")?.note).toBe("$1,450.00 of the rent was open as Dec 5, 2026 began");
  });

  it("is not charged on rent paid in time, and the ledger says so", async () => {
    const leaseId = await fees.december();
    await fees.goTo("2026-12-03T12:00:00Z");
    await fees.note(leaseId, "2026-12-03");
    await fees.at("2026-12-05T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual([]);
    expect(await fees.reasonsOf(leaseId)).toEqual([["paid", "2026-12-05", "2026-12-05"]]);
  });

  it("is charged once a day, and never for a day already decided", async () => {
    const leaseId = await fees.december(daily);
    await fees.at("2026-12-07T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-06 10", "2026-12-07 10"]);
    await fees.at("2026-12-08T07:30:00Z");
    await fees.at("2026-12-08T09:30:00Z");
    expect(await fees.feesOf(leaseId)).toHaveLength(4);
  });

  it("is charged up to today after a long time without jobs, each day once, in batches", async () => {
    const leaseId = await fees.december(daily);
    await fees.at("2027-03-05T07:30:00Z");
    expect(await fees.feesOf(leaseId)).toHaveLength(91);
  });

  it("is not charged for one open cent", async () => {
    const leaseId = await fees.december();
    await fees.goTo("2026-12-03T12:00:00Z");
    await fees.note(leaseId, "2026-12-03", "1449.99");
    await fees.at("2026-12-05T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual([]);
    expect(await fees.reasonsOf(leaseId)).toEqual([["little", "2026-12-05", "2026-12-05"]]);
  });

  it("is not charged while money in the ledger is not allocated yet", async () => {
    const leaseId = await fees.december();
    await fees.goTo("2026-12-05T07:30:00Z");
    await fees.pay(leaseId, "2026-12-03T12:00:00Z");
    await chargeLateFees(fees.harness.deps);
    expect(await fees.daysOf(leaseId)).toEqual([]);
  });

  it("causes no other fee: rent is paid before an old fee", async () => {
    const lease = await makeLease(fees.harness.db, {
      merchantId: fees.business.merchant.id,
      createdBy: fees.business.owner.id,
      startsOn: "2026-12-01",
      endsOn: "2027-03-31",
      nextPeriod: "2026-12-01",
      nextChargeAt: new Date("2026-11-16T06:00:00Z"),
      terms: { fromPeriod: "2026-12-01", ...fixed },
    });
    await fees.at("2026-11-18T12:00:00Z");
    await fees.at("2026-12-05T07:30:00Z");
    await fees.note(lease.id, "2026-12-05");
    for (const month of ["2027-01", "2027-02", "2027-03"]) {
      await fees.at(`${month}-01T12:00:00Z`);
      await fees.note(lease.id, `${month}-01`);
      await fees.at(`${month}-20T12:00:00Z`);
    }
    expect(await fees.daysOf(lease.id)).toEqual(["2026-12-05 50"]);
    expect((await fees.landlord().lease({ leaseId: publicId("lease", lease.id) })).owed).toBe(50);
  });
});

describe("what a cap counts", () => {
  it("is every fee charged and not voided, paid or not", async () => {
    const leaseId = await fees.december({ lateFeeKind: "percent", lateFeeAmount: 500, lateFeeRepeats: "daily", lateFeeCapCents: 10_000 });
    await fees.at("2026-12-05T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 72.5"]);
    await fees.note(leaseId, "2026-12-05", "1000.00");
    await fees.at("2026-12-20T07:30:00Z");
    expect((await fees.feesOf(leaseId)).reduce((sum, { dollars }) => sum + dollars, 0)).toBe(100);
    expect((await fees.reasonsOf(leaseId)).at(0)?.[0]).toBe("capped");
  });
});

describe("waiving a late fee", () => {
  it("of this fee alone leaves the next day's", async () => {
    const leaseId = await fees.december(daily);
    await fees.at("2026-12-06T07:30:00Z");
    const [first] = await fees.feesOf(leaseId);
    await fees.landlord().voidCharge({ chargeId: first?.id ?? "", reason: "A gift" });
    await fees.at("2026-12-07T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-06 10", "2026-12-07 10"]);
  });

  it("of all fees of the rent voids them and stops further ones, also when two people do it at once", async () => {
    const leaseId = await fees.december(daily);
    await fees.at("2026-12-20T07:30:00Z");
    const asked = await fees.feesOf(leaseId);
    expect(asked).toHaveLength(16);
    const waive = (fee = asked[0]) => fees.landlord().voidCharge({ chargeId: fee?.id ?? "", reason: "We talked about it", fees: "all" });
    const both = await Promise.allSettled([waive(asked[0]), waive(asked[1])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await fees.at("2026-12-22T07:30:00Z");
    expect(await fees.feesOf(leaseId)).toEqual([]);
    expect(await fees.reasonsOf(leaseId)).toEqual([["waived", "2026-12-20", "2026-12-20"]]);
  });

  it("of the kind charged once waives all, so that none is charged again", async () => {
    const leaseId = await fees.december();
    await fees.at("2026-12-05T07:30:00Z");
    await fees.landlord().voidCharge({ chargeId: (await fees.feesOf(leaseId))[0]?.id ?? "", reason: "A gift" });
    await fees.harness.db
      .update(charges)
      .set({ feeCheckAt: new Date("2026-12-06T06:00:00Z") })
      .where(eq(charges.id, (await fees.rentOf(leaseId))?.id ?? ""));
    await fees.at("2026-12-08T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual([]);
  });
});

describe("voiding rent", () => {
  it("voids its late fees, also those that were paid", async () => {
    const leaseId = await fees.december(daily);
    await fees.at("2026-12-06T07:30:00Z");
    await fees.note(leaseId, "2026-12-06", "1455.00");
    expect(await fees.feesOf(leaseId)).toHaveLength(2);
    await fees
      .landlord()
      .voidCharge({ chargeId: publicId("charge", (await fees.rentOf(leaseId))?.id ?? ""), reason: "The unit was not habitable" });
    expect(await fees.feesOf(leaseId)).toEqual([]);
    expect(await fees.landlord().lease({ leaseId: publicId("lease", leaseId) })).toMatchObject({ owed: 0, credit: 1_455 });
    await fees.at("2026-12-09T07:30:00Z");
    expect(await fees.feesOf(leaseId)).toEqual([]);
  });
});

describe("rent whose payment is undone", () => {
  it("by a check that bounced bears the fee of its own day", async () => {
    const leaseId = await fees.december();
    await fees.goTo("2026-12-01T12:00:00Z");
    const { _id: creditId } = await fees.note(leaseId, "2026-12-01");
    await fees.at("2026-12-05T07:30:00Z");
    await fees.at("2026-12-10T12:00:00Z");
    await fees.landlord().reverseCredit({ creditId, reason: "The check bounced" });
    await fees.at("2026-12-10T13:00:00Z");
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 50"]);
    expect(await fees.reasonsOf(leaseId)).toEqual([]);
  });

  it("by a reorganisation bears it too, and by a freely given refund does not", async () => {
    const leaseId = await fees.december();
    await fees.goTo("2026-12-02T12:00:00Z");
    const { payment, transfer } = await fees.pay(leaseId, "2026-12-02T12:00:00Z");
    await fees.at("2026-12-05T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual([]);
    await fees.refund(payment.id, transfer);
    await fees.at("2026-12-06T07:30:00Z");
    expect((await fees.landlord().lease({ leaseId: publicId("lease", leaseId) })).owed).toBe(1_450);
    expect(await fees.daysOf(leaseId)).toEqual([]);

    const otherId = await fees.december();
    await fees.goTo("2026-12-02T12:00:00Z");
    const other = await fees.pay(otherId, "2026-12-02T12:00:00Z");
    await fees.at("2026-12-05T07:30:00Z");
    await fees.harness.db.insert(journalEntries).values(uncredited(other.transfer, other.payment.id, fees.harness.clock.now()));
    await fees.harness.db
      .update(transfers)
      .set({ reorgedAt: fees.harness.clock.now(), countedAt: null })
      .where(eq(transfers.id, other.transfer.id));
    await fees.at("2026-12-06T07:30:00Z");
    expect(await fees.daysOf(otherId)).toEqual(["2026-12-05 50"]);
  });

  it("bears none where it was refunded before its first late day", async () => {
    const leaseId = await fees.december();
    await fees.goTo("2026-12-02T12:00:00Z");
    const { payment, transfer } = await fees.pay(leaseId, "2026-12-02T12:00:00Z");
    await allocateWaiting(fees.harness.deps);
    await fees.goTo("2026-12-03T12:00:00Z");
    await fees.refund(payment.id, transfer);
    await fees.at("2026-12-05T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual([]);
  });

  // Ledger lines of refunds name only a day. In Chicago, noon is 18:00 UTC.
  it.each(["17:59:58", "18:00:00", "21:00:00"])("bears none where it was paid at %s and refunded on the same day", async (time) => {
    const leaseId = await fees.december();
    await fees.goTo(`2026-12-02T${time}Z`);
    const { payment, transfer } = await fees.pay(leaseId, `2026-12-02T${time}Z`);
    await allocateWaiting(fees.harness.deps);
    await fees.goTo("2026-12-02T23:00:00Z");
    await fees.refund(payment.id, transfer);
    await fees.at("2026-12-05T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual([]);
  });

  it("bears none where it was refunded and its allocation is from before allocations named when their cents arrived", async () => {
    const leaseId = await fees.december();
    await fees.goTo("2026-12-02T12:00:00Z");
    const { payment, transfer } = await fees.pay(leaseId, "2026-12-02T12:00:00Z");
    const { db, clock } = fees.harness;
    const [credit] = await db.select().from(leaseCredits).where(eq(leaseCredits.paymentId, payment.id));
    const chargeId = (await fees.rentOf(leaseId))?.id ?? "";
    await db.insert(leaseAllocations).values({ creditId: credit?.id ?? "", chargeId, cents: 145_000, at: clock.now() });
    await fees.goTo("2026-12-03T12:00:00Z");
    await fees.refund(payment.id, transfer);
    await fees.at("2026-12-05T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual([]);
  });
});

describe("money that is noted for an earlier day", () => {
  it("previews the late fees that it makes wrong, and voids them in the same step on request", async () => {
    const leaseId = await fees.december(daily);
    await fees.at("2026-12-08T07:30:00Z");
    expect(await fees.feesOf(leaseId)).toHaveLength(4);
    const given = { leaseId: publicId("lease", leaseId), amount: "1450.00" };
    expect(await fees.landlord().wrongFees({ ...given, on: "2026-12-01" })).toEqual({ count: 4, amount: 40 });
    expect(await fees.landlord().wrongFees({ ...given, on: "2026-12-06" })).toEqual({ count: 2, amount: 20 });
    expect(await fees.landlord().wrongFees({ ...given, on: "2026-12-08" })).toEqual({ count: 0, amount: 0 });
    expect(await fees.feesOf(leaseId)).toHaveLength(4); // reading writes nothing
    const check = { kind: "outside" as const, amount: "1450.00", on: "2026-12-06", note: "By check", voidFees: true };
    const { items } = await fees.landlord().creditMany({ items: [{ leaseId: publicId("lease", leaseId), ...check }] });
    expect(items).toMatchObject([{ refused: null, feesVoided: 2 }]);
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-06 10"]);
  });

  it("credits the excess of a fee where part of the rent had arrived", async () => {
    const leaseId = await fees.december({ lateFeeKind: "percent", lateFeeAmount: 1_000, lateFeeRepeats: "once" });
    await fees.at("2026-12-08T07:30:00Z");
    expect(await fees.landlord().wrongFees({ leaseId: publicId("lease", leaseId), amount: "450.00", on: "2026-12-01" })).toEqual({
      count: 1,
      amount: 45,
    });
    await fees.note(leaseId, "2026-12-01", "450.00", { voidFees: true });
    expect(await fees.landlord().lease({ leaseId: publicId("lease", leaseId) })).toMatchObject({ owed: 1_100 });
  });

  it("leaves the fees where nobody voids them, and bears voided ones again once the money is reversed", async () => {
    const leaseId = await fees.december();
    await fees.at("2026-12-08T07:30:00Z");
    const { _id: creditId } = await fees.note(leaseId, "2026-12-01", "1450.00", { voidFees: true });
    expect(await fees.feesOf(leaseId)).toEqual([]);
    await fees.landlord().reverseCredit({ creditId, reason: "The check bounced" });
    await fees.at("2026-12-10T07:30:00Z");
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-06 50"]);
    const keptId = await fees.december();
    await fees.at("2026-12-08T07:30:00Z");
    await fees.note(keptId, "2026-12-01");
    expect(await fees.daysOf(keptId)).toEqual(["2026-12-05 50"]);
  });
});

describe("rent that is charged after its due day", () => {
  it("bears no fee before its grace days have passed since then: a moved due day makes nobody late", async () => {
    const lease = await makeLease(fees.harness.db, {
      merchantId: fees.business.merchant.id,
      createdBy: fees.business.owner.id,
      startsOn: "2026-12-01",
      endsOn: "2026-12-31",
      nextPeriod: "2026-12-01",
      nextChargeAt: new Date("2026-12-10T06:00:00Z"),
      terms: { fromPeriod: "2026-12-01", dueDay: 25, ...fixed },
    });
    await fees.at("2026-12-08T12:00:00Z");
    const leaseId = publicId("lease", lease.id);
    const { updatedAt: seenAt } = await fees.landlord().lease({ leaseId });
    const terms = { rent: "1450.00", dueDay: 1, graceDays: 3, lateFeeKind: "fixed" as const, lateFeeAmount: "50.00" };
    await fees.landlord().changeLease({ leaseId, effectiveFrom: "2026-12-01", seenAt, ...terms });
    await fees.at("2026-12-08T14:00:00Z");
    // December keeps its former due day and grace days.
    for (const moment of ["2026-12-12T12:00:00Z", "2026-12-25T12:00:00Z"]) {
      await fees.at(moment);
      expect(await fees.daysOf(lease.id)).toEqual([]);
    }
    for (const day of ["26", "27", "28", "29", "30"]) await fees.at(`2026-12-${day}T12:00:00Z`);
    expect(await fees.daysOf(lease.id)).toEqual(["2026-12-29 50"]);
  });
});

describe("a credit and a write-off", () => {
  it("are about a day of the lease up to today", async () => {
    const leaseId = await fees.december();
    await fees.goTo("2026-12-08T12:00:00Z");
    for (const kind of ["credit", "writeOff"] as const) {
      await expect(fees.note(leaseId, "2026-11-30", "5.00", { kind })).rejects.toThrow("The lease begins on Dec 1, 2026");
      await expect(fees.note(leaseId, "2199-12-31", "5.00", { kind })).rejects.toThrow("This day is still to come");
      await fees.note(leaseId, "2026-12-08", "5.00", { kind });
    }
    await fees.note(leaseId, "2026-11-20", "5.00");
    expect(await fees.harness.db.$count(leases, eq(leases.id, leaseId))).toBe(1);
  });
});

describe("a payment that is assigned to a lease later", () => {
  it("shows the day on which it arrived, and voids the wrong late fees on request", async () => {
    const tenant = await makeUser(fees.harness.db);
    const leaseId = await fees.december(daily);
    await makeLeaseTenant(fees.harness.db, { leaseId, userId: tenant.id });
    await fees.at("2026-12-08T07:30:00Z");
    expect(await fees.feesOf(leaseId)).toHaveLength(4);
    const { id } = await makePayment(fees.harness.db, {
      merchantId: fees.business.merchant.id,
      consumerId: tenant.id,
      amountCents: 145_000,
      status: "completed",
      createdAt: new Date("2026-12-06T18:00:00Z"),
      completedAt: new Date("2026-12-06T18:05:00Z"),
    });
    const paymentId = publicId("payment", id);
    const { leases: paymentLeases } = await fees.landlord().paymentLease({ paymentId });
    expect(paymentLeases).toMatchObject([{ _id: publicId("lease", leaseId), arrivedOn: "2026-12-06" }]);
    await fees.landlord().setPaymentLease({ paymentId, leaseId: publicId("lease", leaseId), voidFees: true });
    expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-06 10"]);
    expect((await fees.landlord().lease({ leaseId: publicId("lease", leaseId) })).owed).toBe(20);
  });
});

it("voids the late fees that unmatched money makes wrong once it is recorded as the tenant's", async () => {
  const { harness, business } = fees;
  const tenant = await makeUser(harness.db);
  const leaseId = await fees.december(daily);
  const place = await makeLeaseTenant(harness.db, { leaseId, userId: tenant.id });
  await fees.at("2026-12-08T07:30:00Z");
  expect(await fees.feesOf(leaseId)).toHaveLength(4);
  const { address: toAddress } = await makePayee(harness.db, { merchantId: business.merchant.id, endedAt: harness.clock.now() });
  const { id } = await makeTransfer(harness.db, {
    merchantId: business.merchant.id,
    toAddress,
    chainId: harness.deps.network.chainId,
    tokenAddress: harness.deps.network.usdc.address,
    blockTime: new Date("2026-12-06T18:00:00Z"),
  });
  const merchantCalls = harness.caller(await harness.signIn(business.owner.id)).merchant;
  const ids = { transferId: publicId("transfer", id), tenantId: publicId("leaseTenant", place.id) };
  const { amount, items } = await merchantCalls.creditableTenants({ transferId: ids.transferId });
  const [offered] = items.filter(({ _id }) => _id === ids.tenantId);
  const preview = { leaseId: offered?.leaseId ?? "", amount, on: offered?.arrivedOn ?? "" };
  expect(await fees.landlord().wrongFees(preview)).toEqual({ count: 2, amount: 20 });
  await merchantCalls.creditTenant({ ...ids, reason: "It is hers", voidFees: true });
  expect(await fees.daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-06 10"]);
});

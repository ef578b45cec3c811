import { charges } from "@hearth/db/schema/charges";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { paymentStops } from "@hearth/db/schema/payment-stops";
import { transfers } from "@hearth/db/schema/transfers";
import { credited, posting, uncredited } from "@hearth/db/postings";
import { makeMerchant, makePayee, makeUser } from "@hearth/db/testing/factories";
import { makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeChainCursor } from "@hearth/db/testing/record-factories";
import { makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { and, asc, eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { setCompletionsStopped } from "../../ledger/chain-cursor.repo.ts";
import { allocateWaiting } from "./allocate-leases.ts";
import { leaseRules } from "./check-leases.ts";
import { chargeLateFees } from "./charge-late-fees.ts";
import { makeCharges } from "./make-charges.ts";

type Business = Awaited<ReturnType<typeof makeMerchant>>;
type Landlord = ReturnType<Harness["caller"]>["rent"];

let harness: Harness;
let business: Business;
let landlord: Landlord;

beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-18T12:00:00Z")) });
  await makeChainCursor(harness.db, { chainId: harness.deps.network.chainId, blockTime: harness.clock.now() });
  business = await makeMerchant(harness.db);
});
afterEach(async () => {
  await harness.db.delete(paymentStops); // one test's stops say nothing of another's days
  const ids = (await harness.db.select({ id: leases.id }).from(leases)).map(({ id }) => id);
  for (const rule of leaseRules) expect(await rule.check(harness.db, ids)).toEqual([]);
});
afterAll(() => harness.close());

/** Goes to a moment, up to which all blocks are read, and does what the jobs do by then. */
async function at(moment: string) {
  await goTo(moment);
  await makeCharges(harness.deps);
  await allocateWaiting(harness.deps);
  await chargeLateFees(harness.deps);
}

async function goTo(moment: string) {
  harness.clock.set(new Date(moment));
  await harness.db.execute(`update chain_cursors set block_time = '${moment}'`);
  landlord = harness.caller(await harness.signIn(business.owner.id)).rent;
}

const fixed = { lateFeeKind: "fixed", lateFeeAmount: 5_000, lateFeeRepeats: "once" } as const;
const daily = { lateFeeKind: "fixed", lateFeeAmount: 1_000, lateFeeRepeats: "daily" } as const;

/** A lease of a month at $1,450.00 in Chicago, due on the 1st with three days of grace, that is charged on November 18. */
async function december(terms: Record<string, unknown> = fixed, of: Business = business) {
  const lease = await makeLease(harness.db, {
    merchantId: of.merchant.id,
    createdBy: of.owner.id,
    startsOn: "2026-12-01",
    endsOn: "2026-12-31",
    nextPeriod: "2026-12-01",
    nextChargeAt: new Date("2026-11-16T06:00:00Z"),
    terms: { fromPeriod: "2026-12-01", ...terms },
  });
  await goTo("2026-11-18T12:00:00Z");
  await makeCharges(harness.deps);
  return lease.id;
}

const rentOf = async (leaseId: string) =>
  (await harness.db.select().from(charges).where(and(eq(charges.leaseId, leaseId), eq(charges.kind, "rent"), isNull(charges.voidedAt))))[0];

/** The late fees of a lease that are not voided: the day and the dollars. */
async function feesOf(leaseId: string) {
  const rows = await harness.db
    .select()
    .from(charges)
    .where(and(eq(charges.leaseId, leaseId), eq(charges.kind, "lateFee"), isNull(charges.voidedAt)))
    .orderBy(asc(charges.dueOn));
  return rows.map(({ id, dueOn, cents }) => ({ id: publicId("charge", id), dueOn, dollars: wireAmount(cents) }));
}
const daysOf = async (leaseId: string) => (await feesOf(leaseId)).map(({ dueOn, dollars }) => `${dueOn} ${dollars}`);

/** What the ledger says of the lease's rent: the reasons without a fee. */
async function reasonsOf(leaseId: string) {
  const { items } = await landlord.ledger({ leaseId: publicId("lease", leaseId) });
  return items
    .filter(({ kind, charge }) => kind === "charge" && charge?.kind === "rent")
    .flatMap(({ withoutFees }) => withoutFees.map(({ from, through, why }) => [why, from, through]));
}

const note = (leaseId: string, on: string, amount = "1450.00", more: { voidFees?: boolean; kind?: "outside" | "credit" | "writeOff" } = {}) =>
  landlord.addCredit({ leaseId: publicId("lease", leaseId), kind: "outside", amount, on, note: "By check", ...more });

/** Money on the chain for a lease, at a block's moment; with `counted` it is complete at once. */
async function pay(leaseId: string, blockTime: string, { cents = 145_000, counted = true } = {}) {
  const payment = await makePayment(harness.db, { merchantId: business.merchant.id, amountCents: cents });
  await harness.db.insert(leaseCredits).values({ leaseId, kind: "payment", paymentId: payment.id, createdBy: business.owner.id });
  const transfer = await makeTransfer(harness.db, {
    merchantId: business.merchant.id,
    paymentId: payment.id,
    verdict: "matched",
    usdcUnits: centsToUsdcUnits(cents),
    blockTime: new Date(blockTime),
    countedAt: null,
    chainId: harness.deps.network.chainId,
  });
  const count = () => harness.db.insert(journalEntries).values(credited(transfer, payment.id, harness.clock.now()));
  if (counted) await count();
  return { payment, transfer, count };
}

describe("a late fee of rent", () => {
  it("is asked with the sentence that says why, for tenant and landlord", async () => {
    const tenant = await makeUser(harness.db);
    const leaseId = await december();
    await makeLeaseTenant(harness.db, { leaseId, userId: tenant.id });
    await at("2026-12-05T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual(["2026-12-05 50"]);
    const { items } = await harness.caller(await harness.signIn(tenant.id)).rent.ownLedger({ leaseId: publicId("lease", leaseId) });
    expect(items.find(({ charge }) => charge?.kind === "lateFee")?.note).toBe("$1,450.00 of the rent was open as Dec 5, 2026 began");
  });

  it("is not asked of rent that was paid in time, and the ledger says so", async () => {
    const leaseId = await december();
    await goTo("2026-12-03T12:00:00Z");
    await note(leaseId, "2026-12-03");
    await at("2026-12-05T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual([]);
    expect(await reasonsOf(leaseId)).toEqual([["paid", "2026-12-05", "2026-12-05"]]);
  });

  it("is asked one day a day, and not for days that were decided before", async () => {
    const leaseId = await december(daily);
    await at("2026-12-07T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-06 10", "2026-12-07 10"]);
    await at("2026-12-08T07:30:00Z");
    await at("2026-12-08T09:30:00Z");
    expect(await feesOf(leaseId)).toHaveLength(4);
  });

  it("is asked up to today after a long time without jobs, each day once, in pieces", async () => {
    const leaseId = await december(daily);
    await at("2027-03-05T07:30:00Z");
    expect(await feesOf(leaseId)).toHaveLength(91);
  });

  it("is not asked where one cent is open", async () => {
    const leaseId = await december();
    await goTo("2026-12-03T12:00:00Z");
    await note(leaseId, "2026-12-03", "1449.99");
    await at("2026-12-05T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual([]);
    expect(await reasonsOf(leaseId)).toEqual([["little", "2026-12-05", "2026-12-05"]]);
  });

  it("is not asked where the money is in the ledger and was not put to charges yet", async () => {
    const leaseId = await december();
    await goTo("2026-12-05T07:30:00Z");
    await pay(leaseId, "2026-12-03T12:00:00Z");
    await chargeLateFees(harness.deps);
    expect(await daysOf(leaseId)).toEqual([]);
  });

  it("breeds no other one: rent is paid before an old fee", async () => {
    const lease = await makeLease(harness.db, {
      merchantId: business.merchant.id,
      createdBy: business.owner.id,
      startsOn: "2026-12-01",
      endsOn: "2027-03-31",
      nextPeriod: "2026-12-01",
      nextChargeAt: new Date("2026-11-16T06:00:00Z"),
      terms: { fromPeriod: "2026-12-01", ...fixed },
    });
    await at("2026-11-18T12:00:00Z");
    await at("2026-12-05T07:30:00Z");
    await note(lease.id, "2026-12-05");
    for (const month of ["2027-01", "2027-02", "2027-03"]) {
      await at(`${month}-01T12:00:00Z`);
      await note(lease.id, `${month}-01`);
      await at(`${month}-20T12:00:00Z`);
    }
    expect(await daysOf(lease.id)).toEqual(["2026-12-05 50"]);
    expect((await landlord.lease({ leaseId: publicId("lease", lease.id) })).owed).toBe(50);
  });
});

describe("what a cap counts", () => {
  it("is what was asked and not voided, whatever is paid now", async () => {
    const leaseId = await december({ lateFeeKind: "percent", lateFeeAmount: 500, lateFeeRepeats: "daily", lateFeeCapCents: 10_000 });
    await at("2026-12-05T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual(["2026-12-05 72.5"]);
    await note(leaseId, "2026-12-05", "1000.00");
    await at("2026-12-20T07:30:00Z");
    expect((await feesOf(leaseId)).reduce((sum, { dollars }) => sum + dollars, 0)).toBe(100);
    expect((await reasonsOf(leaseId)).at(0)?.[0]).toBe("capped");
  });
});

describe("waiving a late fee", () => {
  it("of this fee alone leaves the next day's", async () => {
    const leaseId = await december(daily);
    await at("2026-12-06T07:30:00Z");
    const [first] = await feesOf(leaseId);
    await landlord.voidCharge({ chargeId: first?.id ?? "", reason: "A gift" });
    await at("2026-12-07T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual(["2026-12-06 10", "2026-12-07 10"]);
  });

  it("of all fees of the rent voids them and stops further ones, also for two who do it at once", async () => {
    const leaseId = await december(daily);
    await at("2026-12-20T07:30:00Z");
    const fees = await feesOf(leaseId);
    expect(fees).toHaveLength(16);
    const waive = (fee = fees[0]) => landlord.voidCharge({ chargeId: fee?.id ?? "", reason: "We talked about it", fees: "all" });
    const both = await Promise.allSettled([waive(fees[0]), waive(fees[1])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await at("2026-12-22T07:30:00Z");
    expect(await feesOf(leaseId)).toEqual([]);
    expect(await reasonsOf(leaseId)).toEqual([["waived", "2026-12-20", "2026-12-20"]]);
  });

  it("that is asked once waives all, so that none comes again", async () => {
    const leaseId = await december();
    await at("2026-12-05T07:30:00Z");
    await landlord.voidCharge({ chargeId: (await feesOf(leaseId))[0]?.id ?? "", reason: "A gift" });
    await harness.db.update(charges).set({ feeCheckAt: new Date("2026-12-06T06:00:00Z") }).where(eq(charges.id, (await rentOf(leaseId))?.id ?? ""));
    await at("2026-12-08T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual([]);
  });
});

describe("voiding rent", () => {
  it("voids its late fees, also those that were paid", async () => {
    const leaseId = await december(daily);
    await at("2026-12-06T07:30:00Z");
    await note(leaseId, "2026-12-06", "1455.00");
    expect(await feesOf(leaseId)).toHaveLength(2);
    await landlord.voidCharge({ chargeId: publicId("charge", (await rentOf(leaseId))?.id ?? ""), reason: "The unit was not habitable" });
    expect(await feesOf(leaseId)).toEqual([]);
    expect(await landlord.lease({ leaseId: publicId("lease", leaseId) })).toMatchObject({ owed: 0, credit: 1_455 });
    await at("2026-12-09T07:30:00Z");
    expect(await feesOf(leaseId)).toEqual([]);
  });
});

describe("rent whose money is taken back", () => {
  it("by a check that bounced bears the fee of its own day", async () => {
    const leaseId = await december();
    await goTo("2026-12-01T12:00:00Z");
    const { _id: creditId } = await note(leaseId, "2026-12-01");
    await at("2026-12-05T07:30:00Z");
    await at("2026-12-10T12:00:00Z");
    await landlord.reverseCredit({ creditId, reason: "The check bounced" });
    await at("2026-12-10T13:00:00Z");
    expect(await daysOf(leaseId)).toEqual(["2026-12-05 50"]);
    expect(await reasonsOf(leaseId)).toEqual([]);
  });

  it("by a reorganisation bears it too, and by a freely given refund does not", async () => {
    const leaseId = await december();
    await goTo("2026-12-02T12:00:00Z");
    const { payment, transfer } = await pay(leaseId, "2026-12-02T12:00:00Z");
    await at("2026-12-05T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual([]);
    await refund(payment.id, transfer);
    await at("2026-12-06T07:30:00Z");
    expect((await landlord.lease({ leaseId: publicId("lease", leaseId) })).owed).toBe(1_450);
    expect(await daysOf(leaseId)).toEqual([]);

    const otherId = await december();
    await goTo("2026-12-02T12:00:00Z");
    const other = await pay(otherId, "2026-12-02T12:00:00Z");
    await at("2026-12-05T07:30:00Z");
    await harness.db.insert(journalEntries).values(uncredited(other.transfer, other.payment.id, harness.clock.now()));
    await harness.db.update(transfers).set({ reorgedAt: harness.clock.now() }).where(eq(transfers.id, other.transfer.id));
    await at("2026-12-06T07:30:00Z");
    expect(await daysOf(otherId)).toEqual(["2026-12-05 50"]);
  });

  it("bears none where it was refunded before its first late day", async () => {
    const leaseId = await december();
    await goTo("2026-12-02T12:00:00Z");
    const { payment, transfer } = await pay(leaseId, "2026-12-02T12:00:00Z");
    await allocateWaiting(harness.deps);
    await goTo("2026-12-03T12:00:00Z");
    await refund(payment.id, transfer);
    await at("2026-12-05T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual([]);
  });
});

async function refund(paymentId: string, { chainId, blockNumber, toAddress: walletAddress, usdcUnits }: Awaited<ReturnType<typeof makeTransfer>>) {
  const merchantId = business.merchant.id;
  const gone = await makeTransfer(harness.db, { merchantId, blockTime: harness.clock.now() });
  const subject = { kind: "returned" as const, chainId, merchantId, walletAddress, transferId: gone.id, blockNumber, at: harness.clock.now() };
  const lines = [
    { account: "sent" as const, units: -usdcUnits },
    { account: "returned" as const, paymentId, units: usdcUnits },
  ];
  await harness.db.insert(journalEntries).values(posting(subject, lines));
}

describe("money that is noted for an earlier day", () => {
  it("says which late fees it makes wrong, and voids them in the same step where that is wanted", async () => {
    const leaseId = await december(daily);
    await at("2026-12-08T07:30:00Z");
    expect(await feesOf(leaseId)).toHaveLength(4);
    const asked = { leaseId: publicId("lease", leaseId), amount: "1450.00" };
    expect(await landlord.wrongFees({ ...asked, on: "2026-12-01" })).toEqual({ count: 4, amount: 40 });
    expect(await landlord.wrongFees({ ...asked, on: "2026-12-06" })).toEqual({ count: 2, amount: 20 });
    expect(await landlord.wrongFees({ ...asked, on: "2026-12-08" })).toEqual({ count: 0, amount: 0 });
    expect(await feesOf(leaseId)).toHaveLength(4); // asking writes nothing
    await note(leaseId, "2026-12-06", "1450.00", { voidFees: true });
    expect(await daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-06 10"]);
  });

  it("gives back what of a fee is too much where part of the rent was there", async () => {
    const leaseId = await december({ lateFeeKind: "percent", lateFeeAmount: 1_000, lateFeeRepeats: "once" });
    await at("2026-12-08T07:30:00Z");
    expect(await landlord.wrongFees({ leaseId: publicId("lease", leaseId), amount: "450.00", on: "2026-12-01" })).toEqual({ count: 1, amount: 45 });
    await note(leaseId, "2026-12-01", "450.00", { voidFees: true });
    expect(await landlord.lease({ leaseId: publicId("lease", leaseId) })).toMatchObject({ owed: 1_100 });
  });

  it("leaves the fees where nobody wants them voided, and bears them again once it is taken back", async () => {
    const leaseId = await december();
    await at("2026-12-08T07:30:00Z");
    const { _id: creditId } = await note(leaseId, "2026-12-01", "1450.00", { voidFees: true });
    expect(await feesOf(leaseId)).toEqual([]);
    await landlord.reverseCredit({ creditId, reason: "The check bounced" });
    await at("2026-12-10T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual(["2026-12-06 50"]);
    const keptId = await december();
    await at("2026-12-08T07:30:00Z");
    await note(keptId, "2026-12-01");
    expect(await daysOf(keptId)).toEqual(["2026-12-05 50"]);
  });
});

describe("days on which nobody could pay", () => {
  it("bear no fee while completions are stopped, nor for money that waited then", async () => {
    const [paid, unpaid] = [await december(), await december()];
    await goTo("2026-12-03T12:00:00Z");
    const { chainId } = harness.deps.network;
    await setCompletionsStopped(harness.db, chainId, true, harness.clock.now());
    const { count, transfer } = await pay(paid, "2026-12-04T12:00:00Z", { counted: false });
    await at("2026-12-05T07:30:00Z");
    await at("2026-12-06T07:30:00Z");
    expect([await daysOf(paid), await daysOf(unpaid)]).toEqual([[], []]);
    await setCompletionsStopped(harness.db, chainId, false, harness.clock.now());
    await count();
    await harness.db.update(transfers).set({ countedAt: harness.clock.now() }).where(eq(transfers.id, transfer.id));
    await at("2026-12-09T07:30:00Z");
    expect([await daysOf(paid), await daysOf(unpaid)]).toEqual([[], ["2026-12-08 50"]]);
    expect(await reasonsOf(unpaid)).toEqual([["stopped", "2026-12-05", "2026-12-07"]]);
  });

  it("bear none for money of an earlier block that waits for a second provider", async () => {
    const leaseId = await december();
    await goTo("2026-12-04T12:00:00Z");
    const { count, transfer } = await pay(leaseId, "2026-12-04T12:00:00Z", { counted: false });
    await at("2026-12-06T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual([]);
    expect(await reasonsOf(leaseId)).toEqual([["waiting", "2026-12-05", "2026-12-06"]]);
    await count();
    await harness.db.update(transfers).set({ countedAt: harness.clock.now() }).where(eq(transfers.id, transfer.id));
    await at("2026-12-08T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual([]);
  });

  it.each(["suspended", "inactive"] as const)("bear none while a business is %s, and another business asks on", async (status) => {
    const other = await makeMerchant(harness.db);
    const [leaseId, otherId] = [await december(daily, other), await december(daily)];
    const become = (to: "active" | typeof status) =>
      harness.db.update(merchants).set({ status: to, updatedAt: harness.clock.now() }).where(eq(merchants.id, other.merchant.id));
    await goTo("2026-12-06T12:00:00Z");
    await become(status);
    await goTo("2026-12-08T12:00:00Z");
    await become("active");
    await at("2026-12-10T07:30:00Z"); // the worker was away meanwhile
    expect(await daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-10 10"]);
    expect(await feesOf(otherId)).toHaveLength(6);
  });

  it("bear none while it has no payout wallet", async () => {
    const other = await makeMerchant(harness.db);
    const leaseId = await december(daily, other);
    await harness.db.update(payees).set({ endedAt: new Date("2026-12-06T12:00:00Z") }).where(eq(payees.merchantId, other.merchant.id));
    await at("2026-12-07T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual(["2026-12-05 10"]);
    await makePayee(harness.db, { merchantId: other.merchant.id, createdAt: new Date("2026-12-07T12:00:00Z") });
    await at("2026-12-09T07:30:00Z");
    expect(await daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-09 10"]);
  });
});

describe("rent that is charged after its due day", () => {
  it("bears no fee before its days of grace have passed since then: a moved due day makes nobody late", async () => {
    const lease = await makeLease(harness.db, {
      merchantId: business.merchant.id,
      createdBy: business.owner.id,
      startsOn: "2026-12-01",
      endsOn: "2026-12-31",
      nextPeriod: "2026-12-01",
      nextChargeAt: new Date("2026-12-10T06:00:00Z"),
      terms: { fromPeriod: "2026-12-01", dueDay: 25, ...fixed },
    });
    await at("2026-12-08T12:00:00Z");
    const leaseId = publicId("lease", lease.id);
    const { updatedAt: seenAt } = await landlord.lease({ leaseId });
    const terms = { rent: "1450.00", dueDay: 1, graceDays: 3, lateFeeKind: "fixed" as const, lateFeeAmount: "50.00" };
    await landlord.changeLease({ leaseId, effectiveFrom: "2026-12-01", seenAt, ...terms });
    await at("2026-12-08T14:00:00Z");
    await at("2026-12-11T12:00:00Z");
    expect(await daysOf(lease.id)).toEqual([]);
    await at("2026-12-12T12:00:00Z");
    expect(await daysOf(lease.id)).toEqual(["2026-12-12 50"]);
  });
});

describe("a credit and a writing off", () => {
  it("are about a day of the lease up to today", async () => {
    const leaseId = await december();
    await goTo("2026-12-08T12:00:00Z");
    for (const kind of ["credit", "writeOff"] as const) {
      await expect(note(leaseId, "2026-11-30", "5.00", { kind })).rejects.toThrow("The lease begins on Dec 1, 2026");
      await expect(note(leaseId, "2199-12-31", "5.00", { kind })).rejects.toThrow("This day is still to come");
      await note(leaseId, "2026-12-08", "5.00", { kind });
    }
    await note(leaseId, "2026-11-20", "5.00");
    expect(await harness.db.$count(leases, eq(leases.id, leaseId))).toBe(1);
  });
});

describe("a payment that is given to a lease later", () => {
  it("says on which day it arrived, and voids the late fees that it makes wrong where that is wanted", async () => {
    const tenant = await makeUser(harness.db);
    const leaseId = await december(daily);
    await makeLeaseTenant(harness.db, { leaseId, userId: tenant.id });
    await at("2026-12-08T07:30:00Z");
    expect(await feesOf(leaseId)).toHaveLength(4);
    const { id } = await makePayment(harness.db, {
      merchantId: business.merchant.id,
      consumerId: tenant.id,
      amountCents: 145_000,
      status: "completed",
      createdAt: new Date("2026-12-06T18:00:00Z"),
      completedAt: new Date("2026-12-06T18:05:00Z"),
    });
    const paymentId = publicId("payment", id);
    const { leases: own } = await landlord.paymentLease({ paymentId });
    expect(own).toMatchObject([{ _id: publicId("lease", leaseId), arrivedOn: "2026-12-06" }]);
    await landlord.setPaymentLease({ paymentId, leaseId: publicId("lease", leaseId), voidFees: true });
    expect(await daysOf(leaseId)).toEqual(["2026-12-05 10", "2026-12-06 10"]);
    expect((await landlord.lease({ leaseId: publicId("lease", leaseId) })).owed).toBe(20);
  });
});

import { auditLog } from "@hearth/db/schema/audit-log";
import { charges } from "@hearth/db/schema/charges";
import { leases } from "@hearth/db/schema/leases";
import { makeUser } from "@hearth/db/testing/factories";
import { makeCharge, makeLease } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { dayAfter, dayIn, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import { parse } from "csv-parse/sync";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Tenant } from "../../testing/payment-fixture.ts";
import { openRefundFixture, type RefundFixture } from "../../testing/refund-fixture.ts";
import { stateRules } from "../operations/check-state.ts";
import { allocateWaiting } from "../rent/charges/allocate-leases.ts";
import { checkWholeState } from "../settlement/checking/check-state.ts";

let on: RefundFixture;
beforeAll(async () => {
  on = await openRefundFixture({ RATE_LIMITS: "off" });
});
afterEach(async () => expect(await checkWholeState(on.fixture.harness.db, stateRules)).toEqual([]));
afterAll(() => on.fixture.harness.close());

const db = () => on.fixture.harness.db;
const today = () => dayIn(on.fixture.harness.clock.now(), "America/Chicago");

/** A lease with a deposit of $500.00 and a later rent of $300.00, paid with the given amount. The deposit is due first. */
async function paidLease({ paid = "800.00", by }: { paid?: string; by?: Tenant } = {}) {
  const tenant = by ?? (await on.fixture.tenant());
  const lease = await makeLease(db(), { merchantId: on.fixture.merchantId, createdBy: on.actor.userId, tenantId: tenant.user.id });
  const deposit = await makeCharge(db(), {
    leaseId: lease.id,
    kind: "deposit",
    description: "Deposit",
    cents: 50_000,
    dueOn: "2026-01-01",
  });
  const rent = await makeCharge(db(), { leaseId: lease.id, kind: "other", description: "Rent", cents: 30_000, dueOn: "2026-02-01" });
  const { paymentId } = await on.paid(tenant, paid);
  await allocateWaiting(on.fixture.harness.deps);
  const leaseId = publicId("lease", lease.id);
  return { tenant, lease, leaseId, paymentId, depositId: publicId("charge", deposit.id), rentId: publicId("charge", rent.id) };
}
type PaidLease = Awaited<ReturnType<typeof paidLease>>;

/** Open amount of each charge, and the lease's totals. */
async function standing({ lease, leaseId }: Pick<PaidLease, "lease" | "leaseId">) {
  const rows = await db().select().from(charges).where(eq(charges.leaseId, lease.id)).orderBy(asc(charges.dueOn));
  const { owed, credit, held } = await on.owner.rent.lease({ leaseId });
  return { open: rows.map(({ cents, paidCents }) => (cents - paidCents) / 100), owed, credit, held };
}

const moneyOf = async ({ leaseId }: Pick<PaidLease, "leaseId">, what: "deposit" | "unused") => {
  const found = (await on.call.leaseMoney({ leaseId })).find(({ chargeId }) => (chargeId === null) === (what === "unused"));
  if (found === undefined) throw new Error("There is no such money");
  return found;
};

async function settle(): Promise<void> {
  await on.settle();
  await allocateWaiting(on.fixture.harness.deps);
}

async function giveDepositBack(lease: PaidLease, amount: string): Promise<void> {
  const { creditId, chargeId } = await moneyOf(lease, "deposit");
  const { refund } = await on.call.giveBack({ leaseId: lease.leaseId, creditId, chargeId: chargeId ?? "", amount });
  if (refund === null) throw new Error("No refund was begun");
  await on.send(refund);
  await settle();
}

async function endLease({ lease }: Pick<PaidLease, "lease">): Promise<void> {
  await db()
    .update(leases)
    .set({ endsOn: dayAfter(today(), -1) })
    .where(eq(leases.id, lease.id));
}

describe("returning a deposit", () => {
  it("refunds it, ends the holding, reopens no charge, and is income nowhere", async () => {
    const period = today().slice(0, 7);
    const income = async () => (await on.owner.rent.rollSums({ period })).income.reduce((sum, row) => sum + row.income, 0);
    const lease = await paidLease();
    expect(await standing(lease)).toEqual({ open: [0, 0], owed: 0, credit: 0, held: 500 });
    const before = await income();
    await giveDepositBack(lease, "400.00");
    expect(await standing(lease)).toEqual({ open: [0, 0], owed: 0, credit: 0, held: 100 });
    await giveDepositBack(lease, "100.00");
    expect(await standing(lease)).toEqual({ open: [0, 0], owed: 0, credit: 0, held: 0 });
    expect(await income()).toBe(before);
    const { items } = await on.owner.rent.ledger({ leaseId: lease.leaseId });
    const given = items.filter(({ note }) => note === "Deposit returned").map(({ kind, amount }) => [kind, amount]);
    expect(given).toEqual([
      ["credit", -100],
      ["credit", -400],
    ]);
    const file = await on.owner.rent.accountingFile({ period });
    const rows = parse<Record<string, string>>(Buffer.from(file.content, "base64").toString(), { bom: true, columns: true });
    const held = rows.filter(
      ({ AccountName, Description }) => AccountName === "Security Deposits Held" && Description?.includes("returned"),
    );
    expect(held.map(({ Debits }) => Debits)).toEqual(["400.00", "100.00"]);
    expect(rows.some(({ AccountName, Description }) => AccountName === "Rent Credits" && Description?.includes("returned"))).toBe(false);
    const audited = await db().select().from(auditLog).where(eq(auditLog.action, "rent.depositGivenBack"));
    expect(audited.map(({ data }) => data)).toContainEqual(expect.objectContaining({ lease: lease.leaseId, cents: 40_000 }));
  });

  it("takes the deposit and not unused money, and no more than is held", async () => {
    const lease = await paidLease({ paid: "850.00" });
    const { creditId } = await moneyOf(lease, "deposit");
    const more = { leaseId: lease.leaseId, creditId, chargeId: lease.depositId, amount: "500.01" };
    await expect(on.call.giveBack(more)).rejects.toThrow("Only $500.00 of this deposit is held of this payment");
    await giveDepositBack(lease, "500.00");
    expect(await standing(lease)).toEqual({ open: [0, 0], owed: 0, credit: 50, held: 0 });
  });

  it("is reversed with the block of its refund, and counted once when that returns", async () => {
    const { chain } = on.fixture.harness;
    const lease = await paidLease();
    await on.fixture.mine(4);
    await giveDepositBack(lease, "500.00");
    const raw = await chain.rawTransactions(2);
    await chain.reorg(2);
    await on.settle(3);
    await allocateWaiting(on.fixture.harness.deps);
    expect(await standing(lease)).toEqual({ open: [0, 0], owed: 0, credit: 0, held: 500 });
    await chain.reorg(1, raw);
    await on.settle(3);
    await allocateWaiting(on.fixture.harness.deps);
    expect(await standing(lease)).toEqual({ open: [0, 0], owed: 0, credit: 0, held: 0 });
  });

  it("keeps the payment on its lease, and voiding the deposit afterwards leaves no credit", async () => {
    const lease = await paidLease();
    await giveDepositBack(lease, "500.00");
    await expect(on.owner.rent.setPaymentLease({ paymentId: lease.paymentId, leaseId: null })).rejects.toThrow("was given back");
    await on.owner.rent.voidCharge({ chargeId: lease.depositId, reason: "It was none" });
    expect(await standing(lease)).toMatchObject({ owed: 0, credit: 0, held: 0 });
  });

  it("keeps the payment on its lease while the refund is open, so that the other lease owes nothing again", async () => {
    const lease = await paidLease();
    const other = await makeLease(db(), {
      merchantId: on.fixture.merchantId,
      createdBy: on.actor.userId,
      tenantId: lease.tenant.user.id,
    });
    const placed = { paymentId: lease.paymentId, leaseId: publicId("lease", other.id) };
    const { creditId, chargeId } = await moneyOf(lease, "deposit");
    const { refund } = await on.call.giveBack({ leaseId: lease.leaseId, creditId, chargeId: chargeId ?? "", amount: "500.00" });
    if (refund === null) throw new Error("No refund was begun");
    const refusal = "A refund of a charge that this payment paid is open, so it stays with its lease";
    await expect(on.owner.rent.setPaymentLease(placed)).rejects.toThrow(refusal);
    expect((await on.owner.rent.paymentLease({ paymentId: lease.paymentId })).refusal).toMatch(refusal);
    await on.send(refund);
    await settle();
    expect(await standing(lease)).toEqual({ open: [0, 0], owed: 0, credit: 0, held: 0 });

    const cancelled = await paidLease({ by: await on.fixture.tenant() });
    const further = await on.call.refundPayment({ paymentId: cancelled.paymentId, amount: "10.00", chargeId: cancelled.rentId });
    await on.call.cancelRefund({ refundId: further._id });
    await on.owner.rent.setPaymentLease({ paymentId: cancelled.paymentId, leaseId: null });
    expect(await standing(cancelled)).toMatchObject({ open: [500, 300], owed: 800 });
  });

  it("is noted for money from outside Hearth, on the landlord's date", async () => {
    const tenant = await on.fixture.tenant();
    const row = await makeLease(db(), { merchantId: on.fixture.merchantId, createdBy: on.actor.userId, tenantId: tenant.user.id });
    const lease = { lease: row, leaseId: publicId("lease", row.id) };
    await makeCharge(db(), { leaseId: row.id, kind: "deposit", description: "Deposit", cents: 50_000, dueOn: "2026-01-01" });
    await on.owner.rent.addCredit({ leaseId: lease.leaseId, kind: "outside", amount: "520.00", on: "2026-01-05", note: "By check" });
    const { creditId, chargeId, paymentId } = await moneyOf(lease, "deposit");
    expect(paymentId).toBeNull();
    const given = {
      leaseId: lease.leaseId,
      creditId,
      chargeId: chargeId ?? "",
      amount: "500.00",
      on: today(),
      idempotencyKey: "b".repeat(36),
    };
    await expect(on.call.giveBack({ ...given, on: dayAfter(today(), 2) })).rejects.toThrow("This day is still to come");
    await expect(on.call.giveBack({ ...given, on: "2026-01-04" })).rejects.toThrow("This money came on Jan 5, 2026");
    for (const _twice of [1, 2]) expect(await on.call.giveBack(given)).toEqual({ refund: null });
    expect(await standing(lease)).toEqual({ open: [0], owed: 0, credit: 20, held: 0 });
    await on.call.giveBack({ leaseId: lease.leaseId, creditId, amount: "20.00" });
    expect(await standing(lease)).toEqual({ open: [0], owed: 0, credit: 0, held: 0 });
    await expect(on.call.giveBack({ leaseId: lease.leaseId, creditId, amount: "1.00" })).rejects.toThrow("Only $0.00 of it is there");
  });

  it("can be begun by an admin, who is named in the audit log, and is sent by the landlord", async () => {
    const { harness } = on.fixture;
    const lease = await paidLease();
    const { id } = await makeUser(db(), { role: "admin" });
    const admin = harness.caller(await harness.signIn(id, "admin"));
    const [held] = await admin.rent.leaseMoneyForAdmin({ leaseId: lease.leaseId });
    expect(held).toMatchObject({ chargeId: lease.depositId, paymentId: lease.paymentId, amount: 500 });
    const given = { leaseId: lease.leaseId, creditId: held?.creditId ?? "", chargeId: lease.depositId };
    const { refund } = await admin.refunds.giveBackForAdmin({ ...given, amount: "500.00" });
    if (refund === null) throw new Error("No refund was begun");
    const auditEntries = await db().select().from(auditLog).where(eq(auditLog.actorId, id));
    expect(auditEntries.map(({ action, subject }) => [action, subject])).toEqual([["refund.begun", refund._id]]);
    await on.send(refund);
    await settle();
    expect(await standing(lease)).toEqual({ open: [0, 0], owed: 0, credit: 0, held: 0 });
    await expect(on.owner.refunds.giveBackForAdmin({ ...given, amount: "1.00" })).rejects.toThrow("Please sign in");
  });

  it("happens once when two people press at the same time", async () => {
    const lease = await paidLease();
    const { creditId } = await moneyOf(lease, "deposit");
    const given = { leaseId: lease.leaseId, creditId, chargeId: lease.depositId, amount: "500.00" };
    const both = await Promise.all([on.call.giveBack(given), on.call.giveBack(given)]);
    expect(new Set(both.map(({ refund }) => refund?._id)).size).toBe(1);
    await on.call.cancelRefund({ refundId: both[0].refund?._id ?? "" });
  });
});

describe("keeping a deposit for what is owed", () => {
  it("pays open charges with it, ends the holding, and keeps no more than is owed", async () => {
    const lease = await paidLease();
    await makeCharge(db(), { leaseId: lease.lease.id, cents: 12_000, dueOn: "2026-03-01", description: "A broken door" });
    const keep = { chargeId: lease.depositId, reason: "The door" };
    await expect(on.owner.rent.keepDeposit({ ...keep, amount: "120.01" })).rejects.toThrow("Only $120.00 is owed besides the deposit");
    await on.owner.rent.keepDeposit({ ...keep, amount: "120.00" });
    expect(await standing(lease)).toEqual({ open: [0, 0, 0], owed: 0, credit: 0, held: 380 });
    const ledger = await on.fixture.harness.caller(lease.tenant.token).rent.ownLedger({ leaseId: lease.leaseId });
    expect(ledger.items.map(({ note }) => note)).toContain("Deposit kept: The door");
    await giveDepositBack(lease, "380.00");
    expect(await standing(lease)).toEqual({ open: [0, 0, 0], owed: 0, credit: 0, held: 0 });
  });
});

describe("returning unused money", () => {
  it("returns no more than is unused, so that no bill is owed again", async () => {
    const lease = await paidLease({ paid: "850.00" });
    const { creditId } = await moneyOf(lease, "unused");
    const asked = { leaseId: lease.leaseId, creditId };
    await expect(on.call.giveBack({ ...asked, amount: "50.01" })).rejects.toThrow("Only $50.00 of it is there");
    const { refund } = await on.call.giveBack({ ...asked, amount: "50.00" });
    if (refund === null) throw new Error("No refund was begun");
    await on.send(refund);
    await settle();
    expect(await standing(lease)).toEqual({ open: [0, 0], owed: 0, credit: 0, held: 500 });
    await expect(on.call.giveBack({ ...asked, amount: "0.01" })).rejects.toThrow("Only $0.00 of it is there");
  });

  it("first pays what the money owes and no job has allocated yet", async () => {
    const tenant = await on.fixture.tenant();
    const lease = await makeLease(db(), { merchantId: on.fixture.merchantId, createdBy: on.actor.userId, tenantId: tenant.user.id });
    await makeCharge(db(), { leaseId: lease.id, kind: "other", description: "Rent", cents: 30_000, dueOn: "2026-02-01" });
    await on.paid(tenant, "350.00");
    const leaseId = publicId("lease", lease.id);
    const { creditId } = await moneyOf({ leaseId }, "unused");
    await expect(on.call.giveBack({ leaseId, creditId, amount: "350.00" })).rejects.toThrow("Only $50.00 of it is there");
  });
});

describe("a refund of a lease's payment", () => {
  it("takes unused money first, then the named charge, otherwise the charge due last", async () => {
    const unnamed = await paidLease({ paid: "850.00" });
    await on.send(await on.call.refundPayment({ paymentId: unnamed.paymentId, amount: "150.00" }));
    await settle();
    expect(await standing(unnamed)).toMatchObject({ open: [0, 100], held: 500 });

    const named = await paidLease({ paid: "850.00" });
    const parking = { leaseId: named.leaseId, kind: "fee" as const, description: "Parking", amount: "40.00", dueOn: "2026-01-15" };
    const { _id: chargeId } = await on.owner.rent.addCharge(parking);
    expect(await standing(named)).toMatchObject({ open: [0, 0, 0], credit: 10 });
    const { charges: paid } = await on.call.refunds({ paymentId: named.paymentId });
    expect(paid.map((charge) => [charge.description, charge.isDeposit, charge.paid])).toEqual([
      ["Rent", false, 300],
      ["Parking", false, 40],
      ["Deposit", true, 500],
    ]);
    await on.send(await on.call.refundPayment({ paymentId: named.paymentId, amount: "30.00", chargeId }));
    await settle();
    expect(await standing(named)).toMatchObject({ open: [0, 20, 0], credit: 0, held: 500 });
  });

  it("leaves rent paid where another charge was due on the same day, also one that was made first", async () => {
    const tenant = await on.fixture.tenant();
    const lease = await makeLease(db(), { merchantId: on.fixture.merchantId, createdBy: on.actor.userId, tenantId: tenant.user.id });
    const due = { leaseId: lease.id, dueOn: "2026-02-01" };
    const repair = await makeCharge(db(), { ...due, kind: "repair", description: "Window", cents: 5_000 });
    const rent = await makeCharge(db(), { ...due, kind: "rent", period: "2026-02-01", description: "Rent", cents: 30_000 });
    const { paymentId } = await on.paid(tenant, "350.00");
    await allocateWaiting(on.fixture.harness.deps);
    await on.send(await on.call.refundPayment({ paymentId, amount: "60.00" }));
    await settle();
    const rows = await db().select().from(charges).where(eq(charges.leaseId, lease.id));
    const openOf = (id: string) => rows.flatMap((row) => (row.id === id ? row.cents - row.paidCents : []));
    expect([openOf(repair.id), openOf(rent.id)]).toEqual([[5_000], [1_000]]);
    const { charges: paid } = await on.call.refunds({ paymentId });
    expect(paid.map(({ description }) => description)).toEqual(["Rent"]);
  });

  it("can only name a charge that its payment pays", async () => {
    const [one, other] = [await paidLease(), await paidLease()];
    const refund = on.call.refundPayment({ paymentId: one.paymentId, amount: "10.00", chargeId: other.rentId });
    await expect(refund).rejects.toThrow("This payment pays no such charge");
  });
});

describe("held money", () => {
  it("is received money, not written off or credited amounts", async () => {
    const tenant = await on.fixture.tenant();
    const row = await makeLease(db(), { merchantId: on.fixture.merchantId, createdBy: on.actor.userId, tenantId: tenant.user.id });
    const leaseId = publicId("lease", row.id);
    await makeCharge(db(), { leaseId: row.id, kind: "deposit", description: "Deposit", cents: 50_000, dueOn: "2026-01-01" });
    await on.owner.rent.addCredit({ leaseId, kind: "outside", amount: "200.00", on: "2026-01-05", note: "Cash" });
    await on.owner.rent.addCredit({ leaseId, kind: "writeOff", amount: "200.00", on: "2026-01-05", note: "Given up" });
    await on.owner.rent.addCredit({ leaseId, kind: "credit", amount: "100.00", on: "2026-01-05", note: "A gift" });
    expect(await standing({ lease: row, leaseId })).toEqual({ open: [0], owed: 0, credit: 0, held: 200 });
    const { items } = await on.owner.rent.roll({ period: "2026" });
    expect(items.find(({ _id }) => _id === leaseId)).toMatchObject({ depositHeld: 200 });
  });
});

describe("an ended lease", () => {
  const listed = async ({ tenant, leaseId }: PaidLease) => {
    const tenantLeases = await on.fixture.harness.caller(tenant.token).rent.mine();
    const { items } = await on.owner.rent.tenants({ limit: 100 });
    return [items, tenantLeases].map((rows) => rows.find(({ _id }) => _id === leaseId)?.settle);
  };

  it("stays in both sides' lists until nothing is open, held or prepaid, each time with the step that settles it", async () => {
    const lease = await paidLease({ paid: "850.00" });
    await makeCharge(db(), { leaseId: lease.lease.id, cents: 25_000, dueOn: "2026-03-01", description: "A broken door" });
    await db().update(leases).set({ needsAllocation: true }).where(eq(leases.id, lease.lease.id));
    await allocateWaiting(on.fixture.harness.deps);
    expect(await listed(lease)).toEqual([null, null]); // the lease still runs
    await endLease(lease);
    const both = (step: string, amount: number) => [
      { step, amount },
      { step, amount },
    ];
    expect(await listed(lease)).toEqual(both("keep", 200));
    await on.owner.rent.keepDeposit({ chargeId: lease.depositId, amount: "200.00", reason: "The door" });
    expect(await listed(lease)).toEqual(both("giveBack", 300));
    await giveDepositBack(lease, "300.00");
    expect(await listed(lease)).toEqual([undefined, undefined]);
    await on.owner.rent.addCredit({ leaseId: lease.leaseId, kind: "outside", amount: "15.00", on: today(), note: "Cash" });
    expect(await listed(lease)).toEqual(both("return", 15));
    const { creditId } = await moneyOf(lease, "unused");
    await on.call.giveBack({ leaseId: lease.leaseId, creditId, amount: "15.00" });
    expect(await listed(lease)).toEqual([undefined, undefined]);
  });

  it.each(["payment", "outside"] as const)("returns the unused days of a month that a %s paid", async (by) => {
    const tenant = await on.fixture.tenant();
    const month = monthAfter(monthOf(today()), -1);
    const row = await makeLease(db(), {
      merchantId: on.fixture.merchantId,
      createdBy: on.actor.userId,
      tenantId: tenant.user.id,
      startsOn: month,
      nextPeriod: monthAfter(month, 1),
      nextChargeAt: new Date("2100-01-01T00:00:00Z"),
      terms: { rentCents: 30_000, fromPeriod: month },
    });
    const leaseId = publicId("lease", row.id);
    await makeCharge(db(), { leaseId: row.id, kind: "rent", period: month, cents: 30_000, dueOn: month });
    if (by === "payment") await on.paid(tenant, "310.00");
    else await on.owner.rent.addCredit({ leaseId, kind: "outside", amount: "310.00", on: month, note: "Cash" });
    await allocateWaiting(on.fixture.harness.deps);
    expect(await moneyOf({ leaseId }, "unused")).toMatchObject({ amount: 10 });
    const { updatedAt: seenAt } = await on.owner.rent.lease({ leaseId });
    await on.owner.rent.endLease({ leaseId, endsOn: dayAfter(month, 14), seenAt });
    const { credit } = await standing({ lease: row, leaseId });
    const { creditId, amount } = await moneyOf({ leaseId }, "unused");
    expect(amount).toBe(credit);
    const more = { leaseId, creditId, amount: (credit + 0.01).toFixed(2) };
    if (by === "outside") await expect(on.call.giveBack(more)).rejects.toThrow("of it is there");
    const { refund } = await on.call.giveBack({ leaseId, creditId, amount: credit.toFixed(2) });
    if (refund !== null) await on.send(refund);
    await settle();
    expect(await standing({ lease: row, leaseId })).toEqual({ open: [0], owed: 0, credit: 0, held: 0 });
    expect((await on.owner.rent.lease({ leaseId })).settle).toBeNull();
    expect(await on.call.leaseMoney({ leaseId })).toEqual([]);
  });

  it("returns a partly paid deposit instead of keeping it for its own unpaid part", async () => {
    const lease = await paidLease({ paid: "200.00" });
    await on.owner.rent.voidCharge({ chargeId: lease.rentId, reason: "Never due" });
    await endLease(lease);
    const both = (step: string, amount: number) => [
      { step, amount },
      { step, amount },
    ];
    expect(await standing(lease)).toMatchObject({ owed: 300, held: 200 });
    expect(await listed(lease)).toEqual(both("giveBack", 200));
    await giveDepositBack(lease, "200.00");
    expect(await listed(lease)).toEqual(both("pay", 300));
    await on.owner.rent.voidCharge({ chargeId: lease.depositId, reason: "Asked for no more" });
    expect(await listed(lease)).toEqual([undefined, undefined]);
  });

  it("is private to the landlord: nobody else reads its money or returns it", async () => {
    const lease = await paidLease();
    const { creditId } = await moneyOf(lease, "deposit");
    const stranger = on.fixture.harness.caller(lease.tenant.token).merchant;
    await expect(stranger.leaseMoney({ leaseId: lease.leaseId })).rejects.toMatchObject({ code: expect.any(String) });
    await expect(stranger.giveBack({ leaseId: lease.leaseId, creditId, amount: "1.00" })).rejects.toMatchObject({
      code: expect.any(String),
    });
    expect((await moneyOf(lease, "deposit")).amount).toBe(500);
  });
});

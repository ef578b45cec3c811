import { auditLog } from "@hearth/db/schema/audit-log";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { merchants } from "@hearth/db/schema/merchants";
import { notifications } from "@hearth/db/schema/notifications";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { makeCharge, makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { dayIn, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Tenant } from "../../../testing/payment-fixture.ts";
import { openRefundFixture, type RefundFixture } from "../../../testing/refund-fixture.ts";
import { stateRules } from "../../operations/check-state.ts";
import { checkWholeState } from "../../settlement/checking/check-state.ts";

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

const landlord = async () => (await refunds.fixture.landlord()).rent;
const today = () => dayIn(refunds.fixture.harness.clock.now(), "America/Chicago");

async function leaseOf(tenant: Tenant) {
  const { id } = await makeLease(db(), { merchantId: refunds.fixture.merchantId, createdBy, tenantId: tenant.user.id });
  return { id, leaseId: publicId("lease", id) };
}

const linesOf = async (id: string) =>
  (await db().select().from(leaseEntries).where(eq(leaseEntries.leaseId, id)).orderBy(asc(leaseEntries.id)))
    .filter(({ creditId }) => creditId !== null)
    .map(({ kind, cents, effectiveOn }) => [kind, cents, effectiveOn]);

it("counts in the assigned lease on the day of its block, and pays what is owed there", async () => {
  const { tenant, paymentId } = await refunds.paid();
  const paidOn = today();
  await refunds.fixture.pass(3 * 1_440);
  const { id, leaseId } = await leaseOf(tenant);
  await makeCharge(db(), { leaseId: id, cents: 15_000 });
  const rent = await landlord();
  const place = { _id: leaseId, isOver: false, balance: 150, balanceAfter: -50 };
  expect(await rent.paymentLease({ paymentId })).toMatchObject({ leaseId: null, counts: 200, refusal: null, leases: [place] });
  await rent.setPaymentLease({ paymentId, leaseId });
  expect(await linesOf(id)).toEqual([["payment", -20_000, paidOn]]);
  expect(await rent.lease({ leaseId })).toMatchObject({ owed: 0, credit: 50 });
  expect((await rent.ledger({ leaseId })).items.find(({ kind }) => kind === "payment")).toMatchObject({
    note: "Applied to this lease",
    paymentId,
  });
  expect(await rent.paymentLease({ paymentId })).toMatchObject({ leaseId, leases: [{ balance: -50, balanceAfter: -50 }] });
  const [line] = await db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, paymentId), eq(auditLog.action, "rent.paymentPlaced")));
  expect(line?.data).toEqual({ from: null, to: leaseId, cents: 20_000 });
  const notified = await db().select().from(notifications).where(eq(notifications.userId, tenant.user.id));
  expect(notified.map(({ event }) => event).find(({ kind }) => kind === "paymentPlaced")).toMatchObject({ leaseId, change: "given" });
  await expect(rent.setPaymentLease({ paymentId, leaseId })).rejects.toThrow("This payment is for this lease already");
});

it("moves between leases of its payer and back, and off all leases, and leaves no balance behind", async () => {
  const { tenant, paymentId } = await refunds.paid();
  const paidOn = today();
  const [one, other] = [await leaseOf(tenant), await leaseOf(tenant)];
  const charge = await makeCharge(db(), { leaseId: one.id, cents: 20_000 });
  const rent = await landlord();
  await rent.setPaymentLease({ paymentId, leaseId: one.leaseId });
  await rent.setPaymentLease({ paymentId, leaseId: other.leaseId });
  expect(await rent.lease({ leaseId: one.leaseId })).toMatchObject({
    owed: 200,
    credit: 0,
    charges: [{ _id: publicId("charge", charge.id), open: 200 }],
  });
  expect(await rent.lease({ leaseId: other.leaseId })).toMatchObject({ owed: 0, credit: 200 });
  await rent.setPaymentLease({ paymentId, leaseId: one.leaseId });
  await rent.setPaymentLease({ paymentId, leaseId: null });
  expect(await linesOf(one.id)).toEqual([
    ["payment", -20_000, paidOn],
    ["reversal", 20_000, paidOn],
    ["payment", -20_000, paidOn],
    ["reversal", 20_000, paidOn],
  ]);
  expect(await linesOf(other.id)).toEqual([
    ["payment", -20_000, paidOn],
    ["reversal", 20_000, paidOn],
  ]);
  await expect(rent.setPaymentLease({ paymentId, leaseId: null })).rejects.toThrow("This payment is for no lease");
  await rent.setPaymentLease({ paymentId, leaseId: other.leaseId });
});

it("is assigned to one lease when two people assign it to two leases at once", async () => {
  const { tenant, paymentId } = await refunds.paid();
  const leases = [await leaseOf(tenant), await leaseOf(tenant)];
  const rent = await landlord();
  await Promise.all(leases.map(({ leaseId }) => rent.setPaymentLease({ paymentId, leaseId })));
  const sums = await Promise.all(leases.map(async ({ id }) => (await linesOf(id)).reduce((sum, [, cents]) => sum + Number(cents), 0)));
  expect(sums.toSorted((left, right) => left - right)).toEqual([-20_000, 0]);
});

it("follows later changes of the payment, and counts the rest of a partly refunded one", async () => {
  const { tenant, paymentId } = await refunds.paid();
  const { merchant, rent } = await refunds.fixture.landlord();
  await refunds.send(await merchant.refundPayment({ paymentId, amount: "50.00" }));
  await refunds.settle();
  const { id, leaseId } = await leaseOf(tenant);
  await rent.setPaymentLease({ paymentId, leaseId });
  expect(await linesOf(id)).toEqual([
    ["payment", -20_000, today()],
    ["refund", 5_000, today()],
  ]);
  await refunds.send(await merchant.refundPayment({ paymentId, amount: "150.00" }));
  await refunds.settle();
  expect((await linesOf(id)).reduce((sum, [, cents]) => sum + Number(cents), 0)).toBe(0);
  const { paymentId: gone, tenant: other } = await refunds.paid();
  await refunds.send(await merchant.refundPayment({ paymentId: gone, amount: "200.00" }));
  await refunds.settle();
  const target = await leaseOf(other);
  await expect(rent.setPaymentLease({ paymentId: gone, leaseId: target.leaseId })).rejects.toThrow("There is nothing of this payment");
});

it("can be a short payment, whose money counts on its own day", async () => {
  const { fixture } = refunds;
  const tenant = await fixture.tenant();
  const { paymentId, binding, usdcUnits } = await fixture.checkout(tenant, "60.00");
  await fixture.transfer(tenant.account, { usdcUnits: usdcUnits - 1_000_000n, binding });
  await refunds.settle();
  const { id, leaseId } = await leaseOf(tenant);
  await (await landlord()).setPaymentLease({ paymentId, leaseId });
  expect(await linesOf(id)).toEqual([["payment", -5_900, today()]]);
});

it("is refused for a lease that its payer does not rent under, for somebody else's payment, and after its dispute was decided", async () => {
  const { tenant, paymentId, uuid } = await refunds.paid();
  const rent = await landlord();
  const foreign = await leaseOf(await refunds.fixture.tenant());
  await expect(rent.setPaymentLease({ paymentId, leaseId: foreign.leaseId })).rejects.toThrow("The payer does not rent under this lease");
  await makeLeaseTenant(db(), { leaseId: foreign.id, userId: tenant.user.id });
  await rent.setPaymentLease({ paymentId, leaseId: foreign.leaseId });
  await makeDispute(db(), {
    paymentId: uuid,
    amountCents: 10_000,
    status: "closed",
    result: "chargedBack",
    resultReason: "Agreed",
    chargebackCents: 10_000,
    resolvedAt: refunds.fixture.harness.clock.now(),
  });
  await expect(rent.setPaymentLease({ paymentId, leaseId: null })).rejects.toThrow("so it stays with its lease");
  const unknown = publicId("payment", parsePublicId("lease", foreign.leaseId) ?? "");
  await expect(rent.setPaymentLease({ paymentId: unknown, leaseId: null })).rejects.toThrow("Transaction not found");
});

it("is a correction where its month is closed", async () => {
  const { tenant, paymentId } = await refunds.paid();
  const paidOn = today();
  const { id, leaseId } = await leaseOf(tenant);
  await refunds.fixture.pass(45 * 1_440);
  const rent = await landlord();
  const closed = await rent.closeMonth({ period: paidOn.slice(0, 7) });
  const following = monthAfter(monthOf(paidOn), 1).slice(0, 7);
  const before = await rent.month({ period: following });
  await rent.setPaymentLease({ paymentId, leaseId });
  expect(await linesOf(id)).toEqual([["payment", -20_000, paidOn]]);
  expect(await rent.month({ period: paidOn.slice(0, 7) })).toMatchObject({ paid: closed.paid, after: closed.after });
  expect((await rent.month({ period: following })).paid).toBe(before.paid + 200);
});

import { charges } from "@hearth/db/schema/charges";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { makeUser } from "@hearth/db/testing/factories";
import { makeCharge, makeLease } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { and, asc, eq, ne } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openRefundFixture, type RefundFixture } from "../../../testing/refund-fixture.ts";
import { stateRules } from "../../operations/check-state.ts";
import { checkWholeState } from "../../settlement/checking/check-state.ts";
import { allocateWaiting } from "./allocate-leases.ts";
import { listPaidForFees } from "../rows/late-fees.repo.ts";
import { chargeLateFees } from "./charge-late-fees.ts";

let on: RefundFixture;
let adminToken: string;
beforeAll(async () => {
  on = await openRefundFixture();
  const { harness } = on.fixture;
  adminToken = await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin");
});
afterEach(async () => expect(await checkWholeState(on.fixture.harness.db, stateRules)).toEqual([]));
afterAll(() => on.fixture.harness.close());

/** A lease with a repair of $200.00, paid with this amount and disputed by its tenant, who won. */
async function wonDispute({ paid = "200.00", approved = "200.00", isAllocated = true } = {}) {
  const { fixture } = on;
  const { db, deps } = fixture.harness;
  const tenant = await fixture.tenant();
  const lease = await makeLease(db, { merchantId: fixture.merchantId, createdBy: on.actor.userId, tenantId: tenant.user.id });
  const repair = await makeCharge(db, { leaseId: lease.id, kind: "other", cents: 20_000, dueOn: "2026-10-01" });
  const { paymentId } = await on.paid(tenant, paid);
  if (isAllocated) await allocateWaiting(deps);
  const { disputes } = fixture.harness.caller(tenant.token);
  const { _id: disputeId, disputeId: code } = await disputes.file({ paymentId, reason: "Nothing was repaired", amount: approved });
  const approval = { result: "chargedBack" as const, resultReason: "So it is", chargebackAmount: approved };
  await fixture.harness.caller(adminToken).disputes.close({ disputeId, ...approval });
  return { tenant, lease, repair, paymentId, disputeId, code };
}

async function refund(disputeId: string): Promise<void> {
  await on.send(await on.call.refundDispute({ disputeId }));
  await on.settle();
  await allocateWaiting(on.fixture.harness.deps);
}

const linesOf = async (leaseId: string) =>
  (await on.fixture.harness.db.select().from(leaseEntries).where(eq(leaseEntries.leaseId, leaseId)).orderBy(asc(leaseEntries.id)))
    .filter(({ kind }) => kind !== "charge")
    .map(({ kind, cents, note }) => [kind, cents, note]);
const openOf = async (id: string) => {
  const [row] = await on.fixture.harness.db.select().from(charges).where(eq(charges.id, id));
  return (row?.cents ?? 0) - (row?.paidCents ?? 0);
};
const creditOf = async (leaseId: string) => {
  const [row] = await on.fixture.harness.db
    .select()
    .from(leaseCredits)
    .where(and(eq(leaseCredits.leaseId, leaseId), ne(leaseCredits.kind, "payment")));
  return row;
};

describe("a refund for an approved dispute", () => {
  it("leaves its bill paid and not late", async () => {
    const { deps } = on.fixture.harness;
    const { lease, repair, disputeId, code } = await wonDispute();
    await refund(disputeId);
    const note = `Dispute ${code} was approved`;
    expect(await linesOf(lease.id)).toEqual([
      ["payment", -20_000, null],
      ["refund", 20_000, null],
      ["credit", -20_000, note],
    ]);
    expect(await openOf(repair.id)).toBe(0);
    await chargeLateFees(deps);
    expect((await linesOf(lease.id)).length).toBe(3);
  });

  it("leaves its bill paid where the payment waited for its allocation until then", async () => {
    const { lease, repair, disputeId } = await wonDispute({ approved: "80.00", isAllocated: false });
    await refund(disputeId);
    expect((await linesOf(lease.id)).map(([kind, cents]) => [kind, cents])).toEqual([
      ["payment", -20_000],
      ["refund", 8_000],
      ["credit", -8_000],
    ]);
    expect(await openOf(repair.id)).toBe(0);
  });

  it("in part leaves the rest of the bill paid by the payment", async () => {
    const { lease, repair, disputeId } = await wonDispute({ approved: "80.00" });
    await refund(disputeId);
    expect((await linesOf(lease.id)).slice(1).map(([kind, cents]) => [kind, cents])).toEqual([
      ["refund", 8_000],
      ["credit", -8_000],
    ]);
    expect(await openOf(repair.id)).toBe(0);
    // A late fee counts the part that the credit pays once, and not again as refunded money.
    const counted = await listPaidForFees(on.fixture.harness.db, [repair.id]);
    expect(counted.reduce((sum, { cents }) => sum + cents, 0)).toBe(20_000);
  });

  it("credits nothing for unused money, and only the used part otherwise", async () => {
    const unused = await wonDispute({ paid: "300.00", approved: "100.00" });
    await refund(unused.disputeId);
    expect(await creditOf(unused.lease.id)).toBeUndefined();
    expect(await openOf(unused.repair.id)).toBe(0);

    const inPart = await wonDispute({ paid: "300.00", approved: "150.00" });
    await refund(inPart.disputeId);
    expect((await creditOf(inPart.lease.id))?.receivedCents).toBe(5_000);
    expect(await openOf(inPart.repair.id)).toBe(0);
  });

  it("is not credited without a dispute: the bill is owed again", async () => {
    const { fixture } = on;
    const { db, deps } = fixture.harness;
    const tenant = await fixture.tenant();
    const lease = await makeLease(db, { merchantId: fixture.merchantId, createdBy: on.actor.userId, tenantId: tenant.user.id });
    const repair = await makeCharge(db, { leaseId: lease.id, kind: "other", cents: 20_000, dueOn: "2026-10-01" });
    const { paymentId } = await on.paid(tenant, "200.00");
    await allocateWaiting(deps);
    await on.send(await on.call.refundPayment({ paymentId, amount: "200.00" }));
    await on.settle();
    expect([await openOf(repair.id), await creditOf(lease.id)]).toEqual([20_000, undefined]);
  });

  it("is undone with the refund's block, and credited once when it returns", async () => {
    const { chain, deps } = on.fixture.harness;
    const { lease, repair, disputeId } = await wonDispute();
    await on.fixture.mine(4);
    await refund(disputeId);
    const raw = await chain.rawTransactions(2);
    await chain.reorg(2);
    await on.settle(3);
    await allocateWaiting(deps);
    expect([(await creditOf(lease.id))?.receivedCents, await openOf(repair.id)]).toEqual([0, 0]);
    await chain.reorg(1, raw);
    await on.settle(3);
    await allocateWaiting(deps);
    expect([(await creditOf(lease.id))?.receivedCents, await openOf(repair.id)]).toEqual([20_000, 0]);
  });

  it("leaves the bill owed once the landlord takes the credit back, with a reason for the tenant", async () => {
    const { harness } = on.fixture;
    const { lease, repair, tenant, disputeId } = await wonDispute();
    await refund(disputeId);
    const credit = await creditOf(lease.id);
    const reason = "The repair was made in the meantime";
    await on.owner.rent.reverseCredit({ creditId: publicId("leaseCredit", credit?.id ?? ""), reason });
    expect(await openOf(repair.id)).toBe(20_000);
    const ledger = await harness.caller(tenant.token).rent.ownLedger({ leaseId: publicId("lease", lease.id) });
    expect(JSON.stringify(ledger)).toContain(reason);
    const raw = await harness.chain.rawTransactions(2);
    await harness.chain.reorg(2);
    await on.settle(3);
    await allocateWaiting(harness.deps);
    expect(await openOf(repair.id)).toBe(0);
    await harness.chain.reorg(1, raw);
    await on.settle(3);
    await allocateWaiting(harness.deps);
    expect([(await creditOf(lease.id))?.receivedCents, await openOf(repair.id)]).toEqual([0, 20_000]);
  });

  it("takes its credit back once the charge that it pays is voided", async () => {
    const { lease, repair, disputeId } = await wonDispute();
    await refund(disputeId);
    await on.owner.rent.voidCharge({ chargeId: publicId("charge", repair.id), reason: "Nothing was repaired" });
    expect((await creditOf(lease.id))?.receivedCents).toBe(0);
  });
});

import { randomUUID } from "node:crypto";
import { charges } from "@hearth/db/schema/charges";
import { disputes } from "@hearth/db/schema/disputes";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { paymentRequests } from "@hearth/db/schema/payment-requests";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment, makeRefundDestination, makeTransferClaim } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { makeCharge, makeLease, makeLeaseCredit, makeLeaseTenant, makeTenantInvitation } from "@hearth/db/testing/rent-factories";
import { makePaymentRequest } from "@hearth/db/testing/request-factories";
import { refundDestinations } from "@hearth/db/schema/refund-destinations";
import { refunds } from "@hearth/db/schema/refunds";
import { transferClaims } from "@hearth/db/schema/transfer-claims";
import { transfers } from "@hearth/db/schema/transfers";
import { merchants } from "@hearth/db/schema/merchants";
import { publicId } from "@hearth/domain/ids";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";

let fixture: PaymentFixture;
const listeners = new AbortController();
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
});
afterEach(() => fixture.expectSound());
afterAll(async () => {
  listeners.abort();
  await fixture.harness.close();
});

async function tokenOf(merchantId: string): Promise<string> {
  const [row] = await fixture.harness.db.select({ id: merchants.ownerUserId }).from(merchants).where(eq(merchants.id, merchantId));
  return fixture.harness.signIn(row?.id ?? "");
}

/** Subscribes like the merchant's screens, and returns a function that waits for the next event of the business. */
async function listen(merchantId: string): Promise<() => Promise<void>> {
  const stream = await fixture.harness.caller(await tokenOf(merchantId)).account.watch({ business: true });
  const updates = stream[Symbol.asyncIterator]();
  listeners.signal.addEventListener("abort", () => void updates.return?.());
  const next = async () => {
    for (;;) {
      const { value, done } = await updates.next();
      expect(done).toBe(false);
      if (JSON.stringify(value).includes('"business"')) return;
    }
  };
  await next();
  return next;
}

/** Waits until all events so far have arrived. They arrive in order. */
async function receiveAll(): Promise<void> {
  const last = randomUUID();
  const heard = fixture.harness.deps.merchantEvents.subscribe(last, listeners.signal);
  await fixture.harness.db.execute(sql`select pg_notify('merchant_events', ${last})`);
  await heard.changed();
  heard.close();
}

/** Does something, and returns whether an event of the merchant arrived. */
async function isAnnounced(merchantId: string, act: () => PromiseLike<unknown>): Promise<boolean> {
  await receiveAll();
  const events = fixture.harness.deps.merchantEvents.subscribe(merchantId, listeners.signal);
  await act();
  await receiveAll();
  const quiet = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
  const isHeard = await Promise.race([events.changed(), quiet]);
  events.close();
  return isHeard;
}

describe("a merchant's live stream", () => {
  it("sends an event for a checkout, its money and unmatched money", async () => {
    const next = await listen(fixture.merchantId);
    const tenant = await fixture.tenant();
    await next();
    const checkout = await fixture.checkout(tenant);
    await next();
    await fixture.transfer(tenant.account, checkout);
    await fixture.transfer(tenant.account, { usdcUnits: 7_000_000n });
    await fixture.mine(2);
    await fixture.watch();
    await next();
    expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
    const [odd] = await fixture.harness.db.select().from(transfers).where(eq(transfers.verdict, "unmatched"));
    const call = fixture.harness.caller(await tokenOf(fixture.merchantId)).merchant;
    await call.setTransferAside({ transferId: publicId("transfer", odd?.id ?? ""), reason: "A loan" });
    await next();
  });

  it("sends an event for a dispute, its refund, and people who enroll or leave", async () => {
    const { db, clock } = fixture.harness;
    const payment = await makePayment(db, { merchantId: fixture.merchantId, status: "completed" });
    const next = await listen(fixture.merchantId);
    const dispute = await makeDispute(db, { paymentId: payment.id });
    await next();
    await db.insert(refunds).values({
      paymentId: payment.id,
      merchantId: fixture.merchantId,
      usdcUnits: 1_000_000n,
      chainId: 84532,
      tokenAddress: fixture.payeeAddress,
      toAddress: fixture.payeeAddress,
      binding: `0x${"cd".repeat(32)}`,
      createdBy: payment.consumerId,
      disputeId: dispute.id,
      status: "cancelled",
      cancelledAt: clock.now(),
    });
    await next();
    const person = await makeUser(db, { enrolledMerchantId: fixture.merchantId, enrolledAt: clock.now() });
    await next();
    await db.update(users).set({ enrolledMerchantId: null, enrolledAt: null, updatedAt: clock.now() }).where(eq(users.id, person.id));
    await next();
    expect(await db.$count(disputes, eq(disputes.id, dispute.id))).toBe(1);
  });

  it("sends an event for a claim, its withdrawal, and a wallet that a payer was asked for and has named", async () => {
    const { db, clock } = fixture.harness;
    const tenant = await fixture.tenant();
    const { uuid } = await fixture.checkout(tenant, "43.00");
    const next = await listen(fixture.merchantId);
    const { id } = await makeTransferClaim(db, { paymentId: uuid, payerId: tenant.user.id });
    await next();
    await db.update(transferClaims).set({ status: "withdrawn" }).where(eq(transferClaims.id, id));
    await next();
    const nobody = { address: null, namedAt: null, confirmedBy: null };
    const asked = { requestedAt: clock.now(), requestedBy: tenant.user.id, requestedCents: 100 };
    await makeRefundDestination(db, { paymentId: uuid, payerId: tenant.user.id, ...nobody, ...asked });
    await next();
    const named = { address: tenant.account.address, namedAt: clock.now(), confirmedBy: "password" as const };
    await db.update(refundDestinations).set(named).where(eq(refundDestinations.paymentId, uuid));
    await next();
  });

  it("sends an event for a lease, its charges, money, terms and tenants, and for invitations and requests", async () => {
    const { db, clock } = fixture.harness;
    const { merchantId } = fixture;
    const createdBy = (await makeUser(db)).id;
    const lease = await makeLease(db, { merchantId, createdBy });
    const tenant = await makeLeaseTenant(db, { leaseId: lease.id });
    const charge = await makeCharge(db, { leaseId: lease.id, createdBy });
    const request = await makePaymentRequest(db, { merchantId, createdBy });
    const leaseId = lease.id;
    const terms = { leaseId, fromPeriod: "2027-03-01", rentCents: 160_000, dueDay: 1, graceDays: 5, createdBy };
    const acts: Record<string, () => PromiseLike<unknown>> = {
      "end of a lease": () => db.update(leases).set({ endsOn: "2027-12-31" }).where(eq(leases.id, leaseId)),
      terms: () => db.insert(leaseTerms).values(terms),
      "another tenant": () => makeLeaseTenant(db, { leaseId }),
      "tenant who moved out": () =>
        db.update(leaseTenants).set({ movedOutOn: "2026-11-30", endedAt: clock.now() }).where(eq(leaseTenants.id, tenant.id)),
      charge: () => makeCharge(db, { leaseId, createdBy }),
      "voided charge": () =>
        db.update(charges).set({ voidedAt: clock.now(), voidedBy: createdBy, voidReason: "By mistake" }).where(eq(charges.id, charge.id)),
      credit: () => makeLeaseCredit(db, { leaseId, createdBy }),
      invitation: () => makeTenantInvitation(db, { merchantId, invitedBy: createdBy }),
      request: () => makePaymentRequest(db, { merchantId, createdBy }),
      "withdrawn request": () => db.update(paymentRequests).set({ withdrawnAt: clock.now() }).where(eq(paymentRequests.id, request.id)),
    };
    const announced: string[] = [];
    for (const [name, act] of Object.entries(acts)) if (await isAnnounced(merchantId, act)) announced.push(name);
    expect(announced).toEqual(Object.keys(acts));
    expect(await isAnnounced(merchantId, () => Promise.resolve())).toBe(false);
  });

  it("sends no event of other merchants", async () => {
    const { db } = fixture.harness;
    const { merchant: other } = await makeMerchant(db);
    const [next, theirs] = [await listen(fixture.merchantId), await listen(other.id)];
    const update = next();
    for (let turn = 0; turn < 3; turn++) {
      await makePayment(db, { merchantId: other.id });
      await theirs();
    }
    // Events arrive in order, so an event of the other merchant would have arrived by now.
    expect(await Promise.race([update.then(() => "woken"), Promise.resolve("quiet")])).toBe("quiet");
    await makePayment(db, { merchantId: fixture.merchantId });
    await update;
  });
});

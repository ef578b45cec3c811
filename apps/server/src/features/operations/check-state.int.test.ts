import { charges } from "@hearth/db/schema/charges";
import { disputes } from "@hearth/db/schema/disputes";
import { figures } from "@hearth/db/schema/figures";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { leases } from "@hearth/db/schema/leases";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makeCompletedRefund, makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { makeCharge, makeLease, makeLeaseCredit } from "@hearth/db/testing/rent-factories";
import { returned } from "@hearth/db/postings";
import { stateParts } from "@hearth/domain/operations/inputs";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { listLivingAlarms } from "../alarms/alarms.repo.ts";
import { settleDisputes } from "../disputes/settle-disputes.ts";
import { foldFigures } from "../figures/figures.service.ts";
import { leaseRules } from "../rent/charges/check-leases.ts";
import { insertPostings } from "../ledger/journal.repo.ts";
import { checkChanges, checkWholeState } from "../settlement/checking/check-state.ts";
import { checkWholeInBackground, reportChanges, stateRules } from "./check-state.ts";
import { findStateCheck } from "./state-checks.repo.ts";

let harness: Harness;
let merchantId: string;
let ownerId: string;
beforeAll(async () => {
  harness = await startHarness();
  const { merchant, owner } = await makeMerchant(harness.db);
  [merchantId, ownerId] = [merchant.id, owner.id];
});
afterAll(() => harness.close());

const whole = () => checkWholeState(harness.db, stateRules);
const changed = () => checkChanges(harness.db, stateRules);
const waiting = async () =>
  (await harness.db.execute<{ count: number }>(sql`select count(*)::int as count from unchecked_changes`))[0]?.count;
const pay = (status: "completed" | "pending" = "completed") => makePayment(harness.db, { merchantId, status });

/** Awaits a new row and checks it before it is broken, so that later checks find only the broken state. */
async function lookedAt<Row>(made: Promise<Row>): Promise<Row> {
  const row = await made;
  expect(await changed()).toEqual([]);
  expect(await waiting()).toBe(0);
  return row;
}

/** Broken states of a payment, a transfer, a refund, a dispute and a figure, each of which can be mended. */
const breakings: { name: string; breakIt: () => Promise<{ says: RegExp; mend: () => Promise<unknown> }> }[] = [
  {
    name: "a payment that is not what its events say",
    breakIt: async () => {
      const { id } = await lookedAt(pay("pending"));
      await harness.db.update(payments).set({ status: "failed" }).where(eq(payments.id, id));
      const mend = () => harness.db.update(payments).set({ status: "pending" }).where(eq(payments.id, id));
      return { says: new RegExp(`Payment ${id} is failed .* its events say pending`), mend };
    },
  },
  {
    name: "a transfer of which the journal says something else",
    breakIt: async () => {
      const { id, usdcUnits } = await lookedAt(makeTransfer(harness.db, { merchantId }));
      await harness.db
        .update(transfers)
        .set({ usdcUnits: usdcUnits + 1n })
        .where(eq(transfers.id, id));
      const mend = () => harness.db.update(transfers).set({ usdcUnits }).where(eq(transfers.id, id));
      return { says: /The journal moves 1450000000 units at .*, its transfers 1450000001/, mend };
    },
  },
  {
    name: "a refund of which something else went back",
    breakIt: async () => {
      const refund = await lookedAt(makeCompletedRefund(harness.db, await pay(), 1_000));
      const set = (usdcUnits: bigint) =>
        harness.db
          .update(transfers)
          .set({ usdcUnits })
          .where(eq(transfers.id, refund.transferId ?? ""));
      await set(9_000_000n);
      return { says: new RegExp(`Refund ${refund.id} counts transfer .* it is too little`), mend: () => set(10_000_000n) };
    },
  },
  {
    name: "a dispute that is not what its events say",
    breakIt: async () => {
      const { id } = await lookedAt(makeDispute(harness.db, { paymentId: (await pay()).id }));
      const closed = { status: "closed", result: "denied", resolvedAt: new Date() } as const;
      await harness.db.update(disputes).set(closed).where(eq(disputes.id, id));
      const mend = () => harness.db.update(disputes).set({ status: "open", result: null, resolvedAt: null }).where(eq(disputes.id, id));
      return { says: new RegExp(`Dispute ${id} is closed, but its events say open`), mend };
    },
  },
  {
    name: "a figure that counting does not come to",
    breakIt: async () => {
      await foldFigures(harness.db);
      await pay();
      const add = (more: number) =>
        harness.db
          .update(figures)
          .set({ count: sql`${figures.count} + ${more}` })
          .where(eq(figures.scopeId, merchantId));
      await add(1);
      return { says: new RegExp(`The figure completed of ${merchantId} \\(quarterHour of .* counting comes to`), mend: () => add(-1) };
    },
  },
];

describe("checking the state", () => {
  it.each(breakings)("finds $name among the changes and in the whole state, until it is mended", async ({ breakIt }) => {
    await changed();
    const { says, mend } = await breakIt();
    for (const check of [changed, changed, whole]) expect((await check()).join("\n")).toMatch(says);
    await mend();
    expect(await changed()).toEqual([]);
    expect(await whole()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it("raises an alarm for a contradiction among the changes, until it is mended", async () => {
    const living = async () => (await listLivingAlarms(harness.db)).map(({ key, data }) => [key, data]);
    const { id } = await pay("pending");
    const set = (status: "failed" | "pending") => harness.db.update(payments).set({ status }).where(eq(payments.id, id));
    await set("failed");
    await reportChanges(harness.deps);
    expect(await living()).toEqual([["invariants-broken", { first: expect.stringContaining(id) }]]);
    await set("pending");
    await reportChanges(harness.deps);
    expect(await living()).toEqual([]);
  });

  it("does not check sound rows again", async () => {
    await pay();
    await changed();
    expect(await waiting()).toBe(0);
    await pay("pending");
    expect(await waiting()).toBeGreaterThan(0);
  });

  it("checks the changed charges and credits of a lease, and its others with the whole state", async () => {
    await changed();
    const { id: leaseId } = await makeLease(harness.db, { merchantId, createdBy: ownerId });
    const undone = new Error("Undone");
    const checking = harness.db.transaction(async (tx) => {
      const unposted = { leaseId, kind: "other", description: "Parking", cents: 100, dueOn: "2026-11-01", dueAt: new Date() } as const;
      const [other] = await tx.insert(charges).values(unposted).returning();
      const { id: chargeId } = await makeCharge(tx, { leaseId });
      await makeLeaseCredit(tx, { leaseId, createdBy: ownerId, chargeId });
      await tx.update(leases).set({ needsAllocation: true }).where(eq(leases.id, leaseId));
      expect(await checkChanges(tx, leaseRules)).toEqual([]);
      expect(await checkWholeState(tx, leaseRules)).toEqual([expect.stringContaining(`charge ${other?.id} is not what its lines`)]);
      const line = { leaseId, cents: 1, effectiveOn: "2026-11-06", postedAt: new Date() };
      await tx.insert(leaseEntries).values({ ...line, kind: "charge", chargeId });
      expect(await checkChanges(tx, leaseRules)).toEqual([expect.stringContaining(`charge ${chargeId} is not what its lines`)]);
      const { id: creditId } = await makeLeaseCredit(tx, { leaseId, createdBy: ownerId });
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.update(leaseCredits).set({ usedCents: 1 }).where(eq(leaseCredits.id, creditId));
      expect((await checkChanges(tx, leaseRules)).join()).toContain(`of credit ${creditId} another sum is used than is allocated`);
      throw undone;
    });
    await expect(checking).rejects.toBe(undone);
  });

  it("finds figures of longer spans that differ from the sums of shorter ones", async () => {
    await foldFigures(harness.db);
    const add = (more: number) =>
      harness.db
        .update(figures)
        .set({ cents: sql`${figures.cents} + ${more}` })
        .where(sql`${figures.scopeId} = ${merchantId} and span = 'month'`);
    await add(1);
    expect((await whole()).join("\n")).toMatch(new RegExp(`of ${merchantId} \\(month of`));
    await add(-1);
    expect(await whole()).toEqual([]);
  });

  it("raises an alarm for a contradiction in the whole state, cleared only by a complete check without any", async () => {
    const keys = async () => (await listLivingAlarms(harness.db)).map(({ key }) => key);
    const { id } = await pay("pending");
    await changed();
    await harness.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.update(payments).set({ oddity: "none", status: "cancelled" }).where(eq(payments.id, id));
    });
    await reportChanges(harness.deps);
    expect(await keys()).toEqual([]);
    await checkWholeInBackground(harness.deps);
    await reportChanges(harness.deps);
    expect(await keys()).toEqual(["state-broken"]);
    await harness.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.update(payments).set({ status: "pending" }).where(eq(payments.id, id));
    });
    await checkWholeInBackground(harness.deps);
    expect(await keys()).toEqual(["state-broken"]);
    harness.clock.advance({ hours: 25 });
    await checkWholeInBackground(harness.deps);
    expect(await keys()).toEqual([]);
  });

  it("stops the check of the whole state at shutdown, and another process continues it", async () => {
    await pay();
    harness.clock.advance({ hours: 25 });
    const ending = new AbortController();
    ending.abort();
    await checkWholeInBackground({ ...harness.deps, ending });
    const left = await findStateCheck(harness.db);
    expect(left).toMatchObject({ part: stateParts[1], endedAt: null });
    await checkWholeInBackground(harness.deps);
    expect(await findStateCheck(harness.db)).toMatchObject({ id: left?.id, endedAt: harness.clock.now(), contradictions: 0 });
  });
});

describe("an approved dispute", () => {
  it("is settled once its refund is final, and owed again when that is reverted", async () => {
    const paid = await pay();
    const approved = {
      status: "closed",
      result: "chargedBack",
      resultReason: "So it is",
      chargebackCents: 1_000,
      resolvedAt: new Date(),
    } as const;
    const createdAt = new Date(Date.now() - 60_000);
    const { id } = await makeDispute(harness.db, { paymentId: paid.id, createdAt, ...approved });
    const settledAt = async () => (await harness.db.select().from(disputes).where(eq(disputes.id, id)))[0]?.settledAt;
    expect(await settleDisputes(harness.deps)).toBe(0);
    const refund = await makeCompletedRefund(harness.db, paid, 1_000);
    expect(await settleDisputes(harness.deps)).toBe(0);
    await harness.db
      .update(transfers)
      .set({ finalAt: new Date() })
      .where(eq(transfers.id, refund.transferId ?? ""));
    expect(await settleDisputes(harness.deps)).toBe(1);
    expect(await settledAt()).not.toBeNull();
    await harness.db.transaction(async (tx) => {
      const [transfer] = await tx
        .select()
        .from(transfers)
        .where(eq(transfers.id, refund.transferId ?? ""));
      if (!transfer) throw new Error("There is no transfer");
      await insertPostings(tx, returned(transfer, { paymentId: paid.id }, -10_000_000n, new Date()));
      expect((await tx.select().from(disputes).where(eq(disputes.id, id)))[0]?.settledAt).toBeNull();
      await insertPostings(tx, returned(transfer, { paymentId: paid.id }, 10_000_000n, new Date()));
    });
  });
});

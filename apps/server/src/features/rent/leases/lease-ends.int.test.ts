import { connectDatabase } from "@hearth/db/client";
import { auditLog } from "@hearth/db/schema/audit-log";
import { charges } from "@hearth/db/schema/charges";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { notifications } from "@hearth/db/schema/notifications";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeChainCursor } from "@hearth/db/testing/record-factories";
import { parsePublicId } from "@hearth/domain/ids";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { stateRules } from "../../operations/check-state.ts";
import { checkWholeState } from "../../settlement/checking/check-state.ts";
import { chargeLateFees } from "../charges/charge-late-fees.ts";
import { resolveActor } from "../../auth/sessions/sessions.service.ts";
import { makeCharges } from "../charges/make-charges.ts";
import { endLease } from "./lease-end.service.ts";

let harness: Harness;
let merchantId: string;
let ownerId: string;
let landlord: ReturnType<Harness["caller"]>["rent"];
let number = 0;
const start = new Date("2026-11-22T12:00:00Z");

beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(start) });
  const { merchant, owner } = await makeMerchant(harness.db);
  merchantId = merchant.id;
  ownerId = owner.id;
  await makeChainCursor(harness.db, { chainId: harness.deps.network.chainId, blockTime: new Date("2027-01-20T12:00:00Z") });
  await at("2026-11-22");
});
afterEach(async () => {
  await at("2026-11-22");
  expect(await checkWholeState(harness.db, stateRules)).toEqual([]);
});
afterAll(() => harness.close());

/** Sets the clock to noon of a day, signs the landlord in, and charges what is due. */
async function at(day: string): Promise<void> {
  harness.clock.set(new Date(`${day}T12:00:00Z`));
  landlord = harness.caller(await harness.signIn(ownerId)).rent;
  await makeCharges(harness.deps);
}

async function unit(): Promise<string> {
  number += 1;
  const { _id } = await landlord.addProperty({ name: `House ${String(number).padStart(3, "0")}`, address: "", units: ["1"] });
  const { items } = await landlord.properties({ limit: 500 });
  return items.find((property) => property._id === _id)?.units[0]?._id ?? "";
}

type LeaseGiven = Parameters<typeof landlord.createLease>[0];
async function lease(more: Partial<LeaseGiven> = {}) {
  const usual = {
    startsOn: "2026-11-01",
    rent: "1450.00",
    timeZone: "America/Chicago",
    tenants: [{ name: "Ada Quill", email: "ada@quill.example" }],
  };
  return (await landlord.createLease({ unitId: more.unitId ?? (await unit()), ...usual, ...more }))._id;
}

const currentVersion = async (leaseId: string) => ({ leaseId, seenAt: (await landlord.lease({ leaseId })).updatedAt });
const end = async (leaseId: string, endsOn: string | null) => landlord.endLease({ ...(await currentVersion(leaseId)), endsOn });
const ledgerOf = async (leaseId: string) =>
  (await landlord.ledger({ leaseId, limit: 100 })).items.map(({ on, description, amount }) => [on, description, amount]);
const openOf = async (leaseId: string) => (await landlord.lease({ leaseId })).charges.map(({ dueOn, open }) => [dueOn, open]);

describe("the end of a lease", () => {
  it("moves to a later day although its last month is charged", async () => {
    const leaseId = await lease({ endsOn: "2026-11-30" });
    await end(leaseId, "2027-11-30");
    expect(await openOf(leaseId)).toEqual([
      ["2026-11-01", 1450],
      ["2026-12-01", 1450],
    ]);
  });

  it("is removed: its voided month is charged again, and its credit is taken back by a line", async () => {
    const leaseId = await lease();
    await end(leaseId, "2026-11-10");
    expect((await landlord.lease({ leaseId })).owed).toBe(483.33);
    await end(leaseId, null);
    expect(await ledgerOf(leaseId)).toEqual([
      ["2026-12-01", "Rent for December 2026", 1450],
      ["2026-12-01", "Voided: Rent for December 2026", -1450],
      ["2026-12-01", "Rent for December 2026", 1450],
      ["2026-11-01", "Reversed", 966.67],
      ["2026-11-01", "Credit", -966.67],
      ["2026-11-01", "Rent for November 2026", 1450],
    ]);
    await at("2027-01-20");
    expect((await openOf(leaseId)).map(([on]) => on)).toEqual(["2026-11-01", "2026-12-01", "2027-01-01", "2027-02-01"]);
  });

  it("moves any number of times, and leaves the balance that the last one implies", async () => {
    const leaseId = await lease();
    for (const endsOn of ["2026-11-10", "2026-12-20", "2026-11-30", null, "2026-12-05", "2026-11-01", null]) await end(leaseId, endsOn);
    expect((await landlord.lease({ leaseId })).owed).toBe(2900);
    await end(leaseId, "2026-12-20");
    expect((await landlord.lease({ leaseId })).owed).toBe(1450 + 935.48);
    const before = await ledgerOf(leaseId);
    await end(leaseId, "2026-12-20");
    expect(await ledgerOf(leaseId)).toEqual(before);
  });

  it("does not charge again a month voided by hand, or credit again what the landlord took back", async () => {
    const leaseId = await lease();
    const [november, december] = (await landlord.lease({ leaseId })).charges;
    await landlord.voidCharge({ chargeId: december?._id ?? "", reason: "A month for free" });
    await end(leaseId, "2026-11-10");
    const given = (await landlord.ledger({ leaseId })).items.find(({ description }) => description === "Credit");
    await landlord.reverseCredit({ creditId: given?.creditId ?? "", reason: "They stay after all" });
    await end(leaseId, null);
    expect((await landlord.lease({ leaseId })).charges).toMatchObject([{ _id: november?._id, open: 1450 }]);
  });

  it("leaves no unpaid credit when the landlord voids a month whose unused days were credited", async () => {
    const leaseId = await lease();
    await end(leaseId, "2026-11-10");
    const [november] = (await landlord.lease({ leaseId })).charges;
    await landlord.voidCharge({ chargeId: november?._id ?? "", reason: "A month for free" });
    expect(await landlord.lease({ leaseId })).toMatchObject({ owed: 0, credit: 0, charges: [] });
    await end(leaseId, null);
    expect(await openOf(leaseId)).toEqual([["2026-12-01", 1450]]);
  });

  it("moves an end that was set before charges were marked, and finds them by their former text", async () => {
    const leaseId = await lease();
    await end(leaseId, "2026-11-10");
    const uuid = parsePublicId("lease", leaseId) ?? "";
    await harness.db.update(charges).set({ voidedForEnd: false, unusedCreditId: null }).where(eq(charges.leaseId, uuid));
    await end(leaseId, null);
    expect((await landlord.lease({ leaseId })).owed).toBe(2900);
    expect(await openOf(leaseId)).toEqual([
      ["2026-11-01", 1450],
      ["2026-12-01", 1450],
    ]);
  });

  it("keeps payments: they pay the month that is charged again", async () => {
    const leaseId = await lease();
    await landlord.addCredit({ leaseId, kind: "outside", amount: "2900.00", on: "2026-11-01", note: "By check" });
    await end(leaseId, "2026-11-30");
    expect(await landlord.lease({ leaseId })).toMatchObject({ owed: 0, credit: 1450 });
    await end(leaseId, null);
    expect(await landlord.lease({ leaseId })).toMatchObject({ owed: 0, credit: 0, charges: [] });
  });

  it("is refused over the next lease of the unit", async () => {
    const unitId = await unit();
    const leaseId = await lease({ unitId, endsOn: "2026-11-30" });
    await lease({ unitId, startsOn: "2026-12-01" });
    for (const endsOn of ["2026-12-01", null]) await expect(end(leaseId, endsOn)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("shortens a lease to one day and charges that day, and is removed again", async () => {
    const leaseId = await lease({ startsOn: "2026-11-20" });
    await end(leaseId, "2026-11-20");
    expect((await landlord.lease({ leaseId })).owed).toBe(48.33);
    await end(leaseId, null);
    expect((await landlord.lease({ leaseId })).owed).toBe(531.67 + 1450);
    await expect(end(leaseId, "2026-11-19")).rejects.toThrow("The lease begins on Nov 20, 2026");
  });

  it("charges a month whose one day was below one cent", async () => {
    const leaseId = await lease({ startsOn: "2026-11-01", endsOn: "2026-12-01", rent: "0.10" });
    expect(await openOf(leaseId)).toEqual([["2026-11-01", 0.1]]);
    await end(leaseId, "2026-12-31");
    expect(await openOf(leaseId)).toEqual([
      ["2026-11-01", 0.1],
      ["2026-12-01", 0.1],
    ]);
  });

  it("charges no late fee for days before rent was charged again", async () => {
    const fee = { lateFeeKind: "fixed" as const, lateFeeAmount: "50.00" };
    const leaseId = await lease({ ...fee, startsOn: "2026-12-01" });
    await end(leaseId, "2026-12-01");
    await at("2026-12-20");
    await landlord.addCredit({ leaseId, kind: "outside", amount: "46.77", on: "2026-12-01", note: "In cash" });
    await end(leaseId, null);
    await chargeLateFees(harness.deps);
    expect((await landlord.lease({ leaseId })).charges.filter(({ kind }) => kind === "lateFee")).toEqual([]);
  });

  it("keeps the late fees, and their waiver, of a month that it charges again for other days", async () => {
    const fee = { lateFeeKind: "fixed" as const, lateFeeAmount: "50.00" };
    const [charged, waived] = [await lease({ ...fee, endsOn: "2026-12-30" }), await lease({ ...fee, endsOn: "2026-12-30" })];
    await at("2026-12-20");
    await chargeLateFees(harness.deps);
    const feesOf = async (leaseId: string) =>
      (await landlord.lease({ leaseId })).charges.filter(({ kind, dueOn }) => kind === "lateFee" && dueOn < "2027-01-01");
    const due = (await feesOf(charged)).map(({ dueOn }) => dueOn);
    expect(due.length).toBe(1);
    for (const { _id: chargeId } of await feesOf(waived)) await landlord.voidCharge({ chargeId, reason: "Kind", fees: "all" });
    for (const endsOn of ["2026-12-31", null]) for (const leaseId of [charged, waived]) await end(leaseId, endsOn);
    await at("2027-01-10");
    await chargeLateFees(harness.deps);
    expect((await feesOf(charged)).map(({ dueOn, open }) => [dueOn, open])).toEqual(due.map((dueOn) => [dueOn, 50]));
    expect(await feesOf(waived)).toEqual([]);
    await end(charged, "2026-11-30");
    expect(await feesOf(charged)).toEqual([]);
  });

  it("takes as many statements for many months as for one", async () => {
    const countFrom = async (startsOn: string) => {
      const leaseId = await lease({ startsOn });
      const version = await currentVersion(leaseId);
      let count = 0;
      const { db, close } = connectDatabase(harness.deps.env.databaseUrl, {
        onStatement: (text) => void (text.includes("pg_catalog.pg_type") || count++),
      });
      const actor = await resolveActor(harness.deps, await harness.signIn(ownerId));
      if (actor === null) throw new Error("The landlord is not signed in");
      await endLease(
        { ...harness.deps, db },
        { requestId: "test", ip: "127.0.0.1", userAgent: null },
        actor,
        { ...version, endsOn: startsOn },
        null,
      );
      await close();
      return count;
    };
    const many = await countFrom("2010-01-01");
    expect(many).toBe(await countFrom("2026-09-01"));
    expect(many).toBeLessThan(30);
  });
});

describe("a renewal", () => {
  const renewal = { endsOn: "2027-11-30", effectiveFrom: "2026-12-01", rent: "1500.00" };

  it("sets a later end and new terms from a month on in one act, and notifies the tenants", async () => {
    const tenant = await makeUser(harness.db, { enrolledMerchantId: merchantId, emailConfirmedAt: start });
    const leaseId = await lease({ endsOn: "2026-11-30", tenants: [{ name: "Ada Quill", email: tenant.email }] });
    await landlord.renewLease({ ...(await currentVersion(leaseId)), ...renewal });
    expect(await openOf(leaseId)).toEqual([
      ["2026-11-01", 1450],
      ["2026-12-01", 1500],
    ]);
    expect(await landlord.lease({ leaseId })).toMatchObject({
      endsOn: "2027-11-30",
      terms: [{ rent: 1450 }, { effectiveFrom: "2026-12-01", rent: 1500 }],
    });
    const notified = await harness.db.select().from(notifications).where(eq(notifications.userId, tenant.id));
    expect(notified.map(({ event }) => event)).toMatchObject([
      { kind: "leaseChanged", change: "renewed", endsOn: "2027-11-30", from: "2026-12-01", rentCents: 150_000 },
    ]);
    const auditEntries = await harness.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, leaseId), eq(auditLog.action, "rent.leaseRenewed")));
    expect(auditEntries).toMatchObject([{ data: { from: "2026-12-01", rentCents: 150_000, endedOn: "2026-11-30", endsOn: "2027-11-30" } }]);
  });

  it("charges at the new terms a month that was voided for the former end", async () => {
    const leaseId = await lease();
    await end(leaseId, "2026-11-30");
    await landlord.renewLease({ ...(await currentVersion(leaseId)), ...renewal, endsOn: null });
    expect(await openOf(leaseId)).toEqual([
      ["2026-11-01", 1450],
      ["2026-12-01", 1500],
    ]);
  });

  it("charges the rest of the month in which the lease ended at the old terms", async () => {
    const leaseId = await lease({ endsOn: "2026-12-10" });
    await expect(landlord.renewLease({ ...(await currentVersion(leaseId)), ...renewal })).rejects.toThrow(/choose January 2027/);
    await landlord.renewLease({ ...(await currentVersion(leaseId)), ...renewal, effectiveFrom: "2027-01-01" });
    await at("2026-12-20");
    expect(await openOf(leaseId)).toEqual([
      ["2026-11-01", 1450],
      ["2026-12-01", 1450],
      ["2027-01-01", 1500],
    ]);
  });

  it("is refused for an end that is not later, for terms that begin after it, and for a lease that somebody changed meanwhile", async () => {
    const leaseId = await lease({ endsOn: "2026-11-30" });
    for (const endsOn of ["2026-11-30", "2026-11-29"])
      await expect(landlord.renewLease({ ...(await currentVersion(leaseId)), ...renewal, endsOn })).rejects.toThrow(/choose a later day/);
    const early = landlord.renewLease({ ...(await currentVersion(leaseId)), ...renewal, effectiveFrom: "2028-01-01" });
    await expect(early).rejects.toThrow("The last day is before the new terms begin");
    const version = await currentVersion(leaseId);
    await end(leaseId, "2026-11-20");
    await expect(landlord.renewLease({ ...version, ...renewal })).rejects.toThrow(/Someone else has changed this/);
    expect((await landlord.lease({ leaseId })).terms).toHaveLength(1);
  });

  it("and an end set by two clerks at once: one succeeds, the other reads that somebody else changed the lease", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const leaseId = await lease({ endsOn: "2026-12-31" });
      const version = await currentVersion(leaseId);
      const both = await Promise.allSettled([
        landlord.renewLease({ ...version, ...renewal, effectiveFrom: "2027-01-01" }),
        landlord.endLease({ ...version, endsOn: "2026-11-10" }),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const refused = both.find((one) => one.status === "rejected");
      expect(refused?.reason).toMatchObject({ code: "CONFLICT" });
      const { endsOn, owed, terms } = await landlord.lease({ leaseId });
      expect([endsOn, owed, terms.length]).toEqual(endsOn === "2026-11-10" ? ["2026-11-10", 483.33, 1] : ["2027-11-30", 2900, 2]);
    }
  });
});

describe("a lease that was entered by mistake", () => {
  const reason = "The wrong unit";

  it("is undone: it owes nothing, its unit is free, and no list has it", async () => {
    const tenant = await makeUser(harness.db, { enrolledMerchantId: merchantId, emailConfirmedAt: start });
    const unitId = await unit();
    const leaseId = await lease({ unitId, deposit: "500.00", tenants: [{ name: "Ada Quill", email: tenant.email }] });
    await landlord.addCredit({ leaseId, kind: "credit", amount: "20.00", on: "2026-11-02", note: "For the paint" });
    await landlord.undoLease({ ...(await currentVersion(leaseId)), reason });
    expect(await landlord.lease({ leaseId })).toMatchObject({
      owed: 0,
      credit: 0,
      charges: [],
      undoneAt: harness.deps.clock.now().toISOString(),
    });
    const lists = await Promise.all((["all", "ended", "settled"] as const).map((state) => landlord.tenants({ state, limit: 500 })));
    expect(lists.flatMap(({ items }) => items.map(({ _id }) => _id))).not.toContain(leaseId);
    expect(await harness.caller(await harness.signIn(tenant.id)).rent.mine()).toEqual([]);
    const notified = await harness.db.select().from(notifications).where(eq(notifications.userId, tenant.id));
    expect(notified.map(({ event }) => event)).toMatchObject([{ kind: "leaseChanged", change: "undone" }]);
    const again = await lease({ unitId });
    await at("2027-02-20");
    expect((await landlord.lease({ leaseId })).charges).toEqual([]);
    expect((await landlord.lease({ leaseId: again })).charges).toHaveLength(5);
    const version = await currentVersion(leaseId);
    await expect(landlord.endLease({ ...version, endsOn: null })).rejects.toThrow("This lease was undone");
    await expect(landlord.undoLease({ ...version, reason })).rejects.toThrow("This lease was undone");
  });

  it("cannot be undone while money counts for it or a tenant is paying", async () => {
    const leaseId = await lease();
    const { _id: creditId } = await landlord.addCredit({ leaseId, kind: "outside", amount: "100.00", on: "2026-11-21", note: "In cash" });
    await expect(landlord.undoLease({ ...(await currentVersion(leaseId)), reason })).rejects.toThrow(/^\$100.00 is counted for this lease/);
    await landlord.reverseCredit({ creditId, reason: "Another tenant's" });
    const uuid = parsePublicId("lease", leaseId) ?? "";
    const payment = await makePayment(harness.db, { merchantId });
    await harness.db.insert(leaseCredits).values({ leaseId: uuid, kind: "payment", paymentId: payment.id, createdBy: ownerId });
    await expect(landlord.undoLease({ ...(await currentVersion(leaseId)), reason })).rejects.toThrow(
      /A tenant is paying for this lease right now/,
    );
    expect((await landlord.lease({ leaseId })).undoneAt).toBeNull();
  });

  it("is undone once by concurrent calls", async () => {
    const leaseId = await lease();
    const version = await currentVersion(leaseId);
    const both = await Promise.allSettled([
      landlord.undoLease({ ...version, reason }),
      landlord.undoLease({ ...version, reason }),
      landlord.endLease({ ...version, endsOn: "2026-11-10" }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a change of terms", () => {
  it("takes effect on the first of a month: a day within one is refused, and nothing is charged", async () => {
    const leaseId = await lease();
    const change = landlord.changeLease({ ...(await currentVersion(leaseId)), effectiveFrom: "2027-03-20", rent: "1500.00" });
    await expect(change).rejects.toThrow(/choose Mar 1, 2027 or Apr 1, 2027/);
  });

  it("to an earlier due day makes nobody late: a month whose new day is over keeps the old one", async () => {
    const leaseId = await lease({ dueDay: 25 });
    await at("2026-12-08");
    await landlord.changeLease({ ...(await currentVersion(leaseId)), effectiveFrom: "2026-12-01", rent: "1500.00", dueDay: 1 });
    await at("2026-12-20");
    expect(await openOf(leaseId)).toEqual([
      ["2026-11-25", 1450],
      ["2026-12-25", 1500],
      ["2027-01-01", 1500],
    ]);
  });

  it("replaces all that the change before left for later months", async () => {
    const leaseId = await lease({ dueDay: 25 });
    await at("2026-12-08");
    const from = { effectiveFrom: "2026-12-01" };
    await landlord.changeLease({ ...(await currentVersion(leaseId)), ...from, rent: "1500.00", dueDay: 1 });
    await at("2026-12-09");
    await landlord.changeLease({ ...(await currentVersion(leaseId)), ...from, rent: "1600.00", dueDay: 28 });
    await at("2027-01-14");
    expect(await openOf(leaseId)).toEqual([
      ["2026-11-25", 1450],
      ["2026-12-28", 1600],
      ["2027-01-28", 1600],
    ]);
  });
});

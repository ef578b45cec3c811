import { auditLog } from "@hearth/db/schema/audit-log";
import { charges } from "@hearth/db/schema/charges";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { mails } from "@hearth/db/schema/mails";
import { rentReminders } from "@hearth/db/schema/rent-reminders";
import { users } from "@hearth/db/schema/users";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makeLease, makeLeaseTenant, makeUnit } from "@hearth/db/testing/rent-factories";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { and, desc, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { stateRules } from "../../operations/check-state.ts";
import { checkWholeState } from "../../settlement/checking/check-state.ts";

let harness: Harness;
let merchantId: string;
let ownerId: string;
let rent: ReturnType<Harness["caller"]>["rent"];
let foreignLeaseId: string;
/** The public ids of 47 leases of the landlord. */
let leaseIds: string[];
let turn = 0;

beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-12T12:00:00Z")) });
  const other = await makeMerchant(harness.db);
  foreignLeaseId = publicId("lease", (await makeLease(harness.db, { merchantId: other.merchant.id, createdBy: other.owner.id })).id);
});
beforeEach(async () => {
  turn += 1;
  const { merchant, owner } = await makeMerchant(harness.db);
  [merchantId, ownerId] = [merchant.id, owner.id];
  await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.id, ownerId));
  rent = harness.caller(await harness.signIn(ownerId)).rent;
  leaseIds = [];
  for (let number = 0; number < 47; number++) {
    const lease = await makeLease(harness.db, { merchantId, createdBy: ownerId, nextPeriod: "2026-12-01" });
    leaseIds.push(publicId("lease", lease.id));
  }
});
afterAll(async () => {
  expect(await checkWholeState(harness.db, stateRules)).toEqual([]);
  await harness.close();
});

const uuids = () => leaseIds.map((id) => parsePublicId("lease", id) ?? "");
const chargesMade = () =>
  harness.db.select({ id: charges.id, leaseId: charges.leaseId }).from(charges).where(inArray(charges.leaseId, uuids()));
const charge = (leaseId: string) => ({ leaseId, kind: "utility" as const, description: "Water", amount: "31.20", dueOn: "2026-11-20" });

/** Fifty charges: three of them are for leases that the landlord does not have. */
function fiftyCharges() {
  const items = leaseIds.map(charge);
  items.splice(10, 0, charge(foreignLeaseId));
  items.splice(20, 0, charge("lse_none"));
  items.splice(49, 0, charge(foreignLeaseId));
  return items;
}
const refusedPlaces = [10, 20, 49];

describe("charging several leases", () => {
  it("charges 47 of 50 and says why the other three are refused, in the order asked", async () => {
    const items = fiftyCharges();
    const answer = await rent.chargeMany({ items });
    expect(answer.items.map(({ leaseId }) => leaseId)).toEqual(items.map(({ leaseId }) => leaseId));
    for (const [place, result] of answer.items.entries()) {
      const isRefused = refusedPlaces.includes(place);
      expect(result.refused).toBe(isRefused ? "Lease not found" : null);
      expect(result._id === null).toBe(isRefused);
    }
    const made = await chargesMade();
    expect(made).toHaveLength(47);
    expect(new Set(made.map(({ id }) => publicId("charge", id)))).toEqual(new Set(answer.items.flatMap(({ _id }) => _id ?? [])));
  });

  it("charges once when pressed twice at once, and gives both the same answer", async () => {
    const request = { items: fiftyCharges(), idempotencyKey: `pressed-twice-${turn}` };
    const [first, second] = await Promise.all([rent.chargeMany(request), rent.chargeMany(request)]);
    expect(second).toEqual(first);
    expect(await rent.chargeMany(request)).toEqual(first);
    expect(await chargesMade()).toHaveLength(47);
  });

  it("charges the rest once after it was interrupted half-way, and refuses the key for other items", async () => {
    const items = fiftyCharges();
    const idempotencyKey = `interrupted-${turn}`;
    const half = await rent.chargeMany({ items: items.slice(0, 25), idempotencyKey });
    expect(await chargesMade()).toHaveLength(23);
    const whole = await rent.chargeMany({ items, idempotencyKey });
    expect(whole.items.slice(0, 25)).toEqual(half.items);
    expect(await chargesMade()).toHaveLength(47);
    await expect(rent.chargeMany({ items: items.toReversed(), idempotencyKey })).rejects.toMatchObject({
      cause: { code: "IDEMPOTENCY_KEY_REUSED" },
    });
  });

  it("charges one lease twice where it is named twice", async () => {
    const [leaseId = ""] = leaseIds;
    const { items } = await rent.chargeMany({ items: [charge(leaseId), charge(leaseId)], idempotencyKey: `named-twice-${turn}` });
    expect(new Set(items.map(({ _id }) => _id)).size).toBe(2);
    expect(await chargesMade()).toHaveLength(2);
  });

  it("goes on after an unexpected error of one lease, and does that one on the next try", async () => {
    const { db } = harness.deps;
    const request = { items: leaseIds.slice(0, 5).map(charge), idempotencyKey: `failed-${turn}` };
    let transactions = 0;
    const failing = new Proxy(db, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        if (name !== "transaction" || typeof value !== "function") return value;
        return (...given: unknown[]) => {
          transactions += 1;
          return transactions === 3 ? Promise.reject(new Error("The disk is full")) : Reflect.apply(value, target, given);
        };
      },
    });
    Object.assign(harness.deps, { db: failing });
    const answer = await rent.chargeMany(request).finally(() => Object.assign(harness.deps, { db }));
    expect(answer.items.map(({ refused }) => refused)).toEqual([null, null, "This one could not be done. Try it again.", null, null]);
    expect(await chargesMade()).toHaveLength(4);
    const again = await rent.chargeMany(request);
    expect(again.items.map(({ refused }) => refused)).toEqual([null, null, null, null, null]);
    expect(again.items.filter((_, place) => place !== 2)).toEqual(answer.items.filter((_, place) => place !== 2));
    expect(await chargesMade()).toHaveLength(5);
  });

  it("takes 1 to 50 items, and refuses all of them where one has no amount, before any is done", async () => {
    await expect(rent.chargeMany({ items: [] })).rejects.toThrow("Choose at least one lease");
    const items = fiftyCharges();
    await expect(rent.chargeMany({ items: [...items, charge(foreignLeaseId)] })).rejects.toThrow("Send at most 50 leases at once");
    await expect(rent.chargeMany({ items: [...items.slice(0, 3), { ...charge(foreignLeaseId), amount: "0" }] })).rejects.toThrow(
      "Enter an amount",
    );
    expect(await chargesMade()).toEqual([]);
  });
});

it("records money on several leases, and refuses a day to come and a write-off of more than is open", async () => {
  const [one = "", two = "", three = ""] = leaseIds;
  const credit = { kind: "outside" as const, amount: "1450.00", on: "2026-11-03", note: "By check" };
  const request = {
    items: [
      { leaseId: one, ...credit },
      { leaseId: two, ...credit, on: "2026-11-13" },
      { leaseId: three, ...credit, kind: "writeOff" as const },
      { leaseId: three, ...credit },
    ],
    idempotencyKey: `credits-${turn}`,
  };
  const answers = await Promise.all([rent.creditMany(request), rent.creditMany(request)]);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0].items.map(({ refused }) => refused)).toEqual([null, "This day is still to come", "Only $0.00 is open", null]);
  expect(await harness.db.$count(leaseCredits, inArray(leaseCredits.leaseId, uuids()))).toBe(2);
});

describe("renewing several leases", () => {
  const renewal = async (leaseId: string) => {
    const { updatedAt: seenAt } = await rent.lease({ leaseId });
    return { leaseId, endsOn: "2027-12-31", rent: "1500.00", effectiveFrom: "2027-01-01", seenAt };
  };

  it("sets the end and the rent, and keeps the other terms", async () => {
    const { unit } = await makeUnit(harness.db, { merchantId });
    const terms = { dueDay: 5, graceDays: 7, lateFeeKind: "fixed" as const, lateFeeAmount: 5000, lateFeeRepeats: "once" as const };
    const lease = await makeLease(harness.db, { merchantId, unitId: unit.id, createdBy: ownerId, terms, nextPeriod: "2026-12-01" });
    const items = [await renewal(publicId("lease", lease.id)), await renewal(leaseIds[0] ?? "")];
    expect((await rent.renewMany({ items })).items.map(({ refused }) => refused)).toEqual([null, null]);
    const [newest] = await harness.db
      .select()
      .from(leaseTerms)
      .where(and(eq(leaseTerms.leaseId, lease.id), eq(leaseTerms.fromPeriod, "2027-01-01")))
      .orderBy(desc(leaseTerms.id));
    expect(newest).toMatchObject({ rentCents: 150_000, ...terms, lateFeeCapCents: null });
    expect(await rent.lease({ leaseId: publicId("lease", lease.id) })).toMatchObject({ endsOn: "2027-12-31" });
  });

  it("renews each lease once when two clerks renew all of them at once; the second one reads who was first", async () => {
    const items = [];
    for (const leaseId of leaseIds.slice(0, 10)) items.push(await renewal(leaseId));
    const theirs = items.map((item) => ({ ...item, rent: "1600.00" }));
    const answers = await Promise.all([rent.renewMany({ items }), rent.renewMany({ items: theirs })]);
    for (const place of items.keys()) {
      const results = answers.map((answer) => answer.items[place]?.refused ?? null);
      expect(results.filter((refused) => refused === null)).toHaveLength(1);
      expect(results.find((refused) => refused !== null)).toMatch(/changed/i);
    }
    const versions = await harness.db.$count(
      leaseTerms,
      and(inArray(leaseTerms.leaseId, uuids()), eq(leaseTerms.fromPeriod, "2027-01-01")),
    );
    expect(versions).toBe(10);
  });

  it("renews once for a repeat of the same request", async () => {
    const items = [await renewal(leaseIds[0] ?? "")];
    const request = { items, idempotencyKey: `renewed-${turn}` };
    const first = await rent.renewMany(request);
    expect(await rent.renewMany(request)).toEqual(first);
    const entries = await harness.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, leaseIds[0] ?? ""), eq(auditLog.action, "rent.leaseRenewed")));
    expect(entries).toHaveLength(1);
  });
});

describe("reminding several leases", () => {
  const named = async (leaseId: string) => makeLeaseTenant(harness.db, { leaseId: parsePublicId("lease", leaseId) ?? "" });

  it("previews whom it reaches, reminds them once, and says why others are refused", async () => {
    const [owing = "", paid = "", alone = ""] = leaseIds;
    const tenant = await named(owing);
    await named(paid);
    await rent.chargeMany({
      items: [
        { ...charge(owing), dueOn: "2026-11-02" },
        { ...charge(alone), dueOn: "2026-11-03" },
      ],
    });
    const ids = [owing, paid, alone];
    const preview = async () =>
      new Map((await rent.remindPreview({ leaseIds: [...ids, foreignLeaseId] })).items.map((item) => [item.leaseId, item] as const));
    const before = await preview();
    expect(before.size).toBe(3);
    expect(before.get(owing)).toMatchObject({ tenants: [tenant.name], amount: 31.2, dueOn: "2026-11-02", canRemind: true, why: null });
    expect(before.get(paid)).toMatchObject({ amount: 0, dueOn: null, canRemind: false, why: "Nothing is owed" });
    expect(before.get(alone)).toMatchObject({ canRemind: false, why: "No tenant can be emailed" });

    const request = { leaseIds: ids, idempotencyKey: `reminded-${turn}` };
    const [first, second] = await Promise.all([rent.remindMany(request), rent.remindMany(request)]);
    expect(second).toEqual(first);
    expect(first.items[0]).toEqual({ leaseId: owing, _id: owing, refused: null, tenants: 1 });
    expect(first.items[1]).toMatchObject({ _id: null, refused: "Nothing is owed on this lease", tenants: 0 });
    expect(first.items[2]?.refused).toMatch(/^No one of this lease has an account/);
    expect(await harness.db.$count(rentReminders, inArray(rentReminders.leaseId, uuids()))).toBe(1);
    expect(await harness.db.$count(mails, eq(mails.toAddress, tenant.email))).toBe(1);

    harness.clock.advance({ hours: 3 });
    expect((await preview()).get(owing)).toMatchObject({ canRemind: false, why: "Reminded 3 hours ago" });
    expect((await rent.remindMany({ leaseIds: [owing] })).items[0]?.refused).toBe("Reminded in the last 20 hours");
    harness.clock.advance({ hours: 18 });
    rent = harness.caller(await harness.signIn(ownerId)).rent;
    expect((await preview()).get(owing)).toMatchObject({ canRemind: true, why: null });
    expect((await rent.remindMany({ leaseIds: [owing] })).items[0]).toMatchObject({ refused: null, tenants: 1 });
  });

  it("previews all leases with past due rent, of one property or of all", async () => {
    const [late = "", due = "", other = ""] = leaseIds;
    for (const leaseId of [late, due, other]) await named(leaseId);
    const today = harness.clock.now().toISOString().slice(0, 10);
    await rent.chargeMany({
      items: [
        { ...charge(late), dueOn: "2026-11-02" },
        { ...charge(other), dueOn: "2026-11-02" },
        { ...charge(due), dueOn: today },
      ],
    });
    const { items } = await rent.remindPreview({ state: "late" });
    expect(new Set(items.map(({ leaseId }) => leaseId))).toEqual(new Set([late, other]));
    const [row] = (await rent.tenants({ search: items[0]?.property ?? "" })).items;
    const ofOne = await rent.remindPreview({ state: "late", propertyId: row?.propertyId ?? "" });
    expect(ofOne.items.map(({ leaseId }) => leaseId)).toEqual([items[0]?.leaseId]);
    await expect(rent.remindPreview({})).rejects.toThrow("Choose leases, or all with past due rent");
  });

  it("says that the sender has to confirm their email where no tenant has an account", async () => {
    const [leaseId = ""] = leaseIds;
    await named(leaseId);
    await rent.chargeMany({ items: [charge(leaseId)] });
    await harness.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, ownerId));
    const { items } = await rent.remindPreview({ leaseIds: [leaseId] });
    expect(items).toMatchObject([{ canRemind: false, why: "Confirm your own email first. No tenant has an account yet." }]);
    expect((await rent.remindMany({ leaseIds: [leaseId] })).items[0]?.refused).toMatch(/Confirm your own email first/);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate, type OpenCharge } from "./allocation.ts";
import { owedOn } from "./owed.ts";
import { chargeKinds } from "./charge-kinds.ts";

const charge = (id: string, kind: OpenCharge["kind"], dueOn: string, openCents: number): OpenCharge => ({ id, kind, dueOn, openCents });
const arrivedAt = new Date("2026-11-01T12:00:00Z");
const credit = (id: string, unusedCents: number, chosen: string[] = []) => ({ id, arrivedAt, unusedCents, chosen });

describe("allocation", () => {
  it("pays the oldest charge first, rent before utilities on one day, and fees last", () => {
    const charges = [
      charge("fee", "lateFee", "2026-11-01", 5_000),
      charge("water", "utility", "2026-11-01", 4_000),
      charge("rent", "rent", "2026-11-01", 100_000),
      charge("old fee", "lateFee", "2026-10-05", 1_000),
      charge("next rent", "rent", "2026-12-01", 100_000),
    ];
    expect(allocate([credit("paid", 204_500)], charges)).toEqual([
      { creditId: "paid", chargeId: "rent", cents: 100_000, arrivedAt },
      { creditId: "paid", chargeId: "water", cents: 4_000, arrivedAt },
      { creditId: "paid", chargeId: "next rent", cents: 100_000, arrivedAt },
      { creditId: "paid", chargeId: "old fee", cents: 500, arrivedAt },
    ]);
  });

  it("pays the payer's chosen charges first, and keeps the remainder", () => {
    const charges = [charge("rent", "rent", "2026-11-01", 100_000), charge("water", "utility", "2026-11-05", 4_000)];
    expect(allocate([credit("paid", 5_000, ["water"])], charges)).toEqual([
      { creditId: "paid", chargeId: "water", cents: 4_000, arrivedAt },
      { creditId: "paid", chargeId: "rent", cents: 1_000, arrivedAt },
    ]);
    expect(allocate([credit("paid", 9_000, ["gone"])], [])).toEqual([]);
  });

  it("never exceeds the money or a charge, and leaves no charge open beside unused money", () => {
    const charges = fc.array(
      fc.tuple(fc.constantFrom(...chargeKinds), fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 9_999 })),
      { maxLength: 8 },
    );
    const credits = fc.array(fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(charges, credits, (some, others) => {
        const open = some.map(([kind, day, cents], place) => charge(`${place}`, kind, `2026-11-${String(day).padStart(2, "0")}`, cents));
        const unused = others.map(([cents, chosen], place) => credit(`${place}`, cents, chosen.map(String)));
        const made = allocate(unused, open);
        const sum = (key: "creditId" | "chargeId", id: string) =>
          made.filter((one) => one[key] === id).reduce((total, { cents }) => total + cents, 0);
        for (const { id, unusedCents } of unused) expect(sum("creditId", id)).toBeLessThanOrEqual(unusedCents);
        for (const { id, openCents } of open) expect(sum("chargeId", id)).toBeLessThanOrEqual(openCents);
        const allOf = (numbers: number[]) => numbers.reduce((total, cents) => total + cents, 0);
        const given = allOf(made.map(({ cents }) => cents));
        expect(given).toBe(Math.min(allOf(unused.map(({ unusedCents }) => unusedCents)), allOf(open.map(({ openCents }) => openCents))));
        expect(made.every(({ cents }) => cents > 0)).toBe(true);
      }),
    );
  });
});

describe("the balance of a lease", () => {
  const open = [
    { dueOn: "2026-12-01", openCents: 145_000 },
    { dueOn: "2026-11-05", openCents: 6_000 },
  ];

  it("is everything open, with the oldest due day and the overdue part", () => {
    expect(owedOn(open, 0, "2026-11-22")).toEqual({
      owedCents: 151_000,
      lateCents: 6_000,
      dueOn: "2026-11-05",
      daysLate: 17,
      creditCents: 0,
    });
  });

  it("is reduced by prepaid money, oldest first; charges due today are not late", () => {
    expect(owedOn(open, 6_000, "2026-12-01")).toEqual({
      owedCents: 145_000,
      lateCents: 0,
      dueOn: "2026-12-01",
      daysLate: 0,
      creditCents: 0,
    });
    expect(owedOn(open, 200_000, "2026-12-01")).toEqual({ owedCents: 0, lateCents: 0, dueOn: null, daysLate: 0, creditCents: 49_000 });
  });
});

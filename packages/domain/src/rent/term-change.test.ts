import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Day, dayAfter, monthAfter } from "./calendar.ts";
import { chargePeriod, type Term } from "./periods.ts";
import { monthChange, type MonthInLedger } from "./term-change.ts";

const terms = { rentCents: 145_000, dueDay: 15, graceDays: 3 };
const termTo = (endsOn: Day | null): Term => ({ startsOn: "2026-01-01", endsOn, proration: "days" });
const december = "2026-12-01";
const whole = { cents: 145_000, dueOn: "2026-12-15", givenBackCents: 0 };
const change = (ledger: MonthInLedger, from: Day | null, to: Day | null) =>
  monthChange(december, ledger, { term: termTo(from), terms }, { term: termTo(to), terms });
const none = { isVoided: false, isTakenBack: false, given: null, charge: null };

describe("moving a lease's end", () => {
  it("voids a month after the new end, credits its unused days, and keeps earlier months", () => {
    const ledger = { charged: whole, wasVoidedForEnd: false };
    expect(change(ledger, null, "2026-11-30")).toEqual({ ...none, isVoided: true });
    expect(change(ledger, null, "2026-12-10")).toEqual({
      ...none,
      given: { cents: 98_226, formula: "$1,450.00 less 10 of 31 days of $1,450.00" },
    });
    expect(change(ledger, null, "2026-12-31")).toEqual(none);
  });

  it("reverses the earlier credit, and credits what the new end leaves unused", () => {
    const ledger = { charged: { ...whole, givenBackCents: 98_226 }, wasVoidedForEnd: false };
    expect(change(ledger, "2026-12-10", null)).toEqual({ ...none, isTakenBack: true });
    expect(change(ledger, "2026-12-10", "2026-12-20")).toMatchObject({ isTakenBack: true, given: { cents: 51_452 } });
    expect(change(ledger, "2026-12-10", "2026-11-30")).toEqual({ ...none, isVoided: true, isTakenBack: true });
  });

  it("charges a month again if it was voided for an end, but not if voided by hand", () => {
    const again = { ...none, charge: chargePeriod(termTo(null), terms, december) };
    expect(change({ charged: null, wasVoidedForEnd: true }, "2026-11-30", null)).toEqual(again);
    expect(change({ charged: null, wasVoidedForEnd: false }, "2026-11-30", null)).toEqual(none);
  });

  it("charges a month again that was charged for fewer days, with the full month's due day", () => {
    const charged = { cents: 46_774, dueOn: "2026-12-10", givenBackCents: 0 };
    expect(change({ charged, wasVoidedForEnd: false }, "2026-12-10", null)).toMatchObject({
      isVoided: true,
      charge: { cents: 145_000, dueOn: "2026-12-15" },
    });
  });

  it("charges a month whose only day cost nothing", () => {
    const cheap = { ...terms, rentCents: 10 };
    const before = { term: termTo("2026-12-01"), terms: cheap };
    const moved = monthChange(december, { charged: null, wasVoidedForEnd: false }, before, { term: termTo(null), terms: cheap });
    expect(moved.charge).toMatchObject({ cents: 10 });
  });

  it("keeps what a landlord reversed or voided by hand while the month's days stay the same", () => {
    expect(change({ charged: { ...whole, cents: 99 }, wasVoidedForEnd: false }, "2027-03-05", null)).toEqual(none);
  });

  it("always leaves what the last end requires, after any sequence of ends", () => {
    const ends = fc.array(
      fc.option(
        fc.integer({ min: 0, max: 150 }).map((days) => dayAfter("2026-10-01", days)),
        { nil: null },
      ),
      { minLength: 1, maxLength: 8 },
    );
    const months = Array.from({ length: 5 }, (_, count) => monthAfter("2026-10-01", count));
    fc.assert(
      fc.property(
        ends,
        fc.integer({ min: 1, max: 200_000 }),
        fc.constantFrom(1, 15, 31),
        fc.constantFrom("days", "none"),
        (moves, rentCents, dueDay, proration) => {
          const own = { rentCents, dueDay, graceDays: 3 };
          for (const period of months) {
            let term: Term = { startsOn: "2026-10-01", endsOn: null, proration };
            let ledger: MonthInLedger = { charged: { ...whole, ...chargePeriod(term, own, period) }, wasVoidedForEnd: false };
            for (const endsOn of moves) {
              const next = { ...term, endsOn };
              const { isVoided, isTakenBack, given, charge } = monthChange(
                period,
                ledger,
                { term, terms: own },
                { term: next, terms: own },
              );
              const kept = ledger.charged && { ...ledger.charged, givenBackCents: isTakenBack ? 0 : ledger.charged.givenBackCents };
              const left = isVoided ? null : kept && { ...kept, givenBackCents: kept.givenBackCents + (given?.cents ?? 0) };
              ledger = {
                charged: charge === null ? left : { ...charge, givenBackCents: 0 },
                wasVoidedForEnd: isVoided || ledger.wasVoidedForEnd,
              };
              term = next;
              const asked = ledger.charged === null ? 0 : ledger.charged.cents - ledger.charged.givenBackCents;
              expect(asked).toBe(chargePeriod(term, own, period)?.cents ?? 0);
            }
          }
        },
      ),
    );
  });
});

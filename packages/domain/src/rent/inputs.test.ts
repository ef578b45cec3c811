import { describe, expect, it } from "vitest";
import { renewLeaseInput } from "./inputs.ts";

const given = { leaseId: "lse_1", endsOn: null, effectiveFrom: "2027-01-01", rent: "1450.00", seenAt: "2026-11-20T09:00:00.000Z" };
const read = (more: object) => renewLeaseInput.safeParse({ ...given, ...more });

describe("whole numbers of terms", () => {
  it("are accepted as numbers, and as typed decimal digits", () => {
    for (const five of [5, "5", "05"]) expect(read({ graceDays: five, dueDay: five }).data).toMatchObject({ graceDays: 5, dueDay: 5 });
    expect(read({}).data).toMatchObject({ graceDays: 3, dueDay: 1 });
  });

  it("are refused in any other form, and never read as 0", () => {
    for (const wrong of [null, "", " ", " 5", "5.0", "0x10", "1e1", "+5", true, [5], 2.5, 32, -1, Number.NaN]) {
      expect(read({ graceDays: wrong }).error?.issues, String(wrong)).toMatchObject([{ message: "Enter 0 to 31 days" }]);
      expect(read({ dueDay: wrong }).success, String(wrong)).toBe(false);
    }
  });
});

describe("a lease's last day", () => {
  it("is a day or null, and must not be omitted", () => {
    expect(read({ endsOn: "2027-11-30" }).success).toBe(true);
    expect(read({ endsOn: undefined }).success).toBe(false);
    expect(read({ endsOn: "" }).success).toBe(false);
  });
});

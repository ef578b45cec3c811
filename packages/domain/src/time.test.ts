import { describe, expect, it } from "vitest";
import {
  checkoutExpiresAt,
  growthPercent,
  isBlockAfter,
  isBlockBefore,
  isCheckoutExpired,
  isPaidLate,
  isTimeZone,
  isWithinDisputeWindow,
  monthName,
  monthRange,
} from "./time.ts";

const at = (iso: string) => new Date(iso);

describe("a checkout's time", () => {
  it("ends exactly 10 minutes after it was made", () => {
    const expiresAt = checkoutExpiresAt(at("2026-11-20T10:00:00.000Z"));
    expect(isCheckoutExpired(expiresAt, at("2026-11-20T10:09:59.999Z"))).toBe(false);
    expect(isCheckoutExpired(expiresAt, at("2026-11-20T10:10:00.000Z"))).toBe(true);
  });
});

describe("a block's timestamp, in whole seconds", () => {
  const moment = at("2026-11-20T10:00:05.400Z");
  const [before, same, after] = [at("2026-11-20T10:00:04Z"), at("2026-11-20T10:00:05Z"), at("2026-11-20T10:00:06Z")];

  it("is neither before nor after a server's moment in the same second", () => {
    expect([before, same, after].map((block) => isBlockBefore(block, moment))).toEqual([true, false, false]);
    expect([before, same, after].map((block) => isBlockAfter(block, moment))).toEqual([false, false, true]);
  });

  it("is in time in the second of expiry, and late in the second when its payer gave it up", () => {
    const late = (end: { expiresAt: Date; givenUpAt: Date | null }) => [before, same, after].map((block) => isPaidLate(block, end));
    expect(late({ expiresAt: moment, givenUpAt: null })).toEqual([false, false, true]);
    expect(late({ expiresAt: at("2026-11-20T10:05:00Z"), givenUpAt: moment })).toEqual([false, true, true]);
  });
});

describe("the dispute window", () => {
  it("includes the last moment of the 90th day and nothing after", () => {
    const paid = at("2026-01-01T00:00:00.000Z");
    expect(isWithinDisputeWindow(paid, at("2026-04-01T00:00:00.000Z"))).toBe(true);
    expect(isWithinDisputeWindow(paid, at("2026-04-01T00:00:00.001Z"))).toBe(false);
  });
});

describe("a month", () => {
  it("begins and ends at midnight in the viewer's time zone, across a daylight-saving change", () => {
    const { from, to } = monthRange(at("2026-11-20T00:00:00Z"), "America/New_York");
    expect(from).toEqual(at("2026-11-01T04:00:00.000Z"));
    expect(to).toEqual(at("2026-12-01T05:00:00.000Z"));
  });

  it("contains the moment asked for, at its borders and in the zones farthest from UTC", () => {
    for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "Asia/Kathmandu", "UTC"])
      for (const offsetMs of [-1, 0, 1, 86_400_000]) {
        const border = monthRange(at("2027-01-15T00:00:00Z"), timeZone).from.getTime();
        const moment = new Date(border + offsetMs);
        const { from, to } = monthRange(moment, timeZone);
        expect(from <= moment && moment < to, `${timeZone} ${offsetMs}`).toBe(true);
        expect(monthName(moment, timeZone), timeZone).toBe(offsetMs < 0 ? "2026-12" : "2027-01");
        expect(monthRange(moment, timeZone, 1).from, timeZone).toEqual(to);
      }
  });

  it("differs between viewers in different time zones", () => {
    const moment = at("2026-11-01T03:00:00Z");
    expect(monthName(moment, "UTC")).toBe("2026-11");
    expect(monthName(moment, "America/New_York")).toBe("2026-10");
    expect(monthName(moment, "UTC", -11)).toBe("2025-12");
  });

  it("goes back from the 31st without skipping February", () => {
    expect(monthName(at("2026-03-31T12:00:00Z"), "UTC", -1)).toBe("2026-02");
  });
});

describe("a time zone", () => {
  it("is accepted or refused, and never throws", () => {
    expect(isTimeZone("Europe/Berlin")).toBe(true);
    expect(isTimeZone("Mars/Olympus")).toBe(false);
    expect(isTimeZone("")).toBe(false);
    expect(isTimeZone("x".repeat(10_000))).toBe(false);
  });

  it("refuses abbreviations, offsets and names that only JavaScript knows", () => {
    const refused = ["AET", "CTT", "PST", "IST", "EST", "EST5EDT", "GMT", "-05:00", "+05", "US/Pacific-New", "SystemV/AST4ADT", "utc"];
    expect(refused.filter(isTimeZone)).toEqual([]);
    expect(["UTC", "US/Pacific", "America/Argentina/Buenos_Aires", "America/Port-au-Prince", "Etc/GMT+5"].every(isTimeZone)).toBe(true);
  });
});

describe("growth", () => {
  it("compares with the whole of last month: 100 from nothing, 0 if both are 0", () => {
    expect(growthPercent(157_840, 150_615)).toBe(4.8);
    expect(growthPercent(100, 0)).toBe(100);
    expect(growthPercent(0, 0)).toBe(0);
    expect(growthPercent(0, 100)).toBe(-100);
  });
});

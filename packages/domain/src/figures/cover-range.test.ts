import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monthRange } from "../time.ts";
import { coverRange, type Piece } from "./cover-range.ts";

const quarterMs = 15 * 60_000;
const moments = fc.date({ min: new Date("2026-01-10T00:00:00Z"), max: new Date("2026-06-20T00:00:00Z"), noInvalidDate: true });
const isWithin = (at: Date, from: Date | null, to: Date | null) => (from === null || at >= from) && (to === null || at < to);

/** The number of times that a moment is counted, by the figures of its span. */
function timesCounted(at: Date, pieces: Piece[]): number {
  const quarter = new Date(Math.floor(at.getTime() / quarterMs) * quarterMs);
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  const starts = { quarterHour: quarter, month, all: new Date(0) };
  return pieces.reduce((times, { span, sign, from, to }) => times + (isWithin(starts[span], from, to) ? sign : 0), 0);
}

describe("covering a time range with stored figures", () => {
  it("counts each moment inside once and none outside, for any ends", () => {
    fc.assert(
      fc.property(fc.option(moments, { nil: undefined }), fc.option(moments, { nil: undefined }), moments, (one, other, at) => {
        const [from, to] = one && other && one > other ? [other, one] : [one, other];
        const { pieces, whole, edges } = coverRange({ ...(from && { from }), ...(to && { to }) });
        const times = timesCounted(at, pieces) + edges.filter((edge) => isWithin(at, edge.from, edge.to)).length;
        expect(times).toBe(isWithin(at, from ?? null, to ?? null) ? 1 : 0);
        expect(timesCounted(at, pieces)).toBe(whole !== null && isWithin(at, whole.from, whole.to) ? 1 : 0);
        for (const edge of edges) expect(edge.to.getTime() - edge.from.getTime()).toBeLessThan(2 * quarterMs);
      }),
      { numRuns: 2_000 },
    );
  });

  it("covers a month of any time zone without single rows, with at most some hours of quarters besides the months", () => {
    for (const zone of ["America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Pacific/Kiritimati", "Australia/Lord_Howe", "UTC"]) {
      const { pieces, edges } = coverRange(monthRange(new Date("2026-11-20T12:00:00Z"), zone));
      expect(edges, zone).toEqual([]);
      const quarters = pieces.filter(({ span }) => span === "quarterHour");
      const read = quarters.reduce((sum, { from, to }) => sum + ((to?.getTime() ?? 0) - (from?.getTime() ?? 0)) / quarterMs, 0);
      expect(read, zone).toBeLessThanOrEqual(2 * 14 * 4);
    }
  });
});

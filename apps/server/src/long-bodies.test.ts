import fc from "fast-check";
import { expect, it } from "vitest";
import { bodyLimitBytes, hasManyMembers, longBodyBytes } from "./long-bodies.ts";

const long = (part: string) => part.repeat(Math.ceil(longBodyBytes / part.length));

it("accepts a long body of one text, whatever the text holds", () => {
  const parts = [fc.constantFrom('"', "\\", "\n", ",", "[{", '":1,"', "é", "\u0001"), fc.string({ maxLength: 5 })];
  const texts = fc.array(fc.oneof(...parts), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(texts, fc.boolean(), (pieces, isBatch) => {
      const body = { csv: `a${pieces.join("")}`.repeat(bodyLimitBytes), idempotencyKey: pieces.join("") };
      expect(hasManyMembers(JSON.stringify(isBatch ? { 0: body } : body))).toBe(false);
    }),
    { numRuns: 30 },
  );
});

it("refuses a long body of many members, texts or signs", () => {
  const bodies = [
    long("{},"),
    long("["),
    long('"":0,'),
    long('"a",'),
    long('"\\\\",'),
    `{"csv":"${"a".repeat(100_000)}",${long('"k":0,')}`,
    long(" "),
  ];
  for (const body of bodies) expect([body.slice(0, 10), hasManyMembers(body)]).toEqual([body.slice(0, 10), true]);
});

it("leaves bodies within the usual limit to the parser", () => {
  expect(hasManyMembers("[".repeat(bodyLimitBytes))).toBe(false);
});

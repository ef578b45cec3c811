import fc from "fast-check";
import { expect, test } from "vitest";
import { trustedFinalizedHeight } from "./finality.ts";
import { networks } from "./networks.ts";

const height = fc.bigInt({ min: 0n, max: 10_000_000n });

test("accepts a plausible finalized block unchanged, on every network", () => {
  expect(trustedFinalizedHeight({ claimed: 9_400n, head: 10_000n, read: 10_000n, known: 9_390n }, networks.base)).toBe(9_400n);
  expect(trustedFinalizedHeight({ claimed: 9_936n, head: 10_000n, read: 10_000n, known: 9_900n }, networks.local)).toBe(9_936n);
});

test("limits a finalized block at the head to ten minutes behind it, and keeps the previous one without any", () => {
  expect(trustedFinalizedHeight({ claimed: 10_000n, head: 10_000n, read: 10_000n, known: 9_390n }, networks.base)).toBe(9_700n);
  expect(trustedFinalizedHeight({ claimed: null, head: 10_000n, read: 10_000n, known: 9_390n }, networks.base)).toBe(9_390n);
});

test("never decreases, exceeds what was read, or comes closer to the head than the policy allows, for any claim", () => {
  fc.assert(
    fc.property(fc.option(height), height, height, height, (claimed, head, read, known) => {
      const believed = trustedFinalizedHeight({ claimed, head, read, known }, networks.base);
      expect(believed).toBeGreaterThanOrEqual(known);
      if (believed > known) {
        expect(believed).toBeLessThanOrEqual(read);
        expect(believed).toBeLessThanOrEqual(head - networks.base.finalityDepth);
      }
    }),
  );
});

import { expect, it } from "vitest";
import { refusalByHand } from "./by-hand.ts";

it("allows sending by hand from a proven wallet for a refund that no other resembles", () => {
  expect(refusalByHand({ hasProvenWallet: true, isAlone: true })).toBeNull();
  expect(refusalByHand({ hasProvenWallet: false, isAlone: true })).toBe("unproven");
  expect(refusalByHand({ hasProvenWallet: true, isAlone: false })).toBe("alike");
});

import { describe, expect, it } from "vitest";
import { readCode } from "./second-factor.ts";

describe("a typed code", () => {
  it("is an app code if it has six digits, in any grouping", () => {
    for (const typed of ["123456", " 123 456 ", "123-456", "１２３４５６", "12\u00a03456"]) {
      expect(readCode(typed)).toEqual({ kind: "app", digits: "123456" });
    }
  });

  it("is a recovery code otherwise, in either case, with or without dashes", () => {
    expect(readCode("k7qm-2xhd")).toEqual({ kind: "recovery", letters: "K7QM2XHD" });
    expect(readCode("K7QM 2XHD")).toEqual({ kind: "recovery", letters: "K7QM2XHD" });
    expect(readCode("1234567")).toEqual({ kind: "recovery", letters: "1234567" });
  });
});

import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { isDatabaseAway } from "./errors.ts";

const failing = (code: string) => Object.assign(new Error(code), { code });

describe("isDatabaseAway", () => {
  it.each(["CONNECTION_CLOSED", "CONNECT_TIMEOUT", "ECONNREFUSED", "57P01", "57P03"])(
    "is true for %s, of a statement or a transaction",
    (code) => {
      expect(isDatabaseAway(new DrizzleQueryError("select 1", [], failing(code)))).toBe(true);
      expect(isDatabaseAway(failing(code))).toBe(true);
    },
  );

  it("is false if a statement was refused", () => {
    expect(isDatabaseAway(new DrizzleQueryError("select 1", [], failing("23505")))).toBe(false);
  });

  it("is false for another server or a file", () => {
    expect(isDatabaseAway(new TypeError("fetch failed", { cause: failing("ECONNREFUSED") }))).toBe(false);
    expect(isDatabaseAway(Object.assign(failing("ENOENT"), { path: "picture.png" }))).toBe(false);
  });

  it("is false for any other error", () => {
    expect(isDatabaseAway(new Error("?"))).toBe(false);
    expect(isDatabaseAway(null)).toBe(false);
  });
});

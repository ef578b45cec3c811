import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { expectedFailure, isOfDatabase } from "./error-shape.ts";

const failing = (code: string) => new DrizzleQueryError("select 1", [], Object.assign(new Error(code), { code }));

describe("a failed statement", () => {
  it.each([
    ["at its time limit", "57014", "OVERLOADED"],
    ["in a deadlock", "40P01", "OVERLOADED"],
    ["of a database that is away", "57P01", "UNAVAILABLE"],
  ])("%s asks to be sent again, and is logged for operators", (_what, code, expected) => {
    const failure = expectedFailure(failing(code));
    expect(failure?.code).toBe(expected);
    expect(failure !== null && isOfDatabase(failure)).toBe(true);
  });

  it.each(["22021", "22P05"])("with NUL in a value (%s) says which characters to remove", (code) => {
    const failure = expectedFailure(failing(code));
    expect(failure).toMatchObject({ code: "VALIDATION", message: "Please remove the characters that cannot be shown" });
    expect(failure !== null && isOfDatabase(failure)).toBe(false);
  });

  it("is unexpected for any other reason", () => {
    expect(expectedFailure(failing("42P01"))).toBeNull();
  });
});

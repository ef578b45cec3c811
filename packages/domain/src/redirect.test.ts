import { describe, expect, it } from "vitest";
import { safePath } from "./redirect.ts";

describe("a redirect target", () => {
  it.each(["/payment", "/payment?x=1#y", "/dashboard/../profile"])("stays within the product: %s", (target) => {
    expect(safePath(target).startsWith("/")).toBe(true);
    expect(safePath(target)).not.toBe("/dashboard");
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "",
    "payment",
    null,
    undefined,
    5,
    {},
    "/\t/evil.example",
    "/\n//evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/%2e//evil.example",
    "/a/%2E%2e//evil.example/b",
    `/${"x".repeat(3_000)}`,
  ])("becomes the dashboard for another origin: %j", (target) => expect(safePath(target)).toBe("/dashboard"));
});

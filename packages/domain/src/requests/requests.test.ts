import { describe, expect, it } from "vitest";
import { createRequestInput } from "./inputs.ts";
import { isReturnUrl } from "./return-url.ts";
import { stateOf, closedReason, refusalToRemind } from "./rules.ts";

const [early, late] = [new Date("2026-11-20T09:00:00Z"), new Date("2026-11-21T09:00:00Z")];

describe("a return address", () => {
  it.each(["https://shop.example/orders/7?paid=1", "https://shop.example:8443/", "https://xn--bcher-kva.example"])("may be %s", (address) =>
    expect(isReturnUrl(address)).toBe(true),
  );

  it.each([
    "http://shop.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "//shop.example",
    "/dashboard",
    "https://hearth.example@evil.example",
    "https://user:secret@shop.example",
    "https://127.0.0.1/x",
    "https://[::1]/",
    "https://2130706433/",
    "https://localhost",
    "https://shop.example.",
    `https://shop.example/${"x".repeat(2_000)}`,
    "",
  ])("must not be %s", (address) => expect(isReturnUrl(address)).toBe(false));
});

describe("a request", () => {
  it("stays paid, even if it was withdrawn", () => {
    expect(stateOf({ paidAt: late, withdrawnAt: early })).toBe("paid");
    expect(stateOf({ paidAt: null, withdrawnAt: early })).toBe("withdrawn");
    expect([stateOf({ paidAt: null, withdrawnAt: null }), closedReason({ paidAt: null, withdrawnAt: null })]).toEqual(["open", null]);
  });

  it("can be reminded of once a day, nine times in all, only while open", () => {
    const open = { paidAt: null, withdrawnAt: null, mailedAt: early, mailCount: 1 };
    expect(refusalToRemind(open, late)).toBeNull();
    expect(refusalToRemind(open, new Date(early.getTime() + 20 * 3_600_000 - 1))).toMatch(/been emailed today/);
    expect(refusalToRemind({ ...open, mailCount: 10 }, late)).toMatch(/9 times/);
    expect(refusalToRemind({ ...open, paidAt: late }, late)).toBe("This bill is already paid");
  });

  it("stores at most twenty short texts by name", () => {
    const given = { name: "Ada", email: "ada@quill.example", amount: "20.00", description: "Parking", dueOn: "2026-12-01" };
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`name${index}`, "x"]));
    expect(createRequestInput.safeParse({ ...given, metadata: { order: "7" } }).success).toBe(true);
    expect(createRequestInput.safeParse({ ...given, metadata: many }).success).toBe(false);
    expect(createRequestInput.safeParse({ ...given, metadata: { "two words": "x" } }).success).toBe(false);
  });
});

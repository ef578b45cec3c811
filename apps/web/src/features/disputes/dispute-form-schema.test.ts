import { expect, it } from "vitest";
import { disputeForm } from "./dispute-form-schema.ts";

const form = disputeForm({ amountCents: 13_115, leftCents: 13_115 });
const filled = { reason: "No water", amount: "64.20", description: "" };
const messageOf = (value: object) => form.safeParse({ ...filled, ...value }).error?.issues[0]?.message;

it("parses the amount to cents, up to the paid amount", () => {
  expect(form.parse(filled).amount).toBe(6_420);
  expect(form.parse({ ...filled, amount: "131.15" }).amount).toBe(13_115);
  expect(form.parse({ ...filled, amount: "5." }).amount).toBe(500);
});

it("shows the specified messages", () => {
  expect(messageOf({ reason: " " })).toBe("Dispute reason is required");
  for (const amount of ["", "0", "0.00", "abc", "1.234"]) expect(messageOf({ amount })).toBe("Valid dispute amount is required");
  expect(messageOf({ amount: "131.16" })).toBe("The disputed amount can be at most $131.15");
});

it("accepts at most the amount that was not refunded, and says why", () => {
  const rest = disputeForm({ amountCents: 13_115, leftCents: 5_000 });
  expect(rest.safeParse({ ...filled, amount: "50.00" }).success).toBe(true);
  expect(rest.safeParse({ ...filled, amount: "50.01" }).error?.issues[0]?.message).toBe(
    "The disputed amount can be at most $50.00, because the rest of this payment has already been refunded",
  );
});

import { expect, it } from "vitest";
import { payoutChangeWaitsUntil } from "./payout-change.ts";

const now = new Date("2026-11-22T10:00:00.000Z");
const byPassword = { now, wasPaid: true, isAgreed: false, waitHours: 24 };

it("delays a change confirmed only by a password, to the millisecond", () => {
  expect(payoutChangeWaitsUntil(byPassword)).toEqual(new Date("2026-11-23T10:00:00.000Z"));
});

it.each([
  ["is signed by the present wallet", { isAgreed: true }],
  ["names the first wallet of a business", { wasPaid: false }],
  ["is on a network that lets nothing wait", { waitHours: 0 }],
])("applies a change at once that %s", (_why, facts) => {
  expect(payoutChangeWaitsUntil({ ...byPassword, ...facts })).toBeNull();
});

import { expect, it } from "vitest";
import { readFailure } from "./payment-failure.ts";

it("shows what failed and leads back to where it can be tried again", () => {
  const paymentFailure = {
    error: "Failed to load payment processor",
    amount: 1450,
    walletAddress: "0x71C3",
    tryAgain: "/fund-wallet?payment=pay_1",
  };
  expect(readFailure({ paymentFailure })).toEqual(paymentFailure);
});

it("begins anew where it is not known how to try again", () => {
  expect(readFailure({ paymentFailure: { error: "Failed to create checkout" } })?.tryAgain).toBe("/payment");
});

it("has nothing to show to somebody who comes without a failure", () => {
  expect(readFailure({})).toBeNull();
});

it("never leads out of the product", () => {
  expect(readFailure({ paymentFailure: { error: "x", tryAgain: "https://elsewhere.example/" } })?.tryAgain).toBe("/payment");
});

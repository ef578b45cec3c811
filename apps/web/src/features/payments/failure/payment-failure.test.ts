import { expect, it } from "vitest";
import { readFailure } from "./payment-failure.ts";

it("shows the error and links back to the page where the payer can try again", () => {
  const paymentFailure = {
    error: "Failed to load payment processor",
    amount: 1450,
    walletAddress: "0x71C3",
    tryAgain: "/fund-wallet?payment=pay_1",
  };
  expect(readFailure({ paymentFailure })).toEqual(paymentFailure);
});

it("starts over if the way to try again is unknown", () => {
  expect(readFailure({ paymentFailure: { error: "Failed to create checkout" } })?.tryAgain).toBe("/payment");
});

it("shows nothing without a failure", () => {
  expect(readFailure({})).toBeNull();
});

it("never links outside of Hearth", () => {
  expect(readFailure({ paymentFailure: { error: "x", tryAgain: "https://elsewhere.example/" } })?.tryAgain).toBe("/payment");
});

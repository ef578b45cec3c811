import { expect, it } from "vitest";
import { readFailure } from "./payment-failure.ts";

it("shows what failed and leads back to where it can be tried again", () => {
  const paymentFailure = {
    error: "Failed to load payment processor",
    amount: 1450,
    walletAddress: "0x71C3",
    tryAgain: "/fund-wallet?amount=1450",
  };
  expect(readFailure({ paymentFailure })).toEqual(paymentFailure);
});

it("begins anew where nothing is known", () => {
  expect(readFailure({})).toEqual({ error: "The payment could not be made.", tryAgain: "/payment" });
});

it("never leads out of the product", () => {
  expect(readFailure({ paymentFailure: { error: "x", tryAgain: "https://elsewhere.example/" } }).tryAgain).toBe("/payment");
});

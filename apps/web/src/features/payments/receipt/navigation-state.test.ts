import { expect, it } from "vitest";
import { receiptPaymentId } from "./navigation-state.ts";

const receipt = {
  amount: 1450,
  merchantWalletAddress: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B",
  description: "December rent",
  paymentType: "one-time",
  aptNumber: "4B",
  transactionHash: "0xa9",
  merchant: "Juniper Court Apartments",
  paymentId: "pay_1",
} as const;

it("prefers the payment in the URL, so that a reload shows the same receipt", () => {
  expect(receiptPaymentId("pay_2", { receipt })).toBe("pay_2");
});

it("uses the payment of the navigation state if the URL has none", () => {
  expect(receiptPaymentId(undefined, { receipt })).toBe("pay_1");
});

it("redirects if the amount or the merchant's wallet is missing", () => {
  expect(receiptPaymentId(undefined, {})).toBeNull();
  expect(receiptPaymentId(undefined, { receipt: { ...receipt, merchantWalletAddress: "" } })).toBeNull();
  expect(receiptPaymentId(undefined, { receipt: { ...receipt, amount: 0 } })).toBeNull();
});

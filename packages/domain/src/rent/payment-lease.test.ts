import { expect, it } from "vitest";
import { refusalToMovePayment } from "./payment-lease.ts";

const arrived = {
  countsCents: 6_000,
  isInLease: false,
  isAutopayUnderway: false,
  wasGivenBack: false,
  gaveDepositBack: false,
  isChargeBeingRefunded: false,
};

it("allows assigning and moving a payment of which money has arrived", () => {
  expect(refusalToMovePayment(arrived)).toBeNull();
  expect(refusalToMovePayment({ ...arrived, isInLease: true })).toBeNull();
});

it("keeps a payment with its lease after its payer won a dispute, and allows assigning it to one", () => {
  expect(refusalToMovePayment({ ...arrived, isInLease: true, wasGivenBack: true })).toMatch(/stays with its lease/);
  expect(refusalToMovePayment({ ...arrived, isInLease: true, gaveDepositBack: true })).toMatch(/stays with its lease/);
  expect(refusalToMovePayment({ ...arrived, wasGivenBack: true })).toBeNull();
});

it("keeps a payment with its lease while a refund of one of its charges is open", () => {
  expect(refusalToMovePayment({ ...arrived, isInLease: true, isChargeBeingRefunded: true })).toMatch(/Send or cancel the refund first/);
  expect(refusalToMovePayment({ ...arrived, isChargeBeingRefunded: true })).toBeNull();
});

it("keeps a payment without counted money, and one that autopay is making", () => {
  expect(refusalToMovePayment({ ...arrived, countsCents: 0 })).toMatch(/nothing of this payment/);
  expect(refusalToMovePayment({ ...arrived, isAutopayUnderway: true })).toMatch(/Autopay/);
});

import { expect, it } from "vitest";
import { isCurrent } from "../../../kit/shell/navigation.ts";
import { navigationFor } from "./own-navigation.ts";

const labels = (role: "user" | "merchant" | "admin") => navigationFor(role).map(({ label }) => label);

it("offers Merchant Dashboard to merchants and admins only", () => {
  expect(labels("user")).toEqual(["Dashboard", "Make Payment", "Wallet Setup"]);
  expect(labels("merchant")).toContain("Merchant Dashboard");
  expect(labels("admin")).toContain("Merchant Dashboard");
});

it("links a merchant's Dashboard to the merchant area", () => {
  expect(navigationFor("merchant")[0]?.to).toBe("/merchant/dashboard");
  expect(navigationFor("user")[0]?.to).toBe("/dashboard");
});

it("marks Make Payment during the whole payment, and no other path with the same prefix", () => {
  const [, makePayment] = navigationFor("user");
  if (!makePayment) throw new Error("Make Payment is missing");
  expect(isCurrent(makePayment, "/setup-one-time")).toBe(true);
  expect(isCurrent(makePayment, "/payment")).toBe(true);
  expect(isCurrent(makePayment, "/payment-history")).toBe(false);
});

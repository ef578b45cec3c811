import { roles } from "@hearth/domain/auth/roles";
import { expect, it } from "vitest";
import { currentOf, isCurrent } from "../../../kit/shell/navigation.ts";
import { navigationFor } from "./own-navigation.ts";

const labels = (role: (typeof roles)[number]) => navigationFor(role).map(({ label }) => label);

it("offers Merchant Dashboard to merchants and admins only", () => {
  expect(labels("user")).toEqual(["Dashboard", "Make Payment", "Wallet Setup"]);
  expect(labels("merchant")).toEqual(["Merchant Dashboard", "Make Payment", "Wallet Setup"]);
  expect(labels("admin")).toEqual(["Dashboard", "Make Payment", "Merchant Dashboard", "Wallet Setup"]);
});

it("has no two entries with one address", () => {
  for (const role of roles) {
    const addresses = navigationFor(role).map(({ to }) => to);
    expect(addresses, role).toEqual([...new Set(addresses)]);
  }
});

it("marks Make Payment during the whole payment, and no other path with the same prefix", () => {
  const [, makePayment] = navigationFor("user");
  if (!makePayment) throw new Error("Make Payment is missing");
  expect(isCurrent(makePayment, "/setup-one-time")).toBe(true);
  expect(isCurrent(makePayment, "/payment")).toBe(true);
  expect(isCurrent(makePayment, "/payment-history")).toBe(false);
});

it("marks a page that lies below another item's page as its own item", () => {
  const items = [
    { label: "Transactions", to: "/admin/transactions" },
    { label: "Unmatched money", to: "/admin/transactions/unmatched" },
  ];
  expect(currentOf(items, "/admin/transactions/unmatched")?.label).toBe("Unmatched money");
  expect(currentOf(items, "/admin/transactions/pay_1")?.label).toBe("Transactions");
  expect(currentOf(items, "/admin/users")).toBeUndefined();
});

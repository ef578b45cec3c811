import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers } from "../../../testing/answers.ts";
import { account, network, ownLease, payment } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { Statement } from "./statement.tsx";

const none = { count: 0, amount: 0 };
const months = Array.from({ length: 12 }, (_, index) => ({
  month: `2026-${String(index + 1).padStart(2, "0")}`,
  completed: 0,
  pending: 0,
}));
const empty = {
  month: { from: "2026-12-01T00:00:00.000Z", to: "2026-12-31T00:00:00.000Z" },
  thisMonth: 0,
  lastMonth: 0,
  growthPercent: 0,
  total: none,
  pending: none,
  success: none,
  months,
  recent: [],
};

it("shows the first steps to a user who has paid nothing yet", async () => {
  answers({ "auth.me": () => account(), "payments.network": () => network() });
  await show(<Statement dashboard={empty} leases={[]} />);
  await expect.element(page.getByRole("list", { name: "First steps" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Connect a wallet" })).toHaveAttribute("href", "/smart-wallet-setup");
});

it("offers to pay the usual amount again, and shows the year", async () => {
  answers({
    "payments.network": () => network(),
    "payments.list": () => ({ items: [payment({ amount: 1450 })], nextCursor: null }),
  });
  const one = { count: 1, amount: 1450 };
  const recent = [payment({ id: "water", amount: 64.2 }), payment({ amount: 1450 })];
  await show(<Statement dashboard={{ ...empty, total: one, success: one, recent }} leases={[]} />);
  await expect.element(page.getByRole("link", { name: "Pay $1,450.00 again" })).toHaveAttribute("href", "/setup-one-time?amount=1450");
  await expect.element(page.getByText("Last 12 months")).toBeVisible();
  await expect.element(page.getByText("of 12 with a payment", { exact: false })).toBeVisible();
});

it("tells a tenant that nothing is owed, and when the next rent is due", async () => {
  const settled = ownLease({ owed: 0, late: 0, dueOn: null, daysLate: 0, charges: [], credit: 40 });
  answers({ "auth.me": () => account(), "payments.network": () => network() });
  await show(<Statement dashboard={{ ...empty, recent: [payment({ amount: 1450 })] }} leases={[settled]} />);
  await expect.element(page.getByText("Juniper Court 4B, nothing is owed")).toBeVisible();
  await expect.element(page.getByText("Next: Rent for January 2027, due Jan 1, 2027")).toBeVisible();
  await expect.element(page.getByText("You have a credit of $40.00.")).toBeVisible();
  const ahead = page.getByRole("link", { name: "Pay $1,450.00 ahead" });
  await expect.element(ahead).toHaveAttribute("href", "/setup-one-time?amount=1450&lease=lse_1");
  await expect.element(page.getByRole("link", { name: "Pay $1,450.00 again" })).not.toBeInTheDocument();
});

it("starts with the amount owed and its due date for a tenant with a lease", async () => {
  answers({ "auth.me": () => account(), "payments.network": () => network() });
  await show(<Statement dashboard={empty} leases={[ownLease()]} />);
  const pay = page.getByRole("link", { name: "Pay $1,510.00" });
  await expect.element(pay).toHaveAttribute("href", "/setup-one-time?amount=1510&lease=lse_1");
  await expect.element(page.getByText("Juniper Court 4B, 17 days late, due Nov 5, 2026")).toBeVisible();
  await expect.element(page.getByText("$60.00 of it is late.")).toBeVisible();
});

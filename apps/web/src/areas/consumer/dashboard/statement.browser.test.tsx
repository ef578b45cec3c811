import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "../../../lib/query-client.ts";
import { answers, inputsOf, never } from "../../../testing/answers.ts";
import { autopayLease, autopayMonth } from "../../../testing/autopay-records.ts";
import { account, network, ownLease, ownMerchant, payment, standing } from "../../../testing/records.ts";
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

it("shows the first steps alone to a user who has paid nothing yet", async () => {
  answers({ "auth.me": () => account(), "payments.network": () => network() });
  await show(<Statement dashboard={empty} leases={[]} />);
  await expect.element(page.getByText("Payments this month")).not.toBeInTheDocument();
  await expect.element(page.getByText("$0.00")).not.toBeInTheDocument();
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

const around = {
  "auth.me": () => account({ merchant: { ...ownMerchant, name: "Juniper Homes" } }),
  "payments.network": () => network(),
  "merchant.standing": () => standing(),
  "autopay.mine": () => [],
} as const;

it("tells a tenant in large letters that they are paid up, and when the next rent is due", async () => {
  const settled = ownLease({ owed: 0, late: 0, dueOn: null, daysLate: 0, charges: [], credit: 40 });
  answers(around);
  await show(<Statement dashboard={{ ...empty, recent: [payment({ amount: 1450 })] }} leases={[settled]} />);
  await expect.element(page.getByText("Juniper Court 4B, nothing is owed")).toBeVisible();
  await expect.element(page.getByText("Paid up")).toBeVisible();
  await expect.element(page.getByText("Next: $1,450.00 on Jan 1, 2027")).toBeVisible();
  await expect.element(page.getByText("You have a credit of $40.00.")).toBeVisible();
  const ahead = page.getByRole("link", { name: "Pay $1,450.00 ahead" });
  await expect.element(ahead).toHaveAttribute("href", "/setup-one-time?amount=1450&lease=lse_1");
  await expect.element(page.getByRole("link", { name: "Pay $1,450.00 again" })).not.toBeInTheDocument();
});

it("says that a lease is over and that the deposit goes back, and offers no payment", async () => {
  const over = { owed: 0, late: 0, dueOn: null, daysLate: 0, charges: [], next: null, isOver: true, endsOn: "2026-11-30", held: 524 };
  answers({ ...around, "payments.list": () => ({ items: [], nextCursor: null }) });
  const one = { count: 1, amount: 1450 };
  const dashboard = { ...empty, total: one, success: one, recent: [payment({ amount: 1450 })] };
  await show(<Statement dashboard={dashboard} leases={[ownLease({ ...over, settle: { step: "giveBack", amount: 524 } })]} />);
  const sentence = "Your lease ended on Nov 30, 2026. Juniper Homes owes you $524.00 of your deposit.";
  await expect.element(page.getByText("Paid up")).toBeVisible();
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByRole("link", { name: /^Pay/ })).not.toBeInTheDocument();
});

it("starts with the lease that is past due, whatever their order", async () => {
  const soon = ownLease({ _id: "lse_2", property: "Elm House", unit: "2A", owed: 900, late: 0, dueOn: "2026-12-01", daysLate: 0 });
  const over = ownLease({
    _id: "lse_3",
    unit: "1C",
    owed: 0,
    dueOn: null,
    next: null,
    isOver: true,
    settle: { step: "return", amount: 12 },
  });
  answers(around);
  await show(<Statement dashboard={empty} leases={[over, soon, ownLease()]} />);
  await expect.element(page.getByText("Juniper Court 4B, $60.00 past due since Nov 5, 2026")).toBeVisible();
  const others = page.getByRole("listitem");
  await expect.element(others.nth(0)).toHaveTextContent("Juniper Court 1C, Juniper Homes owes you $12.00 that you paid ahead.");
  await expect.element(others.nth(1)).toHaveTextContent("Elm House 2A, $900.00, due Dec 1, 2026");
});

it("says for which months autopay is on", async () => {
  const month = autopayMonth();
  const january = autopayMonth({ period: "2027-01-01" });
  answers({
    ...around,
    "autopay.mine": () => [autopayLease({ months: [month, january, { ...month, period: "2027-02-01", scheduledPayment: null }] })],
  });
  await show(<Statement dashboard={empty} leases={[ownLease()]} />);
  await expect.element(page.getByText("Autopay is on for December 2026 to January 2027")).toBeVisible();
});

it("starts with what is past due, and says since when and what follows", async () => {
  answers(around);
  await show(<Statement dashboard={empty} leases={[ownLease()]} />);
  await expect.element(page.getByText("Juniper Court 4B, $60.00 past due since Nov 5, 2026")).toBeVisible();
  await expect.element(page.getByText("Then $1,450.00 due Dec 1, 2026")).toBeVisible();
  const buttons = page.getByRole("button", { name: /^Pay/ });
  await expect.poll(() => buttons.elements().map(({ textContent }) => textContent)).toEqual(["Pay $60.00", "Pay all $1,510.00"]);
  await expect.element(page.getByRole("link", { name: "Other amount" })).toHaveAttribute("href", "/setup-one-time?lease=lse_1");
});

it("opens the checkout of what is due by one press, with its window", async () => {
  answers({ ...around, "payments.createCheckout": never });
  vi.spyOn(window, "open").mockReturnValue(null);
  await show(<Statement dashboard={empty} leases={[ownLease()]} />);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await page.getByRole("button", { name: "Pay $60.00" }).click();
  await expect
    .poll(() => inputsOf("payments.createCheckout"))
    .toEqual([{ amount: "60.00", paymentType: "one-time", leaseId: "lse_1", chargeIds: ["chg_1"] }]);
  expect(window.open).toHaveBeenCalledOnce();
});

it("opens the checkout also if it is pressed before the merchant's standing has come", async () => {
  const arrived = Promise.withResolvers<ReturnType<typeof standing>>();
  answers({ ...around, "merchant.standing": () => arrived.promise, "payments.createCheckout": never });
  vi.spyOn(window, "open").mockReturnValue(null);
  await show(<Statement dashboard={empty} leases={[ownLease()]} />);
  await page.getByRole("button", { name: "Pay $60.00" }).click();
  expect(window.open).toHaveBeenCalledOnce();
  arrived.resolve(standing());
  await expect.poll(() => inputsOf("payments.createCheckout").length).toBe(1);
});

it("opens the form instead while the payer has to confirm that they know the merchant", async () => {
  answers({ ...around, "merchant.standing": () => standing({ reviewed: false }), "payments.createCheckout": never });
  vi.spyOn(window, "open").mockReturnValue(null);
  await show(<Statement dashboard={empty} leases={[ownLease()]} />);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await page.getByRole("button", { name: "Pay all $1,510.00" }).click();
  expect(window.open).not.toHaveBeenCalled();
  expect(inputsOf("payments.createCheckout")).toEqual([]);
});

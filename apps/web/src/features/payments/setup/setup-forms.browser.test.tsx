import { HearthError } from "@hearth/domain/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "../../../lib/query-client.ts";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { enter, formNamed, testFormErrors, press } from "../../../testing/press.ts";
import { account, listedMerchant, network, standing, ownLease } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { FundWallet } from "../funding/fund-wallet.tsx";
import { OneTimeSetup } from "./one-time-setup.tsx";
import { RecurringSetup } from "./recurring-setup.tsx";

const invalid = {
  "no amount": { values: { amount: "" }, messages: { amount: "Please enter a valid amount" } },
  "too little": { values: { amount: "0.99" }, messages: { amount: "Minimum payment amount is $1.00" } },
  "too much": { values: { amount: "10000.01" }, messages: { amount: "Maximum payment amount is $10,000.00" } },
};

function answerPayee(): void {
  answers({
    "auth.me": () => account(),
    "merchant.listAll": () => ({ items: [listedMerchant()], nextCursor: null }),
    "payments.network": () => network(),
    "payments.list": () => ({ items: [], nextCursor: null }),
    "merchant.standing": () => standing(),
    "payments.createCheckout": refuse,
  });
  vi.spyOn(window, "open").mockReturnValue(null);
}

const checkouts = () => inputsOf("payments.createCheckout").length;

testFormErrors({
  label: "One-time payment",
  open: () => {
    answerPayee();
    return show(<OneTimeSetup amount="" />);
  },
  valid: { amount: "275", description: "March rent" },
  invalid: {
    ...invalid,
    "no amount and too long a description": {
      values: { amount: "", description: "x".repeat(201) },
      messages: { amount: "Please enter a valid amount", description: "Please use at most 200 characters" },
    },
  },
  acceptedCount: checkouts,
});

testFormErrors({
  label: "One-time payment",
  open: async () => {
    answerPayee();
    answers({ "rent.mine": () => [ownLease({ partPayments: false })], "exchange.paymentMethods": () => ({ hasBankAccount: false }) });
    await show(<OneTimeSetup amount="" leaseId="lse_1" />);
    await expect.element(page.getByText("Juniper Homes takes each bill whole.")).toBeVisible();
  },
  valid: { amount: "1510" },
  invalid: {
    "a part of a bill where bills are paid whole": {
      values: { amount: "500" },
      messages: { amount: "Bills are paid whole here. Please pay $60.00, or $1,510.00 for what follows too." },
    },
  },
  acceptedCount: checkouts,
});

it("offers the sums of whole bills if partial payments are not allowed, and enters the clicked one", async () => {
  answerPayee();
  answers({ "rent.mine": () => [ownLease({ partPayments: false })], "exchange.paymentMethods": () => ({ hasBankAccount: false }) });
  await show(<OneTimeSetup amount="" leaseId="lse_1" />);
  const chips = page.getByRole("group", { name: "Quick amounts" }).getByRole("button");
  await expect.poll(() => chips.elements().map((chip) => chip.textContent)).toEqual(["$60", "$1,510"]);
  await chips.nth(1).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect.poll(checkouts).toBe(1);
});

testFormErrors({
  label: "Recurring payment",
  open: () => {
    answerPayee();
    return show(<RecurringSetup />);
  },
  valid: { amount: "275" },
  invalid: { ...invalid, "no amount": { values: { amount: "" }, messages: { amount: "Please enter a valid positive amount." } } },
  acceptedCount: checkouts,
});

testFormErrors({
  label: "Fund wallet",
  open: () => {
    answerPayee();
    return show(<FundWallet amount="" description="" />);
  },
  valid: { amount: "275" },
  invalid,
  acceptedCount: checkouts,
});

it("shows the error of a prefilled description that has no field", async () => {
  answerPayee();
  await show(<FundWallet amount="275" description={"x".repeat(201)} />);
  const form = await formNamed("Fund wallet");
  for (let time = 1; time <= 3; time += 1) {
    await press(form);
    await expect.element(page.getByText("Please use at most 200 characters")).toBeVisible();
  }
  expect(checkouts()).toBe(0);
});

it("opens the checkout's window within the click, and only if the form is valid", async () => {
  answerPayee();
  await show(<OneTimeSetup amount="" />);
  const form = await formNamed("One-time payment");
  await press(form);
  expect(window.open).not.toHaveBeenCalled();
  enter(form, { amount: "275" });
  await press(form);
  expect(window.open).toHaveBeenCalledOnce();
  await expect.poll(checkouts).toBe(1);
});

it("shows under its own title why no payment URL was created", async () => {
  answerPayee();
  answers({
    "payments.createCheckout": () => {
      throw new HearthError("MERCHANT_UNAVAILABLE");
    },
  });
  await show(<RecurringSetup />);
  const form = await formNamed("Recurring payment");
  enter(form, { amount: "275" });
  await press(form);
  await expect.element(page.getByText("Failed to generate payment URL. Please try again.")).toBeVisible();
  await expect.element(page.getByText("This merchant is not accepting payments at the moment")).toBeVisible();
});

it.each([
  [false, "that nobody has proven the merchant's wallet"],
  [true, "nothing of a proven one"],
])("shows before a payment, while the proof of the payee's wallet is %s: %s", async (walletProven) => {
  answerPayee();
  answers({ "merchant.standing": () => standing({ walletProven }) });
  await show(<OneTimeSetup amount="" />);
  await expect.element(page.getByRole("complementary", { name: "Summary" })).toBeVisible();
  await expect.poll(() => inputsOf("merchant.standing")).toEqual([{ selectedMerchantId: "mer_1" }]);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  const sentence = page.getByText("Juniper Court has not yet proved this wallet.");
  if (walletProven) await expect.element(sentence).not.toBeInTheDocument();
  else await expect.element(sentence).toBeVisible();
});

it.each([
  ["a one-time payment", () => <OneTimeSetup amount="" />, "Pay"],
  ["a recurring one", () => <RecurringSetup />, "Generate payment URL"],
])("starts %s to an unreviewed merchant only after the payer acknowledges it", async (_what, Setup, action) => {
  answerPayee();
  const stranger = standing({ reviewed: false });
  answers({ "merchant.standing": () => stranger, "merchant.acknowledge": () => ({ ...stranger, acknowledged: true }) });
  await show(<Setup />);
  await expect.element(page.getByRole("button", { name: action, exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "I know Juniper Court" }).click();
  await expect.element(page.getByRole("button", { name: action, exact: true })).toBeEnabled();
});

it("names the unit if a lease is paid", async () => {
  answerPayee();
  answers({ "rent.mine": () => [ownLease()], "exchange.paymentMethods": () => ({ hasBankAccount: false }) });
  await show(<OneTimeSetup amount="1510" leaseId="lse_1" />);
  await expect.element(page.getByText("Juniper Court 4B")).toBeVisible();
});

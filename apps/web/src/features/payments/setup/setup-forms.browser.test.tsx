import { HttpResponse } from "msw/http";
import { HearthError } from "@hearth/domain/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "../../../lib/query-client.ts";
import { answers, chainUrl, inputsOf, never, restAnswers } from "../../../testing/answers.ts";
import { ownPasskeyWallet } from "../../../testing/fake-wallet-page.ts";
import { enter, formNamed, testFormErrors, press } from "../../../testing/press.ts";
import { autopayLease } from "../../../testing/autopay-records.ts";
import { account, listedMerchant, network, standing, ownLease, payment, walletStatus } from "../../../testing/records.ts";
import { at, closePage, show, signIn } from "../../../testing/render.tsx";
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
    "merchant.standing": () => standing(),
    "rent.mine": () => [],
    "autopay.mine": () => [],
    "payments.list": () => ({ items: [], nextCursor: null }),
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

const offered = () =>
  page
    .getByRole("group", { name: "What you owe" })
    .getByRole("button")
    .elements()
    .map((chip) => chip.textContent);

it("offers the sums of whole bills if partial payments are not allowed, and enters the clicked one", async () => {
  answerPayee();
  answers({ "rent.mine": () => [ownLease({ partPayments: false })], "exchange.paymentMethods": () => ({ hasBankAccount: false }) });
  await show(<OneTimeSetup amount="" leaseId="lse_1" />);
  await expect.poll(offered).toEqual(["$60Water, past due", "$1,450Rent for December 2026, due Dec 1, 2026", "$1,510Everything"]);
  await expect.element(page.getByRole("group", { name: "Quick amounts" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: /^\$1,450 / }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect
    .poll(() => inputsOf("payments.createCheckout"))
    .toMatchObject([{ amount: "1450.00", leaseId: "lse_1", chargeIds: ["chg_2"] }]);
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
    return show(<FundWallet amount="" description="" goal="merchant" />);
  },
  valid: { amount: "275" },
  invalid,
  acceptedCount: checkouts,
});

it("shows the error of a prefilled description that has no field", async () => {
  answerPayee();
  await show(<FundWallet amount="275" description={"x".repeat(201)} goal="merchant" />);
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
  [false, "that no one has proven the merchant's wallet"],
  [true, "nothing of a proven one"],
])("shows before a payment, while the proof of the payee's wallet is %s: %s", async (walletProven) => {
  answerPayee();
  answers({ "merchant.standing": () => standing({ walletProven }) });
  await show(<OneTimeSetup amount="" />);
  await expect.element(page.getByRole("complementary", { name: "Summary" })).toBeVisible();
  await expect.poll(() => inputsOf("merchant.standing")).toEqual([{ selectedMerchantId: "mer_1" }]);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  const sentence = page.getByText("Juniper Court has not proven this wallet yet.");
  if (walletProven) await expect.element(sentence).not.toBeInTheDocument();
  else await expect.element(sentence).toBeVisible();
});

it.each([
  ["a one-time payment", () => <OneTimeSetup amount="" />, /^Pay/],
  ["a recurring one", () => <RecurringSetup />, "Generate payment URL"],
  ["one by card", () => <FundWallet amount="" description="" goal="merchant" />, "Continue to Coinbase"],
])("asks, when %s to an unreviewed merchant is pressed, if the payer knows it, and starts it only then", async (_what, Setup, action) => {
  answerPayee();
  let stranger = standing({ reviewed: false });
  answers({
    "merchant.standing": () => stranger,
    "merchant.acknowledge": () => (stranger = { ...stranger, acknowledged: true }),
  });
  await show(<Setup />);
  const press = page.getByRole("button", { name: action });
  await expect.element(press).toBeEnabled();
  await page.getByRole("textbox", { name: /^Amount/ }).fill("275");
  await press.click();
  const question = page.getByRole("dialog", { name: "Do you know Juniper Court?" });
  await expect.element(question).toBeVisible();
  expect(window.open).not.toHaveBeenCalled();
  await question.getByRole("button", { name: "I know Juniper Court" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(checkouts()).toBe(0);
  await press.click();
  await expect.poll(checkouts).toBe(1);
});

it("says on a press that the merchant has no wallet yet", async () => {
  answerPayee();
  answers({ "merchant.listAll": () => ({ items: [listedMerchant({ walletAddress: null })], nextCursor: null }) });
  await show(<OneTimeSetup amount="275" />);
  await page.getByRole("button", { name: "Pay $275.00" }).click();
  await expect.element(page.getByRole("alert").getByText("Juniper Court has not set up their wallet address yet")).toBeVisible();
  expect(checkouts()).toBe(0);
});

it("says that payments are stopped where the payee card does not name the merchant's wallet, and opens no checkout", async () => {
  answerPayee();
  answers({
    "merchant.listAll": () => ({ items: [listedMerchant({ walletAddress: null })], nextCursor: null }),
    "merchant.standing": () => standing({ payeeHeld: true }),
  });
  await show(<OneTimeSetup amount="275" />);
  await expect.element(page.getByText("Please do not pay another way before you have called them.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Pay $275.00" }).click();
  const stopped = "Payments to Juniper Court are stopped, because its wallet is not the one that it signed for";
  await expect.element(page.getByRole("alert").getByText(stopped)).toBeVisible();
  expect(checkouts()).toBe(0);
});

/** A lease with the form's payee. */
const leased = (more: Parameters<typeof ownLease>[0] = {}) => ownLease({ merchant: "Juniper Court", ...more });

it("says what the payer's only lease owes, offers its bills, and lists what the amount pays", async () => {
  answerPayee();
  answers({ "rent.mine": () => [leased()], "exchange.paymentMethods": () => ({ hasBankAccount: false }) });
  await show(<OneTimeSetup amount="" />);
  await expect.element(page.getByText("$60.00 past due since Nov 5, 2026. Then $1,450.00 due Dec 1, 2026")).toBeVisible();
  await page.getByRole("button", { name: "$1,510 Everything" }).click();
  const summary = page.getByRole("complementary", { name: "Summary" });
  await expect.element(summary.getByText("Water and Rent for December 2026, Juniper Court 4B")).toBeVisible();
  await expect.element(summary.getByText("$60.00")).toBeVisible();
  await page.getByRole("button", { name: "$60 Water, past due" }).click();
  await page.getByRole("button", { name: "Pay $60.00" }).click();
  await expect.poll(() => inputsOf("payments.createCheckout")).toMatchObject([{ amount: "60.00", leaseId: "lse_1", chargeIds: ["chg_1"] }]);
});

it("keeps an amount that was chosen for a bill, and asks before it is paid once somebody has paid the bill meanwhile", async () => {
  answerPayee();
  answers({ "rent.mine": () => [leased()], "exchange.paymentMethods": () => ({ hasBankAccount: false }) });
  await show(<OneTimeSetup amount="" />);
  await page.getByRole("button", { name: "$60 Water, past due" }).click();
  await expect.poll(() => sessionStorage.getItem("drafts")).toContain("60");
  await closePage();
  answers({ "rent.mine": () => [leased({ owed: 0, late: 0, dueOn: null, daysLate: 0, charges: [] })] });
  await show(<OneTimeSetup amount="" />);
  await expect.element(page.getByText(/^Restored what you typed/)).toBeVisible();
  await expect.element(page.getByText(/^Nothing is due\. Next/)).toBeVisible();
  await page.getByRole("button", { name: "Pay $60.00" }).click();
  const question = page.getByRole("dialog", { name: "Nothing is due" });
  await question.getByRole("button", { name: "Do not pay" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(checkouts()).toBe(0);
});

it("asks before a payment although nothing is due, and opens the window in the click that agrees", async () => {
  answerPayee();
  const settled = leased({ owed: 0, late: 0, dueOn: null, daysLate: 0, charges: [], credit: 40 });
  answers({ "rent.mine": () => [settled], "exchange.paymentMethods": () => ({ hasBankAccount: false }) });
  await show(<OneTimeSetup amount="1450" />);
  await expect.element(page.getByText("Nothing is due. Next: $1,450.00 on Jan 1, 2027")).toBeVisible();
  await expect.element(page.getByRole("group", { name: "What you owe" })).not.toBeInTheDocument();
  const press = page.getByRole("button", { name: "Pay $1,450.00" });
  await press.click();
  const question = page.getByRole("dialog", { name: "Nothing is due" });
  await expect.element(question.getByText("You already have a credit of $40.00.", { exact: false })).toBeVisible();
  await question.getByRole("button", { name: "Do not pay" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect([checkouts(), vi.mocked(window.open).mock.calls.length]).toEqual([0, 0]);
  await press.click();
  await question.getByRole("button", { name: "Pay ahead" }).click();
  await expect.poll(checkouts).toBe(1);
  expect(window.open).toHaveBeenCalledOnce();
});

it("asks before the same amount is paid a second time within some days, where no lease says what is owed", async () => {
  at("2026-11-28T12:00:00.000Z");
  answerPayee();
  const before = (createdAt: string) => ({ items: [payment({ amount: 450, createdAt })], nextCursor: null });
  answers({ "payments.list": () => before("2026-11-27T12:00:00.000Z") });
  await show(<OneTimeSetup amount="450" />);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  const press = page.getByRole("button", { name: "Pay $450.00" });
  await press.click();
  const question = page.getByRole("dialog", { name: "Pay the same again?" });
  await expect.element(question.getByText("You paid $450.00 to Juniper Court on Nov 27, 2026: March rent.")).toBeVisible();
  await question.getByRole("button", { name: "Do not pay" }).click();
  expect([checkouts(), vi.mocked(window.open).mock.calls.length]).toEqual([0, 0]);
  await press.click();
  await question.getByRole("button", { name: "Pay again" }).click();
  await expect.poll(checkouts).toBe(1);
  expect(window.open).toHaveBeenCalledOnce();
});

it.each([
  ["another amount", { amount: 449.99 }],
  ["the rent of the month before", { amount: 450, createdAt: "2026-10-29T12:00:00.000Z" }],
  ["another merchant's bill", { amount: 450, merchantId: "mer_2" }],
])("does not ask after %s", async (_what, paid) => {
  at("2026-11-28T12:00:00.000Z");
  answerPayee();
  answers({ "payments.list": () => ({ items: [payment({ createdAt: "2026-11-27T12:00:00.000Z", ...paid })], nextCursor: null }) });
  await show(<OneTimeSetup amount="450" />);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await page.getByRole("button", { name: "Pay $450.00" }).click();
  await expect.poll(checkouts).toBe(1);
});

it("says by how much the wallet is short, with the button to pay another way", async () => {
  restAnswers({
    [`POST ${chainUrl}`]: async (request) => {
      const { id }: { id: number } = await request.json();
      return HttpResponse.json({ jsonrpc: "2.0", id, result: `0x${4_935_800_000n.toString(16).padStart(64, "0")}` });
    },
  });
  answerPayee();
  answers({ "wallet.status": () => walletStatus(), "exchange.paymentMethods": () => ({ hasBankAccount: false }) });
  signIn();
  await show(<OneTimeSetup amount="9876" />);
  const sentence = "You have 4,935.80 USDC; you need 9,876.00. Add 4,940.20, or pay another way.";
  await expect.element(page.getByText(sentence, { exact: false })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Add funds" })).toHaveAttribute("href", "/fund-wallet?goal=wallet");
  await expect.element(page.getByRole("button", { name: "Pay $9,876.00 another way" })).toBeVisible();
});

it("does not name autopay for a lease with another business of the same name", async () => {
  answerPayee();
  answers({ "autopay.mine": () => [autopayLease({ merchantId: "mer_2", merchant: "Juniper Court" })] });
  await show(<RecurringSetup />);
  await expect.element(page.getByRole("button", { name: "Generate payment URL" })).toBeVisible();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.element(page.getByText("Autopay can pay Juniper Court every month")).not.toBeInTheDocument();
});

it("names autopay on the page of a recurring payment where a lease makes charges", async () => {
  answerPayee();
  answers({ "autopay.mine": () => [autopayLease({ merchant: "Juniper Court" })] });
  await show(<RecurringSetup />);
  await expect.element(page.getByText("Autopay can pay Juniper Court every month")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Set up autopay" })).toHaveAttribute("href", "/autopay");
});

it("offers two named ways to add funds before anything is typed", async () => {
  answerPayee();
  answers({ "wallet.status": () => walletStatus(), "wallet.balance": never });
  await show(<FundWallet amount="" description="" goal={undefined} />);
  await expect
    .element(page.getByRole("link", { name: /^Pay Juniper Court by card or bank/ }))
    .toHaveAttribute("href", "/fund-wallet?goal=merchant");
  await expect.element(page.getByRole("link", { name: /^Add money to my wallet/ })).toHaveAttribute("href", "/fund-wallet?goal=wallet");
  await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  const cancel = page.getByRole("button", { name: "Cancel" });
  await expect.element(cancel).toBeVisible();
  const ways = page.getByRole("list").element().getBoundingClientRect();
  expect(cancel.element().getBoundingClientRect().top - ways.bottom).toBeGreaterThanOrEqual(16);
});

it("shows the payer's own wallet as the one that money is added to", async () => {
  answerPayee();
  answers({
    "wallet.status": () => walletStatus(),
    "wallet.balance": never,
    "passkeyWallet.read": () => ({ wallet: null, ended: [] }),
  });
  await show(<FundWallet amount="" description="" goal="wallet" />);
  await expect.element(page.getByText(/^Send USDC on Local chain to your wallet/)).toBeVisible();
});

it.each([
  ["shows the address of a passkey wallet that one lost device could lose, below the limit", "99999999"],
  ["shows no address of such a wallet that holds as much as the limit", "100000000"],
])("%s", async (_name, usdcUnits) => {
  answerPayee();
  const { walletAddress } = walletStatus();
  if (walletAddress === null) throw new Error("There is no wallet");
  const own = ownPasskeyWallet(walletAddress);
  const atRisk = page.getByText("Until then keep at most $100 in it.", { exact: false });
  const address = page.getByText(/^Send USDC on Local chain to your wallet/);
  answers({
    "wallet.status": () => walletStatus(),
    "wallet.balance": () => ({ address: walletAddress, usdcUnits }),
    "passkeyWallet.read": () => ({ ...own, wallet: own.wallet && { ...own.wallet, mostAtRisk: 100 } }),
  });
  await show(<FundWallet amount="" description="" goal="wallet" />);
  await expect.element(atRisk).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Settings" })).toHaveAttribute("href", "/settings");
  expect(address.elements()).toHaveLength(usdcUnits === "99999999" ? 1 : 0);
});

it("names the unit if a lease is paid", async () => {
  answerPayee();
  answers({ "rent.mine": () => [ownLease()], "exchange.paymentMethods": () => ({ hasBankAccount: false }) });
  await show(<OneTimeSetup amount="1510" leaseId="lse_1" />);
  await expect.element(page.getByRole("complementary", { name: "Summary" }).getByText("Juniper Court 4B", { exact: true })).toBeVisible();
});

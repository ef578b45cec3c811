import { HearthError } from "@hearth/domain/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf, never } from "../../../testing/answers.ts";
import { account, listedMerchant, network, paymentDetail, standing } from "../../../testing/records.ts";
import { openPage, reload, show, signIn } from "../../../testing/render.tsx";
import { FundPayment } from "./fund-payment.tsx";

const openAgain = page.getByRole("button", { name: "Reopen window" });

function answerPayment(payment = paymentDetail()): void {
  answers({
    "auth.me": () => account(),
    "merchant.listAll": () => ({ items: [], nextCursor: null }),
    "payments.network": () => network(),
    "payments.get": () => payment,
    "payments.status": () => ({ ...payment, paymentId: payment.id }),
  });
}

it("says that a card was declined, and offers to open the window again", async () => {
  answerPayment(paymentDetail({ purchase: { state: "failed", at: "2026-03-02T12:01:00.000Z", hasArrived: false } }));
  await show(<FundPayment paymentId="pay_1" />);
  await expect.element(page.getByText("Coinbase declined the purchase")).toBeVisible();
  await expect.element(openAgain).toBeVisible();
});

it("offers no second purchase while the first is in progress", async () => {
  answerPayment(paymentDetail({ purchase: { state: "inProgress", at: "2026-03-02T12:01:00.000Z", hasArrived: false } }));
  await show(<FundPayment paymentId="pay_1" />);
  await expect.element(page.getByText("Please do not buy a second time.", { exact: false })).toBeVisible();
  await expect.element(openAgain).not.toBeInTheDocument();
});

const refuse = () => {
  throw new HearthError("INTERNAL");
};
const failed = page.getByText("Failed to load payment processor");

it("shows the error page if the provider gives no window, also after a reload, and returns from there to a new attempt", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  answerPayment();
  answers({ "payments.claims": () => [], "payments.buy": refuse });
  signIn();
  const before = await openPage("/fund-wallet?payment=pay_1");
  await page.getByRole("button", { name: "Continue to Coinbase" }).click();
  await expect.element(failed).toBeVisible();
  expect(before.state.location.pathname).toBe("/payment-error");
  const router = await reload(before);
  await expect.element(failed).toBeVisible();
  expect(page.getByRole("main").element().textContent).toMatch(/\$900\.00.*0x71C3/);
  await expect.element(page.getByRole("button", { name: "I have paid this" })).toBeVisible();
  answers({ "payments.buy": () => ({ onrampUrl: "about:blank" }) });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => inputsOf("payments.buy")).toEqual([{ paymentId: "pay_1" }, { paymentId: "pay_1" }]);
  expect(router.state.location.href).toBe("/fund-wallet?payment=pay_1");
  // The window must open within the click. A browser that blocks it shows a link instead.
  expect(window.open).toHaveBeenCalledTimes(2);
  await expect.element(page.getByRole("link", { name: "Open Coinbase" })).toBeVisible();
});

it("links back from that page to where the funding started", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  answerPayment();
  answers({
    "payments.dashboard": refuse,
    "rent.mine": () => [],
    "autopay.mine": () => [],
    "auth.emailStanding": refuse,
    "invitations.mine": refuse,
    "payments.list": () => ({ items: [], nextCursor: null }),
    "wallet.status": () => {
      throw new HearthError("WALLET_SETUP_NEEDED");
    },
    "refunds.asked": () => [],
    "disputes.list": refuse,
    "payments.claims": never,
    "merchant.standing": () => standing(),
    "merchant.listAll": () => ({ items: [listedMerchant()], nextCursor: null }),
    "exchange.paymentMethods": never,
    "payments.createCheckout": () => ({ checkoutURL: "http://localhost/checkout/reference", paymentId: "pay_1" }),
    "payments.buy": refuse,
  });
  signIn();
  const router = await openPage("/dashboard");
  await page.getByRole("link", { name: "Add funds" }).click();
  await page.getByRole("link", { name: /^Pay Juniper Court by card or bank/ }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill("900");
  await page.getByRole("button", { name: "Continue to Coinbase" }).click();
  await expect.element(failed).toBeVisible();
  await page.getByRole("button", { name: "Go back" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
});

it("redirects to the payment's page without a failure", async () => {
  answerPayment();
  answers({ "wallet.status": never });
  signIn();
  const router = await openPage("/payment-error");
  await expect.poll(() => router.state.location.pathname).toBe("/payment");
});

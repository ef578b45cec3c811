import { HearthError } from "@hearth/domain/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { account, network, paymentDetail } from "../../../testing/records.ts";
import { openPage, show, signIn } from "../../../testing/render.tsx";
import { FundPayment } from "./fund-payment.tsx";

const openAgain = page.getByRole("button", { name: "Open again" });

function answerPayment(payment = paymentDetail()): void {
  answers({
    "auth.me": () => account(),
    "merchant.listAll": () => ({ items: [], nextCursor: null }),
    "payments.network": () => network(),
    "payments.get": () => payment,
    "payments.status": () => ({ ...payment, paymentId: payment.id }),
  });
}

it("says that a card was declined, and offers the window again", async () => {
  answerPayment(paymentDetail({ purchase: { state: "failed", at: "2026-03-02T12:01:00.000Z", hasArrived: false } }));
  await show(<FundPayment paymentId="pay_1" />);
  await expect.element(page.getByText("Coinbase declined the purchase")).toBeVisible();
  await expect.element(openAgain).toBeVisible();
});

it("does not offer a second purchase while the first takes its time", async () => {
  answerPayment(paymentDetail({ purchase: { state: "inProgress", at: "2026-03-02T12:01:00.000Z", hasArrived: false } }));
  await show(<FundPayment paymentId="pay_1" />);
  await expect.element(page.getByText("Please do not buy a second time.", { exact: false })).toBeVisible();
  await expect.element(openAgain).not.toBeInTheDocument();
});

it("leads to a page that says what failed when the provider gives no window, and from there back to a new try", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  answerPayment();
  answers({
    "payments.claims": () => [],
    "payments.buy": () => {
      throw new HearthError("INTERNAL");
    },
  });
  signIn();
  const router = await openPage("/fund-wallet?payment=pay_1");
  await page.getByRole("button", { name: "Continue to Coinbase" }).click();
  await expect.element(page.getByText("Failed to load payment processor")).toBeVisible();
  expect(router.state.location.pathname).toBe("/payment-error");
  expect(page.getByRole("main").element().textContent).toMatch(/\$900\.00.*0x71C3/);
  await expect.element(page.getByRole("button", { name: "I have paid this" })).toBeVisible();
  answers({ "payments.buy": () => ({ onrampUrl: "about:blank" }) });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => inputsOf("payments.buy")).toEqual([{ paymentId: "pay_1" }, { paymentId: "pay_1" }]);
  expect(router.state.location.href).toBe("/fund-wallet?payment=pay_1");
});

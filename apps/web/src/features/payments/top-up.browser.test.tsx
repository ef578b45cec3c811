import { HearthError } from "@hearth/domain/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { account, checkout, network, paymentDetail } from "../../testing/records.ts";
import { openPage, show } from "../../testing/render.tsx";
import { PaymentPending } from "./pending/payment-pending.tsx";

const short = { received: 400, missing: 500 };
const sentence = "$400.00 of $900.00 has arrived. $500.00 is missing.";
const button = page.getByRole("button", { name: "Pay the missing $500.00" });
const topUpURL = `${location.origin}/checkout/${"b".repeat(64)}`;

function answerPayment(payment = paymentDetail({ amount: 900, short })): void {
  answers({
    "auth.me": () => account(),
    "merchant.listAll": () => ({ items: [], nextCursor: null }),
    "payments.network": () => network(),
    "payments.get": () => payment,
    "payments.status": () => ({ ...payment, paymentId: payment.id }),
  });
}

it("shows the missing amount on the waiting page, and opens its checkout in the window that the click opened", async () => {
  const popup = document.createElement("iframe");
  document.body.append(popup);
  vi.spyOn(window, "open").mockReturnValue(popup.contentWindow);
  answerPayment();
  answers({ "payments.topUp": () => ({ paymentId: "pay_1", checkoutURL: "about:blank#rest" }) });
  await show(<PaymentPending paymentId="pay_1" checkoutBlocked={false} />);
  await expect.element(page.getByText("Part of this payment has arrived")).toBeVisible();
  await expect.element(page.getByText(sentence)).toBeVisible();
  await button.click();
  await expect.poll(() => popup.contentWindow?.location.href).toBe("about:blank#rest");
  popup.remove();
  expect(inputsOf("payments.topUp")).toMatchObject([{ paymentId: "pay_1" }]);
});

it("offers a top-up after the payment's checkout has expired, and shows a link if the window was blocked", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  answerPayment(paymentDetail({ amount: 900, short, status: "failed", displayStatus: "failed", notes: "Checkout expired" }));
  answers({ "payments.topUp": () => ({ paymentId: "pay_1", checkoutURL: topUpURL }) });
  await show(<PaymentPending paymentId="pay_1" checkoutBlocked={false} />);
  await button.click();
  await expect.element(page.getByRole("link", { name: "Open the checkout here" })).toHaveAttribute("href", topUpURL);
});

it("says why the top-up could not be opened", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  answerPayment();
  answers({
    "payments.topUp": () => {
      throw new HearthError("CONFLICT", { message: "All of this payment has arrived" });
    },
  });
  await show(<PaymentPending paymentId="pay_1" checkoutBlocked={false} />);
  await button.click();
  await expect.element(page.getByText("All of this payment has arrived")).toBeVisible();
});

it("closes an open top-up without cancelling the payment", async () => {
  const payment = paymentDetail({ amount: 900, short, topUpURL });
  answerPayment(payment);
  answers({ "payments.giveUpTopUp": () => ({ ...payment, topUpURL: null }) });
  await show(<PaymentPending paymentId="pay_1" checkoutBlocked={false} />);
  await page.getByRole("button", { name: "Close checkout" }).click();
  await expect.element(page.getByRole("button", { name: "Cancel" })).toBeVisible();
  expect(inputsOf("payments.giveUpTopUp")).toMatchObject([{ paymentId: "pay_1" }]);
});

it("links the payment's own checkout to the one for the rest, which shows what arrived and can be paid", async () => {
  answerPayment();
  const shortCheckout = checkout({ amount: 900, short });
  const rest = checkout({ amount: 500, usdcUnits: "500000000", topUpOf: 900, short });
  answers({
    "payments.checkout": (input) => (JSON.stringify(input).includes("b".repeat(64)) ? rest : shortCheckout),
    "payments.openCheckout": () => null,
    "payments.topUpAtCheckout": () => ({ paymentId: "pay_1", checkoutURL: topUpURL }),
  });
  const router = await openPage(`/checkout/${"a".repeat(64)}`);
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Scan a QR code" })).not.toBeInTheDocument();
  await button.click();
  await expect.poll(() => router.state.location.pathname).toBe(`/checkout/${"b".repeat(64)}`);
  await expect.element(page.getByText("500.00 USDC on", { exact: false })).toBeVisible();
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Scan a QR code" })).toBeVisible();
});

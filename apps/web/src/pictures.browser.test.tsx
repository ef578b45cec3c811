import { afterEach, expect, it } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { LandlordPicture } from "./areas/public/landing/landlord-picture.tsx";
import { answers } from "./testing/answers.ts";
import { account, checkout, network, paymentDetail } from "./testing/records.ts";
import { at, openPage, show, signIn } from "./testing/render.tsx";

const moment = "2026-03-01T12:00:00.000Z";
const reference = "d".repeat(64);
const txHash = `0x46fec14c77b760d84e0341f51c418155910a4b9911e199a3a973be9cad9299ee`;
const transfer = {
  txHash,
  explorerUrl: null,
  verdict: "matched",
  usdc: "900.00",
  from: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B",
  confirmations: 2,
  needed: 5,
  seenAt: moment,
  sentBack: null,
} as const;

afterEach(() => {
  delete document.documentElement.dataset["theme"];
});

/** Compares a part of the page with a stored screenshot, once the text `until` is visible. */
async function expectPicture(name: string, part: Locator, until: string): Promise<void> {
  await expect.element(part.getByText(until, { exact: false }).first()).toBeVisible();
  await document.fonts.ready;
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 } }); // Anything under the pointer may look different
  await expect(part).toMatchScreenshot(name);
}

function inTheme(theme: "light" | "dark", width: number, height: number) {
  document.documentElement.dataset["theme"] = theme;
  return page.viewport(width, height);
}

it.each([
  ["light", 390, 1_200],
  ["dark", 768, 1_200],
] as const)("the sign-in, %s, at %i", async (theme, width, height) => {
  await inTheme(theme, width, height);
  await openPage("/login");
  await expectPicture(`sign-in-${width}`, page.getByRole("form", { name: "Sign in" }), "Password");
});

it.each([
  ["light", "confirming", { transfer }, "Confirming 2 of 5"],
  ["dark", "cancelled", { status: "cancelled" }, "Nothing was paid"],
] as const)("the checkout, %s, %s", async (theme, name, view, until) => {
  at(moment);
  await inTheme(theme, 500, 700);
  answers({
    "payments.network": () => network(),
    "payments.openCheckout": () => null,
    "payments.checkout": () => checkout(view),
  });
  await openPage(`/checkout/${reference}`);
  await expectPicture(`checkout-${name}`, page.elementLocator(document.body), until);
});

it("a receipt", async () => {
  at(moment);
  await inTheme("light", 390, 1_600);
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "payments.get": () =>
      paymentDetail({
        status: "completed",
        displayStatus: "completed",
        completedAt: moment,
        transactionHash: txHash,
        blockchainTxHash: txHash,
        transfer,
      }),
  });
  signIn();
  await openPage("/payment-success?payment=pay_1");
  await expectPicture("receipt", page.getByRole("article", { name: "Receipt" }), "Download PDF");
});

it.each([
  ["light", 760, 760],
  ["dark", 390, 960],
] as const)("a landlord's month, %s, at %i", async (theme, width, height) => {
  await inTheme(theme, width, height);
  await show(<LandlordPicture />);
  await expectPicture(`landlord-${width}`, page.getByRole("figure", { name: /landlord/ }), "Ingrid Solberg");
});

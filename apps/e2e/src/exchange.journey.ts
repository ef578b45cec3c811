import type { Page } from "@playwright/test";
import { expect, isPhone, test } from "./hearth.ts";
import { enroll, expectReceipt, newTenant, register, startPayment } from "./steps.ts";

/** Presses a button that leads to the exchange: in a window of its own, or on a phone in this one. */
async function goToExchange(page: Page, name: string): Promise<Page> {
  const button = page.getByRole("button", { name });
  if (isPhone(page)) {
    await button.click();
    return page;
  }
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  return popup;
}

test("a newcomer says no at the exchange, then yes, and is connected and led on", async ({ page }) => {
  await register(page);
  await enroll(page);
  await page.goto("/smart-wallet-setup?from=/payment");
  const first = await goToExchange(page, "I have a Coinbase account");
  await first.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Authorization failed: You did not allow access to your Coinbase account")).toBeVisible();
  const second = await goToExchange(page, "I have a Coinbase account");
  await second.getByRole("textbox", { name: "E-mail" }).fill(`noor.${Date.now().toString(36)}@example.com`);
  await second.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { name: "Your wallet is connected" })).toBeVisible();
  await expect(page.getByText("Coinbase account", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/payment");
});

test("a payer pays by card, and the payment completes when the network shows the money", async ({ page }) => {
  await newTenant(page);
  const checkout = await startPayment(page, "412.00");
  await checkout.getByRole("button", { name: "Card or bank" }).click();
  const [onramp] = await Promise.all([
    checkout.context().waitForEvent("page"),
    checkout.getByRole("button", { name: "Continue to Coinbase" }).click(),
  ]);
  await onramp.getByRole("button", { name: "Pay $412.00" }).click();
  await expect(onramp.getByText("Your USDC is on its way.")).toBeVisible();
  await onramp.getByRole("button", { name: "Close" }).click();
  await expectReceipt(page, /\$412\s*\.00/);
});

import type { Page } from "@playwright/test";
import { buy } from "./exchange-steps.ts";
import { expect, test } from "./hearth.ts";
import { enterAs, makeEnrolled, makeTenant } from "./people.ts";
import { expectReceipt, startPayment } from "./steps.ts";

/** Presses the button that opens the onramp, and returns its window. */
async function onrampOf(page: Page, button: RegExp | string): Promise<Page> {
  const [onramp] = await Promise.all([
    page.context().waitForEvent("page"),
    page
      .getByRole("button", { name: button })
      .or(page.getByRole("link", { name: button }))
      .click(),
  ]);
  await onramp.waitForURL("**/buy?**");
  return onramp;
}

async function typeAmount(page: Page, amount: string): Promise<void> {
  await page.getByRole("textbox", { name: "Amount" }).fill(amount);
}

test("a tenant without a wallet adds funds from the dashboard, returns automatically, and gets a receipt", async ({ page }) => {
  await enterAs(page, await makeEnrolled());
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Add funds" }).click();
  await page.getByRole("link", { name: /^Pay .+ by card or bank/ }).click();
  await page.waitForURL("**/fund-wallet?goal=merchant");
  await page.getByRole("button", { name: "Continue to Coinbase" }).click();
  await expect(page.getByText("Please enter a valid amount")).toBeVisible();
  await typeAmount(page, "0.99");
  await page.getByRole("button", { name: "Continue to Coinbase" }).click();
  await expect(page.getByText("Minimum payment amount is $1.00")).toBeVisible();
  await typeAmount(page, "850.00");
  const onramp = await onrampOf(page, "Continue to Coinbase");
  await expect(page.getByRole("heading", { name: "Buy in the Coinbase window" })).toBeVisible();
  await onramp.getByRole("button", { name: "Pay $850.00" }).click();
  await Promise.all([onramp.waitForEvent("close"), onramp.getByRole("link", { name: "Back to Hearth" }).click()]);
  await expectReceipt(page, "850.00");
});

test("a window closed without paying is reported, also after a reload, and can be opened again", async ({ page }) => {
  await enterAs(page, await makeEnrolled());
  await page.goto("/fund-wallet?amount=412");
  const first = await onrampOf(page, "Continue to Coinbase");
  await first.close();
  await expect(page.getByText("The window was closed")).toBeVisible();
  await expect(page.getByText(/Watching .+ for your purchase/)).toBeVisible();
  await page.getByRole("button", { name: "Check Status Again" }).click();
  await expect(page.getByText(/no money for this payment has arrived/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "No money has arrived yet" })).toBeVisible();
  const second = await onrampOf(page, "Reopen window");
  await buy(second, "412.00");
  await expectReceipt(page, "412.00");
});

test("Cancel returns to the page where funding began, and closes the window", async ({ page }) => {
  await enterAs(page, await makeTenant());
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Add funds" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL("**/dashboard");
  const checkout = await startPayment(page, "63.00");
  await checkout.close();
  await page.getByRole("link", { name: "Card or bank" }).click();
  await page.waitForURL("**/fund-wallet?payment=**");
  const onramp = await onrampOf(page, "Continue to Coinbase");
  await Promise.all([onramp.waitForEvent("close"), page.getByRole("button", { name: "Cancel" }).click()]);
  await page.waitForURL("**/payment-pending**");
  await expect(page.getByRole("main")).toContainText("$63.00");
});

test("the amount and description typed in the one-time setup are kept for buying USDC", async ({ page }) => {
  await enterAs(page, await makeTenant());
  await page.goto("/setup-one-time");
  await typeAmount(page, "64.50");
  await page.getByRole("textbox", { name: /Description/ }).fill("December rent");
  await page.getByRole("link", { name: "Buy it with a card or from your bank" }).click();
  await page.waitForURL("**/fund-wallet?**");
  const onramp = await onrampOf(page, "Continue to Coinbase");
  await buy(onramp, "64.50");
  await expectReceipt(page, "64.50");
  await expect(page.getByRole("main")).toContainText("December rent");
});

test.describe("with pop-ups blocked", () => {
  test.use({ allowConsole: [/Scripts may close only the windows that were opened by them/] });

  test("the onramp is a link, and the page still completes", async ({ page }) => {
    await enterAs(page, await makeEnrolled());
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto("/fund-wallet?amount=65");
    await page.getByRole("button", { name: "Continue to Coinbase" }).click();
    await expect(page.getByText("Your browser blocked the Coinbase window. Open it here.")).toBeVisible();
    const onramp = await onrampOf(page, "Open Coinbase");
    await onramp.getByRole("button", { name: "Pay $65.00" }).click();
    await onramp.getByRole("link", { name: "Back to Hearth" }).click();
    await expectReceipt(page, "65.00");
  });
});

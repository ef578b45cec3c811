import type { Page } from "@playwright/test";
import { bothScreens, expect, newPerson, test } from "./hearth.ts";
import { readCheckout, sendFrom } from "./money.ts";
import { enterAs, makeTenant, merchantName } from "./people.ts";
import { expectReceipt, linkTestWallet, signUpAs, startPayment } from "./steps.ts";

test("a newcomer registers, enrolls, links a wallet and pays the rent with one signature", bothScreens, async ({ page }) => {
  await register(page);
  await enroll(page);
  await linkTestWallet(page);
  const checkout = await startPayment(page, "1450.00");
  await expect(checkout.getByRole("heading", { name: /Juniper Court Apartments/ })).toBeVisible();
  const pause = measurePause(page);
  await checkout.getByRole("button", { name: "Pay $1,450.00 from wallet" }).click();
  await expectReceipt(page, "1450.00");
  expect(await pause, "the completed payment is shown for two seconds before its receipt").toBeGreaterThan(1_950);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download Receipt").click()]);
  expect(download.suggestedFilename()).toMatch(/\.txt$/);
  await page.goto("/dashboard");
  await expect(
    page
      .getByRole("row", { name: /December rent/ })
      .or(page.getByRole("listitem").filter({ hasText: "December rent" }))
      .first(),
  ).toBeVisible();
});

test("a payer scans the code and pays from the linked wallet outside the page", async ({ page }) => {
  const tenant = await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, "85.00");
  const { to, usdcUnits } = await readCheckout(checkout.url());
  await checkout.getByRole("button", { name: "Scan a QR code" }).click();
  await expect(checkout.getByRole("img", { name: /QR code that asks for 85.00 USDC/ })).toBeVisible();
  await sendFrom(tenant.id, { to, usdcUnits });
  await expectReceipt(page, "85.00");
});

/** Signs up and dismisses the dashboard's welcome. */
async function register(page: Page): Promise<void> {
  const person = newPerson();
  await page.goto("/register");
  await signUpAs(page, person);
  await page.waitForURL("**/dashboard");
  await page.getByRole("button", { name: "Do it later" }).click();
  await expect(page.getByRole("heading", { name: `Welcome, ${person.firstName}` })).toBeVisible();
}

/** Chooses the merchant to pay. */
async function enroll(page: Page): Promise<void> {
  await page.goto("/enrollment");
  const merchants = page.getByRole("combobox", { name: "Merchant" });
  const option = merchants.locator("option", { hasText: merchantName });
  await merchants.selectOption((await option.getAttribute("value")) ?? "");
  await page.getByLabel("Street address").fill("12 Juniper Street");
  await page.getByLabel(/Apartment number/).fill("7C");
  await page.getByLabel("City").fill("Springfield");
  await page.getByLabel("State").fill("IL");
  await page.getByLabel("ZIP code").fill("62704");
  await page.getByLabel("Phone number").fill("(555) 010-0142");
  await page.getByRole("form", { name: "Enrollment" }).getByRole("button").last().click();
  await page.waitForURL((url) => url.pathname !== "/enrollment");
}

/**
 * Returns for how long the pending page shows the completed payment before it opens the receipt, in milliseconds of the page's own clock.
 */
function measurePause(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let since = Number.POSITIVE_INFINITY;
        const look = () => {
          if (document.querySelector("main")?.textContent.includes("Payment completed")) since = Math.min(since, performance.now());
          if (location.pathname !== "/payment-success") return;
          observer.disconnect();
          resolve(performance.now() - since);
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
}

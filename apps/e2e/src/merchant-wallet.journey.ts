import type { Page } from "@playwright/test";
import { allow, goToExchange, pressLast } from "./exchange-steps.ts";
import { bothScreens, expect, isPhone, test } from "./hearth.ts";
import { openAsMerchant } from "./merchant-steps.ts";

test.use({ allowConsole: [/status of 503/] }); // Chromium's own message for an exchange that is away

const walletTab = "/merchant/settings?tab=wallet";
const openCreation = (page: Page) => page.getByRole("group", { name: "How" }).getByRole("button", { name: "Create wallet" }).click();
/** The action below the option's own button of the same name. */
const createWallet = (page: Page) => page.getByRole("tabpanel").getByRole("button", { name: "Create wallet" }).nth(1);

test("a merchant creates a wallet at the exchange, and is paid into it after confirming", bothScreens, async ({ page }) => {
  await openAsMerchant(page, walletTab);
  await openCreation(page);
  if (isPhone(page)) {
    await createWallet(page).click();
    await allow(page);
    await page.waitForURL("**/merchant/settings**");
  } else {
    const [popup] = await Promise.all([page.waitForEvent("popup"), createWallet(page).click()]);
    await expect(popup.getByRole("button", { name: "Allow" })).toBeVisible();
    expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([600, 700]);
    await allow(popup);
  }
  await expect(page.getByText("You have not set up your wallet address yet").first()).toBeVisible();
  await page.getByRole("button", { name: "Use this wallet" }).click();
  await expect(page.getByText("Wallet address updated successfully")).toBeVisible();
  await expect(page.getByText("You are paid into this wallet.")).toBeVisible();
});

test("replacing a wallet asks for the password, and a failed creation can be retried", async ({ page }) => {
  const { password } = await openAsMerchant(page, walletTab, { walletAddress: `0x${Date.now().toString(16).padStart(40, "a")}` });
  await openCreation(page);
  const refused = await goToExchange(page, "I have a Coinbase account");
  await pressLast(refused, "Cancel");
  await expect(page.getByText("Failed to create wallet")).toBeVisible();
  await expect(page.getByText("You did not allow access to your Coinbase account")).toBeVisible();
  await allow(await goToExchange(page, "Retry verification"), "away");
  await expect(page.getByText("Coinbase cannot be reached at the moment. Please try again.")).toBeVisible();
  await page.goto("/merchant/settings?tab=wallet");
  await page.getByRole("button", { name: "Retry verification" }).click();
  await expect(page.getByText("Verification failed")).toBeVisible();
  await allow(await goToExchange(page, "I have a Coinbase account"));
  await page.getByRole("button", { name: "Use this wallet" }).click();
  await expect(page.getByText("Please enter your password to change where you are paid")).toBeVisible();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Use this wallet" }).click();
  await expect(page.getByText("You are paid into this wallet.")).toBeVisible();
});

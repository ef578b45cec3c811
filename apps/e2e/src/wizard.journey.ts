import type { Page } from "@playwright/test";
import { allow, goToExchange, pressLast } from "./exchange-steps.ts";
import { bothScreens, expect, isPhone, test } from "./hearth.ts";
import { enterAs, makeConsumer } from "./people.ts";

const connected = (page: Page) => page.getByRole("heading", { name: "Your wallet is connected" });
const step = (page: Page, number: string) => page.waitForURL((url) => url.searchParams.get("step") === number);

test("a user with an exchange account links it, and returns to the previous page", bothScreens, async ({ page }) => {
  await enterAs(page, await makeConsumer());
  await page.goto("/smart-wallet-setup?from=/profile");
  await page.getByRole("button", { name: "Yes, I have a Coinbase account" }).click();
  await step(page, "3");
  await expect(page.getByRole("heading", { name: "Link your account" })).toBeVisible();
  const exchange = await goToExchange(page, "Link account");
  if (!isPhone(page)) {
    await expect(page.getByText("Waiting for you in the other window")).toBeVisible();
    expect(await exchange.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([500, 700]);
  }
  await allow(exchange);
  await expect(connected(page)).toBeVisible();
  await expect(page.getByText("Verified")).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^\d+$/);
  await page.waitForURL("**/profile");
  if (!isPhone(page)) await expect.poll(() => exchange.isClosed()).toBe(true);
});

test("a user without one reads the requirements, chooses how to sign up, and continues", async ({ page }) => {
  await enterAs(page, await makeConsumer());
  await page.goto("/smart-wallet-setup");
  await page.getByRole("button", { name: "No, I don't have one yet" }).click();
  await step(page, "2");
  await page.getByRole("button", { name: "Continue" }).click();
  await step(page, "2.5");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Choose how to sign up" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Create a Coinbase account" })).toBeVisible();
  await page.goForward();
  const exchange = await goToExchange(page, "Create an account now");
  expect(await exchange.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([600, 700]);
  await allow(exchange);
  await expect(connected(page)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/dashboard");
});

test("a refusal is shown, also after a reload, and a retry succeeds", bothScreens, async ({ page }) => {
  await enterAs(page, await makeConsumer());
  await page.goto("/smart-wallet-setup?step=3&from=/profile");
  const refused = await goToExchange(page, "Link account");
  await pressLast(refused, "Cancel");
  await expect(page.getByText("Authorization failed: You did not allow access to your Coinbase account")).toBeVisible();
  await page.goto("/smart-wallet-setup?step=4&from=/profile");
  await expect(page.getByText("Failed to verify wallet")).toBeVisible();
  await expect(page.getByText("You did not allow access to your Coinbase account")).toBeVisible();
  await allow(await goToExchange(page, "Retry"));
  await expect(connected(page)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/profile");
});

test("a user who returns half-way from the exchange finds the same step, and can continue", bothScreens, async ({ page }) => {
  await enterAs(page, await makeConsumer());
  await page.goto("/smart-wallet-setup?step=3");
  const first = await goToExchange(page, "Link account");
  await expect(first.getByRole("button", { name: "Allow" })).toBeVisible();
  if (isPhone(page)) {
    await page.goBack();
    await expect(page.getByText("Waiting for your authorization at Coinbase")).toBeVisible();
  } else {
    await first.close();
    await expect(page.getByText("The Coinbase window was closed before the account was linked")).toBeVisible();
  }
  await allow(await goToExchange(page, "Retry"));
  await expect(connected(page)).toBeVisible();
});

test("an abandoned window closes after ten minutes, and a phone continues at the same step", bothScreens, async ({ page }) => {
  await page.clock.install();
  await enterAs(page, await makeConsumer());
  await page.goto("/smart-wallet-setup?step=3");
  const exchange = await goToExchange(page, "Link account");
  await expect(exchange.getByRole("button", { name: "Allow" })).toBeVisible();
  await page.clock.fastForward("10:01");
  if (!isPhone(page)) {
    await expect(page.getByText("The Coinbase window was closed after 10 minutes")).toBeVisible();
    await expect.poll(() => exchange.isClosed()).toBe(true);
  }
  await allow(isPhone(page) ? exchange : await goToExchange(page, "Retry"));
  await expect(connected(page)).toBeVisible();
});

test("a browser that blocks pop-ups continues in the same window", async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await enterAs(page, await makeConsumer());
  await page.goto("/smart-wallet-setup?step=3&from=/profile");
  await page.getByRole("button", { name: "Link account" }).click();
  await allow(page);
  await expect(connected(page)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/profile");
});

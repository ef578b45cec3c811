import { expect, newPerson, test } from "./hearth.ts";
import { expectFitsPhone } from "./looks.ts";
import { makeWalletIn, ownChoice, walletPage, withAuthenticator } from "./passkey-steps.ts";
import { enterAs, makeTenant } from "./people.ts";

test.use({
  serviceWorkers: "allow", // the subject of these journeys
  allowConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|Unable to preload CSS/], // Chromium's own messages without a network
});

const heading = { name: "Hearth cannot be reached" };

test("without a network an offline page is shown, and the product returns with the network", async ({ page, context }) => {
  await enterAs(page, await makeTenant());
  await page.goto("/payment-history");
  await page.evaluate(async () => navigator.serviceWorker.ready);
  const sentAt = Date.parse("2026-03-01T17:00:00Z");
  await page.evaluate((at) => localStorage.setItem("sentTransfer.pay_1", JSON.stringify({ txHash: "0xab12", sentAt: at })), sentAt);

  await context.setOffline(true);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", heading)).toBeVisible();
  await expect(page.getByText("You sent a payment on Mar 1, 2026, 12:00 PM EST. Its transaction is 0xab12")).toBeVisible();
  const faces = await page.evaluate(async () => [...(await document.fonts.ready)].map(({ family, status }) => `${family}: ${status}`));
  expect(faces.toSorted()).toEqual(["Hanken Grotesk Variable: loaded", "Hepta Slab Variable: loaded"]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", heading)).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await expect(page.getByRole("heading", heading)).not.toBeVisible();
});

test("pages and answers are not cached", async ({ page }) => {
  await enterAs(page, await makeTenant());
  await page.goto("/payment-history");
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await page.goto("/dashboard");
  const cachedPaths = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    return (await Promise.all(caches.map((cache) => cache.keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname.replace(/-[\w-]{8}\.woff2$/, ".woff2"));
  });
  expect(cachedPaths.toSorted()).toEqual([
    "/assets/hanken-grotesk-latin.woff2",
    "/assets/hepta-slab-latin.woff2",
    "/favicon.svg",
    "/offline.css",
    "/offline.html",
    "/offline.js",
    "/theme.js",
  ]);
});

test("a sign-up by the device's unlock says that the network is away, keeps what was typed, and goes on with the network", async ({
  page,
  context,
}) => {
  await withAuthenticator(page);
  const { firstName, lastName, email } = newPerson();
  await page.goto("/register");
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await expect(page.getByRole("button", { name: ownChoice })).toBeVisible();
  await page.evaluate(async () => navigator.serviceWorker.ready);

  await context.setOffline(true);
  await page.getByRole("button", { name: ownChoice }).click();
  await expect(page.getByText("Hearth could not be reached, so nothing has changed.", { exact: false })).toBeVisible();
  await expect(page.getByText("You're offline.", { exact: false })).toBeVisible();
  await expectFitsPhone(page);
  await context.setOffline(false);

  await page.getByRole("button", { name: ownChoice }).click();
  await makeWalletIn(walletPage(page));
  await expect(page).toHaveURL(/\/dashboard/);
});

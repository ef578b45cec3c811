import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { bothScreens, expect, isPhone, test } from "./hearth.ts";
import { enterAs, headersOf, makeTenant, signedIn } from "./people.ts";
import { startPayment } from "./steps.ts";

/** Base UI's own focus guards around an open layer are not content. */
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .exclude("[data-base-ui-focus-guard]")
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, "the page does not scroll sideways").toBeLessThanOrEqual(0);
}

/** Opens each page as it is with everything loaded. */
async function lookAt(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // Not until the network is idle: a page that listens for news never is.
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

/** What a phone shows otherwise than a desktop; that no page scrolls sideways on one, narrow.journey.ts tries on all of them. */
const onPhone = { public: ["/", "/login"], tenant: ["/dashboard", "/payment-history", "/settings"], landlord: ["/merchant/transactions"] };

test("the public pages are accessible and fit", bothScreens, async ({ page }) => {
  if (isPhone(page)) return lookAt(page, onPhone.public);
  await lookAt(page, [
    "/",
    "/login",
    "/register",
    "/404",
    "/merchant/login",
    "/merchant/register",
    "/admin/login",
    "/rent",
    "/privacy",
    "/docs",
  ]);
});

test("a tenant's pages are accessible and fit, filled with two years", bothScreens, async ({ page }) => {
  await enterAs(page, await signedIn("tenant@hearth.test"));
  if (isPhone(page)) return lookAt(page, onPhone.tenant);
  await lookAt(page, [
    "/dashboard",
    "/payment",
    "/payment-type",
    "/setup-one-time",
    "/fund-wallet",
    "/payment-history",
    "/enrollment",
    "/smart-wallet-setup",
    "/setup-recurring",
    "/profile",
    "/settings",
  ]);
});

test("a landlord's pages are accessible and fit, filled with two years", bothScreens, async ({ page }) => {
  await enterAs(page, await signedIn("landlord@hearth.test"));
  const paths = ["/merchant/dashboard", "/merchant/transactions", "/merchant/disputes", "/merchant/settings"];
  await lookAt(page, isPhone(page) ? onPhone.landlord : paths);
});

test("the checkout and the pending page are accessible and fit", bothScreens, async ({ page }) => {
  await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, isPhone(page) ? "71.00" : "72.00");
  await expect(checkout.getByRole("button", { name: /from wallet/ })).toBeVisible();
  for (const each of [checkout, page]) {
    await expectAccessible(each);
    await expectNoSidewaysScroll(each);
  }
  await checkout.getByRole("button", { name: "Scan a QR code" }).click();
  await expect(checkout.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(checkout);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL((url) => url.pathname === "/payment");
});

test("signing in loads no wallet code", async ({ page }) => {
  const addresses = new Set<string>();
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) addresses.add(response.url());
  });
  for (const path of ["/login", "/register"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
  const scripts = await Promise.all([...addresses].map(async (address) => (await page.request.get(address)).text()));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => /eth_signTypedData_v4|keys\.coinbase\.com/.test(script))).toEqual([]);
});

test("logging out ends the session everywhere it is offered", bothScreens, async ({ page }) => {
  const tenant = await enterAs(page, await signedIn("tenant@hearth.test"));
  await page.goto("/dashboard");
  if (isPhone(page)) {
    await page.getByRole("button", { name: "Menu" }).click();
    await page
      .getByRole("menuitem", { name: "Logout" })
      .or(page.getByRole("button", { name: "Logout" }))
      .last()
      .click();
  } else await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  expect(await page.evaluate(() => [localStorage.getItem("authToken"), localStorage.getItem("userInfo")])).toEqual([null, null]);
  const status = async () => (await page.request.get("/api/auth/me", { headers: headersOf(tenant) })).status();
  await expect.poll(status).toBe(401);
});

import type { Page } from "@playwright/test";
import { demoPassword, expect, test } from "./hearth.ts";
import { enterAs, signedInAdmin } from "./people.ts";
import { goTo, signIn } from "./steps.ts";

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem("adminToken"));

test("an admin is redirected to the admin sign-in and back, and a tenant is refused there", async ({ page }) => {
  await page.goto("/admin/users?search=okafor");
  await expect(page).toHaveURL(/\/admin\/login/);
  await signIn(page, "tenant@hearth.test");
  await expect(page.getByText("This account does not have administrator privileges")).toBeVisible();
  await signIn(page, "admin@hearth.test");
  await expect(page).toHaveURL(/\/admin\/users\?search=okafor/);
  await goTo(page, /Dashboard/);
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Volume by month" })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await tokenOf(page)).toBeNull();
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/admin\/login/);
});

test("an admin adds a merchant, changes its payout wallet only with their password, and is warned of a stale edit", async ({ page }) => {
  const admin = await enterAs(page, await signedInAdmin());
  await page.goto("/admin/merchants");
  await page.getByRole("link", { name: "Add Merchant" }).click();
  await page.getByRole("button", { name: "Add Merchant" }).click();
  await expect(page.getByText("Business name is required")).toBeVisible();
  await expect(page.getByLabel("Business name")).toBeFocused();
  const ownerEmail = `owner.${Date.now().toString(36)}@example.com`;
  const fields = {
    "Business name": "The Old Customs House Serviced Apartments and Furnished Lets",
    "Business description": "Serviced apartments by the water, from a night to a year",
    "Business email": "office@example.com",
    "Phone number": "(555) 010-0100",
    "Street address": "1 Quay",
    City: "Bristol",
    State: "RI",
    "ZIP code": "02809",
    "First name": "Ines",
    "Last name": "Prado",
    "Owner's email": ownerEmail,
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel("Business type").selectOption("real_estate");
  await page.getByRole("button", { name: "Add Merchant" }).click();
  await expect(page.getByText("Give this password to the owner now")).toBeVisible();
  await page.getByRole("link", { name: "Open the merchant" }).click();

  await page.getByRole("button", { name: "Edit merchant" }).click();
  const walletAddress = `0x${[...ownerEmail]
    .map((letter) => letter.charCodeAt(0) % 10)
    .join("")
    .padEnd(40, "7")
    .slice(0, 40)}`;
  await page.getByLabel("Wallet address").fill(walletAddress);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Please enter your password to change where this merchant is paid")).toBeVisible();
  await page.getByLabel("Your password").fill(demoPassword);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Merchant updated")).toBeVisible();

  await page.getByRole("button", { name: "Edit merchant" }).click();
  const merchantId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await admin.client.admin.editMerchant.mutate({ merchantId, phoneNumber: "(555) 010-0199" });
  await page.getByLabel("Business name").fill("Overwritten");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Someone else has changed this since you opened it. Nothing was saved.")).toBeVisible();
  await page.getByRole("button", { name: "Show what is there now" }).click();
  await expect(page.getByLabel("Phone number")).toHaveValue("(555) 010-0199");
  await expect(page.getByLabel("Business name")).not.toHaveValue("Overwritten");
});

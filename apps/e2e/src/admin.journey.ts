import type { Page } from "@playwright/test";
import { bothScreens, demoPassword, expect, isPhone, system, test } from "./hearth.ts";
import { enterAs, headersOf, type Person, signedInAdmin } from "./people.ts";
import { goTo, signIn } from "./steps.ts";

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem("adminToken"));

test("an admin is led to their own sign-in and back, and a tenant is turned away there", bothScreens, async ({ page }) => {
  await page.goto("/admin/users?search=okafor");
  await expect(page).toHaveURL(/\/admin\/login/);
  await signIn(page, "tenant@hearth.test");
  await expect(page.getByText("This account does not have administrator privileges")).toBeVisible();
  await signIn(page, "admin@hearth.test");
  await expect(page).toHaveURL(/\/admin\/users\?search=okafor/);
  await goTo(page, /Dashboard/);
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Volume by month" })).toBeVisible();
  if (isPhone(page)) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await tokenOf(page)).toBeNull();
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/admin\/login/);
});

test("an admin adds a merchant, pays it elsewhere only with their password, and is told of a stale edit", async ({ page }) => {
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

  await page.getByRole("button", { name: "Edit Merchant" }).click();
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

  await page.getByRole("button", { name: "Edit Merchant" }).click();
  const merchantId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await admin.client.admin.editMerchant.mutate({ merchantId, phoneNumber: "(555) 010-0199" });
  await page.getByLabel("Business name").fill("Overwritten");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Somebody else has changed this since you opened it. Nothing was saved.")).toBeVisible();
  await page.getByRole("button", { name: "Show what is there now" }).click();
  await expect(page.getByText("(555) 010-0199")).toBeVisible();
  await expect(page.getByText("Overwritten")).toBeHidden();
});

test("an admin follows a transaction to its dispute and decides it", async ({ page }) => {
  const admin = await enterAs(page, await signedInAdmin());
  const dispute = await fileDispute(admin, "priya");

  await page.goto(`/admin/transactions/${dispute.transactionId}`);
  await expect(page.getByText("Counted: it completed this payment")).toBeVisible();
  await expect(page.getByRole("button", { name: "File dispute" })).toBeDisabled();

  await goTo(page, /Disputes/);
  await page.getByLabel("Search").fill(dispute.disputeId);
  await page.getByRole("button", { name: "Apply Filters" }).click();
  await page.getByRole("link", { name: `View dispute ${dispute.disputeId}` }).click();
  await expect(page.getByText(`Dispute ${dispute.disputeId}, filed`)).toBeVisible();
  await page.getByRole("radio", { name: /Approved/ }).click();
  await page.getByRole("button", { name: "Enter the amount first" }).click();
  await expect(page.getByText("Please provide a reason for the resolution")).toBeVisible();
  await page.getByLabel("Chargeback amount").fill("4.00");
  await page.getByLabel("Reason", { exact: true }).fill("The notice on the door says so");
  await page.getByRole("button", { name: "Approve, charge back $4.00" }).click();
  await expect(page.getByText("Dispute resolved successfully")).toBeVisible();
  await expect(page.getByText("Owed by the merchant")).toBeVisible();
  const again = { result: "denied", resultReason: "Once more" };
  const second = await page.request.put(`${system.url}/api/disputes/${dispute._id}/close`, { headers: headersOf(admin), data: again });
  expect(second.status()).toBe(409);
});

/** Files a dispute about the newest payment of somebody that can be disputed. */
async function fileDispute({ client }: Person, payer: string): Promise<{ _id: string; disputeId: string; transactionId: string }> {
  const { items } = await client.admin.transactions.query({ search: payer, status: "completed" });
  for (const { _id: transactionId } of items) {
    const filing = { transactionId, reason: "The lift was out of order", amount: 5, notes: "By phone" };
    const dispute = await client.disputes.fileForPayer.mutate(filing).catch(() => null);
    if (dispute !== null) return { ...dispute, transactionId };
  }
  throw new Error(`No payment of ${payer} can be disputed`);
}

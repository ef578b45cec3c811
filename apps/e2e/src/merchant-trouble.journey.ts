import { componentToo, expect, test } from "./hearth.ts";
import { makeBusiness } from "./merchant-steps.ts";
import { enterAs, signedIn, signedInAdmin } from "./people.ts";
import { goTo } from "./steps.ts";

test(
  "a suspended business sees all of its area and why nothing new comes, and keeps what it typed in vain",
  componentToo,
  async ({ page }) => {
    const admin = await signedInAdmin();
    const { email, password, merchantId } = await makeBusiness({ name: "Halted Homes" });
    await admin.client.admin.editMerchant.mutate({ merchantId, status: "suspended" });
    await enterAs(page, await signedIn(email, password));
    await page.goto("/merchant/dashboard");
    await expect(page.getByText("This business is suspended")).toBeVisible();
    await expect(page.getByText("Nobody has paid you yet.", { exact: false })).toBeVisible();
    await goTo(page, /Transactions/);
    await expect(page.getByText("Nobody has paid you yet.", { exact: false })).toBeVisible();
    await goTo(page, /Disputes/);
    await expect(page.getByText("Nobody has disputed a payment.")).toBeVisible();
    await goTo(page, /Settings/);
    await expect(page.getByText("This business is suspended", { exact: true })).toBeVisible();
    await page.getByLabel("Business name").fill("Halted Homes and Gardens");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("This business is suspended. Please contact support.")).toBeVisible();
    await expect(page.getByLabel("Business name")).toHaveValue("Halted Homes and Gardens");
    await page.getByRole("tab", { name: "Wallet Address" }).click();
    await page.getByRole("group", { name: "How" }).getByRole("button", { name: "Paste an address" }).click();
    const typed = `0x${Date.now().toString(16).padStart(40, "b")}`;
    await page.getByRole("textbox", { name: "Wallet address" }).fill(typed);
    await page.getByRole("button", { name: "Update wallet address" }).click();
    await expect(page.getByText("This business is suspended. Please contact support.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Wallet address" })).toHaveValue(typed);
    expect(await admin.client.admin.merchant.query({ merchantId })).toMatchObject({ name: "Halted Homes", walletAddress: null });
  },
);

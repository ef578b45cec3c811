import { componentToo, expect, test } from "./hearth.ts";

test.describe("the API's page", () => {
  test("is searched, opened and linked to by keyboard alone", componentToo, async ({ page }) => {
    await page.goto("/docs");
    await expect(page.getByRole("heading", { level: 1, name: "The Hearth API" })).toBeVisible();
    const search = page.getByRole("searchbox", { name: "Search the calls" });
    await search.focus();
    await page.keyboard.type("WALLET_ALREADY_USED update");
    await expect(page.getByRole("heading", { level: 3, name: "/api/auth/update-wallet" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 3, name: "/api/payments/user" })).toBeHidden();
    await search.fill("update-wallet");
    await expect(page.getByText("1 call", { exact: true })).toBeVisible();
    const call = page.locator("summary", { hasText: "/api/auth/update-wallet" });
    await call.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("curl -X POST")).toContainText("walletAddress");
    await search.fill("no such call");
    await expect(page.getByText("No call has all of these words.")).toBeVisible();
  });

  test("opens the call that its address names", componentToo, async ({ page }) => {
    await page.goto("/docs#patch-payments-paymentId-cancel");
    const call = page.locator("#patch-payments-paymentId-cancel");
    await expect(call).toHaveAttribute("open", "");
    await expect(call).toBeInViewport();
    await expect(call.getByText("PAYMENT_NOT_PENDING")).toBeVisible();
  });
});

import { expect, test } from "./hearth.ts";
import { enroll, expectReceipt, linkTestWallet, newTenant, readCheckout, register, sendByHand, startPayment } from "./steps.ts";

test("a newcomer registers, enrolls, links a wallet and pays the rent with one signature", async ({ page }) => {
  await register(page);
  await enroll(page);
  await linkTestWallet(page);
  const checkout = await startPayment(page, "1450.00");
  await expect(checkout.getByRole("heading", { name: /Juniper Court Apartments/ })).toBeVisible();
  await checkout.getByRole("button", { name: "Pay $1,450.00 from wallet" }).click();
  await expectReceipt(page, /\$1,450\s*\.00/);
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

test("a payer sends the transfer directly from the wallet", async ({ page }) => {
  await newTenant(page);
  const checkout = await startPayment(page, "64.20");
  await checkout.getByRole("button", { name: "Send directly" }).click();
  await checkout.getByRole("button", { name: "Send $64.20 from wallet" }).click();
  await expectReceipt(page, /\$64\s*\.20/);
});

test("a payer scans the code and pays from the linked wallet outside the page", async ({ page }) => {
  await newTenant(page);
  const checkout = await startPayment(page, "85.00");
  const { payee, usdcUnits } = await readCheckout(checkout.url());
  await checkout.getByRole("button", { name: "Scan a QR code" }).click();
  await expect(checkout.getByRole("img", { name: /QR code that asks for 85.00 USDC/ })).toBeVisible();
  await sendByHand(page, { to: payee, usdcUnits });
  await expectReceipt(page, /\$85\s*\.00/);
});

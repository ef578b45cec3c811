import { expect, test } from "./hearth.ts";
import { readCheckout, sendAsStranger, sendFrom } from "./money.ts";
import { enterAs, makeConsumer, makeTenant, openBrowser } from "./people.ts";
import { expectReceipt, startPayment } from "./steps.ts";

test.describe("with pop-ups blocked", () => {
  test.use({ allowConsole: [/blocked/i] });

  test("the pending page says that pop-ups are blocked, and links to the checkout", async ({ page }) => {
    await enterAs(page, await makeTenant());
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto("/setup-one-time");
    await page.getByRole("textbox", { name: "Amount" }).fill("52.10");
    await page.getByRole("button", { name: /^Pay \$/ }).click();
    await page.waitForURL("**/payment-pending**");
    await expect(page.getByText("Your browser blocked the checkout window.")).toBeVisible();
    const [tab] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Open checkout" }).click()]);
    await tab.getByRole("button", { name: "Pay $52.10 from wallet" }).click();
    await expectReceipt(page, "52.10");
  });
});

test("a reload while pending loses nothing, before and after the money was sent", async ({ page }) => {
  await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, "53.00");
  await page.reload();
  await expect(page.getByRole("main")).toContainText("$53.00");
  await checkout.reload();
  await checkout.getByRole("button", { name: "Pay $53.00 from wallet" }).click();
  await page.reload();
  await expectReceipt(page, "53.00");
  await page.reload();
  await expectReceipt(page, "53.00");
});

test("closing the checkout loses nothing: the payment finishes without it", async ({ page }) => {
  await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, "54.00");
  await checkout.getByRole("button", { name: "Pay $54.00 from wallet" }).click();
  await expect(checkout.getByRole("button", { name: "Pay $54.00 from wallet" })).toBeHidden();
  await checkout.close();
  await expectReceipt(page, "54.00");
});

test("money that comes after cancelling still completes the payment, marked late", async ({ page }) => {
  const tenant = await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, "55.00");
  const { to, usdcUnits } = await readCheckout(checkout.url());
  const pending = page.url();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel payment" }).click();
  await page.waitForURL((url) => url.pathname === "/payment");
  await sendFrom(tenant.id, { to, usdcUnits });
  await page.goto(pending);
  await expectReceipt(page, "55.00");
  await page.goto("/payment-history");
  await expect(page.getByRole("main")).toContainText("Late");
});

test("two tenants who pay the same rent in the same minute each get their own receipt", async ({ page, browser }) => {
  const [, other] = await Promise.all([makeTenant().then((tenant) => enterAs(page, tenant)), makeTenant()]);
  const second = await openBrowser(browser, other);
  const [first, another] = await Promise.all([startPayment(page, "1380.00"), startPayment(second, "1380.00")]);
  await another.getByRole("button", { name: "Scan a QR code" }).click();
  const { to, usdcUnits } = await readCheckout(another.url());
  await Promise.all([first.getByRole("button", { name: "Pay $1,380.00 from wallet" }).click(), sendFrom(other.id, { to, usdcUnits })]);
  await Promise.all([expectReceipt(page, "1380.00"), expectReceipt(second, "1380.00")]);
  const hashes = await Promise.all([page, second].map((each) => each.locator("code[title^='0x']").last().getAttribute("title")));
  expect(hashes[0]).not.toBe(hashes[1]);
  await second.context().close();
});

test("a wrong amount to the scanned address completes nothing, and both pages keep waiting", async ({ page }) => {
  const tenant = await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, "56.00");
  const { to, usdcUnits } = await readCheckout(checkout.url());
  await checkout.getByRole("button", { name: "Scan a QR code" }).click();
  await sendFrom(tenant.id, { to, usdcUnits: usdcUnits - 1_000_000n });
  await expect(checkout.getByText(/Watching/)).toBeVisible();
  await sendFrom(tenant.id, { to, usdcUnits });
  await expectReceipt(page, "56.00");
});

test("a short payment with the checkout's reference is shown, and a top-up completes it with a receipt", async ({ page }) => {
  const tenant = await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, "57.00");
  const { to, usdcUnits, binding } = await readCheckout(checkout.url());
  await sendFrom(tenant.id, { to, usdcUnits: usdcUnits - 10_000n, binding });
  const sentence = "$56.99 of $57.00 has arrived. $0.01 is missing.";
  await expect(checkout.getByText(sentence)).toBeVisible();
  await expect(page.getByText(sentence)).toBeVisible();
  const [rest] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: "Pay the missing $0.01" }).click()]);
  await rest.getByRole("button", { name: "Pay $0.01 from wallet" }).click();
  await expectReceipt(page, "57.00");
  await expect(page.getByRole("article", { name: "Receipt" })).toContainText("56.99 USDC");
});

test("money from an unlinked wallet is shown", async ({ page }) => {
  await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, "58.30");
  const { to, usdcUnits } = await readCheckout(checkout.url());
  await checkout.getByRole("button", { name: "Scan a QR code" }).click();
  await sendAsStranger({ to, usdcUnits });
  await expect(checkout.getByText(/from a wallet that is not linked to your account/)).toBeVisible();
});

test("a signed-out visitor is sent to sign in, and then to choose a merchant", async ({ page }) => {
  await page.goto("/payment");
  await page.waitForURL("**/login**");
  await enterAs(page, await makeConsumer());
  await page.goto("/payment");
  await page.waitForURL("**/enrollment**");
});

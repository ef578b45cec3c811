import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { expect, system, test } from "./hearth.ts";
import { newTenant, readCheckout, sendByHand, startPayment } from "./steps.ts";

/** A window of an administrator who has just signed in, at a place of the admin area. */
async function openAdmin(browser: Browser, like: Page, place: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: system.url, viewport: like.viewportSize() });
  const page = await context.newPage();
  await page.goto(place);
  await page.getByRole("main").getByLabel("Email", { exact: true }).fill("admin@hearth.test");
  await page.getByLabel("Password", { exact: true }).fill("hearth-demo-2026");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL((url) => url.pathname === place);
  return page;
}

/** The row of that amount in the list of unmatched money. */
const linkOf = (page: Page, amount: string) => page.getByRole("link", { name: new RegExp(`^View ${amount} USDC`) });

/** An amount that no other payment of this run asks for. */
function ownAmount(page: Page): string {
  const cents = (Date.now() % 89) + 10;
  return `${page.viewportSize()?.width === 390 ? 41 : 42}.${cents}`;
}

test("an admin attaches money to its payment, undoes that, and sets it aside, each with a reason", async ({ page, browser }) => {
  test.slow();
  const amount = ownAmount(page);
  await newTenant(page);
  const checkout = await startPayment(page, amount, "Garage in December");
  const { payee, usdcUnits } = await readCheckout(checkout.url());
  await sendByHand(page, { to: payee, usdcUnits, as: `stranger ${amount} ${Date.now()}` });
  await checkout.close();

  const admin = await openAdmin(browser, page, "/admin/dashboard");
  await admin.getByRole("link", { name: /reached a merchant and fits no payment/ }).click();
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("Unmatched money");
  await admin.getByLabel("Search").fill("juniper");
  await admin.getByRole("button", { name: "Apply Filters" }).click();
  await expect(admin).toHaveURL(/search=juniper/);
  await expect(async () => {
    await admin.reload();
    await expect(linkOf(admin, amount)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await linkOf(admin, amount).click();
  const dialog = admin.getByRole("dialog", { name: `${amount} USDC` });
  await dialog.getByRole("radio", { name: /Garage in December/ }).check();
  await dialog.getByRole("button", { name: "Attach to payment" }).click();
  await expect(dialog.getByText("Please provide a reason")).toBeVisible();
  await dialog.getByLabel("Reason").fill("She sent it from her exchange account");
  await dialog.getByRole("button", { name: "Attach to payment" }).click();
  await expect(admin.getByText("The transfer is attached.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.waitForURL("**/payment-success**", { timeout: 60_000 });

  await admin.getByRole("button", { name: "Attached" }).click();
  await linkOf(admin, amount).click();
  await expect(dialog.getByText("She sent it from her exchange account")).toBeVisible();
  await dialog.getByLabel("Reason").fill("It was for her neighbour's garage");
  await dialog.getByRole("button", { name: "Undo the attachment" }).click();
  await expect(admin.getByText("The transfer is taken from the payment")).toBeVisible();
  await expect(linkOf(admin, amount)).toBeHidden();

  await admin.getByRole("button", { name: /^To look at/ }).click();
  await linkOf(admin, amount).click();
  await dialog.getByRole("radio", { name: "It is not a payment" }).check();
  await dialog.getByLabel("Reason").fill("A gift to the landlord");
  await dialog.getByRole("button", { name: "Set aside" }).click();
  await expect(admin.getByText("The transfer is set aside")).toBeVisible();
  await admin.getByRole("button", { name: "Set aside" }).click();
  await linkOf(admin, amount).click();
  await dialog.getByRole("button", { name: "List it again" }).click();
  await expect(admin.getByText("The transfer is listed again")).toBeVisible();
  await admin.context().close();
});

test("the audit log is searched by who and by what, and taken away as a file", async ({ page, browser }) => {
  const admin = await openAdmin(browser, page, "/admin/audit-log");
  await admin.getByLabel("Search").fill("admin@hearth.test");
  await admin.getByRole("button", { name: "Apply Filters" }).click();
  await admin.getByLabel("What").selectOption("Admin signed in");
  await expect(admin).toHaveURL(/action=admin\.signedIn/);
  const ledger = admin.getByRole("table", { name: "Audit log" });
  await expect(ledger.getByText("Admin signed in").first()).toBeVisible();
  await admin.reload();
  await expect(admin.getByLabel("Search")).toHaveValue("admin@hearth.test");
  await expect(ledger.getByText("Admin signed in").first()).toBeVisible();
  const [file] = await Promise.all([admin.waitForEvent("download"), admin.getByRole("button", { name: "Export CSV" }).click()]);
  const [head, ...lines] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(head).toContain("Date (UTC),Action,By");
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain(",admin.signedIn,");
  await admin.getByLabel("Search").fill("nobody at all");
  await admin.getByRole("button", { name: "Apply Filters" }).click();
  await expect(admin.getByText("Nothing in the log fits this filter.")).toBeVisible();
  await admin.context().close();
});

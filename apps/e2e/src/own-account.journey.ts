import { readFile } from "node:fs/promises";
import { expect, test } from "./hearth.ts";
import { linkIn, newestMail } from "./mails.ts";
import { enterAs, headersOf, makeConsumer, makeTenant, openBrowser, signedIn } from "./people.ts";
import { signIn } from "./steps.ts";

test("a tenant changes name, email and password, and other devices are signed out", async ({ page, browser }) => {
  const { email, password } = await enterAs(page, await makeConsumer());
  const other = await signedIn(email, password);
  const statusElsewhere = async () => (await page.request.get("/api/auth/me", { headers: headersOf(other) })).status();

  await page.goto("/profile");
  await page.getByLabel("First name").fill("Noor Amal");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated successfully")).toBeVisible();
  await expect(page.getByRole("button", { name: "Noor Amal" })).toBeVisible();
  expect(await statusElsewhere()).toBe(200);

  await page.getByRole("form", { name: "Profile information" }).getByLabel("Email").fill(`new.${email}`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(`We have sent a link to new.${email}`)).toBeVisible();
  expect(await statusElsewhere()).toBe(200);
  await page.goto(linkIn(await newestMail(`new.${email}`, "Confirm your new email")));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your email is confirmed")).toBeVisible();
  expect(await statusElsewhere()).toBe(401);
  await page.goto("/profile");

  await page.getByRole("tab", { name: "Change Password" }).click();
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password", { exact: true }).fill("a louder hearth");
  await page.getByLabel("Confirm new password").fill("a louder hearth");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password updated successfully")).toBeVisible();
  const elsewhere = await openBrowser(browser);
  await elsewhere.goto("/login");
  await signIn(elsewhere, `new.${email}`, "a louder hearth");
  await elsewhere.waitForURL("**/dashboard");
  await elsewhere.context().close();
});

test("the settings show the devices, sign one out, and keep the appearance", async ({ page, browser }) => {
  const { email, password } = await enterAs(page, await makeConsumer());
  const elsewhere = await openBrowser(browser);
  await elsewhere.goto("/login");
  await signIn(elsewhere, email, password);
  await elsewhere.waitForURL("**/dashboard");
  await page.goto("/settings");
  await expect(page.getByText("This device")).toBeVisible();
  await page.getByRole("button", { name: /^Sign out .* on / }).click();
  await expect(page.getByText("Last used")).toHaveCount(0);
  await elsewhere.goto("/profile");
  await elsewhere.waitForURL("**/login**");
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await elsewhere.context().close();
});

test("two years of payments can be searched, summed and downloaded", async ({ page }) => {
  await enterAs(page, await signedIn("tenant@hearth.test"));
  await page.goto("/payment-history");
  await page.getByLabel("Search").fill("rent");
  await page.waitForURL("**/payment-history?search=rent");
  await page.getByRole("button", { name: /^Completed/ }).click();
  await page.waitForURL(/status=completed/);
  await page.reload();
  await expect(page.getByLabel("Search")).toHaveValue("rent");
  await expect(page.getByRole("rowheader").first()).toContainText(/\w+ 20\d\d.*\d+ paid, \$[\d,]+\.\d\d/);
  const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export CSV" }).click()]);
  const lines = (await readFile(await csv.path(), "utf8")).trim().split("\r\n");
  expect(lines.length).toBeGreaterThan(12);
  for (const line of lines.slice(1)) expect(line).toMatch(/rent.*,completed,/i);

  await page
    .getByRole("link", { name: /^View .*rent/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Save receipt" }).click();
  const [pdf] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "PDF" }).click()]);
  expect(pdf.suggestedFilename()).toMatch(/^hearth-receipt-[\d-]+-[\w-]+\.pdf$/);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/search=rent&status=completed$|status=completed&search=rent$/);
});

test("a payment URL for one period is generated, followed and paid within the limits", async ({ page }) => {
  await enterAs(page, await makeTenant());
  await page.goto("/setup-recurring");
  const amount = page.getByRole("textbox", { name: /Amount/ });
  const generate = page.getByRole("button", { name: "Generate payment URL" });
  for (const [typed, answer] of [
    ["", "Please enter a valid positive amount."],
    ["0.00", "Please enter a valid positive amount."],
    ["0.50", "Minimum payment amount is $1.00"],
  ] as const) {
    await amount.fill(typed);
    await generate.click();
    await expect(page.getByText(answer)).toBeVisible();
  }
  await amount.fill("75.25");
  await generate.click();
  const [checkout] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Open checkout" }).click()]);
  await checkout.getByRole("button", { name: /^Pay \$75\.25/ }).click();
  await expect(page.getByText("This period is paid.")).toBeVisible();
  await page.getByRole("link", { name: "View receipt" }).click();
  await expect(page.getByRole("article", { name: "Receipt" })).toContainText("Recurring");
});

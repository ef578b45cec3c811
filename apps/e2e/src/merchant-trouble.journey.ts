import { openPaidPayment, signInFor } from "./dispute-steps.ts";
import { expect, isPhone, system, test } from "./hearth.ts";
import { openAsMerchant, registerBusiness } from "./merchant-steps.ts";
import { goTo, signIn } from "./steps.ts";

const keptAsItIs = "Your address was written in another way and is kept as it is";

for (const { commas, address } of [
  { commas: "one comma", address: "12 Cedar Street, Albany" },
  { commas: "two commas", address: "12 Cedar Street, Albany, NY 12207" },
  { commas: "seven commas", address: "The Old Mill, Upper Road, behind the church, by the river, Dale, Cumbria, CA7 1AA, United Kingdom" },
]) {
  test(`an address with ${commas} that has no parts is shown as it is, and stays so when something else is saved`, async ({ page }) => {
    const business = await openAsMerchant(page, "/merchant/settings", { address });
    await expect(page.getByText(keptAsItIs)).toBeVisible();
    await expect(page.getByText(address, { exact: true })).toBeVisible();
    await expect(page.getByLabel("Street address")).toHaveValue("");
    await page.getByLabel("Contact name").fill("Ines Prado");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Business information updated successfully")).toBeVisible();
    expect(await business.read()).toMatchObject({ contactName: "Ines Prado", address });
  });
}

test("an address of seven commas comes apart into its parts, and together again to the letter", async ({ page }) => {
  const street = "Flat 2, Third Staircase, Second Courtyard, The Old Mill, Upper Road";
  const address = `${street}, Dale, Cumbria CA7 1AA, United Kingdom`;
  const business = await openAsMerchant(page, "/merchant/settings", { address });
  await expect(page.getByLabel("Street address")).toHaveValue(street);
  await expect(page.getByLabel("City")).toHaveValue("Dale");
  await expect(page.getByLabel("State")).toHaveValue("Cumbria");
  await expect(page.getByLabel("ZIP code")).toHaveValue("CA7 1AA");
  await expect(page.getByLabel("Country")).toHaveValue("United Kingdom");
  await page.getByLabel("Contact name").fill("Ines Prado");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Business information updated successfully")).toBeVisible();
  expect(await business.read()).toMatchObject({ contactName: "Ines Prado", address });
});

test("a response that is still being written when its dispute closes can be read and copied", async ({ page, browser }) => {
  test.slow();
  const amount = `${651 + (isPhone(page) ? 1 : 0)}.${10 + (Date.now() % 90)}`;
  const paymentId = await openPaidPayment(page, amount, new RegExp(amount.replace(".", "\\s*\\.")));
  const payer = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("authToken"))}` };
  const filing = { paymentId, reason: "The bell does not ring", amount: "5.00" };
  const filed = await page.request.post(`${system.url}/api/disputes/create`, { headers: payer, multipart: filing });
  const { dispute } = (await filed.json()) as { dispute: { _id: string; disputeId: string } };

  const landlord = await (await browser.newContext({ baseURL: system.url, viewport: page.viewportSize() })).newPage();
  await signIn(landlord, "landlord@hearth.test");
  await landlord.goto(`/merchant/disputes/${dispute._id}`);
  const dialog = landlord.getByRole("dialog", { name: `Dispute ${dispute.disputeId}` });
  await dialog.getByLabel("Your response").fill("It rings again since Monday.");
  const { headers } = await signInFor(page, "/api/admin/login", "admin@hearth.test");
  const verdict = { result: "denied", resultReason: "It rings" };
  expect((await page.request.put(`${system.url}/api/disputes/${dispute._id}/close`, { headers, data: verdict })).status()).toBe(200);
  const unsent = dialog.getByRole("alert").filter({ hasText: "Your response was not sent" });
  await expect(unsent).toContainText("It rings again since Monday.");
  await expect(unsent.getByRole("button", { name: "Copy your response" })).toBeVisible();
  await expect(dialog.getByText("This dispute is closed. Nothing can be added.")).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Your response" })).toBeHidden();
  await landlord.context().close();
});

test("a suspended business sees all of its area and why nothing new comes, and keeps what it typed in vain", async ({ page }) => {
  const { headers } = await signInFor(page, "/api/admin/login", "admin@hearth.test");
  const { email, password, merchantId } = await registerBusiness(page, { name: "Halted Homes" });
  const record = `${system.url}/api/admin/merchants/${merchantId}`;
  expect((await page.request.put(record, { headers, data: { status: "suspended" } })).status()).toBe(200);
  await signIn(page, email, password);
  await page.waitForURL("**/merchant/dashboard");
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
  expect(await (await page.request.get(record, { headers })).json()).toMatchObject({ name: "Halted Homes", walletAddress: null });
});

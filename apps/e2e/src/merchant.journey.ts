import { readFile } from "node:fs/promises";
import { bothScreens, expect, newPerson, test } from "./hearth.ts";
import { openAsMerchant } from "./merchant-steps.ts";
import { enterAs, makeConsumer, signedIn } from "./people.ts";
import { goTo, signIn } from "./steps.ts";

test("a business registers in four steps, loses nothing on the way, and lands on its dashboard", async ({ page }) => {
  const person = newPerson();
  await page.goto("/merchant/login");
  await page.getByRole("link", { name: "Create a merchant account" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  for (const missing of ["Business name is required", "Business type is required", "Business description is required"]) {
    await expect(page.getByText(missing)).toBeVisible();
  }
  await page.getByLabel("Business name").fill("Alder & Sons, Lettings of the Upper Valley and Its Side Valleys");
  await expect(page.getByText("Business name is required")).toBeHidden();
  await page.getByLabel("Business type").selectOption("real_estate");
  await page.getByLabel("Business description").fill("Flats, let since 1951");
  await page.getByRole("button", { name: "Continue" }).click();

  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill("not an address");
  await page.getByLabel("Phone number").fill("(555) 010-0177");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByLabel("Country")).toHaveValue("United States");
  await page.getByLabel("Street address").fill("1 Alder Lane, Rear");
  await page.getByLabel("City").fill("Albany");
  await page.reload();
  await expect(page.getByLabel("City")).toHaveValue("Albany");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Street address")).toHaveValue("1 Alder Lane, Rear");
  await page.getByLabel("State").fill("NY");
  await page.getByLabel("ZIP code").fill("1220");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please enter a ZIP code of 5 digits, or 5 and 4")).toBeVisible();
  await page.getByLabel("ZIP code").fill("12207-1234");
  await page.getByRole("button", { name: "Continue" }).click();

  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(`${person.password}!`);
  await page.getByRole("button", { name: "Create account" }).click();
  for (const problem of ["Passwords do not match", "You must agree to the terms and conditions", "You must agree to data processing"]) {
    await expect(page.getByText(problem)).toBeVisible();
  }
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByLabel(/I agree to the terms/).check();
  await page.getByLabel(/I agree to data processing/).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Registration successful! Redirecting to your merchant dashboard...")).toBeVisible();
  await page.waitForURL("**/merchant/dashboard");
  await expect(page.getByText("No one has paid you yet.", { exact: false })).toBeVisible();
  await expect(page.getByText("You have not set up your wallet address yet")).toBeVisible();
});

test("an account without a business is refused at the merchants' sign-in", async ({ page }) => {
  await page.goto("/merchant/disputes");
  await page.waitForURL("**/merchant/login**");
  const { email, password } = await makeConsumer();
  await signIn(page, email, password);
  const denial =
    "Access denied. This account does not have merchant privileges. Please use the regular login or create a merchant account.";
  await expect(page.getByText(denial)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
});

test("transactions are filtered in the URL, open over the list, and download as a file", bothScreens, async ({ page }) => {
  await enterAs(page, await signedIn("landlord@hearth.test"));
  await page.goto("/merchant/dashboard");
  await goTo(page, /Transactions/);
  await page.getByRole("button", { name: /^Failed/ }).click();
  await expect(page).toHaveURL(/status=failed/);
  await page.getByRole("button", { name: /^Dates/ }).click();
  await page.getByLabel("Start date").fill("2020-01-01");
  await page.getByLabel("End date").fill("Jan 31, 2020");
  await page.keyboard.press("Escape");
  await expect(page.getByText("There are no such transactions within these dates.")).toBeVisible();
  await page.getByRole("button", { name: "Clear Dates" }).click();
  await expect(page).not.toHaveURL(/startDate/);
  const view = page.getByRole("link", { name: /^View / }).first();
  await view.click();
  const details = page.getByRole("dialog");
  await expect(details.getByText("Timeline")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await expect(page).toHaveURL(/status=failed/);
  await expect(view).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(details).toBeVisible();
  await page.mouse.click(4, 4);
  await expect(details).toBeHidden();
  await page.goForward(); // closing went back to the list, so that Back does not open them again
  await expect(details).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export CSV" }).click()]);
  expect(download.suggestedFilename()).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  const [head = "", ...lines] = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(head).toContain("Date,Time zone,Payer,Email,Apartment,Description,Status");
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line.includes(",failed,"))).toBe(true);
});

test("a merchant edits the business, keeps an address in another format, and changes the time zone", async ({ page }) => {
  const address = "The Old Mill, Upper Road, behind the church, by the river, Dale, Cumbria, CA7 1AA, United Kingdom";
  const { client } = await openAsMerchant(page, "/merchant/dashboard", { address });
  await goTo(page, /Settings/);
  await expect(page.getByText("Your address was written in another way and is kept as it is")).toBeVisible();
  await page.getByLabel("Business name").fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Business name is required")).toBeVisible();
  await expect(page.getByLabel("Business name")).toBeFocused();
  await page.getByLabel("Business name").fill("Mill & Weir Lets");
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Business information updated successfully")).toBeVisible();
  expect(await client.merchant.business.query()).toMatchObject({ name: "Mill & Weir Lets", address, timeZone: "Asia/Tokyo" });
  await page.getByLabel("Street address").fill("The Old Mill");
  await page.getByLabel("City").fill("Dale");
  await page.getByLabel("State").fill("Cumbria");
  await page.getByLabel("Country").selectOption("United Kingdom");
  await page.getByLabel("ZIP code").fill("CA7 1AA");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Your address was written in another way and is kept as it is")).toBeHidden();
});

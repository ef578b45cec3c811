import { type Day, dayIn, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import { asOnPhone, expect, test } from "./hearth.ts";
import { linkIn, newestMail } from "./mails.ts";
import { enterAs, makeTenant, signedIn } from "./people.ts";

/**
 * Returns the current month in the landlord's time zone by its first day, and a past day of it. Rent due on that day is due now and within
 * its grace period.
 */
function dueBy(timeZone: string): { month: Day; dueDay: number } {
  const today = dayIn(new Date(), timeZone);
  return { month: monthOf(today), dueDay: Math.min(28, Number(today.slice(8))) };
}

test("a landlord lets a unit, and its tenant signs on a phone, once for each coming month: due rent is paid automatically", async ({
  page,
}) => {
  const landlord = await signedIn("landlord@hearth.test");
  const tenant = await makeTenant();
  await tenant.client.auth.confirmEmail.mutate({
    token: new URL(linkIn(await newestMail(tenant.email, "Confirm your email"))).hash.slice(1),
  });
  const house = `Alder ${tenant.id.slice(-6)}`;
  const { timeZone } = await landlord.client.merchant.business.query();
  const { month, dueDay } = dueBy(timeZone);

  await enterAs(page, landlord);
  await page.goto("/merchant/properties");
  await page.getByRole("button", { name: "Add a property" }).first().click();
  const property = page.getByRole("form", { name: "New property" });
  await property.getByLabel("Name", { exact: true }).fill(house);
  await property.getByLabel("Units").fill("1");
  await property.getByRole("button", { name: "Add property" }).click();
  await page.getByRole("link", { name: `Add lease for ${house} 1` }).click();
  const lease = page.getByRole("form", { name: "New lease" });
  await lease.getByLabel("Tenant's name").fill("Noor Haddad");
  await lease.getByLabel("Tenant's email").fill(tenant.email);
  await lease.getByLabel("Monthly rent, in dollars").fill("640.00");
  await lease.getByLabel("Due on").selectOption(String(dueDay));
  await lease.getByLabel("Start date").fill(monthAfter(month, -1));
  await lease.getByLabel("First month to charge").selectOption(month);
  await lease.getByRole("button", { name: "Create lease" }).click();
  await expect(page.getByRole("heading", { name: `${house} 1` })).toBeVisible();

  const asBefore = await asOnPhone(page);
  await enterAs(page, tenant);
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Pay $640.00" })).toBeVisible();
  await page.getByRole("link", { name: "See what it is for" }).click();
  await page.getByRole("link", { name: "Autopay" }).click();
  await page.getByRole("button", { name: "Set up autopay" }).click();
  const signing = page.getByRole("dialog");
  await signing.getByRole("button", { name: "Sign for 3 months" }).click();
  for (const signed of [0, 1, 2]) {
    await expect(signing.getByText(`${signed} of 3 signed`)).toBeVisible();
    await signing.getByRole("button", { name: /^Sign for / }).click();
  }
  await expect(signing.getByText("3 months are signed")).toBeVisible();
  await signing.getByRole("button", { name: "Done" }).click();

  await expect(async () => {
    await page.goto("/dashboard");
    await expect(page.getByText(`${house} 1, nothing is owed`)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByText("Rent for", { exact: false }).first()).toBeVisible();
  await page.goto("/autopay");
  const months = page.getByRole("table", { name: `Coming rent of ${house} 1` });
  await expect(months.getByText("Signed", { exact: true }).filter({ visible: true })).toHaveCount(2);

  await asBefore();
  await enterAs(page, landlord);
  await page.goto(`/merchant/tenants?search=${encodeURIComponent(house)}`);
  const row = page.getByRole("row", { name: new RegExp(`${house} 1`) });
  await expect(row).toContainText("Paid up");
  await expect(row).toContainText(/Noor Haddad.*Autopay/);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Last paid" }).click();
  await expect(row).toContainText("$640.00");
});

import { devices, type Page } from "@playwright/test";
import { dayIn, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import { allow } from "./exchange-steps.ts";
import { bothScreens, expect, isPhone, newPerson, shownAs, test } from "./hearth.ts";
import { linkIn, newestMail } from "./mails.ts";
import { fillRegistration } from "./merchant-steps.ts";
import { openBrowser } from "./people.ts";
import { countPresses, linkTestWallet, signUpAs } from "./steps.ts";

const zone = "America/New_York";

test(
  "a landlord's first day ends with the first rent, and the tenant pays the second bill with two presses",
  bothScreens,
  async ({ page, browser }) => {
    const house = `Elm ${Date.now().toString(36)}`;
    const tenant = newPerson();
    const leasePage = await test.step("a landlord's first day", async () => {
      const landlord = await register(page, house);
      await expect(page.getByText("First steps: 0 of 6 done")).toBeVisible();

      await page.goto(linkIn(await newestMail(landlord.email, "Confirm your email")));
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByText("Your email is confirmed")).toBeVisible();
      await page.goto("/merchant/dashboard");
      await page.getByRole("link", { name: "Set up your wallet" }).click();
      await createWallet(page);

      await page.goto("/merchant/dashboard");
      await expect(page.getByText("First steps: 2 of 6 done")).toBeVisible();
      await page.getByRole("link", { name: "Add a property" }).click();
      await addProperty(page, house);
      await addLease(page, tenant.email);
      const url = page.url();
      await page.goto("/merchant/dashboard");
      await expect(page.getByText("First steps: 5 of 6 done")).toBeVisible();
      return url;
    });

    const theirs = await test.step("a tenant's first visit", async () => {
      const window = await openBrowser(browser);
      await window.setViewportSize(page.viewportSize() ?? devices["Desktop Chrome"].viewport);
      const invitation = await newestMail(tenant.email, /invited you to pay rent/);
      expect(invitation.text).toContain(`${house}, unit A: $640.00 a month, due on the 1st.`);
      await window.goto(linkIn(invitation));
      await expect(window.getByText("$640.00 a month, due on the 1st")).toBeVisible();
      await window.getByRole("link", { name: "Accept and create account" }).click();
      await signUpAs(window, tenant);
      await window.getByRole("button", { name: `I know ${house} Homes` }).click();
      await window.waitForURL("**/dashboard");
      await expect(window.getByRole("button", { name: "Pay $640.00" })).toBeVisible();
      await linkTestWallet(window);
      await payFromDashboard(window, "640.00");
      await expect(page.getByText("First steps", { exact: false })).toBeHidden();
      return window;
    });

    await page.goto(leasePage);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Add charge" }).click();
    const charge = page.getByRole("dialog");
    await charge.getByLabel("Type").selectOption("repair");
    await charge.getByLabel(/^Amount/).fill("85");
    await charge.getByLabel("Date").fill(dayIn(new Date(), zone));
    await charge.getByLabel("Description").fill("A new key");
    await charge.getByRole("button", { name: "Add charge" }).last().click();
    await expect(page.getByText("A new key").first()).toBeVisible();

    await test.step("the second bill", async () => {
      const presses = await countPresses(theirs.context());
      await theirs.goto("/dashboard");
      await payFromDashboard(theirs, "85.00");
      expect(presses().app, "presses from the dashboard to the receipt").toBe(2);
    });
    await theirs.context().close();
  },
);

/** Signs a landlord up on the pages, in four steps. */
async function register(page: Page, house: string): Promise<{ email: string }> {
  const person = newPerson();
  await fillRegistration(page, person, `${house} Homes`, "apartment");
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/merchant/dashboard");
  return person;
}

/** Creates a payout wallet at the exchange, in its window or on a phone in the same one. */
async function createWallet(page: Page): Promise<void> {
  await page.getByRole("group", { name: "How" }).getByRole("button", { name: "Create wallet" }).click();
  const create = page.getByRole("tabpanel").getByRole("button", { name: "Create wallet" }).nth(1);
  if (isPhone(page)) {
    await create.click();
    await allow(page);
    await page.waitForURL("**/merchant/settings**");
  } else {
    const [popup] = await Promise.all([page.waitForEvent("popup"), create.click()]);
    await allow(popup);
  }
  await page.getByRole("button", { name: "Use this wallet" }).click();
  await expect(page.getByText("You are paid into this wallet.")).toBeVisible();
}

async function addProperty(page: Page, house: string): Promise<void> {
  await page.getByRole("button", { name: "Add a property" }).first().click();
  const property = page.getByRole("form", { name: "New property" });
  await property.getByLabel("Name", { exact: true }).fill(house);
  await property.getByLabel("Units").fill("A");
  await property.getByRole("button", { name: "Add property" }).click();
  await page.getByRole("link", { name: `Add lease for ${house} A` }).click();
}

/** Fills in a lease that is charged from this month on, which invites its tenant. */
async function addLease(page: Page, email: string): Promise<void> {
  const lease = page.getByRole("form", { name: "New lease" });
  await lease.getByLabel("Tenant's name").fill("Noor Haddad");
  await lease.getByLabel("Tenant's email").fill(email);
  await lease.getByLabel("Monthly rent, in dollars").fill("640");
  const month = monthOf(dayIn(new Date(), zone));
  await lease.getByLabel("Start date").fill(monthAfter(month, -1));
  await lease.getByLabel("First month to charge").selectOption(month);
  await lease.getByRole("button", { name: "Create lease" }).click();
  await expect(page.getByRole("heading", { name: / A$/ })).toBeVisible();
}

/** Presses Pay on the dashboard and in the checkout, and waits for the receipt. */
async function payFromDashboard(page: Page, amount: string): Promise<void> {
  await page.goto("/dashboard");
  const [checkout] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: `Pay $${amount}` }).click()]);
  await checkout.getByRole("button", { name: `Pay $${amount} from wallet` }).click();
  await page.waitForURL("**/payment-success**");
  await expect(page.getByRole("main")).toContainText(shownAs(amount));
}

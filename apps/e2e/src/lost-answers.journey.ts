import { dayIn, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import { expect, test } from "./hearth.ts";
import { allAttempts, dropAnswers, droppedAnswers, expectUnknown } from "./lossy.ts";
import { enterAs, makeTenant, signedIn } from "./people.ts";
import { expectReceipt, startPayment } from "./steps.ts";

test.use({ allowConsole: [droppedAnswers] });

test("a payment whose answer is lost is on its way: no other way to pay is offered, and it is paid once", async ({ page }) => {
  const tenant = await enterAs(page, await makeTenant());
  let isCut = false;
  // The page hears of the payment by no other way either: events never arrive, and no poll does meanwhile.
  const context = page.context();
  await context.route(/\/trpc\/payments\.watchCheckout\b/, (route) => route.abort("connectionreset"));
  await context.route(/\/trpc\/payments\.checkout\b/, (route) => (isCut ? route.abort("connectionreset") : route.continue()));
  const checkout = await startPayment(page, "61.20");
  const dropped = await dropAnswers(checkout, "payments.authorize", () => isCut);
  const pay = checkout.getByRole("button", { name: "Pay $61.20 from wallet" });
  await expect(checkout.getByRole("button", { name: "Scan a QR code" })).toBeVisible();
  isCut = true;
  await pay.click();
  await expect(checkout.getByText("We could not hear back. Your payment may be on its way.")).toBeVisible();
  expect(dropped).toHaveLength(allAttempts);
  await expect(checkout.getByText("No money has moved")).toBeHidden();
  await expect(checkout.getByRole("button", { name: "Scan a QR code" })).toBeHidden();
  await expect(pay).toBeHidden();
  isCut = false;
  await checkout.getByRole("button", { name: "Check again" }).click();
  await expectReceipt(page, "61.20");
  const { items } = await tenant.client.payments.list.query({});
  expect(items.map(({ amount, status }) => [amount, status])).toEqual([[61.2, "completed"]]);
});

test("what a landlord enters is done once, whether one answer is lost or all, and nothing says that it was not done", async ({ page }) => {
  const landlord = await enterAs(page, await signedIn("landlord@hearth.test"));
  const { rent } = landlord.client;
  const house = `Rowan ${Date.now().toString(36)}`;
  const { timeZone } = await landlord.client.merchant.business.query();
  const month = monthOf(dayIn(new Date(), timeZone));

  // One answer lost: the write is repeated automatically.
  await dropAnswers(page, "rent.addProperty", (count) => count < 1);
  await page.goto("/merchant/properties");
  await page.getByRole("button", { name: "Add a property" }).first().click();
  const property = page.getByRole("form", { name: "New property" });
  await property.getByLabel("Name", { exact: true }).fill(house);
  await property.getByLabel("Units").fill("1");
  await property.getByRole("button", { name: "Add property" }).click();
  await page.getByRole("link", { name: `Add lease for ${house} 1` }).click();

  // All answers lost: the form says that the outcome is not known, keeps what was typed, and a second press repeats the same write.
  await dropAnswers(page, "rent.createLease", (count) => count < allAttempts);
  const lease = page.getByRole("form", { name: "New lease" });
  await lease.getByLabel("Tenant's name").fill("Noor Haddad");
  await lease.getByLabel("Tenant's email").fill(`noor.${Date.now().toString(36)}@example.com`);
  await lease.getByLabel("Monthly rent, in dollars").fill("640.00");
  await lease.getByLabel("Start date").fill(monthAfter(month, -1));
  await lease.getByLabel("First month to charge").selectOption(month);
  await lease.getByRole("button", { name: "Create lease" }).click();
  await expectUnknown(page);
  await expect(lease.getByLabel("Tenant's name")).toHaveValue("Noor Haddad");
  await lease.getByRole("button", { name: "Create lease" }).click();
  await expect(page.getByRole("heading", { name: `${house} 1` })).toBeVisible();
  await expect(page.getByText("Your earlier try and this one count as one.")).toBeVisible();
  const leaseId = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await dropAnswers(page, "rent.addCharge", (count) => count < allAttempts);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Add charge" }).click();
  const entry = page.getByRole("form", { name: "New entry" });
  await entry.getByLabel("Type", { exact: true }).selectOption("repair");
  await entry.getByLabel("Amount, in dollars").fill("85.00");
  await entry.getByLabel("Date", { exact: true }).fill(dayIn(new Date(), timeZone));
  await entry.getByLabel("Description").fill("New lock");
  await entry.getByRole("button", { name: "Add charge" }).click();
  await expectUnknown(page);
  // The key outlives the dialog and a reload.
  await page.reload();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Add charge" }).click();
  await entry.getByLabel("Type", { exact: true }).selectOption("repair");
  await entry.getByLabel("Amount, in dollars").fill("85.00");
  await entry.getByLabel("Date", { exact: true }).fill(dayIn(new Date(), timeZone));
  await entry.getByLabel("Description").fill("New lock");
  await entry.getByRole("button", { name: "Add charge" }).click();
  await expect(page.getByText("Added to the ledger")).toBeVisible();

  const { items } = await rent.ledger.query({ leaseId });
  expect(items.filter(({ description }) => description === "New lock")).toHaveLength(1);
  const { items: properties } = await rent.properties.query({});
  expect(properties.filter(({ name }) => name === house)).toHaveLength(1);
});

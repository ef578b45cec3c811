import { dayIn, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import type { Page } from "@playwright/test";
import { makePayer } from "./dispute-steps.ts";
import { expect, ownAmount, test } from "./hearth.ts";
import { allAttempts, dropAnswers, droppedAnswers, expectUnknown, hurryRepeats, unknownOutcome } from "./lossy.ts";
import { makeBusiness } from "./merchant-steps.ts";
import { enterAs, makeTenant, type Person, signedIn } from "./people.ts";
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
  await expect(checkout.getByRole("button", { name: "Check again" })).toBeVisible();
  isCut = false;
  // The page may ask automatically before the press, and closes once it knows.
  await checkout
    .getByRole("button", { name: "Check again" })
    .click()
    .catch(() => undefined);
  await expectReceipt(page, "61.20");
  const { items } = await tenant.client.payments.list.query({});
  expect(items.map(({ amount, status }) => [amount, status])).toEqual([[61.2, "completed"]]);
});

test("what a landlord enters is done once, whether one answer is lost or all, and nothing says that it was not done", async ({ page }) => {
  const landlord = await enterAs(page, await signedIn("landlord@hearth.test"));
  const { rent } = landlord.client;
  await hurryRepeats(page);
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

/** A form whose answers are all lost at the first press, and arrive at the second. */
interface LostForm {
  title: string;
  /** The procedure, or the path of the REST API. */
  sends: string;
  /** The person and the payment that the form is about, where it needs one. */
  who: () => Promise<{ person: Person; paymentId: string }>;
  /** Opens the form and fills it in. `own` is a text that no other form has. */
  fill: (page: Page, about: { own: string; paymentId: string }) => Promise<void>;
  press: (page: Page) => Promise<void>;
  /** Button of the panel that takes the form's place, where the page finds what the lost press did. */
  found?: string;
  /** Counts the effects on the server. */
  effects: (person: Person, about: { own: string; paymentId: string }) => Promise<number>;
}

const asLandlord = async () => ({ person: await signedIn("landlord@hearth.test"), paymentId: "" });
const pressNamed = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

const lostForms: LostForm[] = [
  {
    title: "a payment request",
    sends: "requests.create",
    who: asLandlord,
    fill: async (page, { own }) => {
      await page.goto("/merchant/requests");
      await page.getByRole("button", { name: "Request a payment" }).click();
      const form = page.getByRole("form", { name: "Payment request" });
      await form.getByLabel("Name", { exact: true }).fill("Cora Payer");
      await form.getByLabel("Email").fill(`${own}@example.com`);
      await form.getByLabel("Amount, in dollars").fill("60.00");
      await form.getByLabel("Due on").fill(monthAfter(monthOf(dayIn(new Date(), "America/New_York")), 1));
      await form.getByLabel("Description").fill(own);
    },
    press: pressNamed("Send request"),
    effects: async ({ client }, { own }) =>
      (await client.requests.list.query({})).items.filter(({ description }) => description === own).length,
  },
  {
    title: "an invitation of a tenant",
    sends: "invitations.invite",
    who: asLandlord,
    fill: async (page, { own }) => {
      await page.goto("/merchant/invitations");
      const form = page.getByRole("form", { name: "Invite a tenant" });
      await form.getByLabel("Email").fill(`${own}@example.com`);
      await form.getByLabel("Address").fill("12 Cedar Street, Albany, NY 12207");
    },
    press: pressNamed("Send the invitation"),
    effects: async ({ client }, { own }) =>
      (await client.invitations.list.query({})).items.filter(({ email }) => email === `${own}@example.com`).length,
  },
  {
    title: "an invitation of staff",
    sends: "staff.invite",
    who: asLandlord,
    fill: async (page, { own }) => {
      await page.goto("/merchant/settings?tab=staff");
      await page.getByRole("form", { name: "Invite someone" }).getByLabel("Email").fill(`${own}@example.com`);
    },
    press: pressNamed("Send the invitation"),
    effects: async ({ client }, { own }) => JSON.stringify(await client.staff.list.query()).split(`"${own}@example.com"`).length - 1,
  },
  {
    title: "a change of the settings",
    sends: "merchant.editBusiness",
    who: async () => ({ person: await makeBusiness(), paymentId: "" }),
    fill: async (page, { own }) => {
      await page.goto("/merchant/settings");
      await page.getByLabel("Contact name").fill(own);
    },
    press: pressNamed("Save Changes"),
    effects: async ({ client }, { own }) => Number((await client.merchant.business.query()).contactName === own),
  },
  {
    title: "a refund",
    sends: "merchant.refundPayment",
    who: async () => ({ ...(await asLandlord()), paymentId: (await makePayer(ownAmount(651))).paymentId }),
    fill: async (page, { paymentId }) => {
      await page.goto(`/merchant/transactions?transaction=${paymentId}`);
      await page.getByRole("button", { name: "Refund…" }).click();
      await page.getByRole("form", { name: "Refund" }).getByLabel("Amount").fill("5.00");
    },
    press: pressNamed("Refund $5.00"),
    found: "Cancel refund",
    effects: async ({ client }, { paymentId }) => (await client.merchant.refunds.query({ paymentId })).items.length,
  },
  {
    title: "a dispute",
    sends: "/api/disputes/create",
    who: async () => {
      const { payer, paymentId } = await makePayer(ownAmount(653));
      return { person: payer, paymentId };
    },
    fill: async (page, { own }) => {
      await page.goto("/payment-history");
      await page.getByRole("link", { name: /^View Heating, November/ }).click();
      await page.getByRole("button", { name: "File dispute" }).click();
      await page.getByRole("dialog", { name: "File a dispute" }).getByLabel("Reason").fill(own);
    },
    press: pressNamed("File dispute"),
    effects: async ({ client }, { paymentId }) => (await client.disputes.ofPayment.query({ paymentId })).length,
  },
];

for (const { title, sends, who, fill, press, found, effects } of lostForms) {
  test(`${title} is made once, although its answer is lost and the form is sent again`, async ({ page }) => {
    const { person, paymentId } = await who();
    const about = { own: `lost-${Date.now().toString(36)}`, paymentId };
    await enterAs(page, person);
    await hurryRepeats(page);
    let isCut = true;
    const bodies = await dropAnswers(page, sends, () => isCut);
    await fill(page, about);
    await press(page);
    if (found !== undefined) {
      await expect(page.getByRole("button", { name: found })).toBeVisible();
      await expect.poll(() => bodies.length).toBe(allAttempts);
      expect(await effects(person, about)).toBe(1);
      return;
    }
    await expectUnknown(page);
    isCut = false;
    const lostCount = bodies.length;
    await press(page);
    await expect.poll(() => bodies.length).toBe(lostCount + 1);
    await expect(page.getByText(unknownOutcome)).toHaveCount(0);
    expect(await effects(person, about)).toBe(1);
  });
}

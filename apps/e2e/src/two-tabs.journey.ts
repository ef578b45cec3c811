import { createHearthClient } from "@hearth/client/hearth-client";
import type { Page } from "@playwright/test";
import { expect, newPerson, system, test } from "./hearth.ts";
import { linkIn, newestMail } from "./mails.ts";
import { makeBusiness } from "./merchant-steps.ts";
import { enterAs, makeTenant, openBrowser, signedIn } from "./people.ts";
import { signIn, startPayment } from "./steps.ts";

const conflict = "Someone else has changed this since you opened it. Nothing was saved.";
const changed = "This changed while you were editing.";
const saved = "Business information updated successfully";

/** Opens the business's settings in another tab of the same browser. */
async function openSettings(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto("/merchant/settings");
  return tab;
}

const phone = (tab: Page) => tab.getByLabel("Phone number");
const contact = (tab: Page) => tab.getByLabel("Contact name");
const save = (tab: Page) => tab.getByRole("button", { name: "Save Changes" }).click();

test("two tabs at one checkout pay once, and the second one shows the payment of the first", async ({ page }) => {
  const tenant = await enterAs(page, await makeTenant());
  const before = await tenant.client.wallet.balance.query();
  const first = await startPayment(page, "44.40");
  const second = await page.context().newPage();
  await second.goto(first.url());
  const pay = (tab: Page) => tab.getByRole("button", { name: "Pay $44.40 from wallet" });
  await Promise.all([first, second].map((tab) => expect(pay(tab)).toBeVisible()));
  // The payment of one tab may be there before the other tab's button can be pressed
  await Promise.all([first, second].map((tab) => Promise.race([pay(tab).click(), pay(tab).waitFor({ state: "hidden" })])));
  const payments = async () => (await tenant.client.payments.list.query({})).items.map(({ amount, status }) => [amount, status]);
  await expect.poll(payments).toEqual([[44.4, "completed"]]);
  for (const tab of [second, first].filter((open) => !open.isClosed())) {
    await expect(pay(tab)).toBeHidden();
    await expect(tab.getByText("No money has moved")).toBeHidden();
  }
  const after = await tenant.client.wallet.balance.query();
  expect(BigInt(before.usdcUnits) - BigInt(after.usdcUnits)).toBe(44_400_000n);
});

test("two tabs on one form: the second is told of the first one's change, overwrites nothing and keeps what was typed", async ({
  page,
}) => {
  const owner = await enterAs(page, await makeBusiness());
  const [first, second] = [await openSettings(page), await openSettings(page)];
  await phone(second).fill("(555) 010-0177");
  await contact(first).fill("Ines Prado");
  await save(first);
  await expect(first.getByText(saved)).toBeVisible();
  await second.bringToFront();
  await save(second);
  await expect(second.getByText(conflict)).toBeVisible();
  await expect(phone(second)).toHaveValue("(555) 010-0177");
  const seen = await owner.client.merchant.business.query();
  expect(seen).toMatchObject({ contactName: "Ines Prado", phoneNumber: "(555) 010-0199" });

  await second.getByRole("button", { name: "Show what is there now" }).click();
  await expect(contact(second)).toHaveValue("Ines Prado");
  await second.getByRole("button", { name: "Bring back what you typed" }).click();
  await save(second);
  await expect(second.getByText(saved)).toBeVisible();
  expect(await owner.client.merchant.business.query()).toMatchObject({ contactName: "Ines Prado", phoneNumber: "(555) 010-0177" });
});

test("two tabs keep a draft of one form each, also over a reload, and a saved one ends only its own", async ({ page }) => {
  await enterAs(page, await makeBusiness());
  const [first, second] = [await openSettings(page), await openSettings(page)];
  await contact(first).fill("Typed in the first");
  await contact(second).fill("Typed in the second");
  await Promise.all([first, second].map((tab) => tab.reload()));
  await expect(contact(first)).toHaveValue("Typed in the first");
  await expect(contact(second)).toHaveValue("Typed in the second");
  await save(first);
  await expect(first.getByText(saved)).toBeVisible();
  await second.reload();
  await expect(contact(second)).toHaveValue("Typed in the second");
  await expect(second.getByText(changed)).toBeVisible();
});

test("somebody who logs out in one tab finds what they typed in the other after signing in again", async ({ page }) => {
  const owner = await enterAs(page, await makeBusiness());
  const [first, second] = [await openSettings(page), await openSettings(page)];
  await contact(second).fill("Typed before the end");
  await first.getByRole("button", { name: "Logout" }).click();
  await second.bringToFront();
  await expect(second.getByText("You logged out in another tab.")).toBeVisible();
  await signIn(second, owner.email, owner.password);
  await second.waitForURL(({ pathname }) => !/sign-?in|login/.test(pathname));
  await second.goto("/merchant/settings");
  await expect(contact(second)).toHaveValue("Typed before the end");
});

test("two people on one form: the second is told, nothing is overwritten, and both changes can be saved", async ({ page, browser }) => {
  const name = `Thistle ${Date.now().toString(36)}`;
  const owner = await makeBusiness({ name });
  const tokenOf = async (to: string, subject: string) => new URL(linkIn(await newestMail(to, subject))).hash.slice(1);
  const anonymous = createHearthClient({ url: system.url });
  await anonymous.auth.confirmEmail.mutate({ token: await tokenOf(owner.email, "Confirm your email") });
  const { email, ...invited } = newPerson();
  await owner.client.staff.invite.mutate({ email, role: "manager" });
  await anonymous.staff.accept.mutate({ token: await tokenOf(email, `Noor Haddad invited you to ${name} on Hearth`), ...invited });
  await owner.client.rent.setReminderRule.mutate({ daysBefore: null, onDueDay: true, daysLate: null });

  await enterAs(page, owner);
  const theirs = await openBrowser(browser, await signedIn(email, invited.password));
  await Promise.all([page, theirs].map((tab) => tab.goto("/merchant/settings?tab=reminders")));
  const late = (tab: Page) => tab.getByLabel("Days after the due date");
  const ahead = (tab: Page) => tab.getByLabel("Days before the due date");
  const keep = (tab: Page) => tab.getByRole("button", { name: "Save reminders" }).click();
  await late(theirs).fill("5");
  await ahead(page).fill("3");
  await keep(page);
  await expect(page.getByText("Reminders saved")).toBeVisible();
  await keep(theirs);
  await expect(theirs.getByText(conflict)).toBeVisible();
  await expect(late(theirs)).toHaveValue("5");
  expect(await owner.client.rent.reminderRule.query()).toEqual({ daysBefore: 3, onDueDay: true, daysLate: null });
  await theirs.getByRole("button", { name: "Show what is there now" }).click();
  await theirs.getByRole("button", { name: "Bring back what you typed" }).click();
  await keep(theirs);
  await expect(theirs.getByText("Reminders saved")).toBeVisible();
  expect(await owner.client.rent.reminderRule.query()).toEqual({ daysBefore: 3, onDueDay: true, daysLate: 5 });
  await theirs.context().close();
});

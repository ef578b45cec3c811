import type { Page } from "@playwright/test";
import { expect, ownAmount, test } from "./hearth.ts";
import { readCheckout, sendAsStranger } from "./money.ts";
import { enterAs, makeTenant, openBrowser, signedInAdmin } from "./people.ts";
import { startPayment } from "./steps.ts";

/** The row with this amount in the list of unmatched money. */
const linkOf = (page: Page, amount: string) => page.getByRole("link", { name: new RegExp(`^View ${amount} USDC`) });

test("an admin attaches money to its payment, undoes that, and sets it aside, each with a reason", async ({ page, browser }) => {
  const amount = ownAmount(42);
  await enterAs(page, await makeTenant());
  const checkout = await startPayment(page, amount, "Garage in December");
  const { to, usdcUnits } = await readCheckout(checkout.url());
  const sent = await sendAsStranger({ to, usdcUnits });
  await checkout.close();
  const administrator = await signedInAdmin();
  const listed = async () => (await administrator.client.admin.transfers.query({})).items.map(({ transactionHash }) => transactionHash);
  await expect.poll(listed).toContain(sent);

  const admin = await openBrowser(browser, administrator);
  await admin.goto("/admin/dashboard");
  await admin.getByRole("link", { name: /transfers? match(es)? no payment/ }).click();
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("Unmatched money");
  await admin.getByLabel("Search").fill("juniper");
  await expect(admin).toHaveURL(/search=juniper/);
  await linkOf(admin, amount).click();
  const dialog = admin.getByRole("dialog", { name: `${amount} USDC` });
  await dialog.getByRole("radio", { name: /Garage in December/ }).check();
  await dialog.getByRole("button", { name: "Attach to payment" }).click();
  await expect(dialog.getByText("Please provide a reason")).toBeVisible();
  await dialog.getByLabel("Reason").fill("She sent it from her exchange account");
  await dialog.getByRole("button", { name: "Attach to payment" }).click();
  await expect(admin.getByText("The transfer is attached.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.waitForURL("**/payment-success**");

  await admin.getByRole("button", { name: "Attached" }).click();
  await linkOf(admin, amount).click();
  await expect(dialog.getByText("She sent it from her exchange account")).toBeVisible();
  await dialog.getByLabel("Reason").fill("It was for her neighbour's garage");
  await dialog.getByRole("button", { name: "Undo the attachment" }).click();
  await expect(admin.getByText("The transfer is taken from the payment")).toBeVisible();
  await expect(linkOf(admin, amount)).toBeHidden();

  await admin.getByRole("button", { name: /^To review/ }).click();
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

import { expect, newPerson, test } from "./hearth.ts";
import { signedIn } from "./people.ts";
import { expectReceipt, linkTestWallet, signUpAs, startPayment } from "./steps.ts";

test("an invited tenant signs up by the link, is enrolled without filling in a form, and makes the first payment", async ({ page }) => {
  const landlord = await signedIn("landlord@hearth.test");
  const person = newPerson();
  const place = { address: "12 Juniper Street, Springfield, IL 62704", aptNumber: "9D" };
  const { url } = await landlord.client.invitations.invite.mutate({ email: person.email, ...place });
  await page.goto(url);
  await expect(page.getByText("9D")).toBeVisible();
  await page.getByRole("link", { name: "Accept and create account" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await signUpAs(page, person);
  await page.waitForURL("**/dashboard");
  await linkTestWallet(page);
  const checkout = await startPayment(page, "1210.00");
  await checkout.getByRole("button", { name: "Pay $1,210.00 from wallet" }).click();
  await expectReceipt(page, "1210.00");
  const [invitation] = (await landlord.client.invitations.list.query({})).items;
  expect(invitation).toMatchObject({ email: person.email, state: "joined" });
});

import type { Page } from "@playwright/test";
import { createHearthClient } from "@hearth/client/hearth-client";
import { newPerson, system } from "./hearth.ts";
import { enterAs, type Person, signedIn } from "./people.ts";

/** Fields of a new business that replace the defaults. */
interface Business {
  name?: string;
  address?: string;
  walletAddress?: string;
}

/** Creates an account with a business. */
export async function makeBusiness({ timeZone = "UTC", ...business }: Business & { timeZone?: string } = {}) {
  const made = newPerson();
  const { token } = await createHearthClient({ url: system.url }).auth.register.mutate({ ...made, role: "merchant" });
  const { _id: merchantId } = await createHearthClient({ url: system.url, token, timeZone }).merchant.register.mutate({
    name: `${made.lastName} Homes`,
    businessType: "real_estate",
    contactName: `${made.firstName} ${made.lastName}`,
    address: "12 Cedar Street, Albany, NY 12207, United States",
    phoneNumber: "(555) 010-0199",
    description: "Homes",
    ...business,
  });
  return { ...(await signedIn(made.email, made.password)), merchantId };
}

/** Creates a business and opens a page of its area as its owner. */
export async function openAsMerchant(page: Page, place: string, business: Business = {}): Promise<Person & { merchantId: string }> {
  const owner = await enterAs(page, await makeBusiness(business));
  await page.goto(place);
  return owner;
}

/** Fills the first three steps of a business's sign-up, and agrees to the terms in the last one. */
export async function fillRegistration(page: Page, person: ReturnType<typeof newPerson>, business: string, type: string): Promise<void> {
  const next = () => page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.goto("/merchant/register");
  await page.getByLabel("Business name").fill(business);
  await page.getByLabel("Business type").selectOption(type);
  await page.getByLabel("Business description").fill("Homes by the river");
  await next();
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Phone number").fill("(555) 010-0177");
  await next();
  await page.getByLabel("Street address").fill("1 Alder Lane");
  await page.getByLabel("City").fill("Albany");
  await page.getByLabel("State").fill("NY");
  await page.getByLabel("ZIP code").fill("12207");
  await next();
  await page.getByLabel("I agree to the terms and conditions").check();
  await page.getByLabel("I agree to data processing").check();
}

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
export async function makeBusiness(business: Business = {}): Promise<Person & { merchantId: string }> {
  const made = newPerson();
  const { token } = await createHearthClient({ url: system.url }).auth.register.mutate({ ...made, role: "merchant" });
  const { _id: merchantId } = await createHearthClient({ url: system.url, token }).merchant.register.mutate({
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

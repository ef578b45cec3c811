import type { Page } from "@playwright/test";
import { expect, newPerson, system } from "./hearth.ts";
import { signIn } from "./steps.ts";

/** A business of the calls' own making; what is given replaces what it would be otherwise. */
interface Business {
  name?: string;
  address?: string;
  walletAddress?: string;
}

/** Registers an account with its business by the documented calls; answers what is needed to sign in and to look it up. */
export async function registerBusiness(page: Page, business: Business = {}) {
  const { password, ...person } = newPerson();
  const registered = await page.request.post(`${system.url}/api/auth/register`, { data: { ...person, password, role: "merchant" } });
  const { token } = (await registered.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const data = {
    name: `${person.lastName} Homes`,
    businessType: "real_estate",
    contactName: `${person.firstName} ${person.lastName}`,
    address: "12 Cedar Street, Albany, NY 12207, United States",
    phoneNumber: "(555) 010-0199",
    description: "Homes",
    ...business,
  };
  const made = await page.request.post(`${system.url}/api/merchants/register`, { headers, data });
  expect(made.status()).toBe(201);
  const { merchant } = (await made.json()) as { merchant: { _id: string } };
  const read = async () => (await page.request.get(`${system.url}/api/merchants/${merchant._id}`, { headers })).json();
  return { email: person.email, password, merchantId: merchant._id, read };
}

/** Registers one, signs its owner in and opens a place of its area. */
export async function openAsMerchant(page: Page, place: string, business: Business = {}) {
  const registered = await registerBusiness(page, business);
  await signIn(page, registered.email, registered.password);
  await page.goto(place);
  return registered;
}

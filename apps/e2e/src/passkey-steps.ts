import { type Day, dayIn, monthOf } from "@hearth/domain/rent/calendar";
import type { CDPSession, FrameLocator, Page } from "@playwright/test";
import { expect, newPerson, shownAs } from "./hearth.ts";
import { linkIn, newestMail } from "./mails.ts";
import { signedIn } from "./people.ts";

/** The device's own unlock: the first choice of a sign-up and of a wallet, and the button in the wallet's page. */
export const ownChoice = /Continue with Face ID, fingerprint or PIN/;
/** The time zone of the demo's landlord. */
export const zone = "America/New_York";

/**
 * Adds a device with a passkey that always approves and knows PRF, by Chromium's virtual authenticator. Returns its session and number, to
 * change it later. `isSynced`: its passkeys are copied to the other devices of their owner's account.
 */
export async function withAuthenticator(page: Page, { isSynced = false } = {}) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  return { session, authenticatorId: await addAuthenticator(session, "internal", isSynced) };
}

/** Adds one more device beside those of `withAuthenticator`: a part of the computer, or another device that is connected to it. */
export async function addAuthenticator(session: CDPSession, transport: "internal" | "usb", isSynced = false): Promise<string> {
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      hasPrf: true,
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  });
  return authenticatorId;
}

/** Returns the wallet's page in the app's dialog. */
export function walletPage(page: Page): FrameLocator {
  return page.getByRole("dialog", { name: "Your wallet" }).frameLocator("iframe");
}

/** Makes a wallet in its open page, as a person does who writes the recovery code down. Returns the code. */
export async function makeWalletIn(wallet: FrameLocator): Promise<string> {
  await wallet.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  const question = wallet.getByText(/Type group \d/);
  const asked = Number(/\d/.exec((await question.textContent()) ?? "")?.[0]);
  const groups = await wallet.getByRole("listitem").allTextContents();
  await wallet.getByLabel(/Type group/).fill(groups[asked - 1] ?? "");
  await wallet.getByRole("button", { name: "I saved the code" }).click();
  return groups.join(" ");
}

/** Lets a unit to a person who gets an invitation by email. The rent of this month is due. */
export async function inviteTenant() {
  const { client } = await signedIn("landlord@hearth.test");
  const person = newPerson();
  const house = `Rowan ${Date.now().toString(36)}`;
  const { _id: propertyId } = await client.rent.addProperty.mutate({ name: house, units: ["1"] });
  const { items } = await client.rent.properties.query({});
  const unitId = items.find(({ _id }) => _id === propertyId)?.units[0]?._id ?? "";
  const today = dayIn(new Date(), zone);
  const month: Day = monthOf(today);
  const { _id: leaseId } = await client.rent.createLease.mutate({
    unitId,
    startsOn: month,
    chargedFrom: month,
    rent: "640.00",
    dueDay: Math.min(28, Number(today.slice(8))),
    timeZone: zone,
    tenants: [{ name: `${person.firstName} ${person.lastName}`, email: person.email }],
  });
  const [tenant] = (await client.rent.lease.query({ leaseId })).tenants;
  await client.invitations.inviteToLease.mutate({ leaseId, tenantId: tenant?._id ?? "" });
  return { client, person, leaseId, house };
}

export const invitationSubject = /invited you to pay rent/;

/** Opens the invitation of the newest mail and signs up as the given function does. */
export async function acceptInvitation(
  page: Page,
  { email }: { email: string },
  house: string,
  signUp: () => Promise<unknown>,
): Promise<void> {
  await page.goto(linkIn(await newestMail(email, invitationSubject)));
  await page.getByRole("link", { name: "Accept and create account" }).click();
  await signUp();
  const known = page.getByRole("button", { name: /^I know / });
  await expect(known.or(page.getByRole("button", { name: "Pay $640.00" }))).toBeVisible();
  if (await known.isVisible()) await known.click();
  await expect(page.getByText(house, { exact: false }).first()).toBeVisible();
}

/** Presses Pay on the dashboard, and shows the checkout in the same window: Chromium's virtual authenticator belongs to one window. */
export async function openBill(page: Page, amount: string): Promise<void> {
  await page.goto("/dashboard");
  const [checkout] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: `Pay $${amount}` }).click()]);
  await checkout.waitForURL("**/checkout/**");
  const url = checkout.url();
  await checkout.close();
  await page.goto(url);
}

/** Signs up without a password, with the names alone: the invitation has the email. */
export async function signUpByTouch(page: Page, { firstName, lastName, email }: ReturnType<typeof newPerson>): Promise<void> {
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await expect(page.getByLabel("Password", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: ownChoice }).click();
  await makeWalletIn(walletPage(page));
}

/** Presses Pay in the checkout and touches the device inside the wallet's page, and waits for the payment to arrive. */
export async function payWithTouch(page: Page, amount: string): Promise<void> {
  await page.getByRole("button", { name: `Pay $${amount}` }).click();
  await walletPage(page)
    .getByRole("button", { name: `Pay $${amount}` })
    .click();
  await page
    .getByRole("link", { name: "View receipt" })
    .or(page.getByRole("button", { name: "View receipt" }))
    .click();
  await expect(page.getByRole("main")).toContainText(shownAs(amount));
}

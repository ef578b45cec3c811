import type { Browser, Page } from "@playwright/test";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { privateKeyToAddress } from "viem/accounts";
import { bothScreens, expect, newPerson, test } from "./hearth.ts";
import { openAsMerchant } from "./merchant-steps.ts";
import { fillWallet, payByCalls } from "./money.ts";
import { makeWalletIn, walletPage, withAuthenticator } from "./passkey-steps.ts";
import { makeConsumer, openBrowser, type Person, signedIn } from "./people.ts";

const walletTab = "/merchant/settings?tab=wallet";
const ownChoice = /Continue with Face ID, fingerprint or PIN/;

/** Opens the landlord's wallet on a second device, by its recovery code. */
async function addSecondDevice(browser: Browser, landlord: Person, code: string): Promise<void> {
  const device = await openBrowser(browser, landlord);
  await withAuthenticator(device);
  await device.goto("/merchant/settings?tab=account");
  await device.getByRole("button", { name: "Open on this device with the recovery code" }).click();
  const wallet = walletPage(device);
  await wallet.getByLabel("Recovery code").fill(code);
  await wallet.getByRole("button", { name: "Open my wallet" }).click();
  await wallet.getByRole("button", { name: ownChoice }).click();
  await expect(device.getByText("The new passkey opens your wallet now")).toBeVisible();
  await device.context().close();
}

/** A tenant of the business whose wallet has test USDC. */
async function makePayer(merchantId: string): Promise<Person> {
  const payer = await makeConsumer();
  await payer.client.auth.completeEnrollment.mutate({
    address: "12 Cedar Street, Albany, NY 12207",
    aptNumber: "2",
    phoneNumber: "(555) 010-0142",
    selectedMerchantId: merchantId,
  });
  await payer.client.merchant.acknowledge.mutate({ selectedMerchantId: merchantId });
  await fillWallet(payer.id);
  return payer;
}

/** Signs the business's first payee card, which the wallet's page reads out. Expects its address there. */
async function signCard(page: Page, business: string, address: string): Promise<void> {
  await page.getByRole("button", { name: "Sign your payee card" }).click();
  await page.getByRole("button", { name: "Sign now" }).click();
  const wallet = walletPage(page);
  await expect(wallet.getByRole("heading", { name: "Sign your payee card" })).toBeVisible();
  await expect(wallet.getByText(business)).toBeVisible();
  await expect(wallet.getByText(address)).toBeVisible();
  await wallet.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(page.getByText("Your payee card is signed")).toBeVisible();
}

test(
  "a landlord is paid into a wallet of their device's unlock, signs its payee card, and refunds with one touch",
  bothScreens,
  async ({ page, browser }) => {
    await withAuthenticator(page);
    // Hearth holds a business whose name looks like another one's, such as that of the same journey on another screen.
    const landlord = await openAsMerchant(page, walletTab, { name: `Birch ${crypto.randomUUID()}` });
    await page.getByRole("button", { name: ownChoice }).click();
    const code = await makeWalletIn(walletPage(page));

    await test.step("one device is not enough for a business's money", async () => {
      await expect(page.getByText("Add a second passkey first")).toBeVisible();
      await expect(page.getByText("Your staff cannot: it opens for you alone.", { exact: false })).toBeVisible();
      await page.getByRole("button", { name: "I added it" }).click();
      await expect(page.getByText("Add a second passkey first")).toBeVisible();
      expect(await landlord.client.merchant.business.query()).toMatchObject({ walletAddress: null });
    });
    await addSecondDevice(browser, landlord, code);
    await page.getByRole("button", { name: "I added it" }).click();
    await page.getByRole("button", { name: "Use this wallet" }).click();
    await expect(page.getByText("Wallet address updated successfully")).toBeVisible();
    const { wallet } = await landlord.client.passkeyWallet.read.query();
    const address = wallet?.address ?? "";
    const { name } = await landlord.client.merchant.business.query();
    expect(await landlord.client.merchant.business.query()).toMatchObject({ walletAddress: address, walletProven: true });
    await signCard(page, name, address);

    const payer = await makePayer(landlord.merchantId);
    const paymentId = await payByCalls(payer, "640.00", "December rent");
    await page.goto(`/merchant/transactions?transaction=${paymentId}`);
    const dialog = page.getByRole("dialog").first();
    await dialog.getByRole("button", { name: "Refund…" }).click();
    await dialog.getByLabel("Amount").fill("40.00");
    await dialog.getByRole("button", { name: "Refund $40.00" }).click();
    const refund = walletPage(page);
    await expect(refund.getByRole("heading", { name: "Refund $40.00" })).toBeVisible();
    await expect(refund.getByText(privateKeyToAddress(testWalletKey(payer.id)))).toBeVisible();
    await refund.getByRole("button", { name: "Refund $40.00" }).click();
    const refunded = async () => (await landlord.client.merchant.refunds.query({ paymentId })).items.map(({ status }) => status);
    await expect.poll(refunded, { timeout: 60_000, intervals: [250] }).toEqual(["completed"]);
    await expect(dialog.getByText("Part refunded").first()).toBeVisible();
    expect((await landlord.client.merchant.refunds.query({ paymentId })).oddTransfers).toEqual([]);
  },
);

/** Fills the first three steps of a business's sign-up, and agrees to the terms in the last one. */
async function registerBusiness(page: Page, person: ReturnType<typeof newPerson>, business: string): Promise<void> {
  const next = () => page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.goto("/merchant/register");
  await page.getByLabel("Business name").fill(business);
  await page.getByLabel("Business type").selectOption("real_estate");
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

test(
  "a landlord signs up by their device's unlock alone, is paid into the same wallet, and sets a password later",
  bothScreens,
  async ({ page, browser }) => {
    await withAuthenticator(page);
    const person = newPerson();
    const business = `Alder ${crypto.randomUUID()}`;
    const code = await test.step("the last step asks for no password", async () => {
      await registerBusiness(page, person, business);
      await expect(page.getByLabel("Password", { exact: true })).toBeHidden();
      await page.getByRole("button", { name: ownChoice }).click();
      return makeWalletIn(walletPage(page));
    });
    await expect(page.getByText("Registration successful!", { exact: false })).toBeVisible();
    await expect(page).toHaveURL(/\/merchant\/dashboard/);
    await expect(page.getByRole("heading", { name: /^First steps/ })).toBeVisible();

    await page.getByRole("link", { name: "Set up your wallet" }).first().click();
    await expect(page.getByText("Add a second passkey first")).toBeVisible();

    const landlord = await test.step("a password is set later, and signs in as well", async () => {
      await page.goto("/merchant/settings?tab=profile");
      await page.getByLabel("New password", { exact: true }).fill(person.password);
      await page.getByLabel("Confirm new password").fill(person.password);
      await page.getByRole("button", { name: "Set a password" }).click();
      await expect(page.getByText("Your password is set")).toBeVisible();
      return signedIn(person.email, person.password);
    });
    await addSecondDevice(browser, landlord, code);
    await page.goto(walletTab);
    await page.getByRole("button", { name: "Use this wallet" }).click();
    await expect(page.getByText("Wallet address updated successfully")).toBeVisible();
    const { wallet } = await landlord.client.passkeyWallet.read.query();
    const paidInto = { name: business, walletAddress: wallet?.address, walletProven: true };
    expect(await landlord.client.merchant.business.query()).toMatchObject(paidInto);

    await test.step("the device's unlock signs in again", async () => {
      await page.evaluate(() => localStorage.clear());
      await page.goto("/merchant/login");
      await page.getByRole("button", { name: "Use Face ID, fingerprint or PIN" }).click();
      await walletPage(page).getByRole("button", { name: ownChoice }).click();
      await expect(page).toHaveURL(/\/merchant\/dashboard/);
    });
  },
);

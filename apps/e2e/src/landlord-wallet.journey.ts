import type { Browser, Locator, Page } from "@playwright/test";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { dayIn, monthOf } from "@hearth/domain/rent/calendar";
import { type Address, getAddress } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { bothScreens, expect, newPerson, test } from "./hearth.ts";
import { expectFitsPhone } from "./looks.ts";
import { linkIn, newestMail } from "./mails.ts";
import { fillRegistration, makeBusiness, openAsMerchant } from "./merchant-steps.ts";
import { fillWallet, payByCalls, sendAsStranger } from "./money.ts";
import { makeWalletIn, ownChoice, walletPage, withAuthenticator, zone } from "./passkey-steps.ts";
import { makeConsumer, openBrowser, type Person, signedIn, signedInAdmin } from "./people.ts";

const walletTab = "/merchant/settings?tab=wallet";

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
    const dialog = await beginRefund(page, paymentId);
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

/** Opens a new business whose owner is paid into a wallet of their device's unlock. A synced passkey needs no second device. */
async function openPaidByTouch(page: Page, name = `Cedar ${crypto.randomUUID()}`) {
  await withAuthenticator(page, { isSynced: true });
  const landlord = await openAsMerchant(page, walletTab, { name });
  await page.getByRole("button", { name: ownChoice }).click();
  await makeWalletIn(walletPage(page));
  await page.getByRole("button", { name: "Use this wallet" }).click();
  await expect(page.getByText("Wallet address updated successfully")).toBeVisible();
  const { walletAddress } = await landlord.client.merchant.business.query();
  if (walletAddress === null) throw new Error("The business has no payout wallet");
  return { landlord, address: getAddress(walletAddress) };
}

/** Sends money to a business that fits no payment, and waits until its owner can see it. Returns the transfer's id. */
async function sendOddMoney({ client }: Person, to: Address, usdcUnits: bigint): Promise<string> {
  const hash = await sendAsStranger({ to, usdcUnits });
  const listed = async () =>
    (await client.merchant.oddTransfers.query({})).items.find(({ transactionHash }) => transactionHash === hash)?._id;
  await expect.poll(listed, { timeout: 60_000 }).toBeDefined();
  return (await listed()) ?? "";
}

/** Begins a refund of $40.00, which opens the wallet. Returns the payment's dialog. */
async function beginRefund(page: Page, paymentId: string): Promise<Locator> {
  await page.goto(`/merchant/transactions?transaction=${paymentId}`);
  const dialog = page.getByRole("dialog").first();
  await dialog.getByRole("button", { name: "Refund…" }).click();
  await dialog.getByLabel("Amount").fill("40.00");
  await dialog.getByRole("button", { name: "Refund $40.00" }).click();
  return dialog;
}

/** Expects what the wallet's page says, and touches its button. */
async function touch(page: Page, act: string, button = act): Promise<void> {
  const wallet = walletPage(page);
  await expect(wallet.getByRole("heading", { name: act })).toBeVisible();
  await wallet.getByRole("button", { name: button, exact: true }).click();
}

test("odd money goes back to its sender by a touch, and lease terms are signed by another", async ({ page }) => {
  const { landlord, address } = await openPaidByTouch(page);

  await test.step("money that fits no payment", async () => {
    const transferId = await sendOddMoney(landlord, address, 12_340_000n);
    await page.goto(`/merchant/transactions/unmatched?transfer=${transferId}`);
    const dialog = page.getByRole("dialog", { name: "12.34 USDC" });
    await dialog.getByRole("button", { name: "Send it back" }).click();
    await expectFitsPhone(page);
    await dialog.getByRole("button", { name: "Send back 12.34 USDC" }).click();
    await touch(page, "Refund $12.34");
    await expect(dialog.getByText("Sent back", { exact: true })).toBeVisible({ timeout: 60_000 });
    expect(await landlord.client.merchant.sendBack.query({ transferId })).toMatchObject({ status: "sentBack", oddTransfers: [] });
    expect((await landlord.client.passkeyWallet.sends.query()).sends).toEqual([]);
  });

  await test.step("the terms of a lease", async () => {
    const { _id: propertyId } = await landlord.client.rent.addProperty.mutate({ name: "Cedar House", units: ["1"] });
    const { items } = await landlord.client.rent.properties.query({});
    const unitId = items.find(({ _id }) => _id === propertyId)?.units[0]?._id ?? "";
    const startsOn = monthOf(dayIn(new Date(), zone));
    const lease = { unitId, startsOn, chargedFrom: startsOn, rent: "640.00", dueDay: 1, timeZone: zone };
    const tenants = [{ name: "Maya Okafor", email: newPerson().email }];
    const { _id: leaseId } = await landlord.client.rent.createLease.mutate({ ...lease, tenants });
    await page.goto(`/merchant/leases/${leaseId}`);
    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await page.getByRole("button", { name: "Sign the terms" }).click();
    await expect(walletPage(page).getByText("$640.00, due on the 1st")).toBeVisible();
    await expectFitsPhone(page);
    await touch(page, "Sign the terms of a lease", "Sign");
    await expect(page.getByText("The terms are signed")).toBeVisible();
    const { terms } = await landlord.client.rent.lease.query({ leaseId });
    expect(terms).toMatchObject([{ signed: { by: address } }]);
  });
});

test("a suspended business signs in by a touch and gives money back by others", async ({ page }) => {
  const { landlord, address } = await openPaidByTouch(page);
  const payer = await makePayer(landlord.merchantId);
  const paymentId = await payByCalls(payer, "640.00", "December rent");
  const transferId = await sendOddMoney(landlord, address, 12_340_000n);
  const admin = await signedInAdmin();
  await admin.client.admin.editMerchant.mutate({ merchantId: landlord.merchantId, status: "suspended" });

  // A suspension signs everybody of the business out.
  await page.goto(`/merchant/transactions?transaction=${paymentId}`);
  await page.getByRole("button", { name: "Use Face ID, fingerprint or PIN" }).click();
  await walletPage(page).getByRole("button", { name: ownChoice }).click();
  await expect(page.getByText("This business is suspended")).toBeVisible();
  const dialog = page.getByRole("dialog").first();
  await dialog.getByRole("button", { name: "Refund…" }).click();
  await dialog.getByLabel("Amount").fill("640.00");
  await dialog.getByRole("button", { name: "Refund $640.00" }).click();
  await touch(page, "Refund $640.00");
  const { client } = await signedIn(landlord.email, landlord.password);
  const refunded = async () => (await client.merchant.refunds.query({ paymentId })).items.map(({ status }) => status);
  await expect.poll(refunded, { timeout: 60_000, intervals: [250] }).toEqual(["completed"]);

  await page.goto(`/merchant/transactions/unmatched?transfer=${transferId}`);
  const odd = page.getByRole("dialog", { name: "12.34 USDC" });
  await odd.getByRole("button", { name: "Send it back" }).click();
  await odd.getByRole("button", { name: "Send back 12.34 USDC" }).click();
  await touch(page, "Refund $12.34");
  await expect(odd.getByText("Sent back", { exact: true })).toBeVisible({ timeout: 60_000 });
});

test("a refund that is open goes from the wallet before, after the payout wallet has changed", async ({ page }) => {
  const { landlord, address } = await openPaidByTouch(page);
  const payer = await makePayer(landlord.merchantId);
  const paymentId = await payByCalls(payer, "640.00", "December rent");
  const dialog = await beginRefund(page, paymentId);
  await expect(walletPage(page).getByRole("heading", { name: "Refund $40.00" })).toBeVisible();
  await page.getByRole("dialog", { name: "Your wallet" }).getByRole("button", { name: "Close" }).click();
  await expect(dialog.getByText("You closed your wallet before it signed. Nothing has changed.")).toBeVisible();

  const next = privateKeyToAddress(generatePrivateKey());
  await landlord.client.merchant.setPayoutWallet.mutate({ walletAddress: next, password: landlord.password });
  await expect.poll(async () => (await landlord.client.merchant.business.query()).walletAddress).toBe(next);

  await page.reload();
  await dialog.getByRole("button", { name: "Send refund of $40.00" }).click();
  await touch(page, "Refund $40.00");
  const refunded = async () => (await landlord.client.merchant.refunds.query({ paymentId })).items.map(({ status }) => status);
  await expect.poll(refunded, { timeout: 60_000, intervals: [250] }).toEqual(["completed"]);
  const { items, oddTransfers } = await landlord.client.merchant.refunds.query({ paymentId });
  expect(items).toMatchObject([{ amount: 40, to: privateKeyToAddress(testWalletKey(payer.id)) }]);
  expect(oddTransfers).toEqual([]);
  expect(address).not.toBe(next);
});

test("a landlord signs up by their device's unlock alone, is paid into the same wallet, and sets a password later", async ({
  page,
  browser,
}) => {
  await withAuthenticator(page);
  const person = newPerson();
  const business = `Alder ${crypto.randomUUID()}`;
  const code = await test.step("the last step asks for no password", async () => {
    await fillRegistration(page, person, business, "real_estate");
    await expect(page.getByLabel("Password", { exact: true })).toBeHidden();
    await expectFitsPhone(page);
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
  const made = { name: business, timeZone: zone, walletAddress: wallet?.address, walletProven: true };
  expect(await landlord.client.merchant.business.query()).toMatchObject(made);

  await test.step("the device's unlock signs in again", async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto("/merchant/login");
    await page.getByRole("button", { name: "Use Face ID, fingerprint or PIN" }).click();
    await walletPage(page).getByRole("button", { name: ownChoice }).click();
    await expect(page).toHaveURL(/\/merchant\/dashboard/);
  });
});

test("somebody who is invited to a business's staff joins it by their device's unlock alone, and signs in by it again", async ({
  page,
}) => {
  await withAuthenticator(page);
  const business = `Willow ${crypto.randomUUID()}`;
  const owner = await makeBusiness({ name: business });
  const { hash } = new URL(linkIn(await newestMail(owner.email, "Confirm your email")));
  await owner.client.auth.confirmEmail.mutate({ token: hash.slice(1) });
  const { email, firstName, lastName } = newPerson();
  await owner.client.staff.invite.mutate({ email, role: "manager" });

  await page.goto(linkIn(await newestMail(email, `Noor Haddad invited you to ${business} on Hearth`)));
  await expect(page.getByText(`Your account will be ${email}.`, { exact: false })).toBeVisible();
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await expect(page.getByLabel("Password", { exact: true })).toBeHidden();
  await expectFitsPhone(page);
  await page.getByRole("button", { name: ownChoice }).click();
  await makeWalletIn(walletPage(page));
  await expect(page).toHaveURL(/\/merchant\/dashboard/);
  await expect(page.getByText("You are a manager here")).toBeVisible();
  expect((await owner.client.staff.list.query()).items).toMatchObject([{ email, role: "manager", state: "joined" }]);

  await page.evaluate(() => localStorage.clear());
  await page.goto("/merchant/login");
  await page.getByRole("button", { name: "Use Face ID, fingerprint or PIN" }).click();
  await walletPage(page).getByRole("button", { name: ownChoice }).click();
  await expect(page).toHaveURL(/\/merchant\/dashboard/);
  await expect(page.getByText("You are a manager here")).toBeVisible();
});
